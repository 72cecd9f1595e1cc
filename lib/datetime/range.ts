import { fromLocalInput, startOfDay, wallClock } from "./zone";

/** The offered ranges that end now (specification, sections 2 and 9). */
export const RANGE_PRESETS = ["hour", "sixHours", "today", "day", "week", "month", "quarter", "year"] as const;

/** The offered ranges of the calendar, which are over: whole days, weeks from Monday, months. */
export const CALENDAR_PRESETS = ["yesterday", "lastWeek", "lastMonth"] as const;
type CalendarPreset = (typeof CALENDAR_PRESETS)[number];

export type RangePreset = (typeof RANGE_PRESETS)[number] | CalendarPreset;

const HOUR_MS = 3_600_000;
const LENGTH_HOURS: Record<Exclude<RangePreset, "today" | CalendarPreset>, number> = {
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

/** The first instant of the month `months` after that of `now` in a zone. */
function startOfMonth(now: Date, timeZone: string, months: number): Date {
  const { year, month } = wallClock(now, timeZone);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const start = fromLocalInput(first, timeZone);
  if (!start) throw new RangeError(`no day ${first} in ${timeZone}`);
  return start;
}

function calendarRange(preset: CalendarPreset, now: Date, timeZone: string): { from: Date; to: Date } {
  if (preset === "yesterday") return { from: startOfDay(now, timeZone, -1), to: startOfDay(now, timeZone) };
  if (preset === "lastMonth") return { from: startOfMonth(now, timeZone, -1), to: startOfMonth(now, timeZone, 0) };
  const { year, month, day } = wallClock(now, timeZone);
  const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return { from: startOfDay(now, timeZone, -sinceMonday - 7), to: startOfDay(now, timeZone, -sinceMonday) };
}

const isCalendar = (preset: RangePreset): preset is CalendarPreset =>
  (CALENDAR_PRESETS as readonly string[]).includes(preset);

/**
 * `[from, to)` of a preset. It ends at `now`, and `today` begins at midnight of the zone; month is 30 days, quarter 90,
 * year 365. Presets of the calendar are the whole day, week (from Monday) or month of the zone before that of `now`.
 */
export function presetRange(preset: RangePreset, now: Date, timeZone: string): { from: Date; to: Date } {
  if (isCalendar(preset)) return calendarRange(preset, now, timeZone);
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
  const found = presets.find((preset) => {
    if (!isCalendar(preset) && Math.abs(now - to) > FRESH_MS) return false;
    const range = presetRange(preset, new Date(isCalendar(preset) ? now : to), timeZone);
    return range.from.getTime() === from && range.to.getTime() === to;
  });
  return found ?? null;
}
