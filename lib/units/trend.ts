import type { Measure } from "@/db/enums";

/** Minimum change per minute for which a trend arrow is shown. */
const NOTICEABLE: Partial<Record<Measure, number>> = { temperature: 0.05, humidity: 0.3, co2: 5, gas: 1 };

/** The direction of a trend (change per minute); undefined if unknown or too small. */
export function direction(trend: number | null, measure: Measure): "rising" | "falling" | "steady" | undefined {
  const threshold = NOTICEABLE[measure];
  if (trend === null || threshold === undefined) return undefined;
  if (Math.abs(trend) < threshold) return "steady";
  return trend > 0 ? "rising" : "falling";
}

/** Time constant of the displayed trend, in minutes. */
const TREND_MINUTES = 10;
/** A change against the trend that would be noticeable over so many minutes turns it at once. */
const TURN_MINUTES = 5;

/**
 * The smoothed change per minute after one more value: an exponential moving average of the slope, weighted by the
 * elapsed time so that uneven intervals do not distort it. A clear change in the other direction ends the former trend.
 * Null until there are two values.
 */
export function nextTrend(trend: number | null, elapsedMs: number, change: number, measure: Measure): number | null {
  const minutes = elapsedMs / 60_000;
  if (minutes <= 0) return trend;
  const slope = change / minutes;
  if (trend === null) return slope;
  const isTurn =
    Math.sign(change) === -Math.sign(trend) &&
    Math.abs(change) >= TURN_MINUTES * (NOTICEABLE[measure] ?? Number.POSITIVE_INFINITY);
  const before = isTurn ? 0 : trend;
  return before + (1 - Math.exp(-minutes / TREND_MINUTES)) * (slope - before);
}
