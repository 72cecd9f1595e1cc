import type { GeofenceEventDto } from "@/features/geofence/event.schema";
import type { Series } from "@/features/telemetry/history/history.schema";
import type { Limits } from "@/features/telemetry/ingest/probe.rules";
import type { LonLat } from "@/lib/geo/coordinates";
import type { Silence, TrackColumns } from "./track.schema";

/** The states that colour a track. */
export type TrackTone = "normal" | "above" | "below" | "offline";

type Span = { from: number; to: number };

/** Index of the last of ordered instants that is not after `at`; -1 before all of them. */
function lastAt(ats: readonly number[], at: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ats[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Position at an instant, interpolated linearly between its neighbours; the first or last position outside the track.
 */
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

/** A line with a null after each value that a gap follows. */
export type OpenLine = { at: readonly number[]; mean: readonly (number | null)[] };

/** The value of a line at an instant: valid until the next one, and for `reachMs` before a gap or at the end. */
export function valueAt(line: OpenLine | undefined, at: number, reachMs: number): number | null {
  if (!line) return null;
  const index = lastAt(line.at, at);
  if (index < 0) return null;
  const isOpen = line.mean[index] === null;
  const newest = isOpen ? index - 1 : index;
  const isEnd = isOpen || index === line.at.length - 1;
  return isEnd && at - (line.at[newest] as number) > reachMs ? null : (line.mean[newest] ?? null);
}

/** The state of a temperature; grey if it is unknown or has no limits. */
export function toneOfValue(value: number | null, { minimum, maximum }: Limits): TrackTone {
  if (value === null) return "offline";
  if (maximum !== null && value > maximum) return "above";
  if (minimum !== null && value < minimum) return "below";
  return minimum === null && maximum === null ? "offline" : "normal";
}

export type TrackPart = { places: LonLat[]; tone: TrackTone; isDashed: boolean };

/** The track in parts of one colour; a silence is dashed. */
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

/**
 * Time in ms for which a door was open within a span; its last reported state remains valid. The mean of a bucket is the
 * share of its time.
 */
export function openWithin(series: Series | undefined, { from, to }: Span): number {
  if (!series) return 0;
  let total = 0;
  series.at.forEach((start, index) => {
    const end = series.at[index + 1] ?? to;
    total += (series.mean[index] as number) * Math.max(0, Math.min(end, to) - Math.max(start, from));
  });
  return total;
}

/** The spans inside each geofence, from the crossings of a range; open ends extend to the ends of the range. */
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

/** Playback time of the whole range at single speed. */
const PLAY_MS = 120_000;
export const SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Progress along the track in ms after `elapsedMs` of playback at a speed of 1 to 10. */
export const advanced = (span: Span, elapsedMs: number, speed: number): number =>
  ((span.to - span.from) / PLAY_MS) * elapsedMs * speed;

/** One step of the arrow keys: 1/100 of the track. */
export const stepOf = ({ from, to }: Span): number => (to - from) / 100;
