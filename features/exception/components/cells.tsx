"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { StateBadge } from "@/components/ui/state-badge";
import { TONE_TEXT } from "@/components/ui/tone";
import { ToneIcon } from "@/components/ui/tone-icon";
import { formatDuration } from "@/lib/datetime/format";
import { isOngoing } from "../rules";
import type { ExceptionDto } from "../schema";
import { CarrierIcon } from "./carrier-icon";
import { limitOf, toneOf, useElapsed, usePhrases } from "./phrases";

export const pathText = ({ scenePath }: Pick<ExceptionDto, "scenePath">) =>
  scenePath.map(({ name }) => name).join(" / ");

/** Type, name and where it stands; the name opens the record. */
export function PlaceCell({ row, href, onOpen }: { row: ExceptionDto; href: string; onOpen: (id: number) => void }) {
  const t = useTranslations("exception.carrierType");
  const path = row.carrier ? pathText(row) : row.device.serialNumber;
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-sm:pr-4">
      <span title={row.carrier ? t(row.carrier.type) : t("gateway")} className="shrink-0 text-muted-foreground">
        <CarrierIcon type={row.carrier?.type} />
        <span className="sr-only">{row.carrier ? t(row.carrier.type) : t("gateway")}</span>
      </span>
      <span className="min-w-0">
        <a
          href={href}
          data-row-link={row.id}
          className="line-clamp-1 break-all font-medium hover:text-primary"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            event.stopPropagation();
            onOpen(row.id);
          }}
        >
          {row.carrier?.name ?? row.device.name}
        </a>
        {path && (
          <span title={path} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
            {path}
          </span>
        )}
      </span>
    </span>
  );
}

/** Measure and side, and from which limit it went how far. */
export function WhatCell({ row }: { row: ExceptionDto }) {
  const { what, reading } = usePhrases();
  const tone = toneOf(row);
  return (
    <span className="flex min-w-0 flex-col">
      <span className={cn("flex items-center gap-1.5 whitespace-nowrap font-medium", TONE_TEXT[tone])}>
        <ToneIcon tone={tone} className="size-3.5" />
        {what(row)}
      </span>
      <span className="line-clamp-1 break-all text-muted-foreground text-xs">
        {row.kind === "range" ? (
          <>
            {reading(limitOf(row), row.measure)} <span aria-hidden="true">→</span>{" "}
            <strong className="font-semibold text-foreground">{reading(row.peak, row.measure)}</strong>
          </>
        ) : (
          row.device.name
        )}
      </span>
    </span>
  );
}

export function DurationCell({ row, now }: { row: ExceptionDto; now: number }) {
  const locale = useLocale();
  const elapsed = useElapsed(row, now);
  return (
    <span suppressHydrationWarning className={cn("whitespace-nowrap", isOngoing(row) && "font-semibold")}>
      {formatDuration(elapsed, locale)}
    </span>
  );
}

/** Active or cleared, acknowledged or not. */
export function StateCell({ row }: { row: ExceptionDto }) {
  const t = useTranslations("exception.state");
  const acknowledged = row.acknowledgedAt !== null;
  if (row.withdrawnAt !== null) {
    return <StateBadge tone="paused">{t(row.mergedIntoId === null ? "withdrawn" : "merged")}</StateBadge>;
  }
  return (
    <span className="flex flex-col items-start gap-0.5">
      {isOngoing(row) ? (
        <StateBadge tone={acknowledged ? "warning" : "critical"} className="h-5">
          {t("open")}
        </StateBadge>
      ) : (
        <StateBadge tone="normal" plain>
          {t("cleared")}
        </StateBadge>
      )}
      <span className={cn("line-clamp-1 text-xs", acknowledged ? "text-faint-foreground" : "font-medium text-warning")}>
        {acknowledged ? t("acknowledgedBy", { name: row.acknowledgedBy ?? "" }) : t("unacknowledged")}
      </span>
    </span>
  );
}

/** Where the record stands with those who handle it. */
export function HandlingCell({ row }: { row: ExceptionDto }) {
  const t = useTranslations("exception");
  if (row.status === "unprocessed") {
    return (
      <Badge>
        <CircleDashed aria-hidden="true" className="size-3" />
        {t("status.unprocessed")}
      </Badge>
    );
  }
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone={row.isClosed ? undefined : "primary"}>
        <CircleCheck aria-hidden="true" className="size-3" />
        {t(row.isClosed ? "status.closed" : "status.processed")}
      </Badge>
      {row.analysisResult && (
        <span className="text-faint-foreground text-xs">{t(`analysis.${row.analysisResult}`)}</span>
      )}
    </span>
  );
}
