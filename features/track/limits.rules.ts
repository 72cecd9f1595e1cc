export const MAXIMUM_RANGE_MS = 31 * 86_400_000;

/** How many points a track may have. */
export const POINTS = { minimum: 10, maximum: 5000, default: 2000 } as const;
