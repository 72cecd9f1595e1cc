import "server-only";
import {
  deviationOf,
  isSwitch,
  kineticOf,
  longestStepMs,
  meanOf,
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
  { probeId, minimum, maximum, periods, ...probe }: ReadableProbe,
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

/**
 * The same for opened probes. If more than `most` readings would have to be read, only counts and extremes are
 * returned.
 */
export async function readStatistics(
  ctx: Pick<OperationContext, "db" | "now" | "signal">,
  probes: readonly ReadableProbe[],
  range: Span,
  most = MAXIMUM_EXAMINED,
): Promise<StatisticsDto> {
  const reads = planAll(spansOf(probes, range), []);
  const totals = await readTotals(ctx.db, reads);
  const extremes = await findExtremes(ctx.db, reads, totals);
  const observations = probes.map((probe) => observationsOf(probe, range));
  const sums = await observeSpans(ctx, observations.flat(), most);
  let next = 0;
  return {
    isExamined: sums !== null,
    probes: probes.map((probe, index) => {
      const spans = observations[index]?.length ?? 0;
      const own = sums && total(sums.slice(next, next + spans));
      next += spans;
      const isOwn = ({ probeId }: { probeId: number }) => probeId === probe.probeId;
      return { ...summaryOf(probe, totals.find(isOwn), extremes.find(isOwn)), ...(own && figuresOf(probe, own)) };
    }),
  };
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
    meanKineticTemperature: null,
    observedSeconds: 0,
    withinSeconds: null,
    passRate: null,
    onSeconds: null,
    gapCount: 0,
    gapSeconds: 0,
    gaps: [],
  };
}

function figuresOf({ measure, minimum, maximum }: ReadableProbe, sums: Sums): Partial<ProbeStatistics> {
  const hasLimits = minimum !== null || maximum !== null;
  return {
    mean: meanOf(sums),
    standardDeviation: deviationOf(sums),
    meanKineticTemperature: kineticOf(sums),
    observedSeconds: sums.observedMs / 1000,
    withinSeconds: hasLimits ? sums.withinMs / 1000 : null,
    passRate: hasLimits ? passRateOf(sums) : null,
    onSeconds: isSwitch(measure) ? sums.area / 1000 : null,
    gapCount: sums.gaps.length,
    gapSeconds: sums.gapMs / 1000,
    gaps: longestOf(sums.gaps),
  };
}
