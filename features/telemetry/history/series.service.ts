import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { type Span, spansOf } from "../ingest/probe.rules";
import type { HistoryProbe } from "../ingest/probe.schema";
import { hasAtMost, readBuckets, readRaw } from "./history.data";
import { chooseBuckets, planAll } from "./history.rules";
import type { HistoryDto } from "./history.schema";

type Probes = readonly (HistoryProbe & { periods: readonly Span[] })[];

/** One series per opened probe, as columns: the readings if there are at most `points`, otherwise buckets. */
export async function readSeries(
  { db }: Pick<OperationContext, "db">,
  probes: Probes,
  timeZone: string,
  { points, ...range }: Span & { points: number },
): Promise<HistoryDto> {
  const spans = spansOf(probes, range);
  const isRaw = await hasAtMost(db, spans, points);
  const { seconds, starts } = isRaw ? { seconds: 0, starts: [] } : chooseBuckets(range, points, timeZone);
  const found = isRaw
    ? await readRaw(db, spans)
    : await readBuckets(db, seconds < 3600 ? { hours: [], raw: spans } : planAll(spans, starts), starts);
  return {
    series: probes.map(
      ({ probeId }) =>
        found.find((series) => series.probeId === probeId) ?? { probeId, at: [], min: [], mean: [], max: [] },
    ),
    bucketSeconds: seconds,
  };
}
