import { isReachable } from "@/features/telemetry/ingest/position.rules";
import { distanceMetres } from "@/lib/geo/sphere";
import type { Silence, Stop, TrackColumns, TrackSummary, Trip } from "./track.schema";

/** A position at an instant in epoch ms, WGS-84. */
export type Fix = { at: number; longitude: number; latitude: number; speedKmh: number | null };

// Figures of Traccar's trip report (report.trip.minimalTripDistance 500 m, minimalTripDuration 300 s,
// minimalParkingDuration 300 s, minimalNoDataDuration 3600 s).
export const TRIP_METRES = 500;
export const TRIP_MS = 300_000;
export const PARKING_MS = 300_000;
export const NO_DATA_MS = 3_600_000;
/** Scatter of a stationary receiver: two positions this far apart may be the same one. */
export const STAY_METRES = 60;
const metres = (a: Fix, b: Fix): number => distanceMetres([a.longitude, a.latitude], [b.longitude, b.latitude]);
const kmh = (a: Fix, b: Fix): number => (metres(a, b) / Math.max(1, b.at - a.at)) * 3600;

/**
 * Whether the position between two consecutive fixes is unknown: always after an hour, and after five minutes, in which
 * a stop may hide, if the carrier has moved meanwhile.
 */
export const isSilence = (a: Fix, b: Fix): boolean =>
  b.at - a.at >= NO_DATA_MS || (b.at - a.at > PARKING_MS && metres(a, b) > STAY_METRES);

/** First and last index of a part. */
type Part = { first: number; last: number };

/** Parts of at least five minutes within 60 m of their first position; `part` contains no silence of an hour. */
function staysIn(fixes: readonly Fix[], part: Part): Part[] {
  const stays: Part[] = [];
  let first = part.first;
  while (first <= part.last) {
    const anchor = fixes[first] as Fix;
    let last = first;
    while (last < part.last && metres(anchor, fixes[last + 1] as Fix) <= STAY_METRES) last += 1;
    if ((fixes[last] as Fix).at - anchor.at >= PARKING_MS) {
      stays.push({ first, last });
      first = last + 1;
    } else first += 1;
  }
  return stays;
}

/** Joins stays unless a trip of at least 500 m or five minutes lies between them. */
function joined(fixes: readonly Fix[], stays: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const stay of stays) {
    const before = whole.at(-1);
    const [left, came] = [before && fixes[before.last], fixes[stay.first] as Fix];
    const isTrip = !left || came.at - left.at >= TRIP_MS || metres(left, came) >= TRIP_METRES;
    if (before && !isTrip) before.last = stay.last;
    else whole.push({ ...stay });
  }
  return whole;
}

function tripOf(fixes: readonly Fix[], { first, last }: Part): Trip | null {
  const [start, end] = [fixes[first] as Fix, fixes[last] as Fix];
  let [distance, maximumKmh] = [0, 0];
  for (let index = first; index <= last; index += 1) {
    const fix = fixes[index] as Fix;
    const before = index > first ? (fixes[index - 1] as Fix) : null;
    if (before) distance += metres(before, fix);
    // The speed over a silence is only a mean of unobserved movement.
    const derived = before && !isSilence(before, fix) ? kmh(before, fix) : 0;
    maximumKmh = Math.max(maximumKmh, fix.speedKmh ?? derived);
  }
  const duration = end.at - start.at;
  if (duration <= 0 || (distance < TRIP_METRES && duration < TRIP_MS)) return null;
  return { from: start.at, to: end.at, distanceMetres: distance, maximumKmh, averageKmh: (distance / duration) * 3600 };
}

export type Journey = { trips: Trip[]; stops: Stop[]; silences: Silence[] };

/**
 * Trips, stops and silences of a track in order of time, by the rule of Traccar's trip report: five minutes without
 * movement are a stop, 500 m or five minutes of driving are a trip, and an hour without a position ends either. Stops
 * are found from the positions (60 m), not from the speeds, which not every device reports. There is also no trip
 * between two positions that are out of reach of each other at `fastestKmh`: the carrier was transported, or one of
 * them is false.
 */
export function journeyOf(fixes: readonly Fix[], fastestKmh = Number.POSITIVE_INFINITY): Journey {
  const journey: Journey = { trips: [], stops: [], silences: [] };
  let first = 0;
  for (let index = 0; index < fixes.length; index += 1) {
    const [fix, next] = [fixes[index] as Fix, fixes[index + 1]];
    const isBeyond = next !== undefined && !isReachable(fix, next, fastestKmh);
    if (next && (isBeyond || isSilence(fix, next))) journey.silences.push({ from: fix.at, to: next.at });
    if (next && !isBeyond && next.at - fix.at < NO_DATA_MS) continue;
    addPart(journey, fixes, { first, last: index });
    first = index + 1;
  }
  return journey;
}

function addPart(journey: Journey, fixes: readonly Fix[], part: Part): void {
  const stays = joined(fixes, staysIn(fixes, part));
  let from = part.first;
  const drive = (to: number) => {
    const trip = to > from ? tripOf(fixes, { first: from, last: to }) : null;
    if (trip) journey.trips.push(trip);
  };
  for (const { first, last } of stays) {
    drive(first);
    journey.stops.push(stopOf(fixes.slice(first, last + 1)));
    from = last;
  }
  drive(part.last);
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** The position of a stop is the median of its fixes, which is robust against outliers. */
const stopOf = (fixes: readonly Fix[]): Stop => ({
  from: (fixes[0] as Fix).at,
  to: (fixes.at(-1) as Fix).at,
  longitude: middle(fixes.map((fix) => fix.longitude)),
  latitude: middle(fixes.map((fix) => fix.latitude)),
});

/** Distance, times and speeds of all trips; speeds are null without trips. */
export function summaryOf({ trips, stops }: Journey): TrackSummary {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const distance = sum(trips.map((trip) => trip.distanceMetres));
  const drivingMs = sum(trips.map((trip) => trip.to - trip.from));
  return {
    distanceMetres: distance,
    drivingMs,
    stoppedMs: sum(stops.map((stop) => stop.to - stop.from)),
    maximumKmh: trips.length > 0 ? Math.max(...trips.map((trip) => trip.maximumKmh)) : null,
    averageKmh: drivingMs > 0 ? (distance / drivingMs) * 3600 : null,
  };
}

const METRES_PER_DEGREE = 111_195;

/** The fixes between two chosen ones, with the one that deviates most from constant speed. */
type Segment = { low: number; high: number; farthest: number; metres: number };

/** The hot loop for a long track: computed on a plane, without allocating an object per fix. */
function segmentOf(fixes: readonly Fix[], low: number, high: number): Segment {
  const [a, b] = [fixes[low] as Fix, fixes[high] as Fix];
  const eastward = METRES_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  const [east, north] = [(b.longitude - a.longitude) * eastward, (b.latitude - a.latitude) * METRES_PER_DEGREE];
  const duration = Math.max(1, b.at - a.at);
  let farthest = -1;
  let most = 0;
  for (let index = low + 1; index < high; index += 1) {
    const fix = fixes[index] as Fix;
    // The position at constant speed.
    const share = (fix.at - a.at) / duration;
    const x = (fix.longitude - a.longitude) * eastward - east * share;
    const y = (fix.latitude - a.latitude) * METRES_PER_DEGREE - north * share;
    const square = x * x + y * y;
    if (square > most) {
      most = square;
      farthest = index;
    }
  }
  return { low, high, farthest, metres: Math.sqrt(most) };
}

/** Inserts a segment in order of its metres, the largest last. */
function insert(segments: Segment[], segment: Segment): void {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((segments[half] as Segment).metres < segment.metres) low = half + 1;
    else high = half;
  }
  segments.splice(low, 0, segment);
}

/**
 * Reduces the fixes to at most `points`: both ends, those at the instants of `kept`, and then repeatedly the one that
 * deviates most from constant speed between its chosen neighbours (Douglas–Peucker, worst first, with the synchronized
 * distance of Meratnia and de By 2004, which preserves stops and speeds). No omitted fix deviates by more than
 * `toleranceMetres`.
 */
export function thin(
  fixes: readonly Fix[],
  kept: readonly number[],
  points: number,
): { fixes: Fix[]; toleranceMetres: number } {
  if (fixes.length <= points) return { fixes: [...fixes], toleranceMetres: 0 };
  const instants = new Set(kept);
  const isFixed = (at: number, index: number) => index === 0 || index === fixes.length - 1 || instants.has(at);
  const chosen = fixes.flatMap(({ at }, index) => (isFixed(at, index) ? [index] : []));
  const segments: Segment[] = [];
  for (let index = 1; index < chosen.length; index += 1)
    insert(segments, segmentOf(fixes, chosen[index - 1] as number, chosen[index] as number));
  while (chosen.length < points) {
    const worst = segments.pop();
    if (!worst || worst.farthest < 0) break;
    chosen.push(worst.farthest);
    insert(segments, segmentOf(fixes, worst.low, worst.farthest));
    insert(segments, segmentOf(fixes, worst.farthest, worst.high));
  }
  const inOrder = chosen.sort((a, b) => a - b).map((index) => fixes[index] as Fix);
  return { fixes: inOrder, toleranceMetres: segments.at(-1)?.metres ?? 0 };
}

export const columnsOf = (fixes: readonly Fix[]): TrackColumns => ({
  at: fixes.map(({ at }) => at),
  longitude: fixes.map(({ longitude }) => longitude),
  latitude: fixes.map(({ latitude }) => latitude),
  speedKmh: fixes.map(({ speedKmh }) => speedKmh),
});
