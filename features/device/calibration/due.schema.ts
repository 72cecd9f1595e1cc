/** Devices of a list whose calibration has ended or is about to; null where nobody may or need look. */
export type DueCount = { expired: number; dueSoon: number } | null;

/** What the list of due calibrations can be narrowed to: a state, or the days within which they end. */
export const DUE_SPANS = ["expired", "7", "30", "90", "365", "none"] as const;
export type DueSpan = (typeof DUE_SPANS)[number];
