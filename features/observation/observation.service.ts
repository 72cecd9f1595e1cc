import "server-only";
import type { Db, OperationContext } from "@/lib/operation/context";
import {
  countOpenings,
  forgetFigures,
  forgetSums,
  readStretches,
  readSummed,
  type Summed,
  type Touched,
} from "./observation.data";
import { cutAt, type Observation, type Stretch, type Sums, total, withLead, without } from "./observation.rules";

/** About 0.2 s of reading: below this count, all stretches are read at once. */
const READ_AT_ONCE = 200_000;

type Caller = Pick<OperationContext, "db" | "now" | "signal">;

type Options = {
  /** Instants that cut the spans into buckets, epoch ms, in order. */
  edges?: readonly number[];
  /** Maximum number of readings to read. */
  most?: number;
};

/** From this number on, spans are read over two connections at once; inside a transaction one after the other. */
const HALVED_FROM = 500;

async function inHalves<S, R>(all: readonly S[], read: (half: readonly S[]) => Promise<R[]>): Promise<R[]> {
  if (all.length < HALVED_FROM) return read(all);
  const middle = all.length >> 1;
  return (await Promise.all([read(all.slice(0, middle)), read(all.slice(middle))])).flat();
}

/**
 * Computes the sums of each span: one row per span, with one bucket more than there are edges. Returns null if more
 * than `most` readings would have to be read. Whole hours come from their stored sums, the rest from the readings.
 * Rejects with the reason of `signal` between two parts.
 */
export async function observe(
  { db, now, signal }: Caller,
  observations: readonly Observation[],
  { edges = [], most = Number.POSITIVE_INFINITY }: Options = {},
): Promise<Sums[][] | null> {
  const until = now.getTime();
  const summed = await inHalves(observations, (half) => readSummed(db, half, edges, until));
  if (summed.reduce((sum, { left }) => sum + left, 0) > most) return null;
  const open = observations.map((one, place) => stretchesOf(one, (summed[place] as Summed).taken, edges, until));
  const read: Stretch[] = [];
  for (const part of inParts(open, summed)) {
    signal?.throwIfAborted();
    read.push(...(await inHalves(part, (half) => readStretches(db, half, until))));
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

/** Like `observe`, with one row of sums per span. */
export async function observeSpans(
  caller: Caller,
  observations: readonly Observation[],
  most?: number,
): Promise<Sums[] | null> {
  const found = await observe(caller, observations, { ...(most !== undefined && { most }) });
  return found?.map(([sums]) => sums as Sums) ?? null;
}

/** How often the doors of these spans opened; null if more than `most` readings would have to be read. */
export const observeOpenings = (
  { db }: Pick<Caller, "db">,
  spans: readonly Pick<Observation, "probeId" | "from" | "to">[],
  most: number,
): Promise<number[] | null> => countOpenings(db, spans, most);

/** Deletes the stored sums and figures that depend on changed readings; the worker recomputes them. */
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

/** The stretches of all spans in order, in parts that are read in about 0.2 s. */
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
