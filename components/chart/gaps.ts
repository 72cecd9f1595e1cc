/** Columns of equal length: instants in epoch milliseconds, with minimum, mean and maximum at each. */
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

/** A step between two values, with the two steps before it and the two after it, in ms; 0 for none. */
type Steps = { before2: number; before: number; step: number; behind: number; behind2: number };

/**
 * Inserts a null wherever a gap is certain, so that the line is interrupted there. `isObserved` tells whether the time
 * of a step counts as observed. Between buckets of `widthMs` (0 for single values), only the time that is certainly
 * without a value counts, less half a bucket of tolerance, because a clock change makes some buckets longer.
 */
export function openAtGaps(columns: Columns, isObserved: (steps: Steps) => boolean, widthMs: number): OpenColumns {
  const { at } = columns;
  // Values lie anywhere within their buckets, so only the step less one bucket width is certainly without a value.
  const sure = (index: number) => {
    const step = (at[index + 1] ?? Number.NaN) - (at[index] ?? Number.NaN);
    return Math.max(0, widthMs === 0 ? step || 0 : (step || 0) - widthMs + 1);
  };
  const open: OpenColumns = { at: [], min: [], mean: [], max: [] };
  for (const [index, instant] of at.entries()) {
    open.at.push(instant);
    open.min.push(columns.min[index] ?? null);
    open.mean.push(columns.mean[index] ?? null);
    open.max.push(columns.max[index] ?? null);
    const step = sure(index);
    if (step <= widthMs / 2) continue;
    const [before2, before, behind, behind2] = [sure(index - 2), sure(index - 1), sure(index + 1), sure(index + 2)];
    if (isObserved({ before2, before, step, behind, behind2 })) continue;
    open.at.push(instant + widthMs + 1);
    for (const values of [open.min, open.mean, open.max]) values.push(null);
  }
  return open;
}
