"use client";

import { useLocale, useTranslations } from "next-intl";
import { memo, type ReactNode, useMemo } from "react";
import { LineSwatch } from "@/components/chart/chart-readout";
import type { TimeRange } from "@/components/chart/zoom";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Instant } from "@/components/ui/instant";
import { Skeleton } from "@/components/ui/skeleton";
import { SpanList } from "@/components/ui/span-list";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber, formatReading } from "@/lib/units/format";
import { CompletenessLine } from "../../completeness/components/completeness-line";
import { isRecorded } from "../../completeness/rules";
import type { CompletenessDto, ProbeCompleteness } from "../../completeness/schema";
import { isSwitch } from "../../probe/rules";
import type { HistoryProbe } from "../../probe/schema";
import type { ProbeStatistics, StatisticsDto } from "../../statistics/schema";
import { namesOf, orderOf } from "../rules";
import type { Excursion } from "../schema";
import { wordsOf } from "./panels";

type Shared = { range: TimeRange; timeZone: string; now: number; canViewExceptions: boolean };

type StatisticsCardsProps = Shared & {
  probes: readonly HistoryProbe[];
  statistics: StatisticsDto | undefined;
  /** The figures are those of another range; theirs are on the way. */
  isBusy: boolean;
  /** The figures are being read from the single readings. */
  isExamining: boolean;
  excursions: readonly Excursion[];
  /** Undefined while it is on its way, null if it did not come. */
  completeness: CompletenessDto | null | undefined;
};

/** One card a probe: its figures over the range. */
export const StatisticsCards = memo(function StatisticsCards(props: StatisticsCardsProps) {
  const { probes, statistics, isBusy, isExamining, excursions, completeness, ...shared } = props;
  const t = useTranslations("history");
  const names = useMemo(() => namesOf(probes), [probes]);
  return (
    <div className={cn("grid gap-2 sm:max-xl:grid-cols-2", isBusy && "opacity-60")} aria-busy={isBusy || undefined}>
      {statistics && !statistics.isExamined && !isExamining && (
        <Alert className="sm:max-xl:col-span-2">{t("statistics.tooMany")}</Alert>
      )}
      {completeness?.isExamined === false && (
        <Alert className="sm:max-xl:col-span-2">{t("completeness.tooMany")}</Alert>
      )}
      {probes.map((probe) => {
        const figures = statistics?.probes.find(({ probeId }) => probeId === probe.probeId);
        const Figures = isSwitch(probe.measure) ? SwitchFigures : ValueFigures;
        return (
          <Card key={probe.probeId} className="min-w-0 p-3">
            <header className="flex items-baseline gap-2">
              <LineSwatch order={orderOf(probes, probe.deviceId)} className="self-center" />
              <h3 className="min-w-0 truncate font-semibold text-sm">{names.get(probe.probeId)}</h3>
              <span className="shrink-0 text-muted-foreground text-sm">{t(`measure.${probe.measure}`)}</span>
              {!isSwitch(probe.measure) && <MonitoringRange probe={probe} />}
            </header>
            {!figures && <Skeleton className="mt-3 h-24" />}
            {figures && figures.count === 0 && (
              <p className="mt-2 text-faint-foreground text-sm">{t("statistics.none")}</p>
            )}
            {figures && figures.count > 0 && (
              <Figures probe={probe} figures={figures} isExamining={isExamining} {...shared} />
            )}
            {figures && (
              <Footer
                probe={probe}
                figures={figures}
                excursions={excursions.filter(({ probeId }) => probeId === probe.probeId)}
                completeness={
                  completeness && (completeness.probes.find(({ probeId }) => probeId === probe.probeId) ?? null)
                }
                {...shared}
              />
            )}
          </Card>
        );
      })}
    </div>
  );
});

function MonitoringRange({ probe: { minimum, maximum, measure } }: { probe: HistoryProbe }) {
  const t = useTranslations("history.statistics");
  const locale = useLocale();
  const text = (value: number | null) => formatReading(value, measure, locale).text;
  const shown =
    minimum !== null && maximum !== null
      ? `${formatReading(minimum, measure, locale).number} – ${text(maximum)}`
      : minimum !== null
        ? `≥ ${text(minimum)}`
        : `≤ ${text(maximum)}`;
  const hasRange = minimum !== null || maximum !== null;
  return (
    <span
      className="ml-auto shrink-0 text-faint-foreground text-xs tabular-nums"
      title={hasRange ? t("range", { range: shown }) : undefined}
    >
      {hasRange ? shown : t("noRange")}
    </span>
  );
}

type CardPartProps = Shared & { probe: HistoryProbe; figures: ProbeStatistics };

type FiguresProps = CardPartProps & { isExamining: boolean };

const LATER = <Skeleton className="h-5 w-16" />;

/** Of a switch: how long it was in either state. */
function SwitchFigures({ probe, figures, isExamining }: FiguresProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const { observedSeconds, onSeconds } = figures;
  const [off = "", on = ""] = wordsOf(probe.measure, t) ?? [];
  const lasting = (seconds: number) => (isExamining ? LATER : formatDuration(seconds * 1000, locale));
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-3 tabular-nums">
      <Figure name={on}>{lasting(onSeconds ?? 0)}</Figure>
      <Figure name={off}>{lasting(observedSeconds - (onSeconds ?? 0))}</Figure>
    </dl>
  );
}

function ValueFigures({ probe, figures, isExamining, timeZone, now }: FiguresProps) {
  const t = useTranslations("history.statistics");
  const locale = useLocale();
  const { measure, minimum, maximum } = probe;
  const value = (number: number | null): ReactNode => {
    const { number: text, unit } = formatReading(number, measure, locale);
    return (
      <>
        {text} <span className="font-normal text-muted-foreground text-xs">{unit}</span>
      </>
    );
  };
  const time = (at: number | null) =>
    at !== null && <Instant at={at} now={now} timeZone={timeZone} className="text-faint-foreground text-xs" />;
  const isAbove = maximum !== null && figures.maximum !== null && figures.maximum > maximum;
  const isBelow = minimum !== null && figures.minimum !== null && figures.minimum < minimum;
  const { passRate, standardDeviation } = figures;
  // Rounded down: only what never left its range is 100 %.
  const rate = passRate === null ? "–" : `${formatNumber(Math.floor(passRate * 10_000) / 100, locale, 0, 2)} %`;
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 tabular-nums">
      <Figure name={t("minimum")} tone={isBelow ? "below" : undefined} note={time(figures.minimumAt)}>
        {value(figures.minimum)}
      </Figure>
      <Figure name={t("mean")}>{value(figures.mean)}</Figure>
      <Figure name={t("maximum")} tone={isAbove ? "above" : undefined} note={time(figures.maximumAt)}>
        {value(figures.maximum)}
      </Figure>
      {(minimum !== null || maximum !== null) && (
        <Figure
          name={t("passRate")}
          hint={t("passRateHint")}
          tone={passRate !== null && passRate < 1 ? "warning" : undefined}
        >
          {isExamining ? LATER : rate}
        </Figure>
      )}
      <Figure name={t("deviation")}>{isExamining ? LATER : formatNumber(standardDeviation, locale, 2)}</Figure>
      {measure === "temperature" && (
        <Figure name={t("kinetic")} hint={t("kineticHint")}>
          {value(figures.meanKineticTemperature)}
        </Figure>
      )}
    </dl>
  );
}

type FigureProps = {
  name: string;
  children: ReactNode;
  note?: ReactNode;
  hint?: string;
  tone?: "above" | "below" | "warning";
};

const TONE = { above: "text-above", below: "text-below", warning: "text-warning" };

function Figure({ name, children, note, hint, tone }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col" title={hint}>
      <dt className="truncate text-muted-foreground text-xs" title={name}>
        {name}
      </dt>
      <dd className={cn("font-semibold text-base", tone && TONE[tone])}>{children}</dd>
      {note && <dd className="truncate leading-4">{note}</dd>}
    </div>
  );
}

function Footer({
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
