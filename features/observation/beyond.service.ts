import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { readRuns } from "./beyond.data";
import { beyondMsOf, type Run, type Threshold } from "./beyond.rules";
import type { Observation } from "./observation.rules";
import { observeSpans } from "./observation.service";

type Caller = Pick<OperationContext, "db" | "now" | "signal">;

const limitsOf = ({ side, limit }: Threshold) =>
  side === "above" ? { minimum: null, maximum: limit } : { minimum: limit, maximum: null };

/**
 * Observed time of each span beyond each threshold in ms: one row per span, one column per threshold. The time in an
 * arbitrary band is the difference of two columns, so bands add up exactly and no value counts in two of them.
 */
export async function observeBeyond(
  caller: Caller,
  spans: readonly Observation[],
  thresholds: readonly Threshold[],
): Promise<number[][]> {
  const asked = spans.flatMap((span) => thresholds.map((threshold) => ({ ...span, ...limitsOf(threshold) })));
  const sums = (await observeSpans(caller, asked)) ?? [];
  return spans.map((_, row) =>
    thresholds.map((_threshold, column) => {
      const one = sums[row * thresholds.length + column];
      return one ? beyondMsOf(one) : 0;
    }),
  );
}

/** The separate times of each span beyond the one limit that it has, in order of time. */
export const observeEachRuns = ({ db, now }: Caller, spans: readonly Observation[]): Promise<Run[][]> =>
  readRuns(db, spans, now.getTime());

/** The spans with this threshold as their one limit. */
export const withThreshold = (spans: readonly Observation[], threshold: Threshold): Observation[] =>
  spans.map((span) => ({ ...span, ...limitsOf(threshold) }));

/** The separate times of each span beyond the threshold, in order of time. */
export const observeRuns = (caller: Caller, spans: readonly Observation[], threshold: Threshold): Promise<Run[][]> =>
  observeEachRuns(caller, withThreshold(spans, threshold));
