import type { GeofenceEventDto } from "@/features/geofence/event.schema";
import type { Series } from "@/features/telemetry/history/history.schema";
import { isOn, type Limits } from "@/features/telemetry/ingest/probe.rules";
import type { LonLat } from "@/lib/geo/coordinates";
import type { Silence, TrackColumns } from "./track.schema";

/** The states that a track is coloured by. */
export type TrackTone = "normal" | "above" | "below" | "offline";

type Span = { from: number; to: number };

/** The last of ordered instants that is not after `at`; -1 before all of them. */
function lastAt(ats: readonly number[], at: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ats[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where it was at an instant, evenly between the positions around it; at an end before the first and after the last. */
export function placeAt({ at: ats, longitude, latitude }: TrackColumns, at: number): LonLat | null {
  if (ats.length === 0) return null;
  const index = Math.max(0, lastAt(ats, at));
  const next = Math.min(ats.length - 1, index + 1);
  const [start, end] = [ats[index] as number, ats[next] as number];
  const share = end > start ? Math.min(1, Math.max(0, (at - start) / (end - start))) : 0;
  const between = (values: readonly number[]) =>
    (values[index] as number) + ((values[next] as number) - (values[index] as number)) * share;
  return [between(longitude), between(latitude)];
}

/** A line with a null behind each value that a gap follows. */
export type OpenLine = { at: readonly number[]; mean: readonly (number | null)[] };

/** The newest value of a line at an instant: it holds until the next one, and before a gap or at the end for `reachMs`. */
export function valueAt(line: OpenLine | undefined, at: number, reachMs: number): number | null {
  if (!line) return null;
  const index = lastAt(line.at, at);
  if (index < 0) return null;
  const isOpen = line.mean[index] === null;
  const newest = isOpen ? index - 1 : index;
  const isEnd = isOpen || index === line.at.length - 1;
  return isEnd && at - (line.at[newest] as number) > reachMs ? null : (line.mean[newest] ?? null);
}

/** In which state a temperature is; unknown is grey, and so is one without limits. */
export function toneOfValue(value: number | null, { minimum, maximum }: Limits): TrackTone {
  if (value === null) return "offline";
  if (maximum !== null && value > maximum) return "above";
  if (minimum !== null && value < minimum) return "below";
  return minimum === null && maximum === null ? "offline" : "normal";
}

export type TrackPart = { places: LonLat[]; tone: TrackTone; isDashed: boolean };

/** The track in stretches of one colour; a silence is a dashed one. */
export function partsOf(
  track: TrackColumns,
  silences: readonly Silence[],
  toneAt: (at: number) => TrackTone,
): TrackPart[] {
  const silent = new Set(silences.map(({ from }) => from));
  const parts: TrackPart[] = [];
  const place = (index: number): LonLat => [track.longitude[index] as number, track.latitude[index] as number];
  for (let index = 0; index + 1 < track.at.length; index += 1) {
    const at = track.at[index] as number;
    const isDashed = silent.has(at);
    const tone = isDashed ? "offline" : toneAt(at);
    const last = parts.at(-1);
    if (last && last.tone === tone && last.isDashed === isDashed) last.places.push(place(index + 1));
    else parts.push({ places: [place(index), place(index + 1)], tone, isDashed });
  }
  return parts;
}

/** For how long of a span a door stood open, in ms; it stays as it was told last. */
export function openWithin(series: Series | undefined, { from, to }: Span): number {
  if (!series) return 0;
  let total = 0;
  series.at.forEach((start, index) => {
    const end = series.at[index + 1] ?? to;
    if (isOn(series.max[index] as number)) total += Math.max(0, Math.min(end, to) - Math.max(start, from));
  });
  return total;
}

/** From when to when it was inside of which geofence, by the events of a range: open ends reach to the range's. */
export function insideOf(
  crossings: readonly Pick<GeofenceEventDto, "at" | "kind" | "geofence">[],
  { from, to }: Span,
): (Span & { id: number; name: string })[] {
  const spans: (Span & { id: number; name: string })[] = [];
  const ordered = crossings.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  for (const { at, kind, geofence } of ordered) {
    const open = spans.find((span) => span.id === geofence.id && span.to === to);
    const instant = Date.parse(at);
    if (kind === "enter") spans.push({ ...geofence, from: instant, to });
    else if (open) open.to = instant;
    else spans.push({ ...geofence, from, to: instant });
  }
  return spans;
}

/** How long the whole range plays at single speed. */
const PLAY_MS = 120_000;
export const SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** How far on the track `elapsedMs` of playback lead at a speed of 1 to 10, in ms of the track. */
export const advanced = (span: Span, elapsedMs: number, speed: number): number =>
  ((span.to - span.from) / PLAY_MS) * elapsedMs * speed;

/** One step of the arrow keys: a hundredth of the track. */
export const stepOf = ({ from, to }: Span): number => (to - from) / 100;
