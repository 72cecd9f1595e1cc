import "server-only";
import { completenessOf, degreeMinutesOf, isSwitch, total } from "@/features/observation/observation.rules";
import type { Db, OperationContext } from "@/lib/operation/context";
import { getProbes, type ReadableProbe } from "../ingest/probe.data";
import { type Span, SURROUNDING_MEASURES, spansOf } from "../ingest/probe.rules";
import { countInvalid, hasAtMost, readBuckets, readRaw, streamReadings } from "./history.data";
import { chooseBuckets, planAll } from "./history.rules";
import type { Series } from "./history.schema";
import { readTotals } from "./statistics.data";
import { askedOf, observationsOf, readWithSums } from "./statistics.operations";
import { countOf } from "./statistics.rules";
import type { ProbeStatistics } from "./statistics.schema";

// What a document says of carriers, whatever their number: the caller reads them in parts.

export type RecordedProbe = ReadableProbe;
/** A probe and when it is read. */
type Periods = Pick<RecordedProbe, "probeId" | "periods">;
type Caller = Pick<OperationContext, "db" | "now" | "signal">;

/** The probes that monitor the surroundings of these carriers in a range. Throws NOT_FOUND outside the scope. */
export async function openRecorded(
  { db, scope }: Pick<OperationContext, "db" | "scope">,
  carrierIds: readonly number[],
  range: Span,
): Promise<RecordedProbe[]> {
  const probes = await getProbes(db, scope, { carrierIds }, range);
  return probes.filter(({ measure }) => SURROUNDING_MEASURES.includes(measure));
}

/** The same of these probes themselves, on whatever carrier they are. Throws NOT_FOUND outside the scope. */
export async function openRecordedProbes(
  { db, scope }: Pick<OperationContext, "db" | "scope">,
  probeIds: readonly number[],
  range: Span,
): Promise<RecordedProbe[]> {
  const probes = await getProbes(db, scope, { probeIds }, range);
  return probes.filter(({ measure }) => SURROUNDING_MEASURES.includes(measure));
}

/** The number of readings of probes in a range. */
export const countRecorded = async (db: Db, probes: readonly Periods[], range: Span): Promise<number> =>
  countOf(await readTotals(db, planAll(spansOf(probes, range), [])));

/** Invalid readings are counted up to this number for each probe. */
const INVALID_COUNTED = 100_000;

export type ProbeRecord = ProbeStatistics & {
  askedSeconds: number;
  completeness: number | null;
  /** Null for a switch, or without a limit on that side. */
  aboveDegreeMinutes: number | null;
  belowDegreeMinutes: number | null;
  invalidReadings: number;
};

/** The figures of probes over a range, and what does not count in them; however many readings there are. */
export async function readRecords(ctx: Caller, probes: readonly RecordedProbe[], range: Span): Promise<ProbeRecord[]> {
  const [{ statistics, sums }, invalid] = await Promise.all([
    readWithSums(ctx, probes, range, Number.POSITIVE_INFINITY),
    Promise.all(probes.map((probe) => countInvalid(ctx.db, spansOf([probe], range), INVALID_COUNTED))),
  ]);
  return probes.map((probe, index) => {
    const own = sums?.[index] ?? total([]);
    const askedMs = askedOf(observationsOf(probe, range), ctx.now);
    const { above, below } = degreeMinutesOf(own);
    const limited = (limit: number | null, value: number) => (limit === null || isSwitch(probe.measure) ? null : value);
    return {
      ...(statistics.probes[index] as ProbeStatistics),
      askedSeconds: askedMs / 1000,
      completeness: completenessOf(own, askedMs),
      aboveDegreeMinutes: limited(probe.maximum, above),
      belowDegreeMinutes: limited(probe.minimum, below),
      invalidReadings: invalid[index] as number,
    };
  });
}

/** The series of probes for a chart: the readings if there are at most `points` of each, otherwise buckets. */
export async function readRecordedSeries(
  { db }: Pick<OperationContext, "db">,
  probes: readonly RecordedProbe[],
  range: Span,
  { points, timeZone }: { points: number; timeZone: string },
): Promise<{ series: Series[]; bucketSeconds: number }> {
  const spans = spansOf(probes, range);
  if (await hasAtMost(db, spans, points)) return { series: await readRaw(db, spans), bucketSeconds: 0 };
  const { seconds, starts } = chooseBuckets(range, points, timeZone);
  const reads = seconds < 3600 ? { hours: [], raw: spans } : planAll(spans, starts);
  return { series: await readBuckets(db, reads, starts), bucketSeconds: seconds };
}

/** The readings of a probe in a range, in chunks. */
export async function* streamRecorded(
  db: Db,
  probe: Periods,
  range: Span,
): AsyncGenerator<{ at: number; value: number }[]> {
  for (const span of spansOf([probe], range)) yield* streamReadings(db, span);
}
