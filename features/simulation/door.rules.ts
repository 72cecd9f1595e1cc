import { mulberry32, uniformAt } from "./random.rules";

/** A half-open span of time, epoch milliseconds; the end is excluded. */
export type Interval = { from: number; to: number };

/** Frequency and duration of door openings. Busy hours are 8 to 18 local time; weekends have half the rate. */
export type DoorHabit = { busyPerHour: number; quietPerHour: number; meanSeconds: number; utcOffsetHours: number };

const HOUR = 3_600_000;
const SHORTEST_SECONDS = 5;

/**
 * The openings that overlap the span, in order and disjoint. Each hour draws its own from the seed (a Poisson process
 * with exponential durations, at most three times the mean), so any span gives the same openings.
 */
export function openingsBetween(habit: DoorHabit, seed: number, from: number, to: number): Interval[] {
  const openings: Interval[] = [];
  // An opening may begin in the hour before and extend into the span.
  for (let hour = Math.floor(from / HOUR) - 1; hour * HOUR < to; hour += 1) {
    for (const opening of openingsOfHour(habit, seed, hour)) {
      const last = openings.at(-1);
      if (last && opening.from <= last.to) last.to = Math.max(last.to, opening.to);
      else openings.push(opening);
    }
  }
  return openings.filter((opening) => opening.to > from && opening.from < to);
}

/** Share (0 to 1) of [from, to) that the sorted intervals cover; times in epoch ms. */
export function shareOf(intervals: readonly Interval[], from: number, to: number): number {
  let covered = 0;
  for (const interval of intervals) {
    if (interval.from >= to) break;
    covered += Math.max(0, Math.min(to, interval.to) - Math.max(from, interval.from));
  }
  return covered === 0 ? 0 : Math.min(1, covered / (to - from));
}

/** Merges sorted intervals that overlap or touch. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
    else result.push({ ...interval });
  }
  return result;
}

function openingsOfHour(habit: DoorHabit, seed: number, hour: number): Interval[] {
  const random = mulberry32(Math.floor(uniformAt(seed, hour) * 2 ** 32));
  const count = poisson(ratePerHour(habit, hour), random);
  const openings = Array.from({ length: count }, () => {
    const from = Math.floor((hour + random()) * HOUR);
    const drawn = SHORTEST_SECONDS - habit.meanSeconds * Math.log(1 - random());
    return { from, to: from + Math.round(Math.min(3 * habit.meanSeconds, drawn) * 1000) };
  });
  return joined(openings);
}

function ratePerHour(habit: DoorHabit, hour: number): number {
  const local = hour + habit.utcOffsetHours;
  const hourOfDay = ((local % 24) + 24) % 24;
  // Hour 0 of the epoch was a Thursday.
  const weekday = (Math.floor(local / 24) + 3) % 7;
  const rate = hourOfDay >= 8 && hourOfDay < 18 ? habit.busyPerHour : habit.quietPerHour;
  return weekday >= 5 ? rate / 2 : rate;
}

/** Poisson random number by Knuth's method: the number of uniform draws whose product stays above e^(−rate). */
function poisson(rate: number, random: () => number): number {
  const limit = Math.exp(-rate);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
