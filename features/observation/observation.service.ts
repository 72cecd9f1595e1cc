import "server-only";
import type { Db, OperationContext } from "@/lib/operation/context";
import { forgetFigures, forgetSums, readStretches, readSummed, type Summed, type Touched } from "./observation.data";
import { cutAt, type Observation, type Stretch, type Sums, total, withLead, without } from "./observation.rules";

/** About a fifth of a second of reading: below, all stretches are read at once. */
const READ_AT_ONCE = 200_000;

type Caller = Pick<OperationContext, "db" | "now" | "signal">;

type Options = {
  /** Cut the spans into buckets, epoch ms, in order. */
  edges?: readonly number[];
  /** More readings than this are not read. */
  most?: number;
};

/**
 * What each span adds up to, one row for each, with a bucket more than there are edges; null where more than `most` readings
 * would have to be read. Whole hours come from their sums, what is left of a span from the readings. Rejects with the reason
 * of `signal` between two parts.
 */
export async function observe(
  { db, now, signal }: Caller,
  observations: readonly Observation[],
  { edges = [], most = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Sums[][] | null> {
  const until = now.getTime();
  const summed = await readSummed(db, observations, edges, until);
  if (summed.reduce((sum, { left }) => sum + left, 0) > most) return null;
  const open = observations.map((one, place) => stretchesOf(one, (summed[place] as Summed).taken, edges, until));
  const read: Stretch[] = [];
  for (const part of inParts(open, summed)) {
    signal?.throwIfAborted();
    read.push(...(await readStretches(db, part, until)));
  }
  let next = 0;
  return open.map((stretches, place) => {
    const buckets: Sums[][] = Array.from({ length: edges.length + 1 }, () => []);
    for (const { bucket, sums } of (summed[place] as Summed).buckets) buckets[bucket]?.push(sums);
    for (const stretch of stretches) {
      buckets[bucketOf(edges, stretch.from)]?.push(withLead(stretch, read[next] as Stretch, until));
      next += 1;
    }
    return buckets.map(total);
  });
}

/** The same as one row of sums for each span. */
export async function observeSpans(
  caller: Caller,
  observations: readonly Observation[],
  most?: number,
): Promise<Sums[] | null> {
  const found = await observe(caller, observations, { ...(most !== undefined && { most }) });
  return found?.map(([sums]) => sums as Sums) ?? null;
}

/** Forgets what hours and exceptions add up to whose readings were changed; the worker works them out again. */
export async function forgetHours(tx: Db, touched: readonly Touched[]): Promise<void> {
  await forgetSums(tx, touched);
  await forgetFigures(tx, touched);
}

function stretchesOf(one: Observation, taken: Summed["taken"], edges: readonly number[], now: number): Observation[] {
  const to = Math.min(one.to, one.period.to, now);
  if (one.from >= to) return [];
  return without({ from: one.from, to }, taken)
    .flatMap((part) => cutAt(part, edges))
    .map((part) => ({ ...one, ...part }));
}

const bucketOf = (edges: readonly number[], at: number): number => {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The stretches of all spans in their order, as many at a time as are read in a fifth of a second. */
function* inParts(open: readonly Observation[][], summed: readonly Summed[]): Generator<Observation[]> {
  let part: Observation[] = [];
  let count = 0;
  for (const [place, stretches] of open.entries()) {
    const own = (summed[place] as Summed).left;
    if (part.length > 0 && count + own > READ_AT_ONCE) {
      yield part;
      [part, count] = [[], 0];
    }
    part.push(...stretches);
    count += own;
  }
  if (part.length > 0) yield part;
}
