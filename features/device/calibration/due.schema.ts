/**
 * Devices of a list whose calibration has expired or is due soon; null without permission or for uncalibrated kinds.
 */
export type DueCount = { expired: number; dueSoon: number } | null;

/** Filters of the due list: a state, or the number of days until the end. */
export const DUE_SPANS = ["expired", "7", "30", "90", "365", "none"] as const;
export type DueSpan = (typeof DUE_SPANS)[number];
