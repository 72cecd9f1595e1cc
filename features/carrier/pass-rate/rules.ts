import type { PassDay } from "./schema";

/** Hours of probes that are added up at once: about half a second. */
export const MAXIMUM_HOURS = 1_500_000;

/** One of how many probes is looked at, so that no more than `MAXIMUM_HOURS` of them are read. */
export const stepOf = (probes: number, hours: number): number =>
  Math.max(1, Math.ceil((probes * hours) / MAXIMUM_HOURS));

/** Time within range ÷ time observed, 0 to 1; null where nothing was observed. */
export function rateOf(days: readonly PassDay[]): number | null {
  const observed = days.reduce((sum, { observedHours }) => sum + observedHours, 0);
  const within = days.reduce((sum, { withinHours }) => sum + withinHours, 0);
  return observed > 0 ? within / observed : null;
}
