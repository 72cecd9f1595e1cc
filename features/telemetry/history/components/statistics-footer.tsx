"use client";

import { useLocale, useTranslations } from "next-intl";
import type { TimeRange } from "@/components/chart/zoom";
import { Skeleton } from "@/components/ui/skeleton";
import { SpanList } from "@/components/value/span-list";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { HistoryProbe } from "../../ingest/probe.schema";
import { isRecorded } from "../completeness.rules";
import type { ProbeCompleteness } from "../completeness.schema";
import type { Excursion } from "../history.schema";
import type { ProbeStatistics } from "../statistics.schema";
import { CompletenessLine } from "./completeness-line";

export type Shared = { range: TimeRange; timeZone: string; now: number; canViewExceptions: boolean };

export type CardPartProps = Shared & { probe: HistoryProbe; figures: ProbeStatistics };

/** Number of readings, observed time, gaps, records due, and the exceptions of the range. */
export function StatisticsFooter({
  probe,
  figures,
  excursions,
  range,
  timeZone,
  now,
  canViewExceptions,
  completeness,
}: CardPartProps & { excursions: readonly Excursion[]; completeness: ProbeCompleteness | null | undefined }) {
  const t = useTranslations("history.statistics");
  const locale = useLocale();
  const { count, observedSeconds, gapCount, gapSeconds, gaps } = figures;
  const gapText = t("gaps", { count: gapCount, duration: formatDuration(gapSeconds * 1000, locale) });
  const exceptions = t("exceptions", { count: excursions.length });
  const first = excursions.reduce((least, { startedAt }) => Math.min(least, startedAt), range.from);
  const link = new URLSearchParams({
    deviceId: String(probe.deviceId),
    from: new Date(first).toISOString(),
    to: new Date(range.to).toISOString(),
  });
  return (
    <footer className="mt-2 flex flex-wrap gap-x-3 gap-y-1 border-t pt-2 text-muted-foreground text-xs tabular-nums">
      <span>
        {t("count")} {formatNumber(count, locale)}
      </span>
      {observedSeconds > 0 && (
        <span>
          {t("observed")} {formatDuration(observedSeconds * 1000, locale)}
        </span>
      )}
      {canViewExceptions && excursions.length > 0 ? (
        <Link href={`/abnormal/dataex?${link}`} className="text-primary underline-offset-4 hover:underline">
          {exceptions}
        </Link>
      ) : (
        <span>{exceptions}</span>
      )}
      {gapCount === 0 ? (
        <span>{gapText}</span>
      ) : (
        <details className="basis-full">
          <summary className="w-fit underline-offset-4 hover:underline">{gapText}</summary>
          {gaps.length < gapCount && <p className="mt-1">{t("gapsShown", { count: gaps.length })}</p>}
          <SpanList
            spans={gaps.map(({ from, to }) => ({ from, to, note: formatDuration(to - from, locale) }))}
            timeZone={timeZone}
            now={now}
          />
        </details>
      )}
      {completeness === undefined && isRecorded(probe.measure) && (
        <Skeleton className="h-4 w-48 max-w-full basis-full" />
      )}
      {completeness && <CompletenessLine completeness={completeness} timeZone={timeZone} now={now} />}
    </footer>
  );
}
