import type { ChartEvent } from "@/components/chart/event-clusters";
import type { Tone } from "@/components/value/tone";
import { toneOf } from "@/features/exception/kind.rules";
import { formatTime } from "@/lib/datetime/format";
import type { HistoryProbe } from "../../ingest/probe.schema";
import type { HistoryEvent, HistoryEventKind } from "../event.schema";
import { shadeText } from "../history.rules";
import type { Excursion } from "../history.schema";

type Words = (key: string, values?: Record<string, string>) => string;

const TONES: Record<HistoryEventKind, Tone> = {
  "status.running": "normal",
  "status.defrost": "below",
  "status.backup": "paused",
  "status.repaired": "warning",
  "status.retirement": "offline",
  "alarm.on": "normal",
  "alarm.off": "critical",
  "alarm.paused": "paused",
  mounted: "normal",
  unmounted: "offline",
  marked: "warning",
  restored: "normal",
};

type MarksInput = {
  events: readonly HistoryEvent[];
  excursions: readonly Excursion[];
  probes: readonly HistoryProbe[];
  names: ReadonlyMap<number, string>;
  locale: string;
  timeZone: string;
  t: Words;
};

/** Events of the range and the starts of exceptions, as text with their times. */
export function marksOf({ events, excursions, probes, names, locale, timeZone, t }: MarksInput): ChartEvent[] {
  const timed = (at: number, text: string) => `${formatTime(new Date(at), { locale, timeZone })} ${text}`;
  const measureOf = new Map(probes.map(({ probeId, measure }) => [probeId, measure]));
  const began = excursions.flatMap(({ id, probeId, kind, side, startedAt }): ChartEvent[] => {
    const measure = measureOf.get(probeId);
    if (!measure) return [];
    const what = { kind, side, measure };
    const text = t(`chart.${shadeText(what)}`, { name: names.get(probeId) ?? "" });
    return [{ id: `exception ${id}`, at: startedAt, tone: toneOf(what), text: timed(startedAt, text) }];
  });
  const happened = events.map(({ kind, at, name }) => ({
    id: `${kind} ${at} ${name}`,
    at,
    tone: TONES[kind],
    text: timed(at, t(`event.${kind}`, { name })),
  }));
  return [...happened, ...began];
}
