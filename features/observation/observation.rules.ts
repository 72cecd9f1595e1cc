import type { Measure } from "@/db/enums";
import { meanKineticTemperatureOf } from "@/lib/units/kinetic";

// The one arithmetic over time. A value holds from its reading until the next one (step function), which is what
// cumulative vaccine indicators do (WHO PQS E006), what USP <1160> presumes with readings at equal intervals, and what a
// device means that reports on change. A step function can be cut anywhere: its parts add up to the whole exactly, for
// the Arrhenius term as for the value itself, and an excursion lasts from one reading to another.

/** `[from, to)` in epoch milliseconds; may be endless on either side. */
export type Span = { from: number; to: number };

/** In the measure's canonical unit; the limits themselves are within. */
export type Limits = { minimum: number | null; maximum: number | null };

export const HOUR_MS = 3_600_000;
/** A record with less than a value in six hours is no monitoring, whatever its pace. */
const LONGEST_PACED_MS = 6 * HOUR_MS;

/** A switch reports its changes; between them it sends a message once an hour. */
export const SWITCHES: readonly Measure[] = ["door", "power"];
export const HEARTBEAT_SECONDS = 3600;

/** Whether a measure is on (1) or off (0). */
export const isSwitch = (measure: Measure): boolean => SWITCHES.includes(measure);

/** How often a probe is expected to be heard, in seconds. `features/alarm/evaluation/watch.data.ts` has the same rule as SQL. */
export const paceSeconds = ({ measure, reportIntervalSeconds }: { measure: Measure; reportIntervalSeconds: number }) =>
  isSwitch(measure) ? Math.max(reportIntervalSeconds, HEARTBEAT_SECONDS) : reportIntervalSeconds;

/** The longest step between two readings that needs no pace to be observed, in ms: twice the report interval. */
export const longestStepMs = (probe: Parameters<typeof paceSeconds>[0]): number => 2 * paceSeconds(probe) * 1000;

/** No step beyond this (ms) is observed by its pace, and none counts as a neighbour that sets one. */
export const longestPacedMs = (stepMs: number): number => Math.max(LONGEST_PACED_MS, stepMs);

/** A step with the two before it and the two behind it, in ms; 0 where there is none. */
export type Steps = { before2: number; before: number; step: number; behind: number; behind2: number };

/**
 * Whether the time between two readings is observed, and no gap: the step is at most `stepMs`, or it is one of three in a
 * row none of which is shorter than half of it. A record that is kept thinner than agreed, or comes from a device that
 * reports more slowly, has a pace of its own. A later neighbour can only turn a gap into observed time, never back.
 */
export function isObserved({ before2, before, step, behind, behind2 }: Steps, stepMs: number): boolean {
  if (step <= stepMs) return true;
  const most = longestPacedMs(stepMs);
  const near = (ms: number) => (ms <= most ? ms : 0);
  const pace = Math.max(
    Math.min(near(before), near(before2)),
    Math.min(near(before), near(behind)),
    Math.min(near(behind), near(behind2)),
  );
  return step <= Math.min(most, 2 * pace);
}

/** The same for a record whose steps may be this long (ms) without a pace. */
export const observedWithin =
  (stepMs: number) =>
  (steps: Steps): boolean =>
    isObserved(steps, stepMs);

const stepsBefore = (ats: readonly number[]) => {
  const [last = 0, second = last, third = second] = [ats.at(-1), ats.at(-2), ats.at(-3)];
  return { before2: second - third, before: last - second };
};

/** Whether the last of these readings (epoch ms, in order) still holds at an instant, by the steps before it. */
export function isHeldAt(ats: readonly number[], at: number, stepMs: number): boolean {
  const last = ats.at(-1);
  return last !== undefined && isObserved({ ...stepsBefore(ats), step: at - last, behind: 0, behind2: 0 }, stepMs);
}

/**
 * The pace (ms) at which a record is kept where that is slower than agreed: the middle one of its last three steps, if the
 * longest of them is observed by its pace alone. Null where it keeps to `stepMs`, or shows no pace; `ats` in order.
 */
export function slowPaceMs(ats: readonly number[], stepMs: number): number | null {
  if (ats.length < 4) return null;
  const steps = ats.slice(-4).flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] as number)]));
  const [shortest, middle, longest] = steps.sort((a, b) => a - b) as [number, number, number];
  if (longest <= stepMs) return null;
  const isPaced = isObserved({ before2: shortest, before: middle, step: longest, behind: 0, behind2: 0 }, stepMs);
  return isPaced ? middle : null;
}

export type Gap = Span;

/**
 * What a stretch of time adds up to. Areas are value × ms over observed time: of the value, of its Arrhenius term (null for
 * anything but a temperature), of the distance beyond each limit. `count`, `sum` and `squares` (about their mean) are of
 * the readings in it.
 */
export type Sums = {
  count: number;
  sum: number;
  squares: number;
  observedMs: number;
  withinMs: number;
  area: number;
  arrheniusArea: number | null;
  aboveArea: number;
  belowArea: number;
  gapMs: number;
  gaps: Gap[];
};

export const NOTHING: Sums = {
  count: 0,
  sum: 0,
  squares: 0,
  observedMs: 0,
  withinMs: 0,
  area: 0,
  arrheniusArea: null,
  aboveArea: 0,
  belowArea: 0,
  gapMs: 0,
  gaps: [],
};

/** Two stretches together. A gap that goes on from one into the other is listed as two, and adds up all the same. */
export function addSums(a: Sums, b: Sums): Sums {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    squares: a.squares + b.squares + betweenSquares(a, b),
    observedMs: a.observedMs + b.observedMs,
    withinMs: a.withinMs + b.withinMs,
    area: a.area + b.area,
    arrheniusArea:
      a.arrheniusArea === null && b.arrheniusArea === null ? null : (a.arrheniusArea ?? 0) + (b.arrheniusArea ?? 0),
    aboveArea: a.aboveArea + b.aboveArea,
    belowArea: a.belowArea + b.belowArea,
    gapMs: a.gapMs + b.gapMs,
    gaps: b.gaps.length === 0 ? a.gaps : [...a.gaps, ...b.gaps],
  };
}

/** What two sets of values add to their squares about the mean (Chan, Golub, LeVeque 1979). */
function betweenSquares(a: Sums, b: Sums): number {
  if (a.count === 0 || b.count === 0) return 0;
  const delta = b.sum / b.count - a.sum / a.count;
  return (delta * delta * a.count * b.count) / (a.count + b.count);
}

/** All of these together; in order of time where their gaps matter. */
export const total = (parts: readonly Sums[]): Sums => ({
  ...parts.reduce((sum, part) => addSums(sum, { ...part, gaps: [] }), NOTHING),
  gaps: parts.flatMap(({ gaps }) => gaps),
});

/** The mean over observed time, in the unit of the values; null where nothing was observed. */
export const meanOf = ({ area, observedMs }: Sums): number | null => (observedMs > 0 ? area / observedMs : null);

/** Mean kinetic temperature over observed time in °C (USP <1160>, each value weighted by the time it held); null as above. */
export const kineticOf = ({ arrheniusArea, observedMs }: Sums): number | null =>
  arrheniusArea === null || observedMs === 0 ? null : meanKineticTemperatureOf(arrheniusArea, observedMs);

/** Time within range ÷ time observed, 0 to 1; null where nothing was observed. */
export const passRateOf = ({ withinMs, observedMs }: Pick<Sums, "withinMs" | "observedMs">): number | null =>
  observedMs > 0 ? withinMs / observedMs : null;

/** Completeness: time observed ÷ time asked for, 0 to 1; null where none was asked for. */
export const completenessOf = ({ observedMs }: Pick<Sums, "observedMs">, askedMs: number): number | null =>
  askedMs > 0 ? observedMs / askedMs : null;

/** Distance beyond the limits × minutes. */
export const degreeMinutesOf = ({ aboveArea, belowArea }: Sums): { above: number; below: number } => ({
  above: aboveArea / 60_000,
  below: belowArea / 60_000,
});

/** Standard deviation of the readings as a sample (n − 1), by readings and not by time; null for fewer than two. */
export const deviationOf = ({ count, squares }: Pick<Sums, "count" | "squares">): number | null =>
  count < 2 ? null : Math.sqrt(squares / (count - 1));

/** A span of a probe to work out. */
export type Observation = Span &
  Limits & {
    probeId: number;
    /** The period whose readings may be seen at all, as that of a mounting; endless where all may. */
    period: Span;
    stepMs: number;
    isTemperature: boolean;
  };

/** How much of a span can have been observed up to `now` (epoch ms), in ms. */
export const askedMsOf = ({ from, to, period }: Span & { period: Span }, now: number): number =>
  Math.max(0, Math.min(to, period.to, now) - Math.max(from, period.from));

/** What the readings of a stretch add up to between the first and the last of them that may be seen. */
export type Stretch = Sums & { firstAt: number | null };

/**
 * A stretch with the time before its first reading: a gap, unless the probe had just been mounted. `now` ends it; what
 * comes before a stretch's first reading and its last one up to `now` are judged where the readings are.
 */
export function withLead(observation: Observation, { firstAt, ...sums }: Stretch, now: number): Sums {
  const { from, to, period, stepMs } = observation;
  const until = Math.min(period.to, now);
  const end = Math.min(to, until, firstAt ?? Number.POSITIVE_INFINITY);
  if (end <= from || (firstAt ?? until) - period.from <= stepMs) return sums;
  return addSums({ ...NOTHING, gapMs: end - from, gaps: [{ from, to: end }] }, sums);
}

/** The parts of a span that lie outside of these, which are in order and do not overlap. */
export function without(span: Span, taken: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let from = span.from;
  for (const one of taken) {
    if (one.from > from) parts.push({ from, to: one.from });
    from = Math.max(from, one.to);
  }
  if (from < span.to) parts.push({ from, to: span.to });
  return parts;
}

/** The span cut at these instants, which are in order. */
export function cutAt(span: Span, edges: readonly number[]): Span[] {
  const cuts = [span.from, ...edges.filter((at) => at > span.from && at < span.to), span.to];
  return cuts.slice(1).map((to, index) => ({ from: cuts[index] as number, to }));
}
