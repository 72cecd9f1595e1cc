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
 * The columns with a null where a gap is sure, so that a line is left open there. A gap is a step longer than `stepMs`,
 * unless it is one of three in a row none of which is shorter than half of it: values may come at a slower pace.
 * Between buckets of `widthMs` (0 for single values) only the time sure to be without a value counts, and half a
 * bucket is forgiven, for a clock change makes some buckets longer.
 */
export function openAtGaps(columns: Columns, stepMs: number, widthMs: number): OpenColumns {
  const steps = columns.at.map((at, index) => (columns.at[index + 1] ?? Number.NaN) - at);
  const open: OpenColumns = { at: [], min: [], mean: [], max: [] };
  for (const [index, at] of columns.at.entries()) {
    open.at.push(at);
    open.min.push(columns.min[index] ?? null);
    open.mean.push(columns.mean[index] ?? null);
    open.max.push(columns.max[index] ?? null);
    const silent = (steps[index] ?? Number.NaN) - widthMs;
    const isLong = widthMs === 0 ? silent > stepMs : silent >= Math.max(stepMs, widthMs / 2);
    if (!isLong || silent <= 2 * (paceAround(steps, index) - widthMs)) continue;
    open.at.push(at + widthMs + 1);
    for (const values of [open.min, open.mean, open.max]) values.push(null);
  }
  return open;
}

/** The shorter neighbour of a step in the best of the three runs of three it belongs to; 0 without a run. */
function paceAround(steps: readonly number[], index: number): number {
  const [before2, before, behind, behind2] = [-2, -1, 1, 2].map((offset) => steps[index + offset] || 0) as [
    number,
    number,
    number,
    number,
  ];
  return Math.max(Math.min(before2, before), Math.min(before, behind), Math.min(behind, behind2));
}
