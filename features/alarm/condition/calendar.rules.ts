import { dayKey, fromLocalInput, startOfDay } from "@/lib/datetime/zone";

/**
 * When a trigger is active: ISO weekdays (1 Monday … 7 Sunday) and windows of wall-clock time, "24:00" allowed. A
 * window whose end is not after its start runs into the next day and belongs to the day on which it starts; equal times
 * make 24 hours.
 */
export type Calendar = { days: number[]; windows: { from: string; to: string }[] };

const DAY_MINUTES = 1440;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether an instant (epoch ms) falls into the calendar by wall-clock time in `timeZone` (IANA name); null means
 * always. Throws RangeError for an unknown zone, a malformed time, or a calendar without a day or a window, which would
 * silently never alarm.
 */
export function isWithinCalendar(calendar: Calendar | null, instant: number, timeZone: string): boolean {
  if (calendar === null) return true;
  if (calendar.days.length === 0 || calendar.windows.length === 0) {
    throw new RangeError("A calendar needs at least one day and one time window");
  }
  const { weekday, minute } = wallClock(instant, timeZone);
  const startsToday = calendar.days.includes(weekday);
  const startedYesterday = calendar.days.includes(weekday === 1 ? 7 : weekday - 1);
  return calendar.windows.some((window) => {
    const from = minuteOfDay(window.from);
    const to = minuteOfDay(window.to);
    if (from < to) return startsToday && minute >= from && minute < to;
    return (startsToday && minute >= from) || (startedYesterday && minute < to);
  });
}

/**
 * The first instant from `instant` on within the calendar (epoch ms), which may be `instant` itself. Null if the next
 * week has none, for example if a DST change skips a whole window.
 */
export function nextWithin(calendar: Calendar | null, instant: number, timeZone: string): number | null {
  if (calendar === null || isWithinCalendar(calendar, instant, timeZone)) return instant;
  const starts: number[] = [];
  for (let days = 0; days <= 7; days += 1) {
    const day = startOfDay(new Date(instant), timeZone, days);
    for (const { from } of calendar.windows) {
      const start = fromLocalInput(
        `${dayKey(day, timeZone)}T${from === "24:00" ? "00:00" : from}`,
        timeZone,
      )?.getTime();
      if (start !== undefined && start > instant && isWithinCalendar(calendar, start, timeZone)) starts.push(start);
    }
  }
  return starts.length > 0 ? Math.min(...starts) : null;
}

/** Minutes since midnight of "HH:MM", from "00:00" to "24:00"; RangeError for anything else. */
export function minuteOfDay(time: string): number {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(time) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  if (minute <= DAY_MINUTES) return minute;
  throw new RangeError(`Not a time of day: ${time}`);
}

function wallClock(instant: number, timeZone: string): { weekday: number; minute: number } {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return {
    weekday: WEEKDAYS.indexOf(parts.get("weekday") ?? "") + 1,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const options = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    clock = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}
