/** Maximum probe hours summed at once: about half a second. */
export const MAXIMUM_HOURS = 1_500_000;

/** Maximum readings for hours without a roll-up, read in addition: about as long. */
export const MAXIMUM_READ = 500_000;

/** The sampling step, so that at most `MAXIMUM_HOURS` probe hours are read. */
export const stepOf = (probes: number, hours: number): number =>
  Math.max(1, Math.ceil((probes * hours) / MAXIMUM_HOURS));
