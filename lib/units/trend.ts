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
