import { formatDay, formatTime } from "@/lib/datetime/format";
import { dayKey, fromLocalInput, startOfDay, wallClock, zoneOffsetMs } from "@/lib/datetime/zone";

export type TimeTick = {
  at: number;
  label: string;
  /** The label is a day, not an hour. */
  isDay: boolean;
};

type TimeRange = { from: number; to: number };
type Place = { locale: string; timeZone: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Steps below an hour in milliseconds, then in hours, days and months. */
const CLOCK_STEPS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
const HOUR_STEPS = [1, 2, 3, 6, 12];
const DAY_STEPS = [1, 2, 3, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12];

/** 1970-01-05 was a Monday; weekly ticks are on Mondays. */
const FIRST_MONDAY = 4;

const pad = (value: number) => String(value).padStart(2, "0");

function clockTicks({ from, to }: TimeRange, step: number, timeZone: string): number[] {
  // Zone offsets are multiples of a quarter hour, and a clock change of an hour does not move these ticks.
  const offset = zoneOffsetMs(new Date(from), timeZone);
  const first = Math.ceil((from + offset) / step) * step - offset;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}

function days({ from, to }: TimeRange, timeZone: string): number[] {
  const starts: number[] = [];
  let start = startOfDay(new Date(from), timeZone);
  while (start.getTime() <= to) {
    starts.push(start.getTime());
    start = startOfDay(start, timeZone, 1);
  }
  return starts;
}

function hourTicks(range: TimeRange, hours: number, timeZone: string): number[] {
  const clock = Array.from({ length: 24 / hours }, (_, index) => `T${pad(index * hours)}:00`);
  return days(range, timeZone).flatMap((start) =>
    clock.flatMap((time) => fromLocalInput(dayKey(new Date(start), timeZone) + time, timeZone)?.getTime() ?? []),
  );
}

function dayTicks(range: TimeRange, count: number, timeZone: string): number[] {
  return days(range, timeZone).filter((start) => {
    const day = Math.floor((start + zoneOffsetMs(new Date(start), timeZone)) / DAY_MS);
    return (day - FIRST_MONDAY) % count === 0;
  });
}

function monthTicks({ from, to }: TimeRange, months: number, timeZone: string): number[] {
  const [first, last] = [wallClock(new Date(from), timeZone), wallClock(new Date(to), timeZone)];
  const numberOf = ({ year, month }: { year: number; month: number }) => year * 12 + month - 1;
  const ticks: number[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number += 1) {
    if (number % months !== 0) continue;
    const at = fromLocalInput(`${Math.floor(number / 12)}-${pad((number % 12) + 1)}-01`, timeZone);
    if (at) ticks.push(at.getTime());
  }
  return ticks;
}

/**
 * Round times in a zone that divide a range, at most about `maximum`: seconds, minutes, hours, days, weeks or months,
 * also on days with a clock change. Midnight is labelled with its day.
 */
export function timeTicks(range: TimeRange, maximum: number, place: Place, now: number): TimeTick[] {
  const { timeZone } = place;
  const length = range.to - range.from;
  const fits = (step: number) => length / step <= maximum;
  const clock = CLOCK_STEPS.find(fits);
  const hours = HOUR_STEPS.find((count) => fits(count * HOUR_MS));
  const dayCount = DAY_STEPS.find((count) => fits(count * DAY_MS));
  const months = MONTH_STEPS.find((count) => fits(count * 30 * DAY_MS)) ?? 12;
  const ats = clock
    ? clockTicks(range, clock, timeZone)
    : hours
      ? hourTicks(range, hours, timeZone)
      : dayCount
        ? dayTicks(range, dayCount, timeZone)
        : monthTicks(range, months, timeZone);
  const isFine = clock !== undefined && clock < MINUTE_MS;
  return [...new Set(ats)]
    .filter((at) => at >= range.from && at <= range.to)
    .map((at) => {
      const instant = new Date(at);
      const isDay = (!clock && !hours) || startOfDay(instant, timeZone).getTime() === at;
      return {
        at,
        isDay,
        label: isDay ? formatDay(instant, new Date(now), place) : formatTime(instant, place, isFine),
      };
    });
}
