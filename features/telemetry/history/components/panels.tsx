import type { ChartLine, ChartPanel, ChartPoint, ChartShade } from "@/components/chart/chart-panel";
import { type OpenColumns, openAtGaps } from "@/components/chart/gaps";
import { shownPanel } from "@/components/chart/shown-panel";
import { MEASURES, type Measure } from "@/db/enums";
import { toneOf } from "@/features/exception/kind.rules";
import { isHeldAt, isSwitch, longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { formatNumber, formatReading, unitOf } from "@/lib/units/format";
import { isOn } from "../../ingest/probe.rules";
import type { HistoryProbe } from "../../ingest/probe.schema";
import type { SeriesWindow } from "../history.client";
import { centred, orderOf, shadeText } from "../history.rules";
import type { Excursion, ReadingRow, Series } from "../history.schema";
import { limitsOf } from "./limit-lines";
import { laneOf, type Words, wordsOf } from "./switch-words";

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

/** One panel per measure, in the order of the measures; on/off values are drawn as steps, each probe in its own lane. */
export function panelsOf(input: PanelsInput): ChartPanel[] {
  const { probes, hidden, names, t, locale } = input;
  return MEASURES.flatMap((measure) => {
    const all = probes.filter((probe) => probe.measure === measure);
    const own = all.filter(({ probeId }) => !hidden.includes(probeId));
    const drawn = (shown: readonly HistoryProbe[]) => ({
      lines: shown.flatMap((probe) => lineOf(probe, input) ?? []),
      points: shown.flatMap((probe) => pointsOf(probe, input)),
      limits: limitsOf(shown, measure, { locale, textOf: (side, value) => t(`chart.${side}`, { value }) }),
      shades: shown.flatMap((probe) => shadesOf(probe, input)),
    });
    if (isSwitch(measure))
      return own.map((probe) => ({
        ...laneOf({ id: String(probe.probeId), measure, name: names.get(probe.probeId) ?? "" }, { t, locale }),
        ...drawn([probe]),
      }));
    return all.length > 0
      ? [shownPanel({ ...valuePanel(measure, { t, locale }), ...drawn(own) }, measure, locale)]
      : [];
  });
}

/** The frame of a panel of values, without its lines. */
export function valuePanel(measure: Measure, { t, locale }: { t: Words; locale: string }) {
  const unit = unitOf(measure, locale);
  const name = t(`measure.${measure}`);
  return {
    id: measure,
    title: unit ? `${name} (${unit})` : name,
    format: (value: number) => formatReading(value, measure, locale).text,
    formatAxis: (value: number) => formatNumber(value, locale, 0, 2),
  };
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
  return {
    id: String(probe.probeId),
    name: names.get(probe.probeId) ?? "",
    order: orderOf(probes, probe.deviceId),
    columns: columnsOf(probe, series, { ...history, now }),
    hasBand: history.bucketSeconds > 0,
  };
}

type Drawn = Pick<SeriesWindow, "bucketSeconds" | "window"> & { now: number };

/** The columns of a probe's line with its gaps open: values at the middles of their buckets, switches as steps. */
export function columnsOf(probe: HistoryProbe, series: Series, { bucketSeconds, window, now }: Drawn): OpenColumns {
  const widthMs = bucketSeconds * 1000;
  const stepMs = longestStepMs(probe);
  const opened = (drawn: Series) => openAtGaps(drawn, observedWithin(stepMs), widthMs);
  if (!isSwitch(probe.measure)) return opened(centred(series, bucketSeconds, window));
  const end = Math.min(window.to, now);
  return bucketSeconds === 0 ? opened(heldUntil(series, end, stepMs)) : closedAt(opened(series), widthMs, end);
}

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

/** The last bucket as wide as the others: a step is drawn up to the next value only. */
function closedAt(columns: OpenColumns, width: number, until: number): OpenColumns {
  const last = columns.at.at(-1);
  if (last === undefined || columns.mean.at(-1) === null || last >= until) return columns;
  const end = (values: OpenColumns["mean"]) => [...values, values.at(-1) ?? null];
  return {
    at: [...columns.at, Math.min(last + width, until)],
    min: end(columns.min),
    mean: end(columns.mean),
    max: end(columns.max),
  };
}

function shadesOf({ probeId, measure }: HistoryProbe, { excursions, names, now, t }: PanelsInput): ChartShade[] {
  return shadesFor(excursions, { probeId, measure, name: names.get(probeId) ?? "", now, t });
}

type Shaded = { probeId: number; measure: Measure; name: string; now: number; t: Words };

/** The exceptions of a probe as shades, each in its colour; one that still runs is shaded up to `now`. */
export const shadesFor = (excursions: readonly Excursion[], { probeId, measure, name, now, t }: Shaded): ChartShade[] =>
  excursions
    .filter((excursion) => excursion.probeId === probeId)
    .map(({ id, kind, startedAt, endedAt, side }) => ({
      id: String(id),
      from: startedAt,
      to: endedAt ?? now,
      tone: toneOf({ kind, side, measure }),
      text: t(`chart.${shadeText({ kind, side, measure })}`, { name }),
    }));
