import type { Reach } from "./chart-panel";

/** Steps of an axis, multiplied by a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Margin above and below the values, as a share of their range. */
const MARGIN = 0.04;
/** Values that differ by less count as equal: no sensor resolves such differences. */
const FLAT = 1e-6;

/** A rounded axis of about `count` steps around the visible values: its ends and its step. */
export function roundAxis({ low, high }: Reach, count = 4): { min: number; max: number; interval: number } {
  const margin = high - low > FLAT ? (high - low) * MARGIN : Math.max(0.5, Math.abs(high) * MARGIN);
  // An axis of values that are never negative does not start below 0.
  const [from, to] = [low < 0 ? low - margin : Math.max(0, low - margin), high + margin];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const interval = (STEPS.find((step) => step * power >= rough) ?? 10) * power;
  // Without rounding, sums of tenths would show as 0.30000000000000004.
  const round = (value: number) => Number(value.toPrecision(12));
  return {
    min: round(Math.floor(from / interval) * interval),
    max: round(Math.ceil(to / interval) * interval),
    interval: round(interval),
  };
}
