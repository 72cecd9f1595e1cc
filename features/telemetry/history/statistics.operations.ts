import "server-only";
import {
  askedMsOfAll,
  cutAtWatch,
  deviationOf,
  isSwitch,
  kineticFigureOf,
  longestStepMs,
  meanOf,
  NO_KINETIC,
  type Observation,
  passRateOf,
  type Sums,
  total,
} from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { ReadableProbe } from "../ingest/probe.data";
import { openProbes } from "../ingest/probe.operations";
import { clip, type Span, spansOf } from "../ingest/probe.rules";
import { planAll } from "./history.rules";
import { HistoryRange } from "./history.schema";
import { type Extremes, findExtremes, readTotals, type Totals } from "./statistics.data";
import { longestOf } from "./statistics.rules";
import type { ProbeStatistics, StatisticsDto } from "./statistics.schema";

/** About 5 s of reading. */
export const MAXIMUM_EXAMINED = 5_000_000;

/** Time-weighted figures of each probe over the range; whole hours come from their stored sums. */
export const getStatistics = defineOperation({
  name: "history.statistics",
  kind: "query",
  isLong: true,
  permission: "viewHistory",
  input: HistoryRange,
  async run(ctx, asked): Promise<StatisticsDto> {
    const { probes } = await openProbes(ctx, asked);
    return readStatistics(ctx, probes, asked);
  },
});

/** The spans of a probe inside a range, as input of `observe`. */
export const observationsOf = (
  { probeId, minimum, maximum, periods, ...probe }: Omit<ReadableProbe, "watchedFrom">,
  range: Span,
): Observation[] => {
  const fixed = {
    probeId,
    minimum,
    maximum,
    stepMs: longestStepMs(probe),
    isTemperature: probe.measure === "temperature",
  };
  return periods.flatMap((period) => clip([period], range).map((span) => ({ ...fixed, ...span, period })));
};

/** The same, cut where values begin to be expected, for figures of what is missing. */
export const watchedSpansOf = (probe: ReadableProbe, range: Span): Observation[] =>
  cutAtWatch(observationsOf(probe, range), probe.watchedFrom);

type Reader = Pick<OperationContext, "db" | "now" | "signal">;

/**
 * The same for opened probes. If more than `most` readings would have to be read, only counts and extremes are
 * returned.
 */
export async function readStatistics(
  ctx: Reader,
  probes: readonly ReadableProbe[],
  range: Span,
  most = MAXIMUM_EXAMINED,
): Promise<StatisticsDto> {
  const { statistics } = await readWithSums(ctx, probes, range, most);
  return statistics;
}

/**
 * The same, with the sums that the figures come from and the time asked for, in the order of the probes, if they were
 * read.
 */
export async function readWithSums(
  ctx: Reader,
  probes: readonly ReadableProbe[],
  range: Span,
  most: number,
): Promise<{ statistics: StatisticsDto; sums: (Sums & { askedMs: number })[] | null }> {
  const observations = probes.map((probe) => watchedSpansOf(probe, range));
  const [{ totals, extremes }, found] = await Promise.all([
    readExtremes(ctx, probes, range),
    observeSpans(ctx, observations.flat(), most),
  ]);
  let next = 0;
  const sums =
    found &&
    observations.map((spans) => {
      next += spans.length;
      const own = found.slice(next - spans.length, next);
      return { ...total(own), askedMs: askedMsOfAll(spans, own, ctx.now.getTime()) };
    });
  const statistics = {
    isExamined: sums !== null,
    probes: probes.map((probe, index) => {
      const isOwn = ({ probeId }: { probeId: number }) => probeId === probe.probeId;
      const own = sums?.[index];
      return {
        ...summaryOf(probe, totals.find(isOwn), extremes.find(isOwn)),
        ...(own && figuresOf(probe, own, own.askedMs)),
      };
    }),
  };
  return { statistics, sums };
}

async function readExtremes({ db }: Reader, probes: readonly ReadableProbe[], range: Span) {
  const reads = planAll(spansOf(probes, range), []);
  const totals = await readTotals(db, reads);
  return { totals, extremes: await findExtremes(db, reads, totals) };
}

function summaryOf({ probeId }: ReadableProbe, totals?: Totals, extremes?: Extremes): ProbeStatistics {
  return {
    probeId,
    count: totals?.count ?? 0,
    minimum: totals?.minimum ?? null,
    minimumAt: extremes?.minimumAt ?? null,
    maximum: totals?.maximum ?? null,
    maximumAt: extremes?.maximumAt ?? null,
    mean: null,
    standardDeviation: null,
    ...NO_KINETIC,
    observedSeconds: 0,
    withinSeconds: null,
    passRate: null,
    onSeconds: null,
    gapCount: 0,
    gapSeconds: 0,
    gaps: [],
  };
}

function figuresOf(
  { measure, minimum, maximum }: ReadableProbe,
  sums: Sums,
  askedMs: number,
): Partial<ProbeStatistics> {
  const hasLimits = minimum !== null || maximum !== null;
  return {
    mean: meanOf(sums),
    standardDeviation: deviationOf(sums),
    ...kineticFigureOf(sums, askedMs),
    observedSeconds: sums.observedMs / 1000,
    withinSeconds: hasLimits ? sums.withinMs / 1000 : null,
    passRate: hasLimits ? passRateOf(sums) : null,
    onSeconds: isSwitch(measure) ? sums.area / 1000 : null,
    gapCount: sums.gaps.length,
    gapSeconds: sums.gapMs / 1000,
    gaps: longestOf(sums.gaps),
  };
}
