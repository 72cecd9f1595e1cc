import type { Reach } from "./chart-panel";

/** Steps of an axis, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Room above and below the values, as a share of what they span. */
const MARGIN = 0.04;
/** Below this, values are all the same: no sensor tells them apart. */
const FLAT = 1e-6;

/** A round axis around what is in view, of about `count` steps: its ends and the distance of its lines. */
export function roundAxis({ low, high }: Reach, count = 4): { min: number; max: number; interval: number } {
  const margin = high - low > FLAT ? (high - low) * MARGIN : Math.max(0.5, Math.abs(high) * MARGIN);
  // What is never negative has no axis below nothing.
  const [from, to] = [low < 0 ? low - margin : Math.max(0, low - margin), high + margin];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const interval = (STEPS.find((step) => step * power >= rough) ?? 10) * power;
  // Without the rounding, sums of tenths would show as 0.30000000000000004.
  const round = (value: number) => Number(value.toPrecision(12));
  return {
    min: round(Math.floor(from / interval) * interval),
    max: round(Math.ceil(to / interval) * interval),
    interval: round(interval),
  };
}
