/** Columns of equal length: instants in epoch milliseconds, and the least, mean and greatest value at each. */
export type Columns = {
  at: readonly number[];
  min: readonly number[];
  mean: readonly number[];
  max: readonly number[];
};

export type OpenColumns = {
  at: number[];
  min: (number | null)[];
  mean: (number | null)[];
  max: (number | null)[];
};

/**
 * The columns with a null where a gap is sure, so that a line is left open there. `widthMs` 0 means single values:
 * a gap is a step longer than `stepMs`. Between buckets it is sure when the time without any value is longer than
 * that; half a bucket is forgiven, for a clock change makes some buckets longer.
 */
export function openAtGaps(columns: Columns, stepMs: number, widthMs: number): OpenColumns {
  const silentMs = widthMs === 0 ? stepMs + 1 : Math.max(stepMs, widthMs / 2);
  const open: OpenColumns = { at: [], min: [], mean: [], max: [] };
  for (const [index, at] of columns.at.entries()) {
    const before = columns.at[index - 1];
    if (before !== undefined && at - before - widthMs >= silentMs) {
      open.at.push(before + widthMs + 1);
      for (const values of [open.min, open.mean, open.max]) values.push(null);
    }
    open.at.push(at);
    open.min.push(columns.min[index] ?? null);
    open.mean.push(columns.mean[index] ?? null);
    open.max.push(columns.max[index] ?? null);
  }
  return open;
}
