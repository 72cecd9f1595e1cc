import { startOfDay } from "./zone";

/** The ranges offered (specification, sections 2 and 9). */
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

/** `[from, to)` of a preset that ends at `now`; `today` begins at midnight of the zone. Month is 30 days, quarter 90, year 365. */
export function presetRange(preset: RangePreset, now: Date, timeZone: string): { from: Date; to: Date } {
  if (preset === "today") return { from: startOfDay(now, timeZone), to: now };
  return { from: new Date(now.getTime() - LENGTH_HOURS[preset] * HOUR_MS), to: now };
}
