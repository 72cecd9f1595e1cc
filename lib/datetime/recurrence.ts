import { dayKey, fromLocalInput, startOfDay } from "./zone";

/** Days on which something is due, and when; in the zone that a call names. */
export type Recurrence = {
  frequency: "daily" | "weekly" | "monthly";
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  dayOfMonth: number | null;
  /** `HH:MM`. */
  time: string;
};

/** Longer than any distance between two due instants. */
const FARTHEST_DAYS = 63;
/** The day of the week of a day (`yyyy-mm-dd`), 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
/** The number of days in the month of a day. */
export const lastOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

/** Whether it is due on a day (`yyyy-mm-dd`). */
export function isDueOn({ frequency, weekdays, dayOfMonth }: Recurrence, day: string): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return weekdays.includes(weekdayOf(day));
  return Number(day.slice(8)) === Math.min(dayOfMonth ?? 1, lastOfMonth(day));
}

/**
 * The first due instant after `after`, in a zone. A time that a clock change skips is due after the gap, one that occurs
 * twice at its first. Null only for a recurrence without a day.
 */
export function nextDue(recurrence: Recurrence, after: Date, timeZone: string): Date | null {
  for (let days = 0; days <= FARTHEST_DAYS; days += 1) {
    const day = dayKey(startOfDay(after, timeZone, days), timeZone);
    const due = isDueOn(recurrence, day) ? fromLocalInput(`${day}T${recurrence.time}`, timeZone) : null;
    if (due && due > after) return due;
  }
  return null;
}

/** The last due instant up to `at`, in a zone; null only for a recurrence without a day. */
export function lastDue(recurrence: Recurrence, at: Date, timeZone: string): Date | null {
  for (let days = 0; days <= FARTHEST_DAYS; days += 1) {
    const day = dayKey(startOfDay(at, timeZone, -days), timeZone);
    const due = isDueOn(recurrence, day) ? fromLocalInput(`${day}T${recurrence.time}`, timeZone) : null;
    if (due && due <= at) return due;
  }
  return null;
}
