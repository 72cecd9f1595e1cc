import type { Side } from "@/db/enums";
import type { Span, Sums } from "./observation.rules";

/** A limit in the unit of the measure, and the side on which a value is beyond it; the limit itself is within. */
export type Threshold = { side: Side; limit: number };

/** Observed time beyond the threshold whose limit the sums were computed with, in ms. */
export const beyondMsOf = ({ observedMs, withinMs }: Pick<Sums, "observedMs" | "withinMs">): number =>
  Math.max(0, observedMs - withinMs);

/**
 * Values beyond a threshold one after the other: from the first of them to the next value that is not, or to the end of
 * the span. `isRunning`: the last value is still valid at the end.
 */
export type Run = Span & { extreme: number; extremeAt: number; isRunning: boolean };

/** The further of two values on a side. */
export const worseOf = (side: Side, a: number, b: number): number =>
  side === "above" ? Math.max(a, b) : Math.min(a, b);

/** The runs of several probes as separate times: those that overlap or touch become one. In order of time. */
export function mergeRuns<R extends Run>(side: Side, runs: readonly R[]): R[] {
  const merged: R[] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = merged.at(-1);
    if (!last || run.from > last.to) merged.push(run);
    else {
      const isWorse = worseOf(side, run.extreme, last.extreme) !== last.extreme;
      const worst = isWorse ? run : last;
      const isRunning = run.to > last.to ? run.isRunning : last.isRunning || (run.to === last.to && run.isRunning);
      merged[merged.length - 1] = { ...worst, from: last.from, to: Math.max(last.to, run.to), isRunning };
    }
  }
  return merged;
}

/** The union of spans: in order of time, none overlapping or touching another. */
export function unionOf(spans: readonly Span[]): Span[] {
  const union: Span[] = [];
  for (const { from, to } of spans.filter((span) => span.from < span.to).toSorted((a, b) => a.from - b.from)) {
    const last = union.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else union.push({ from, to });
  }
  return union;
}

/** The time common to two unions. */
export function commonOf(a: readonly Span[], b: readonly Span[]): Span[] {
  const common: Span[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] as Span, b[j] as Span];
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (from < to) common.push({ from, to });
    if (one.to < other.to) i += 1;
    else j += 1;
  }
  return common;
}

/** The length of spans that do not overlap, in ms. */
export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);
