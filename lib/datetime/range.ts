import { startOfDay } from "./zone";

/** The offered ranges (specification, sections 2 and 9). */
export const RANGE_PRESETS = ["hour", "sixHours", "today", "day", "week", "month", "quarter", "year"] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

const HOUR_MS = 3_600_000;
const LENGTH_HOURS: Record<Exclude<RangePreset, "today">, number> = {
  hour: 1,
  sixHours: 6,
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
  quarter: 90 * 24,
  year: 365 * 24,
};

/** A range that ended at most this long ago still counts as ending now. */
const FRESH_MS = 5 * 60_000;

/** `[from, to)` of a preset that ends at `now`; `today` begins at midnight of the zone. Month is 30 days, quarter 90, year 365. */
export function presetRange(preset: RangePreset, now: Date, timeZone: string): { from: Date; to: Date } {
  if (preset === "today") return { from: startOfDay(now, timeZone), to: now };
  return { from: new Date(now.getTime() - LENGTH_HOURS[preset] * HOUR_MS), to: now };
}

/** The preset equal to a range in epoch ms at `now`; null if there is none or the range is outdated. */
export function presetOf<Preset extends RangePreset>(
  { from, to }: { from: number; to: number },
  presets: readonly Preset[],
  now: number,
  timeZone: string,
): Preset | null {
  if (Math.abs(now - to) > FRESH_MS) return null;
  return presets.find((preset) => presetRange(preset, new Date(to), timeZone).from.getTime() === from) ?? null;
}
