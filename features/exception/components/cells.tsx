"use client";

import { CircleCheck, CircleDashed, UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { DeviceIcon } from "@/components/value/device-icon";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { formatDuration } from "@/lib/datetime/format";
import { useValueLocales } from "@/lib/units/units-context";
import { isOngoing } from "../exception.rules";
import type { ExceptionDto } from "../exception.schema";
import { toneOf } from "../kind.rules";
import { figuresOf } from "../phrase.rules";
import { useElapsed, useExceptionTexts } from "./labels";

export const pathText = ({ scenePath }: Pick<ExceptionDto, "scenePath">) =>
  scenePath.map(({ name }) => name).join(" / ");

/** Type, name and location; the name opens the record. */
export function PlaceCell({ row, href, onOpen }: { row: ExceptionDto; href: string; onOpen: (id: number) => void }) {
  const t = useTranslations("exception");
  const kind = row.carrier ? t(`carrierType.${row.carrier.type}`) : t(`deviceKind.${row.device.kind}`);
  const path = pathText(row) || (row.carrier ? "" : row.device.serialNumber);
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-sm:pr-4">
      <span title={kind} className="shrink-0 text-muted-foreground">
        {row.carrier ? <CarrierIcon type={row.carrier.type} /> : <DeviceIcon kind={row.device.kind} />}
        <span className="sr-only">{kind}</span>
      </span>
      <span className="min-w-0 sm:min-w-36">
        <a
          href={href}
          data-row-link={row.id}
          title={row.carrier?.name ?? row.device.name}
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

/** What went wrong, and its figures. */
export function WhatCell({ row, timeZone }: { row: ExceptionDto; timeZone: string }) {
  const t = useTranslations("exception");
  const locale = useValueLocales()(row.customerId);
  const { what } = useExceptionTexts(row.customerId);
  const tone = toneOf(row);
  const figures = figuresOf(row, { locale, timeZone });
  return (
    <span className="flex min-w-0 flex-col">
      <span className={cn("flex items-center gap-1.5 font-medium", TONE_TEXT[tone])}>
        <ToneIcon tone={tone} className="size-3.5" />
        {what(row)}
      </span>
      {figures ? (
        <span className="text-muted-foreground text-xs tabular-nums">
          {t.rich(figures.key, {
            ...figures.values,
            to: () => <span aria-hidden="true">→</span>,
            strong: (chunks) => <strong className="font-semibold text-foreground">{chunks}</strong>,
          })}
        </span>
      ) : (
        <span title={row.device.name} className="line-clamp-1 break-all text-muted-foreground text-xs">
          {row.device.name}
        </span>
      )}
    </span>
  );
}

export function DurationCell({ row, now }: { row: ExceptionDto; now: number }) {
  const locale = useValueLocales()(row.customerId);
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
  if (row.removedAt !== null) return <StateBadge tone="paused">{t("removed")}</StateBadge>;
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
        <StateBadge tone={row.isEndedSilent ? "offline" : "normal"} plain>
          {t(row.isEndedSilent ? "endedSilent" : "cleared")}
        </StateBadge>
      )}
      <Acknowledgement row={row} />
    </span>
  );
}

function Acknowledgement({ row }: { row: ExceptionDto }) {
  const t = useTranslations("exception.state");
  if (row.acknowledgedAt === null) {
    return <span className="whitespace-nowrap font-medium text-warning text-xs">{t("unacknowledged")}</span>;
  }
  const text = t("acknowledgedBy", { name: row.acknowledgedBy ?? "" });
  return (
    <span title={text} className="flex min-w-0 items-center gap-1 text-faint-foreground text-xs">
      <UserCheck aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="line-clamp-1 break-all">
        {row.acknowledgedBy}
      </span>
    </span>
  );
}

/** The handling status of the record. */
export function HandlingBadge({ row }: { row: Pick<ExceptionDto, "status" | "isClosed"> }) {
  const t = useTranslations("exception.status");
  const isDone = row.status === "processed";
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Badge tone={isDone && !row.isClosed ? "primary" : undefined}>
      <Icon aria-hidden="true" className="size-3" />
      {t(row.isClosed ? "closed" : row.status)}
    </Badge>
  );
}

/** The recorded cause, by its name in the reader's language. */
export function ReasonCell({ row }: { row: ExceptionDto }) {
  const { reason } = useExceptionTexts(row.customerId);
  return row.reason ? reason(row.reason) : "–";
}

/** A longer text in two lines, complete on hover. */
export function TextCell({ text }: { text: string | null }) {
  if (!text) return "–";
  return (
    <span title={text} className="line-clamp-2 min-w-32 whitespace-pre-line break-words">
      {text}
    </span>
  );
}

export function HandlingCell({ row }: { row: ExceptionDto }) {
  const t = useTranslations("exception.analysis");
  const { reason } = useExceptionTexts(row.customerId);
  const analysis = row.status === "processed" && row.analysisResult ? t(row.analysisResult) : null;
  const said = [row.reason && reason(row.reason), analysis].filter(Boolean);
  return (
    <span className="flex min-w-24 flex-col items-start gap-0.5">
      <HandlingBadge row={row} />
      {said.length > 0 && <span className="text-faint-foreground text-xs">{said.join(" · ")}</span>}
    </span>
  );
}
