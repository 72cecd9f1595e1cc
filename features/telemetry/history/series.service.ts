import "server-only";
import { isSwitch } from "@/features/observation/observation.rules";
import { observe } from "@/features/observation/observation.service";
import type { OperationContext } from "@/lib/operation/context";
import type { ReadableProbe } from "../ingest/probe.data";
import { type Span, spansOf } from "../ingest/probe.rules";
import { hasAtMost, readBuckets, readRaw } from "./history.data";
import { chooseBuckets, planAll, sharesOf } from "./history.rules";
import type { HistoryDto, Series } from "./history.schema";
import { observationsOf } from "./statistics.operations";

type Reader = Pick<OperationContext, "db" | "now" | "signal">;

/** About 0.2 s of reading; beyond that, the share of a switch is that of its readings. */
const SHARES_EXAMINED = 200_000;

/**
 * One series per opened probe, as columns: the readings if there are at most `points`, otherwise buckets. The mean of a
 * switch in a bucket is the share of the observed time in which it was on.
 */
export async function readSeries(
  ctx: Reader,
  probes: readonly ReadableProbe[],
  timeZone: string,
  { points, ...range }: Span & { points: number },
): Promise<HistoryDto> {
  const spans = spansOf(probes, range);
  const isRaw = await hasAtMost(ctx.db, spans, points);
  const { seconds, starts } = isRaw ? { seconds: 0, starts: [] } : chooseBuckets(range, points, timeZone);
  const [found, shares] = isRaw
    ? [await readRaw(ctx.db, spans), []]
    : await Promise.all([
        readBuckets(ctx.db, seconds < 3600 ? { hours: [], raw: spans } : planAll(spans, starts), starts),
        readShares(ctx, probes, range, starts),
      ]);
  const of = (all: readonly Series[], id: number) => all.find(({ probeId }) => probeId === id);
  return {
    series: probes.map(
      ({ probeId }) => of(shares, probeId) ?? of(found, probeId) ?? { probeId, at: [], min: [], mean: [], max: [] },
    ),
    bucketSeconds: seconds,
  };
}

/** The switches among the probes by bucket; none if too many readings would have to be read. */
async function readShares(
  ctx: Reader,
  probes: readonly ReadableProbe[],
  range: Span,
  starts: readonly number[],
): Promise<Series[]> {
  const switches = probes.filter(({ measure }) => isSwitch(measure));
  const observations = switches.map((probe) => observationsOf(probe, range));
  const sums = await observe(ctx, observations.flat(), { edges: starts.slice(1), most: SHARES_EXAMINED });
  if (!sums) return [];
  let next = 0;
  return switches.map(({ probeId }, index) => {
    const count = (observations[index] as readonly unknown[]).length;
    next += count;
    return { probeId, ...sharesOf(sums.slice(next - count, next), starts) };
  });
}
