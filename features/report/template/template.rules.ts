import type { ReportPeriod } from "@/db/enums";
import { fromLocalInput, startOfDay, wallClock } from "@/lib/datetime/zone";

/** `[from, to)` in epoch ms. */
export type Range = { from: number; to: number };

const DAYS_OF_WEEK = 7;

/**
 * The range of a period at `now`, in days of the zone: the last whole day, week (from Monday), month, quarter or year,
 * or this week or month up to now.
 */
export function periodRange(period: ReportPeriod, now: Date, timeZone: string): Range {
  const { year, month, day } = wallClock(now, timeZone);
  // Monday is 0.
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % DAYS_OF_WEEK;
  const today = (days: number) => startOfDay(now, timeZone, days).getTime();
  const monthStart = (months: number) => {
    const date = new Date(Date.UTC(year, month - 1 + months, 1));
    return (fromLocalInput(date.toISOString().slice(0, 10), timeZone) as Date).getTime();
  };
  const inQuarter = (month - 1) % 3;
  switch (period) {
    case "yesterday":
      return { from: today(-1), to: today(0) };
    case "lastWeek":
      return { from: today(-weekday - DAYS_OF_WEEK), to: today(-weekday) };
    case "thisWeek":
      return { from: today(-weekday), to: now.getTime() };
    case "lastMonth":
      return { from: monthStart(-1), to: monthStart(0) };
    case "thisMonth":
      return { from: monthStart(0), to: now.getTime() };
    case "lastQuarter":
      return { from: monthStart(-inQuarter - 3), to: monthStart(-inQuarter) };
    case "lastYear":
      return { from: monthStart(1 - month - 12), to: monthStart(1 - month) };
  }
}
