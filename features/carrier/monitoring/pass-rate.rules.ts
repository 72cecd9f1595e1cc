/** Hours of probes that are added up at once: about half a second. */
export const MAXIMUM_HOURS = 1_500_000;

/** Readings of hours that no sum answers for, which are read besides: about as long. */
export const MAXIMUM_READ = 500_000;

/** One of how many probes is looked at, so that no more than `MAXIMUM_HOURS` of them are read. */
export const stepOf = (probes: number, hours: number): number =>
  Math.max(1, Math.ceil((probes * hours) / MAXIMUM_HOURS));
