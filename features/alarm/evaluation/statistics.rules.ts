import type { CrossingKind } from "@/db/enums";

export type Side = "above" | "below";

export type Sample = { at: number; value: number };

/**
 * The statistics of one excursion, updated per sample; plain JSON. `peak` is the highest value above or the lowest
 * below, `peakAt` (epoch ms) its first sample. Time-based figures are computed only in `features/observation/`.
 */
export type ExcursionStatistics = { count: number; peak: number; peakAt: number };

/**
 * Facts specific to the kind of condition. Cumulative: the most minutes outside within a window and how many were
 * allowed. Trend: when a limit is expected to be crossed, with the earliest and latest instant that the readings allow
 * (epoch ms); `silentAt`: when it ended for lack of data. Geofence: which crossing of which geofence, and the position
 * that showed it.
 */
export type ExcursionFacts =
  | { outsideMinutes: number; windowMinutes: number; allowedMinutes: number }
  | { predictedAt: number; predictedEarliest: number; predictedLatest: number; silentAt?: number }
  | { crossing: CrossingKind; geofenceId: number; geofenceName: string; longitude: number; latitude: number };

/** The statistics of an excursion that began with this sample. */
export const beginStatistics = ({ at, value }: Sample): ExcursionStatistics => ({
  count: 1,
  peak: withoutNegativeZero(value),
  peakAt: at,
});

/** The statistics with one later sample added. */
export function extendStatistics(
  { count, peak, peakAt }: ExcursionStatistics,
  side: Side,
  { at, value }: Sample,
): ExcursionStatistics {
  const isPeak = side === "above" ? value > peak : value < peak;
  return isPeak
    ? { count: count + 1, peak: withoutNegativeZero(value), peakAt: at }
    : { count: count + 1, peak, peakAt };
}

/** JSON has no −0; the stored state must round-trip bit for bit. */
function withoutNegativeZero(value: number): number {
  return value + 0;
}
