/** The days that figures are told for (specification, section 9: 7 and 30). */
export const PASS_DAYS = [7, 30] as const;
export type PassDays = (typeof PASS_DAYS)[number];

/** Hours of probes on a day, `yyyy-mm-dd` in the zone asked for: with readings, and of these within range. */
export type PassDay = { day: string; observedHours: number; withinHours: number };

/** `sampled` of `probes` were looked at; all of them unless there are very many. */
export type PassRateDto = { days: PassDay[]; rate: number | null; probes: number; sampled: number };
