import { startOfDay } from "@/lib/datetime/zone";

/** The intervals of the rows; `raw` has a row for each instant at which something was measured. */
export const INTERVALS = ["raw", "minute", "fiveMinutes", "halfHour", "hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

export const VALUES = ["value", "mean", "minimum", "maximum"] as const;
export type Shown = (typeof VALUES)[number];

/** The longest range at an interval, in days. */
export const LONGEST_DAYS: Record<Interval, number> = {
  raw: 31,
  minute: 31,
  fiveMinutes: 92,
  halfHour: 366,
  hour: 1830,
  day: 1830,
};

const WIDTH_MS: Record<Exclude<Interval, "raw" | "day">, number> = {
  minute: 60_000,
  fiveMinutes: 300_000,
  halfHour: 1_800_000,
  hour: 3_600_000,
};

/**
 * The starts of `count` neighbouring intervals in ascending order, of which the one with `at` is the last (newest) or
 * the first (oldest), and the end of the last. Epoch ms; days are those of the zone, shorter ones divide the UTC hour.
 */
export function intervalsAt(
  at: number,
  interval: Exclude<Interval, "raw">,
  count: number,
  order: "newest" | "oldest",
  timeZone: string,
): { starts: number[]; end: number } {
  const first = order === "newest" ? 1 - count : 0;
  const startOf = (index: number): number => {
    if (interval === "day") return startOfDay(new Date(at), timeZone, index).getTime();
    const width = WIDTH_MS[interval];
    return Math.floor(at / width) * width + index * width;
  };
  return {
    starts: Array.from({ length: count }, (_, index) => startOf(first + index)),
    end: startOf(first + count),
  };
}

/** Whether a row has any value. */
export const isFilled = ({ cells }: { cells: readonly (number | null)[] }): boolean =>
  cells.some((cell) => cell !== null);

/** The most rows that a range (epoch ms) has at an interval, given the number of its readings. */
export function rowsAtMost(
  { from, to, interval }: { from: number; to: number; interval: Interval },
  readings: number,
): number {
  if (interval === "raw") return readings;
  const width = interval === "day" ? 24 * WIDTH_MS.hour : WIDTH_MS[interval];
  return Math.min(readings, Math.ceil((to - from) / width));
}
