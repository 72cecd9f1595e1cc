import { isOn, isWithin, type Limits, type Span } from "../probe/rules";
import type { Gap } from "./schema";

/** One span as it was read: what lies between its readings is judged, its two ends are not yet. Milliseconds. */
export type Observation = {
  span: Span;
  /** The period for which the probe may be seen at all; endless where it was never moved. */
  period: Span;
  firstAt: number | null;
  lastAt: number | null;
  lastValue: number | null;
  /** The pace at which the last readings came: the shorter one of the last two steps. */
  lastPaceMs: number | null;
  observedMs: number;
  withinMs: number;
  /** Time at 1, of a switch. */
  onMs: number;
  gapMs: number;
  gapCount: number;
  gaps: readonly Gap[];
};

type Observed = { observedMs: number; withinMs: number; onMs: number; gapMs: number; gapCount: number; gaps: Gap[] };

const GAPS_LISTED = 100;

/**
 * The longest step between two readings that is no gap: `stepMs`, or twice the pace at which readings came around it
 * where that was slower. Devices are set to other intervals over time, and records may be kept thinner than they are
 * read (GSP: read every minute, recorded every 30).
 */
export const allowedStep = (stepMs: number, paceMs: number | null): number => Math.max(stepMs, 2 * (paceMs ?? 0));

/**
 * Time observed, within limits and silent of a probe (decisions, section 5). A reading holds until the next one;
 * between readings further apart than allowed nothing is observed. A reading without a successor holds until now.
 */
export function judgeObservations(
  observations: readonly Observation[],
  limits: Limits,
  stepMs: number,
  now: number,
): Observed {
  const total: Observed = { observedMs: 0, withinMs: 0, onMs: 0, gapMs: 0, gapCount: 0, gaps: [] };
  const addGap = (from: number, to: number) => {
    if (from >= to) return;
    total.gapMs += to - from;
    total.gapCount += 1;
    total.gaps.push({ from, to });
  };
  for (const { span, period, firstAt, lastAt, lastValue, lastPaceMs, ...inner } of observations) {
    const end = Math.min(span.to, now);
    total.observedMs += inner.observedMs;
    total.withinMs += inner.withinMs;
    total.onMs += inner.onMs;
    total.gapMs += inner.gapMs;
    total.gapCount += inner.gapCount;
    total.gaps.push(...inner.gaps);
    if (firstAt === null || lastAt === null || lastValue === null) {
      if (Math.min(now, period.to) - period.from > stepMs) addGap(span.from, end);
      continue;
    }
    if (firstAt > span.from && firstAt - period.from > stepMs) addGap(span.from, Math.min(firstAt, end));
    const from = Math.max(lastAt, span.from);
    if (from >= end) continue;
    if (Math.min(now, period.to) - lastAt > allowedStep(stepMs, lastPaceMs)) addGap(from, end);
    else {
      total.observedMs += end - from;
      if (isWithin(lastValue, limits)) total.withinMs += end - from;
      if (isOn(lastValue)) total.onMs += end - from;
    }
  }
  const longest = total.gaps.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, GAPS_LISTED);
  return { ...total, gaps: longest.sort((a, b) => a.from - b.from) };
}

/** Count, mean and sum of squared deviations of one set of values. */
export type Moments = { count: number; mean: number; squares: number };

/** The moments of two sets together (Chan, Golub, LeVeque 1979). */
export function mergeMoments(a: Moments, b: Moments): Moments {
  const count = a.count + b.count;
  if (count === 0) return a;
  const delta = b.mean - a.mean;
  return {
    count,
    mean: a.mean + (delta * b.count) / count,
    squares: a.squares + b.squares + (delta * delta * a.count * b.count) / count,
  };
}

/** Sample standard deviation (n − 1), in the unit of the values; null for fewer than two. */
export const deviationOf = ({ count, squares }: Moments): number | null =>
  count < 2 ? null : Math.sqrt(squares / (count - 1));

/** How many readings there are in all. */
export const countOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

/** About a fifth of a second of reading: below, all probes are read at once. */
const READ_AT_ONCE = 200_000;

/**
 * Reads the spans of all probes in their order: of many readings probe by probe, and not for a caller who is gone, when
 * it rejects with the reason of `signal`.
 */
export async function inParts<S, R>(
  { signal }: { signal?: AbortSignal },
  probes: readonly (readonly S[])[],
  count: number,
  read: (spans: readonly S[]) => Promise<R[]>,
): Promise<R[]> {
  if (count <= READ_AT_ONCE) return read(probes.flat());
  const rows: R[] = [];
  for (const spans of probes) {
    signal?.throwIfAborted();
    rows.push(...(await read(spans)));
  }
  return rows;
}
