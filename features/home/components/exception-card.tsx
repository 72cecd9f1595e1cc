"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import { TONE_TEXT } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { useNow } from "@/components/value/use-now";
import { isOngoing } from "@/features/exception/exception.rules";
import type { ExceptionDto } from "@/features/exception/exception.schema";
import { toneOf } from "@/features/exception/kind.rules";
import { whatOf } from "@/features/exception/phrase.rules";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { homeKeys } from "../home.client";
import type { HomeOverviewDto } from "../home.schema";

const AcknowledgeDialog = dynamic(
  () =>
    import("@/features/exception/handling/components/acknowledge-dialog").then((module) => module.AcknowledgeDialog),
  { ssr: false },
);

type ExceptionCardProps = {
  exceptions: NonNullable<HomeOverviewDto["exceptions"]>;
  mayAcknowledge: boolean;
  timeZone: string;
  now: number;
};

/** The latest exceptions, and the number of open ones. */
export function ExceptionCard({ exceptions, mayAcknowledge, timeZone, now }: ExceptionCardProps) {
  const t = useTranslations("home.exceptions");
  const { items, open, unacknowledged } = exceptions;
  return (
    <Card data-guide="exceptions">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {open > 0 && <Badge tone="critical">{t("open", { count: open })}</Badge>}
        <ButtonLink href="/abnormal/dataex" size="sm" variant="ghost" prefetch={false}>
          {t("all")}
        </ButtonLink>
      </CardHeader>
      {unacknowledged > 0 && (
        <p className="border-b px-4 py-1.5 text-muted-foreground text-xs">
          {t("unacknowledged", { count: unacknowledged })}
        </p>
      )}
      {items.length === 0 ? (
        <CardBody className="flex items-center gap-2 text-muted-foreground text-sm">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-normal" />
          {t("none")}
        </CardBody>
      ) : (
        <ExceptionLines items={items} mayAcknowledge={mayAcknowledge} timeZone={timeZone} now={now} />
      )}
    </Card>
  );
}

type LinesProps = Omit<ExceptionCardProps, "exceptions"> & { items: readonly ExceptionDto[] };

/** Exceptions as rows: what and where, since when or how long, and whether they are acknowledged. */
export function ExceptionLines({ items, mayAcknowledge, timeZone, now }: LinesProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<number | null>(null);
  return (
    <>
      <ul>
        {items.map((row) => (
          <Line
            key={row.id}
            row={row}
            timeZone={timeZone}
            now={now}
            onAcknowledge={mayAcknowledge ? ({ id }) => setAsked(id) : undefined}
          />
        ))}
      </ul>
      {asked !== null && (
        <AcknowledgeDialog
          id={asked}
          timeZone={timeZone}
          now={now}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            void client.invalidateQueries({ queryKey: homeKeys.overview });
          }}
        />
      )}
    </>
  );
}

type LineProps = {
  row: ExceptionDto;
  timeZone: string;
  now: number;
  onAcknowledge: ((row: ExceptionDto) => void) | undefined;
};

function Line({ row, timeZone, now, onAcknowledge }: LineProps) {
  const t = useTranslations("exception");
  const tHome = useTranslations("home.exceptions");
  const locale = useLocale();
  const current = useNow(now);
  const isOpen = isOngoing(row);
  const tone = toneOf(row);
  const name = row.carrier?.name ?? row.device.name;
  const lasted = isOpen ? Math.max(0, current - Date.parse(row.startedAt)) : row.durationSeconds * 1000;
  return (
    <li className="flex items-start gap-2 border-b px-4 py-2 last:border-b-0" data-exception={row.id}>
      <ToneIcon
        tone={isOpen ? tone : "normal"}
        className={`mt-0.5 size-4 ${isOpen ? TONE_TEXT[tone] : "text-faint-foreground"}`}
      />
      <span className="min-w-0 flex-1">
        <Link
          href={`/abnormal/dataex?${row.carrier ? `carrierId=${row.carrier.id}&` : ""}id=${row.id}`}
          prefetch={false}
          className="wrap-anywhere touch-area block font-medium hover:underline"
        >
          {name}
        </Link>
        <span className={`text-sm ${isOpen ? TONE_TEXT[tone] : "text-muted-foreground"}`}>{whatOf(row, t)}</span>
        <span className="flex flex-wrap items-baseline gap-x-2 text-faint-foreground text-xs tabular-nums">
          <Instant at={Date.parse(row.startedAt)} now={current} timeZone={timeZone} />
          <span suppressHydrationWarning>{formatDuration(lasted - (lasted % 60_000) || lasted, locale)}</span>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {isOpen ? (
          <StateBadge tone={row.acknowledgedAt ? "warning" : "critical"} plain>
            {t("state.open")}
          </StateBadge>
        ) : (
          <span className="text-muted-foreground text-xs">{t("state.cleared")}</span>
        )}
        {row.acknowledgedAt ? (
          <span
            className="line-clamp-2 max-w-28 text-right text-muted-foreground text-xs"
            title={row.acknowledgedBy ?? undefined}
          >
            {t("state.acknowledgedBy", { name: row.acknowledgedBy ?? "" })}
          </span>
        ) : (
          onAcknowledge && (
            <Button size="sm" aria-label={tHome("acknowledgeOf", { name })} onClick={() => onAcknowledge(row)}>
              {tHome("acknowledge")}
            </Button>
          )
        )}
      </span>
    </li>
  );
}
