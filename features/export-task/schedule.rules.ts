import type { ExportPeriod } from "@/db/file-enums";
import type { Range } from "@/features/file/task-kind.rules";
import { lastOfMonth, nextDue, type Recurrence, weekdayOf } from "@/lib/datetime/recurrence";
import { dayKey, startOfDay } from "@/lib/datetime/zone";

/** Missed runs that are made up for; earlier ones are only listed. */
export const MADE_UP = 7;

/**
 * The due instants from `next` up to `now`, the latest last, and the one after them. After a long pause only the latest
 * are returned as `due`; the others are `missed`. Of an export without a period only the latest counts: its content is
 * the same for all.
 */
export function dueInstants(
  schedule: Recurrence,
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
