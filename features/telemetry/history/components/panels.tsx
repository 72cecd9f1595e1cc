import type { ChartLimit, ChartLine, ChartPanel, ChartPoint, ChartShade } from "@/components/chart/chart-panel";
import { openAtGaps } from "@/components/chart/gaps";
import { MEASURES, type Measure } from "@/db/enums";
import { toneOf } from "@/features/exception/kind.rules";
import { isHeldAt, isSwitch, longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { formatNumber, formatReading, unitOf } from "@/lib/units/format";
import { isOn } from "../../ingest/probe.rules";
import type { HistoryProbe } from "../../ingest/probe.schema";
import type { SeriesWindow } from "../history.client";
import { centred, orderOf, shadeText } from "../history.rules";
import type { Excursion, ReadingRow, Series } from "../history.schema";

/** The part of a translator that is used here. */
type Words = (key: string, values?: Record<string, string>) => string;

type PanelsInput = {
  probes: readonly HistoryProbe[];
  names: ReadonlyMap<number, string>;
  history: SeriesWindow | undefined;
  /** The invalid readings of the range. */
  invalid: readonly ReadingRow[];
  excursions: readonly Excursion[];
  hidden: readonly number[];
  now: number;
  locale: string;
  t: Words;
};

/** One panel per measure, in the order of the measures; on/off values are drawn as steps. */
export function panelsOf(input: PanelsInput): ChartPanel[] {
  const { probes, t, locale } = input;
  return MEASURES.filter((measure) => probes.some((probe) => probe.measure === measure)).map((measure) => {
    const own = probes.filter((probe) => probe.measure === measure && !input.hidden.includes(probe.probeId));
    const unit = unitOf(measure);
    return {
      id: measure,
      title: unit ? `${t(`measure.${measure}`)} (${unit})` : t(`measure.${measure}`),
      words: wordsOf(measure, t),
      isFilled: measure === "door",
      lines: own.flatMap((probe) => lineOf(probe, input) ?? []),
      points: own.flatMap((probe) => pointsOf(probe, input)),
      limits: limitsOf(own, measure, input),
      shades: own.flatMap((probe) => shadesOf(probe, input)),
      format: (value) => formatReading(value, measure, locale).text,
      formatAxis: (value) => formatNumber(value, locale, 0, 2),
    };
  });
}

/** Labels of the values 0 and 1 of a switch. */
export function wordsOf(measure: Measure, t: Words): readonly [string, string] | undefined {
  if (measure === "door") return [t("word.doorClosed"), t("word.doorOpen")];
  if (measure === "power") return [t("word.powerOff"), t("word.powerOn")];
  return undefined;
}

function pointsOf(probe: HistoryProbe, { probes, names, invalid, locale, t }: PanelsInput): ChartPoint[] {
  const words = wordsOf(probe.measure, t);
  const name = names.get(probe.probeId) ?? "";
  return invalid
    .filter(({ probeId }) => probeId === probe.probeId)
    .map(({ at, value }) => ({
      id: `${probe.probeId} ${at}`,
      at,
      value,
      order: orderOf(probes, probe.deviceId),
      name: t("invalid.series", { name }),
      text: words?.[isOn(value) ? 1 : 0] ?? formatReading(value, probe.measure, locale).text,
    }));
}

function lineOf(probe: HistoryProbe, { probes, names, history, now }: PanelsInput): ChartLine | null {
  const series = history?.series.find(({ probeId }) => probeId === probe.probeId);
  if (!history || !series) return null;
  const { probeId, measure } = probe;
  const stepMs = longestStepMs(probe);
  const drawn = isSwitch(measure)
    ? heldUntil(worstOf(series, measure), Math.min(history.window.to, now), stepMs)
    : series;
  const columns = openAtGaps(
    isSwitch(measure) ? drawn : centred(drawn, history.bucketSeconds, history.window),
    observedWithin(stepMs),
    history.bucketSeconds * 1000,
  );
  return {
    id: String(probeId),
    name: names.get(probeId) ?? "",
    order: orderOf(probes, probe.deviceId),
    columns,
    hasBand: history.bucketSeconds > 0,
  };
}

/** Draws the state that matters of many in a bucket: door open, power lost. */
const worstOf = (series: Series, measure: Measure): Series => ({
  ...series,
  mean: measure === "door" ? series.max : series.min,
});

/** A switch retains its last state until the end of the range, unless it is silent. */
function heldUntil(series: Series, end: number, stepMs: number): Series {
  const [last, value] = [series.at.at(-1), series.mean.at(-1)];
  if (last === undefined || value === undefined || last >= end || !isHeldAt(series.at, end, stepMs)) return series;
  const append = (column: readonly number[]) => [...column, value];
  return {
    ...series,
    at: [...series.at, end],
    min: append(series.min),
    mean: append(series.mean),
    max: append(series.max),
  };
}

function limitsOf(probes: readonly HistoryProbe[], measure: Measure, { locale, t }: PanelsInput): ChartLimit[] {
  const limits = new Map<string, ChartLimit>();
  const add = (value: number | null, key: "maximum" | "minimum", tone: ChartLimit["tone"]) => {
    if (value === null) return;
    limits.set(`${key} ${value}`, {
      value,
      tone,
      text: t(`chart.${key}`, { value: formatReading(value, measure, locale).text }),
    });
  };
  for (const { minimum, maximum } of probes) {
    add(maximum, "maximum", "above");
    add(minimum, "minimum", "below");
  }
  return [...limits.values()];
}

function shadesOf({ probeId, measure }: HistoryProbe, { excursions, names, now, t }: PanelsInput): ChartShade[] {
  const name = names.get(probeId) ?? "";
  return excursions
    .filter((excursion) => excursion.probeId === probeId)
    .map(({ id, kind, startedAt, endedAt, side }) => ({
      id: String(id),
      from: startedAt,
      to: endedAt ?? now,
      tone: toneOf({ kind, side, measure }),
      text: t(`chart.${shadeText({ kind, side, measure })}`, { name }),
    }));
}
