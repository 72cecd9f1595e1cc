/** The span of the readings in the dialog, and their greatest number. */
export const RECENT_MS = 3 * 3_600_000;
const RECENT_VALUES = 60;
const MINUTE_MS = 60_000;

/**
 * Readings (epoch ms, ascending) as values at equal intervals: at their usual distance, a minute or more, and so that
 * the span has at most 60. Of several within an interval the last counts; null where there is none.
 */
export function atIntervals(readings: readonly { at: number; value: number }[]): (number | null)[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return [];
  const distances = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? at));
  const usual = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0;
  const step = Math.max(usual, MINUTE_MS, (last.at - first.at) / (RECENT_VALUES - 1));
  const values: (number | null)[] = Array.from({ length: Math.round((last.at - first.at) / step) + 1 }, () => null);
  for (const { at, value } of readings) values[Math.round((at - first.at) / step)] = value;
  return values;
}
