import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { meanKineticTemperatureOf } from "@/lib/units/kinetic";
import { planAll } from "../history/rules";
import { HistoryRange } from "../history/schema";
import type { ReadableProbe } from "../probe/data";
import { openProbes } from "../probe/operations";
import { clip, isSwitch, longestStepMs, type Span, spansOf } from "../probe/rules";
import { type Examined, examine, readTotals, type Totals } from "./data";
import { countOf, deviationOf, inParts, judgeObservations, mergeMoments } from "./rules";
import type { ProbeStatistics, StatisticsDto } from "./schema";

/** About five seconds of reading. */
export const MAXIMUM_EXAMINED = 5_000_000;

/** Figures of each probe over the range. Sums come from the hourly roll-ups, time and spread from the readings. */
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

/** The same for probes that are open already; with more readings than `maximumExamined` only the roll-ups are asked. */
export async function readStatistics(
  ctx: Pick<OperationContext, "db" | "now" | "signal">,
  probes: readonly ReadableProbe[],
  range: Span,
  maximumExamined = MAXIMUM_EXAMINED,
): Promise<StatisticsDto> {
  const { db, now } = ctx;
  const temperatures = probes.filter(({ measure }) => measure === "temperature").map(({ probeId }) => probeId);
  const totals = await readTotals(db, planAll(spansOf(probes, range), []), temperatures);
  const totalOf = (probe: ReadableProbe) => totals.find(({ probeId }) => probeId === probe.probeId);
  const count = countOf(totals);
  const isExamined = count <= maximumExamined;
  const spans = probes.map((probe) => examinationsOf(probe, totalOf(probe), range));
  const examined = isExamined ? await inParts(ctx, spans, count, (part) => examine(db, part)) : null;
  return {
    isExamined,
    probes: probes.map((probe) => {
      const own = examined?.filter(({ probeId }) => probeId === probe.probeId);
      return { ...summaryOf(probe, totalOf(probe)), ...(own && figuresOf(probe, own, now)) };
    }),
  };
}

function examinationsOf(probe: ReadableProbe, totals: Totals | undefined, range: Span) {
  const { probeId, minimum, maximum, periods } = probe;
  const stepMs = longestStepMs(probe);
  const extremes = { low: totals?.minimum ?? Number.NaN, high: totals?.maximum ?? Number.NaN };
  return periods.flatMap((period) =>
    clip([period], range).map((span) => ({ probeId, ...span, period, minimum, maximum, stepMs, ...extremes })),
  );
}

function summaryOf({ probeId }: ReadableProbe, totals: Totals | undefined): ProbeStatistics {
  const { count = 0, sum = 0, minimum = null, maximum = null, arrheniusSum = null } = totals ?? {};
  return {
    probeId,
    count,
    minimum,
    minimumAt: null,
    maximum,
    maximumAt: null,
    mean: count > 0 && minimum !== null && maximum !== null ? Math.max(minimum, Math.min(maximum, sum / count)) : null,
    standardDeviation: null,
    meanKineticTemperature: arrheniusSum === null ? null : meanKineticTemperatureOf(arrheniusSum, count),
    observedSeconds: 0,
    withinSeconds: null,
    passRate: null,
    onSeconds: null,
    gapCount: 0,
    gapSeconds: 0,
    gaps: [],
  };
}

function figuresOf(probe: ReadableProbe, examined: readonly Examined[], now: Date): Partial<ProbeStatistics> {
  const stepMs = longestStepMs(probe);
  const { observedMs, withinMs, onMs, gapMs, gapCount, gaps } = judgeObservations(
    examined,
    probe,
    stepMs,
    now.getTime(),
  );
  const hasLimits = probe.minimum !== null || probe.maximum !== null;
  const first = (times: (number | null)[]) =>
    times.reduce((least, at) => (at !== null && (least === null || at < least) ? at : least), null);
  return {
    minimumAt: first(examined.map(({ lowAt }) => lowAt)),
    maximumAt: first(examined.map(({ highAt }) => highAt)),
    standardDeviation: deviationOf(examined.reduce(mergeMoments, { count: 0, mean: 0, squares: 0 })),
    observedSeconds: observedMs / 1000,
    withinSeconds: hasLimits ? withinMs / 1000 : null,
    passRate: hasLimits && observedMs > 0 ? withinMs / observedMs : null,
    onSeconds: isSwitch(probe.measure) ? onMs / 1000 : null,
    gapCount,
    gapSeconds: gapMs / 1000,
    gaps,
  };
}
