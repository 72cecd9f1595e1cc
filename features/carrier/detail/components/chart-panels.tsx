import type { ChartLimit, ChartLine, ChartPanel } from "@/components/chart/chart-panel";
import { openAtGaps } from "@/components/chart/gaps";
import type { TimeRange } from "@/components/chart/zoom";
import { MEASURES, type Measure } from "@/db/enums";
import { isHeldAt, isSwitch, longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { centred, orderOf } from "@/features/telemetry/history/history.rules";
import type { HistoryDto, Series } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { formatNumber, formatReading, unitOf } from "@/lib/units/format";

/** The subset of a translator that is used here. */
type Words = (key: string, values?: Record<string, string>) => string;

type Input = {
  probes: readonly HistoryProbe[];
  names: ReadonlyMap<number, string>;
  history: HistoryDto;
  range: TimeRange;
  locale: string;
  t: Words;
};

const STEP_WORDS: Partial<Record<Measure, readonly [string, string]>> = {
  door: ["word.doorClosed", "word.doorOpen"],
  power: ["word.powerOff", "word.powerOn"],
};

/** One panel per measure with the carrier's limits. Door and power are drawn as steps below the values. */
export function panelsOf(input: Input): ChartPanel[] {
  const { probes, locale, t } = input;
  return MEASURES.filter((measure) => probes.some((probe) => probe.measure === measure)).map((measure) => {
    const own = probes.filter((probe) => probe.measure === measure);
    const unit = unitOf(measure);
    const [off, on] = STEP_WORDS[measure] ?? [];
    return {
      id: measure,
      title: unit ? `${t(`measure.${measure}`)} (${unit})` : t(`measure.${measure}`),
      ...(off && on && { words: [t(off), t(on)] as const }),
      isFilled: measure === "door",
      lines: own.flatMap((probe) => lineOf(probe, input)),
      limits: limitsOf(own, measure, input),
      shades: [],
      format: (value) => formatReading(value, measure, locale).text,
      formatAxis: (value) => formatNumber(value, locale, 0, 2),
    };
  });
}

function lineOf(probe: HistoryProbe, { probes, names, history, range }: Input): ChartLine[] {
  const series = history.series.find(({ probeId }) => probeId === probe.probeId);
  if (!series) return [];
  const step = longestStepMs(probe);
  const drawn = isSwitch(probe.measure)
    ? held(series, probe.measure, range.to, step)
    : centred(series, history.bucketSeconds, range);
  return [
    {
      id: String(probe.probeId),
      name: names.get(probe.probeId) ?? "",
      order: orderOf(probes, probe.deviceId),
      columns: openAtGaps(drawn, observedWithin(step), history.bucketSeconds * 1000),
      hasBand: history.bucketSeconds > 0,
    },
  ];
}

/** Reduces a switch's buckets to the state that matters; extends the last one to the end unless it is silent. */
function held(series: Series, measure: Measure, end: number, stepMs: number): Series {
  const mean = measure === "door" ? series.max : series.min;
  const [last, value] = [series.at.at(-1), mean.at(-1)];
  if (last === undefined || value === undefined || last >= end || !isHeldAt(series.at, end, stepMs))
    return { ...series, mean };
  const { probeId, at, min, max } = series;
  return { probeId, at: [...at, end], min: [...min, value], mean: [...mean, value], max: [...max, value] };
}

function limitsOf(probes: readonly HistoryProbe[], measure: Measure, { locale, t }: Input): ChartLimit[] {
  const [first] = probes;
  const limit = (value: number | null | undefined, key: "maximum" | "minimum", tone: ChartLimit["tone"]) =>
    value == null
      ? []
      : [{ value, tone, text: t(`chart.${key}`, { value: formatReading(value, measure, locale).text }) }];
  // All probes are on one carrier, so they share its range.
  return [...limit(first?.maximum, "maximum", "above"), ...limit(first?.minimum, "minimum", "below")];
}
