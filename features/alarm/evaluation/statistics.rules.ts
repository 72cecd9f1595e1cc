import type { CrossingKind } from "@/db/enums";

export type Side = "above" | "below";

export type Sample = { at: number; value: number };

/**
 * What a machine counts of one excursion, sample by sample; plain JSON. `peak` is the highest value above or the lowest
 * below, `peakAt` (epoch ms) its first sample. Figures over time are worked out by `features/observation/` alone.
 */
export type ExcursionStatistics = { count: number; peak: number; peakAt: number };

/**
 * What a kind of condition tells besides: the most minutes outside within a window and how many were allowed, or when a limit is expected to be crossed,
 * with the earliest and latest moment that the readings allow (epoch ms); `silentAt`: when it ended for want of data. Of
 * a crossing: which one at which geofence, and the position that showed it.
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

/** JSON knows no −0; the stored state must come back bit for bit. */
function withoutNegativeZero(value: number): number {
  return value + 0;
}
