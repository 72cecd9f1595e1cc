import type { Measure } from "@/db/enums";
import { longestStepMs } from "@/features/observation/observation.rules";
import { fromLocalInput, toLocalInput } from "@/lib/datetime/zone";

/** Maximum record times per day (specification, section 5, "Time": at most 7). */
export const MAXIMUM_TIMES = 7;
/** Maximum days per request. */
export const MAXIMUM_DAYS = 92;

const DAY_MS = 86_400_000;
const HOUR_MINUTES = 60;
const TIME = /^(\d{1,2}):(\d{2})$/;

/** Minutes from midnight of `HH:MM`; null unless hours are at most 23 and minutes at most 59. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * HOUR_MINUTES + Number(minutes);
}

/** `HH:MM` of minutes from midnight. */
export const timeOf = (minute: number): string =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES].map((part) => String(part).padStart(2, "0")).join(":");

/** The number of days in a range (`yyyy-mm-dd`, both inclusive); zero or less if it ends before it starts. */
export const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The day `days` after another, `yyyy-mm-dd`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** A record time: the planned day and time, `at` in epoch ms. */
export type DueTime = { day: string; time: string; at: number; isShifted: boolean };

/**
 * The record times of the days from `from` to `to` (`yyyy-mm-dd`) up to `now`, in order. A time skipped by a clock
 * change is shifted later, marked by `isShifted`; of a repeated time, the first is used.
 */
export function dueTimes(
  { from, to }: { from: string; to: string },
  minutes: readonly number[],
  timeZone: string,
  now: number,
): DueTime[] {
  const days = Array.from({ length: Math.max(0, daysIn(from, to)) }, (_, index) => dayAfter(from, index));
  return days
    .flatMap((day) =>
      minutes.flatMap((minute): DueTime[] => {
        const planned = `${day}T${timeOf(minute)}`;
        const instant = fromLocalInput(planned, timeZone);
        if (!instant || instant.getTime() > now) return [];
        const isShifted = toLocalInput(instant, timeZone) !== planned;
        return [{ day, time: timeOf(minute), at: instant.getTime(), isShifted }];
      }),
    )
    .sort((a, b) => a.at - b.at);
}

/** The maximum age of a recorded value: twice the report interval, for switches twice the heartbeat. */
export const longestAgeMs = (probe: { measure: Measure; reportIntervalSeconds: number }): number =>
  longestStepMs(probe);
