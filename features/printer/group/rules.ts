import { MAXIMUM_TIMES, timeOf } from "@/features/carrier/record-time/rules";
import { nextDue } from "@/lib/datetime/recurrence";

/** Times a day (specification, section 5, "Time": at most 7). */
export const MOST_TIMES = MAXIMUM_TIMES;
export const MOST_CARRIERS = 96;
export const MOST_PRINTERS = 10;

const DAILY = { frequency: "daily", weekdays: [], dayOfMonth: null } as const;

/** The first of these times of day (minutes from midnight) after an instant, in a zone; null without times. */
export function nextTime(minutes: readonly number[], after: Date, timeZone: string): Date | null {
  const found = minutes.flatMap((minute) => nextDue({ ...DAILY, time: timeOf(minute) }, after, timeZone) ?? []);
  return found.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/**
 * The latest time from `next` up to `now`: after a pause one print is enough, since a pile of old records helps nobody.
 */
export function latestTime(minutes: readonly number[], next: Date, now: Date, timeZone: string): Date {
  let latest = next;
  for (;;) {
    const following = nextTime(minutes, latest, timeZone);
    if (!following || following > now) return latest;
    latest = following;
  }
}
