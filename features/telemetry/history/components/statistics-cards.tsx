"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode, useMemo } from "react";
import { LineSwatch } from "@/components/chart/chart-readout";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Instant } from "@/components/value/instant";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatDuration } from "@/lib/datetime/format";
import { formatDifference, formatNumber, formatReading, unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { HistoryProbe } from "../../ingest/probe.schema";
import type { CompletenessDto } from "../completeness.schema";
import { namesOf, orderOf } from "../history.rules";
import type { Excursion } from "../history.schema";
import type { OutsideDto, ProbeOutside } from "../out-of-range.schema";
import type { StatisticsDto } from "../statistics.schema";
import { type CardPartProps, type Shared, StatisticsFooter } from "./statistics-footer";
import { wordsOf } from "./switch-words";

type StatisticsCardsProps = Shared & {
  probes: readonly HistoryProbe[];
  statistics: StatisticsDto | undefined;
  /** The figures are those of another range while new ones are loading. */
  isBusy: boolean;
  /** The figures are being computed from single readings. */
  isExamining: boolean;
  excursions: readonly Excursion[];
  /** Undefined while loading, null if it failed; likewise `completeness`. */
  outside: OutsideDto | null | undefined;
  completeness: CompletenessDto | null | undefined;
};

/** One card per probe with its figures over the range. */
export const StatisticsCards = memo(function StatisticsCards(props: StatisticsCardsProps) {
  const { probes, statistics, isBusy, isExamining, excursions, outside, completeness, ...shared } = props;
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
              <Figures
                probe={probe}
                figures={figures}
                isExamining={isExamining}
                outside={outside && (outside.probes.find(({ probeId }) => probeId === probe.probeId) ?? null)}
                {...shared}
              />
            )}
            {figures && (
              <StatisticsFooter
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
  const locale = useValueLocale();
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

type FiguresProps = CardPartProps & { isExamining: boolean; outside: ProbeOutside | null | undefined };

const LATER = <Skeleton className="h-5 w-16" />;

/** Duration of either state of a switch. */
function SwitchFigures({ probe, figures, isExamining }: FiguresProps) {
  const t = useTranslations("history");
  const locale = useValueLocale();
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

function ValueFigures({ probe, figures, isExamining, outside, timeZone, now }: FiguresProps) {
  const t = useTranslations("history.statistics");
  const tKinetic = useTranslations("common.kinetic");
  const locale = useValueLocale();
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
  // Rounded down, so that 100 % means always within range.
  const rate = passRate === null ? "–" : `${formatNumber(Math.floor(passRate * 10_000) / 100, locale, 0, 2)} %`;
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 tabular-nums">
      <Figure name={t("minimum")} tone={isBelow ? "below" : undefined} note={time(figures.minimumAt)}>
        {value(figures.minimum)}
      </Figure>
      <Figure name={t("mean")} hint={t("meanHint")}>
        {value(figures.mean)}
      </Figure>
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
      {figures.withinSeconds !== null && (
        <Figure name={t("outside")}>
          {isExamining ? LATER : formatDuration((figures.observedSeconds - figures.withinSeconds) * 1000, locale)}
        </Figure>
      )}
      <OutsideFigure probe={probe} outside={outside} />
      <Figure name={t("deviation")} hint={t("deviationHint")}>
        {isExamining ? LATER : formatDifference(standardDeviation, measure, locale, [2]).number}
      </Figure>
      {measure === "temperature" && (
        <Figure
          name={t("kinetic")}
          hint={figures.kineticRefusal === null ? t("kineticHint") : tKinetic(figures.kineticRefusal)}
        >
          {value(figures.meanKineticTemperature)}
        </Figure>
      )}
    </dl>
  );
}

/** Distance beyond the limits × time: the exposure of a product. */
function OutsideFigure({ probe, outside }: Pick<FiguresProps, "probe" | "outside">) {
  const t = useTranslations("history.statistics");
  const locale = useValueLocale();
  if (outside === null || probe.measure !== "temperature") return null;
  if (outside === undefined) return <Figure name={t("degreeMinutes")}>{LATER}</Figure>;
  if (outside.above === null && outside.below === null) return null;
  const text = (value: number | null) => formatDifference(value ?? 0, "temperature", locale, [0, 1]).number;
  const sum = (outside.above ?? 0) + (outside.below ?? 0);
  return (
    <Figure
      name={t("degreeMinutes")}
      hint={t("degreeMinutesHint", { above: text(outside.above), below: text(outside.below) })}
      tone={sum > 0 ? "warning" : undefined}
    >
      {text(sum)}{" "}
      <span className="font-normal text-muted-foreground text-xs">{`${unitOf("temperature", locale)}·min`}</span>
    </Figure>
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
