import type { ExportFrequency, ExportPeriod } from "@/db/file-enums";
import type { Range } from "@/features/file/task-kind.rules";
import { dayKey, fromLocalInput, startOfDay } from "@/lib/datetime/zone";

export type Schedule = {
  frequency: ExportFrequency;
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  dayOfMonth: number | null;
  /** `HH:MM`. */
  time: string;
};

/** Longer than any distance between two due instants. */
const FARTHEST_DAYS = 63;
/** Missed runs that are made up for; earlier ones are only listed. */
export const MADE_UP = 7;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const lastOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

/** Whether a schedule is due on a day (`yyyy-mm-dd`). */
export function isDueOn({ frequency, weekdays, dayOfMonth }: Schedule, day: string): boolean {
  if (frequency === "daily") return true;
  if (frequency === "weekly") return weekdays.includes(weekdayOf(day));
  return Number(day.slice(8)) === Math.min(dayOfMonth ?? 1, lastOfMonth(day));
}

/**
 * The first due instant after `after`, in a zone. A time that a clock change skips is due after the gap, one that occurs
 * twice at its first. Null only for a schedule without a day.
 */
export function nextDue(schedule: Schedule, after: Date, timeZone: string): Date | null {
  for (let days = 0; days <= FARTHEST_DAYS; days += 1) {
    const day = dayKey(startOfDay(after, timeZone, days), timeZone);
    const due = isDueOn(schedule, day) ? fromLocalInput(`${day}T${schedule.time}`, timeZone) : null;
    if (due && due > after) return due;
  }
  return null;
}

/** The last due instant up to `at`, in a zone; null only for a schedule without a day. */
export function lastDue(schedule: Schedule, at: Date, timeZone: string): Date | null {
  for (let days = 0; days <= FARTHEST_DAYS; days += 1) {
    const day = dayKey(startOfDay(at, timeZone, -days), timeZone);
    const due = isDueOn(schedule, day) ? fromLocalInput(`${day}T${schedule.time}`, timeZone) : null;
    if (due && due <= at) return due;
  }
  return null;
}

/**
 * The due instants from `next` up to `now`, the latest last, and the one after them. After a long pause only the latest
 * are returned as `due`; the others are `missed`. Of an export without a period only the latest counts: its content is
 * the same for all.
 */
export function dueInstants(
  schedule: Schedule,
  { next, now, timeZone, hasPeriod }: { next: Date; now: Date; timeZone: string; hasPeriod: boolean },
): { missed: Date[]; due: Date[]; following: Date | null } {
  const found: Date[] = [];
  let at: Date | null = next;
  while (at && at <= now) {
    found.push(at);
    at = nextDue(schedule, at, timeZone);
  }
  const count = Math.min(found.length, hasPeriod ? MADE_UP : 1);
  return { missed: found.slice(0, found.length - count), due: found.slice(found.length - count), following: at };
}

/** The period of a run that is due at `due`: whole days of the zone before that day; weeks begin on Monday. */
export function periodRange(
  period: ExportPeriod,
  periodDays: number | null,
  due: Date,
  timeZone: string,
): Range | null {
  const start = (days: number) => startOfDay(due, timeZone, days).getTime();
  const today = dayKey(due, timeZone);
  switch (period) {
    case "none":
      return null;
    case "yesterday":
      return { from: start(-1), to: start(0) };
    case "lastDays":
      return { from: start(-(periodDays ?? 1)), to: start(0) };
    case "lastWeek": {
      const monday = 1 - weekdayOf(today);
      return { from: start(monday - 7), to: start(monday) };
    }
    case "lastMonth": {
      const first = 1 - Number(today.slice(8));
      const before = dayKey(new Date(start(first - 1)), timeZone);
      return { from: start(first - lastOfMonth(before)), to: start(first) };
    }
  }
}
