import type { ChartLine, ChartPanel, ChartShade } from "@/components/chart/chart-panel";
import { shownPanel } from "@/components/chart/shown-panel";
import { limitsOf } from "@/features/telemetry/history/components/limit-lines";
import { columnsOf, shadesFor, valuePanel } from "@/features/telemetry/history/components/panels";
import { laneOf, type Words } from "@/features/telemetry/history/components/switch-words";
import { namesOf, orderOf } from "@/features/telemetry/history/history.rules";
import type { HistoryProbe } from "@/features/telemetry/ingest/probe.schema";
import { formatNumber } from "@/lib/units/format";
import { insideOf } from "../shown.rules";
import type { TraceView } from "../track.schema";

type Texts = { t: Words; tHistory: Words; locale: string };

const flat = (at: number[], mean: (number | null)[]) => ({ at, min: mean, mean, max: mean });

/** Temperature, humidity, doors, the journey and the speed as panels over one time axis. */
export function panelsOf(view: TraceView, texts: Texts): ChartPanel[] {
  const { probes } = view;
  const temperatures = probes.filter(({ measure }) => measure === "temperature");
  const humidities = probes.filter(({ measure }) => measure === "humidity");
  const doors = probes.filter(({ measure }) => measure === "door");
  return [
    ...(temperatures.length > 0 ? [panelOf("temperature", view, temperatures, texts)] : []),
    ...(humidities.length > 0 ? [panelOf("humidity", view, humidities, texts)] : []),
    ...doors.map((door) => doorLane(view, door, texts)),
    journeyPanel(view, texts),
    speedPanel(view, texts),
  ];
}

function lineOf({ history, probes, range, now }: TraceView, probe: HistoryProbe): ChartLine[] {
  const series = history?.series.find(({ probeId }) => probeId === probe.probeId);
  if (!series || !history) return [];
  return [
    {
      id: String(probe.probeId),
      name: namesOf(probes).get(probe.probeId) ?? "",
      order: orderOf(probes, probe.deviceId),
      columns: columnsOf(probe, series, { ...history, window: range, now }),
      hasBand: history.bucketSeconds > 0,
    },
  ];
}

function panelOf(
  measure: "temperature" | "humidity",
  view: TraceView,
  probes: readonly HistoryProbe[],
  { tHistory: t, locale }: Texts,
): ChartPanel {
  const panel = {
    ...valuePanel(measure, { t, locale }),
    lines: probes.flatMap((probe) => lineOf(view, probe)),
    limits: limitsOf(probes, measure, { locale, textOf: (side, value) => t(`chart.${side}`, { value }) }),
    shades: probes.flatMap((probe) => shadesOf(view, probe, t)),
  };
  return shownPanel(panel, measure, locale);
}

/** The exceptions of a probe, each in its colour. */
const shadesOf = (view: TraceView, { probeId, measure }: HistoryProbe, t: Words): ChartShade[] =>
  shadesFor(view.excursions, { probeId, measure, name: namesOf(view.probes).get(probeId) ?? "", now: view.now, t });

/** Each door in its own lane. */
const doorLane = (view: TraceView, door: HistoryProbe, { tHistory: t, locale }: Texts): ChartPanel => ({
  ...laneOf(
    { id: String(door.probeId), measure: "door", name: namesOf(view.probes).get(door.probeId) ?? "" },
    { t, locale },
  ),
  lines: lineOf(view, door),
  limits: [],
  shades: shadesOf(view, door, t),
});

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
