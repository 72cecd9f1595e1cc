import type { MonitorStrategy, MonitorUnit } from "@/db/monitor-enums";
import { lastDue, nextDue } from "@/lib/datetime/recurrence";
import { dayKey, fromLocalInput, startOfDay } from "@/lib/datetime/zone";

/** When a task checks; days and times are those of the customer's zone. */
export type CheckSchedule = {
  strategy: MonitorStrategy;
  /** `yyyy-mm-dd`, of a single one. */
  startOn: string | null;
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  dayOfMonth: number | null;
  /** `HH:MM`: the first check of a day of the strategy. */
  time: string;
  intervalCount: number | null;
  intervalUnit: MonitorUnit | null;
  /** `HH:MM`: the last check at the latest; one that is not after `time` is that of the next day. */
  untilTime: string | null;
};

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

const daysOf = ({ strategy, weekdays, dayOfMonth, time }: CheckSchedule) => ({
  ...{ frequency: strategy === "single" ? ("daily" as const) : strategy, weekdays, dayOfMonth, time },
});

/** The first check on a day of the strategy, up to `at` and after it; null: none. */
function firstChecks(schedule: CheckSchedule, at: Date, timeZone: string): { last: Date | null; next: Date | null } {
  if (schedule.strategy !== "single")
    return { last: lastDue(daysOf(schedule), at, timeZone), next: nextDue(daysOf(schedule), at, timeZone) };
  const only = fromLocalInput(`${schedule.startOn}T${schedule.time}`, timeZone);
  return only && only > at ? { last: null, next: only } : { last: only, next: null };
}

/** The `n`th repetition of a first check: minutes and hours as they pass, days at the same time of day. */
function repetition({ intervalCount, intervalUnit, time }: CheckSchedule, first: Date, n: number, timeZone: string) {
  const count = (intervalCount ?? 0) * n;
  if (intervalUnit !== "day") return new Date(first.getTime() + count * UNIT_MS[intervalUnit ?? "minute"]);
  const day = dayKey(startOfDay(first, timeZone, count), timeZone);
  return fromLocalInput(`${day}T${time}`, timeZone) ?? first;
}

/** How many repetitions of a first check there are up to `at`. */
function repetitionsUntil(schedule: CheckSchedule, first: Date, at: Date, timeZone: string): number {
  const { intervalCount, intervalUnit } = schedule;
  if (intervalCount === null || intervalUnit === null) return 0;
  // A day has 23 to 25 hours: the estimate is at most one too high.
  let n = Math.max(0, Math.floor((at.getTime() - first.getTime()) / (intervalCount * UNIT_MS[intervalUnit])) - 1);
  while (repetition(schedule, first, n + 1, timeZone) <= at) n += 1;
  return n;
}

/** The instant after which a first check is not repeated. */
function endOf({ untilTime, time }: CheckSchedule, first: Date, timeZone: string): Date | null {
  if (untilTime === null) return null;
  const day = dayKey(startOfDay(first, timeZone, untilTime > time ? 0 : 1), timeZone);
  return fromLocalInput(`${day}T${untilTime}`, timeZone);
}

/** The last check up to `at`; null: none. */
export function lastCheck(schedule: CheckSchedule, at: Date, timeZone: string): Date | null {
  const { last } = firstChecks(schedule, at, timeZone);
  if (!last || schedule.strategy === "single") return last;
  const end = endOf(schedule, last, timeZone);
  const n = repetitionsUntil(schedule, last, end && end < at ? end : at, timeZone);
  return n === 0 ? last : repetition(schedule, last, n, timeZone);
}

/**
 * The first check after `after`: on a day of the strategy at its time, or a repetition since. A time that a clock change
 * skips is due after the gap, one that occurs twice at its first. Null: there is none, because a single one is over.
 */
export function nextCheck(schedule: CheckSchedule, after: Date, timeZone: string): Date | null {
  const { last, next } = firstChecks(schedule, after, timeZone);
  if (!last || schedule.strategy === "single" || schedule.intervalCount === null) return next;
  const again = repetition(schedule, last, repetitionsUntil(schedule, last, after, timeZone) + 1, timeZone);
  const end = endOf(schedule, last, timeZone);
  return (next && again >= next) || (end && again > end) ? next : again;
}

/** Checks that did not take place are counted up to this number. */
export const MOST_MISSED = 1000;

export type DueChecks = { due: Date; missed: number; missedSince: Date | null; following: Date | null };

/**
 * What is due at `now` if `next` was due first: one check, the latest, since each looks at the present state. Those
 * before it, which no worker carried out, are counted, so that the run can name them.
 */
export function dueChecks(
  schedule: CheckSchedule,
  { next, now, timeZone }: { next: Date; now: Date; timeZone: string },
): DueChecks {
  const last = lastCheck(schedule, now, timeZone);
  const due = last && last > next ? last : next;
  let missed = 0;
  for (let at: Date | null = next; at && at < due && missed < MOST_MISSED; at = nextCheck(schedule, at, timeZone))
    missed += 1;
  return { due, missed, missedSince: missed > 0 ? next : null, following: nextCheck(schedule, now, timeZone) };
}
