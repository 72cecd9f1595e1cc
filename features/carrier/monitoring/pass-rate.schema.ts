/** Periods of the pass rate, in days (specification, section 9: 7 and 30). */
export const PASS_DAYS = [7, 30] as const;
export type PassDays = (typeof PASS_DAYS)[number];

/** Probe hours of a day, `yyyy-mm-dd` in the requested zone: with readings, and of these within range. */
export type PassDay = { day: string; observedHours: number; withinHours: number };

/** `sampled` of `probes` were evaluated; all of them unless there are too many. */
export type PassRateDto = { days: PassDay[]; rate: number | null; probes: number; sampled: number };
