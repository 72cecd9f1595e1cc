import { formatTime } from "@/lib/datetime/format";
import { startOfDay, zoneOffsetMs } from "@/lib/datetime/zone";

/** Columns of one probe's history; `at` in epoch ms, rising. */
export type Series = { at: readonly number[]; min: readonly number[]; mean: readonly number[]; max: readonly number[] };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30].map((days) => days * DAY_MS),
];

/** A gap is this much longer than the distances of the points around it. */
const GAP_FACTOR = 3;

/**
 * The runs of points without a gap, as `[first, last]` indices. A gap is longer than three buckets (`bucketSeconds`, 0
 * for raw readings) and than three times what is usual before it and after it: a device reports more often while it
 * is out of range. Of the two nearest distances on a side the shorter is usual, so that a second gap does not hide one.
 */
export function runsOf(at: readonly number[], bucketSeconds: number): [first: number, last: number][] {
  if (at.length === 0) return [];
  const distances = at.slice(1).map((time, index) => time - (at[index] as number));
  const runs: [number, number][] = [];
  let first = 0;
  for (const [index, distance] of distances.entries()) {
    // Nothing on one side: infinite, for nothing says that this distance is unusual.
    const before = Math.min(...distances.slice(Math.max(0, index - 2), index));
    const after = Math.min(...distances.slice(index + 1, index + 3));
    if (distance <= GAP_FACTOR * Math.max(before, after, bucketSeconds * 1000)) continue;
    runs.push([first, index]);
    first = index + 1;
  }
  return [...runs, [first, at.length - 1]];
}

/** The value axis: from the lowest to the highest of all that is drawn, with a twelfth of air at both ends. */
export function valueSpan(series: Series, limits: readonly (number | null)[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const include = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const value of series.min) include(value);
  for (const value of series.max) include(value);
  for (const limit of limits) if (limit !== null) include(limit);
  if (low > high) return { low: 0, high: 1 };
  const air = (high - low) / 12 || 0.5;
  return { low: low - air, high: high + air };
}

/** At most `count` round values (steps of 1, 2 or 5 times a power of ten) from `low` to `high`. */
export function valueTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
}

/** At most about `count` round times of the zone's clock within `[from, to]`, in epoch ms. */
export function timeTicks(from: number, to: number, timeZone: string, count: number): number[] {
  const step = STEPS_MS.find((candidate) => (to - from) / candidate <= count) ?? (STEPS_MS.at(-1) as number);
  const ticks: number[] = [];
  if (step >= DAY_MS) {
    const days = step / DAY_MS;
    let day = startOfDay(new Date(from), timeZone);
    for (; day.getTime() <= to; day = startOfDay(day, timeZone, days))
      if (day.getTime() >= from) ticks.push(day.getTime());
    return ticks;
  }
  // Half-hour zones: round on the wall clock, whose offset is that of the start.
  const offset = zoneOffsetMs(new Date(from), timeZone);
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** A time at the axis: the clock, or the day where the axis spans more than three. */
export function tickText(
  time: number,
  span: { from: number; to: number },
  place: { locale: string; timeZone: string },
) {
  const instant = new Date(time);
  const day = { timeZone: place.timeZone, month: "numeric", day: "numeric" } as const;
  return span.to - span.from > 3 * DAY_MS
    ? new Intl.DateTimeFormat(place.locale, day).format(instant)
    : formatTime(instant, place);
}

/** The index of the point nearest to a time; −1 without points. */
export function nearest(at: readonly number[], time: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  const after = at[low];
  const before = at[low - 1];
  if (after === undefined) return at.length - 1;
  return before !== undefined && time - before <= after - time ? low - 1 : low;
}
