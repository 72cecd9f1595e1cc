import type { ChartLimit, ChartPanel, ChartShade } from "@/components/chart/chart-panel";
import { openAtGaps } from "@/components/chart/gaps";
import { toneOf } from "@/features/exception/kind.rules";
import { longestStepMs, observedWithin } from "@/features/observation/observation.rules";
import { namesOf, orderOf, shadeText } from "@/features/telemetry/history/history.rules";
import type { Series } from "@/features/telemetry/history/history.schema";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { formatNumber, formatReading, unitOf } from "@/lib/units/format";
import { insideOf } from "../shown.rules";
import type { TraceView } from "../track.schema";

/** The part of a translator that is used here. */
type Words = (key: string, values?: Record<string, string>) => string;
type Texts = { t: Words; tHistory: Words; locale: string };

const flat = (at: number[], mean: (number | null)[]) => ({ at, min: mean, mean, max: mean });

/** Temperature, humidity, doors, the journey and the speed as panels over one time axis. */
export function panelsOf(view: TraceView, texts: Texts): ChartPanel[] {
  const { probes } = view;
  const temperatures = probes.filter(({ measure }) => measure === "temperature");
  const humidities = probes.filter(({ measure }) => measure === "humidity");
  const doors = probes.filter(({ measure }) => measure === "door");
  return [
    ...(temperatures.length > 0 ? [valuePanel("temperature", view, temperatures, texts)] : []),
    ...(humidities.length > 0 ? [valuePanel("humidity", view, humidities, texts)] : []),
    ...(doors.length > 0 ? [doorPanel(view, doors, texts)] : []),
    journeyPanel(view, texts),
    speedPanel(view, texts),
  ];
}

const seriesOf = ({ history }: TraceView, probeId: number): Series | undefined =>
  history?.series.find((series) => series.probeId === probeId);

function lineOf(view: TraceView, probe: HistoryProbe, values: (series: Series) => number[]) {
  const series = seriesOf(view, probe.probeId);
  if (!series || !view.history) return [];
  const width = view.history.bucketSeconds * 1000;
  const columns = openAtGaps({ ...series, mean: values(series) }, observedWithin(longestStepMs(probe)), width);
  const name = namesOf(view.probes).get(probe.probeId) ?? "";
  const order = orderOf(view.probes, probe.deviceId);
  return [{ id: String(probe.probeId), name, order, columns, hasBand: width > 0 }];
}

function valuePanel(
  measure: "temperature" | "humidity",
  view: TraceView,
  probes: readonly HistoryProbe[],
  { tHistory, locale }: Texts,
): ChartPanel {
  const limits = new Map<string, ChartLimit>();
  const add = (value: number | null, key: "maximum" | "minimum", tone: ChartLimit["tone"]) => {
    if (value === null) return;
    const text = tHistory(`chart.${key}`, { value: formatReading(value, measure, locale).text });
    limits.set(`${key} ${value}`, { value, tone, text });
  };
  for (const { minimum, maximum } of probes) {
    add(maximum, "maximum", "above");
    add(minimum, "minimum", "below");
  }
  return {
    id: measure,
    title: `${tHistory(`measure.${measure}`)} (${unitOf(measure)})`,
    lines: probes.flatMap((probe) => lineOf(view, probe, ({ mean }) => mean)),
    limits: [...limits.values()],
    shades: shadesOf(view, probes, tHistory),
    format: (value) => formatReading(value, measure, locale).text,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
}

/** The exceptions of these probes, each in its colour. */
function shadesOf(view: TraceView, probes: readonly HistoryProbe[], t: Words): ChartShade[] {
  const names = namesOf(view.probes);
  return view.excursions.flatMap(({ id, probeId, kind, side, startedAt, endedAt }) => {
    const measure = probes.find((probe) => probe.probeId === probeId)?.measure;
    if (!measure) return [];
    const shade = { kind, side, measure };
    const text = t(`chart.${shadeText(shade)}`, { name: names.get(probeId) ?? "" });
    return [{ id: String(id), from: startedAt, to: endedAt ?? view.now, tone: toneOf(shade), text }];
  });
}

function doorPanel(view: TraceView, doors: readonly HistoryProbe[], { tHistory, locale }: Texts): ChartPanel {
  return {
    id: "door",
    title: tHistory("measure.door"),
    words: [tHistory("word.doorClosed"), tHistory("word.doorOpen")],
    isFilled: true,
    lines: doors.flatMap((probe) => lineOf(view, probe, ({ max }) => max)),
    limits: [],
    shades: shadesOf(view, doors, tHistory),
    format: (value) => formatReading(value, "door", locale).text,
    formatAxis: (value) => formatNumber(value, locale, 0, 2),
  };
}

/** Driving as a filled step, with the time inside geofences behind it. */
function journeyPanel(view: TraceView, { t, locale }: Texts): ChartPanel {
  const { trips, stops } = view.trace;
  const spans = [...trips.map((trip) => ({ ...trip, value: 1 })), ...stops.map((stop) => ({ ...stop, value: 0 }))].sort(
    (a, b) => a.from - b.from,
  );
  const at: number[] = [];
  const mean: (number | null)[] = [];
  spans.forEach(({ from, to, value }, index) => {
    at.push(from);
    mean.push(value);
    const next = spans[index + 1]?.from;
    if (next === to) return;
    at.push(to, to + 1);
    mean.push(value, null);
  });
  return {
    id: "journey",
    title: t("chart.journey"),
    words: [t("chart.stopped"), t("chart.driving")],
    isFilled: true,
    lines: [{ id: "journey", name: t("chart.journey"), order: 2, columns: flat(at, mean), hasBand: false }],
    limits: [],
    shades: insideOf(view.crossings, view.range).map(({ id, name, from, to }) => ({
      id: `${id} ${from}`,
      from,
      to,
      tone: "paused",
      text: t("chart.fence", { name }),
    })),
    format: (value) => formatNumber(value, locale),
    formatAxis: (value) => formatNumber(value, locale),
  };
}

function speedPanel(view: TraceView, { t, locale }: Texts): ChartPanel {
  const { track, silences } = view.trace;
  const at: number[] = [];
  const mean: (number | null)[] = [];
  const silent = new Set(silences.map(({ from }) => from));
  track.at.forEach((instant, index) => {
    at.push(instant);
    mean.push(track.speedKmh[index] ?? null);
    if (!silent.has(instant)) return;
    at.push(instant + 1);
    mean.push(null);
  });
  return {
    id: "speed",
    title: `${t("chart.speed")} (km/h)`,
    lines: [{ id: "speed", name: t("chart.speed"), order: 3, columns: flat(at, mean), hasBand: false }],
    limits: [],
    shades: [],
    format: (value) => t("unit.kmh", { value: formatNumber(value, locale, 0) }),
    formatAxis: (value) => formatNumber(value, locale, 0),
  };
}
