export const MAXIMUM_DAYS = 31;
export const MAXIMUM_RANGE_MS = MAXIMUM_DAYS * 86_400_000;

/** Number of points of a track. */
export const POINTS = { minimum: 10, maximum: 5000, default: 2000 } as const;
