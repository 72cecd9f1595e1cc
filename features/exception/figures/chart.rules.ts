/** Columns of one probe's history; `at` in epoch ms, ascending. */
export type Series = { at: readonly number[]; min: readonly number[]; mean: readonly number[]; max: readonly number[] };

/** A gap is longer than the distances of neighbouring points by this factor. */
const GAP_FACTOR = 3;

/**
 * The runs of points without a gap, as `[first, last]` indices. A gap is longer than three buckets (`bucketSeconds`, 0
 * for raw readings) and than three times the usual distance before it and after it, because a device reports more often
 * while it is out of range. The usual distance of a side is the shorter of the two nearest, so that a second gap does
 * not hide one.
 */
export function runsOf(at: readonly number[], bucketSeconds: number): [first: number, last: number][] {
  if (at.length === 0) return [];
  const distances = at.slice(1).map((time, index) => time - (at[index] as number));
  const runs: [number, number][] = [];
  let first = 0;
  for (const [index, distance] of distances.entries()) {
    // Without points on one side: infinite, because nothing shows that this distance is unusual.
    const before = Math.min(...distances.slice(Math.max(0, index - 2), index));
    const after = Math.min(...distances.slice(index + 1, index + 3));
    if (distance <= GAP_FACTOR * Math.max(before, after, bucketSeconds * 1000)) continue;
    runs.push([first, index]);
    first = index + 1;
  }
  return [...runs, [first, at.length - 1]];
}

/** The columns with a null between two runs, so that the line is interrupted there. */
export function openBetweenRuns(series: Series, bucketSeconds: number) {
  const at: number[] = [];
  const open = { min: [] as (number | null)[], mean: [] as (number | null)[], max: [] as (number | null)[] };
  for (const [first, last] of runsOf(series.at, bucketSeconds)) {
    at.push(...series.at.slice(first, last + 1), (series.at[last] as number) + 1);
    for (const name of ["min", "mean", "max"] as const) open[name].push(...series[name].slice(first, last + 1), null);
  }
  return { at, ...open };
}
