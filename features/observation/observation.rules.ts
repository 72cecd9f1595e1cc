import type { Measure } from "@/db/enums";
import { meanKineticTemperatureOf } from "@/lib/units/kinetic";

// The only arithmetic over time. A value is valid from its reading until the next one (step function), as in cumulative
// vaccine indicators (WHO PQS E006), in USP <1160>, which presumes readings at equal intervals, and for a device that
// reports on change. A step function can be cut anywhere: its parts add up exactly, for the Arrhenius term as for the
// value itself, and an excursion lasts from one reading to another.

/** `[from, to)` in epoch milliseconds; may be infinite on either side. */
export type Span = { from: number; to: number };

/** In the canonical unit of the measure; the limits themselves are within range. */
export type Limits = { minimum: number | null; maximum: number | null };

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A record with less than one value in six hours does not count as monitoring, whatever its pace. */
const LONGEST_PACED_MS = 6 * HOUR_MS;

/** A switch reports changes, and a heartbeat once an hour in between. */
export const SWITCHES: readonly Measure[] = ["door", "power"];
export const HEARTBEAT_SECONDS = 3600;

/** Whether values of a measure are on (1) or off (0). */
export const isSwitch = (measure: Measure): boolean => SWITCHES.includes(measure);

/**
 * Expected interval between readings of a probe, in seconds. `features/alarm/evaluation/watch.data.ts` has the same
 * rule as SQL.
 */
export const paceSeconds = ({ measure, reportIntervalSeconds }: { measure: Measure; reportIntervalSeconds: number }) =>
  isSwitch(measure) ? Math.max(reportIntervalSeconds, HEARTBEAT_SECONDS) : reportIntervalSeconds;

/** The longest step between two readings that is observed regardless of the pace, in ms: twice the report interval. */
export const longestStepMs = (probe: Parameters<typeof paceSeconds>[0]): number => 2 * paceSeconds(probe) * 1000;

/** The longest step (ms) that can be observed by its pace, or count as a neighbour that sets one. */
export const longestPacedMs = (stepMs: number): number => Math.max(LONGEST_PACED_MS, stepMs);

/** A step with the two steps before it and the two after it, in ms; 0 if missing. */
export type Steps = { before2: number; before: number; step: number; behind: number; behind2: number };

/**
 * Whether the time between two readings is observed rather than a gap: the step is at most `stepMs`, or it is one of
 * three in a row none of which is shorter than half of it. A record that is thinner than configured, or of a device
 * that reports more slowly, has its own pace. A later neighbour can only turn a gap into observed time, never the
 * reverse.
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

/** `isObserved` for a record whose steps may be this long (ms) regardless of the pace. */
export const observedWithin =
  (stepMs: number) =>
  (steps: Steps): boolean =>
    isObserved(steps, stepMs);

const stepsBefore = (ats: readonly number[]) => {
  const [last = 0, second = last, third = second] = [ats.at(-1), ats.at(-2), ats.at(-3)];
  return { before2: second - third, before: last - second };
};

/** Whether the last of these readings (epoch ms, in order) is still valid at an instant, by the steps before it. */
export function isHeldAt(ats: readonly number[], at: number, stepMs: number): boolean {
  const last = ats.at(-1);
  return last !== undefined && isObserved({ ...stepsBefore(ats), step: at - last, behind: 0, behind2: 0 }, stepMs);
}

/**
 * The pace (ms) of a record that is slower than configured: the median of its last three steps, if the longest of them
 * is observed by its pace alone. Null if it is within `stepMs` or shows no pace; `ats` in order.
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
 * Sums over a stretch of time. Areas are value × ms over observed time: of the value, of its Arrhenius term (null
 * unless a temperature), of the distance beyond each limit. `count`, `sum` and `squares` (about their mean) are of the
 * readings in it.
 */
export type Sums = {
  count: number;
  sum: number;
  squares: number;
  /** The extremes of the readings in it; null without readings. */
  minimum: number | null;
  maximum: number | null;
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
  minimum: null,
  maximum: null,
  observedMs: 0,
  withinMs: 0,
  area: 0,
  arrheniusArea: null,
  aboveArea: 0,
  belowArea: 0,
  gapMs: 0,
  gaps: [],
};

/** Adds two stretches. A gap that spans both is listed as two, but adds up correctly. */
export function addSums(a: Sums, b: Sums): Sums {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    squares: a.squares + b.squares + betweenSquares(a, b),
    minimum: extremeOf(Math.min, a.minimum, b.minimum),
    maximum: extremeOf(Math.max, a.maximum, b.maximum),
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

const extremeOf = (pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : pick(a, b);

/** The squares about the mean that combining two sets adds (Chan, Golub, LeVeque 1979). */
function betweenSquares(a: Sums, b: Sums): number {
  if (a.count === 0 || b.count === 0) return 0;
  const delta = b.sum / b.count - a.sum / a.count;
  return (delta * delta * a.count * b.count) / (a.count + b.count);
}

/** Adds all of these; in order of time if their gaps matter. */
export const total = (parts: readonly Sums[]): Sums => ({
  ...parts.reduce((sum, part) => addSums(sum, { ...part, gaps: [] }), NOTHING),
  gaps: parts.flatMap(({ gaps }) => gaps),
});

/** Mean over observed time, in the unit of the values; null without observed time. */
export const meanOf = ({ area, observedMs }: Sums): number | null => (observedMs > 0 ? area / observedMs : null);

/**
 * Mean kinetic temperature over observed time in °C (USP <1160>, each value weighted by its duration); null as above.
 * Whoever shows it asks `kineticFigureOf`.
 */
export const kineticOf = ({ arrheniusArea, observedMs }: Sums): number | null =>
  arrheniusArea === null || observedMs === 0 ? null : meanKineticTemperatureOf(arrheniusArea, observedMs);

/** The least observed share of a window; below it there is no mean kinetic temperature. */
export const LEAST_OBSERVED = 0.9;
/** The frost line in °C: the Arrhenius weighting of the mean kinetic temperature does not describe freezing. */
export const FROST = 0;

export const KINETIC_REFUSALS = ["frozen", "incomplete"] as const;
export type KineticRefusal = (typeof KINETIC_REFUSALS)[number];

/** The mean kinetic temperature in °C, or why there is none; both null where it is no temperature or nothing is known. */
export type KineticFigure = { meanKineticTemperature: number | null; kineticRefusal: KineticRefusal | null };
export const NO_KINETIC: KineticFigure = { meanKineticTemperature: null, kineticRefusal: null };

/** Why a window has no mean kinetic temperature: frozen (`lowest` in °C), or observed for less than 90 %. */
export function kineticRefusalOf(
  lowest: number,
  { observedMs, askedMs }: { observedMs: number; askedMs: number },
): KineticRefusal | null {
  if (lowest < FROST) return "frozen";
  return observedMs < LEAST_OBSERVED * askedMs ? "incomplete" : null;
}

/** The mean kinetic temperature over a window of which `askedMs` could have been observed. */
export function kineticFigureOf(sums: Sums, askedMs: number): KineticFigure {
  const [kinetic, mean] = [kineticOf(sums), meanOf(sums)];
  if (kinetic === null || mean === null) return NO_KINETIC;
  // Without a reading in the window the value from before it is valid; the mean knows it.
  const kineticRefusal = kineticRefusalOf(Math.min(sums.minimum ?? mean, mean), { ...sums, askedMs });
  return { meanKineticTemperature: kineticRefusal === null ? kinetic : null, kineticRefusal };
}

/** Pass rate: time within range ÷ observed time, 0 to 1; null without observed time. */
export const passRateOf = ({ withinMs, observedMs }: Pick<Sums, "withinMs" | "observedMs">): number | null =>
  observedMs > 0 ? withinMs / observedMs : null;

/** Completeness: observed time ÷ time asked for, 0 to 1; null if no time was asked for. */
export const completenessOf = ({ observedMs }: Pick<Sums, "observedMs">, askedMs: number): number | null =>
  askedMs > 0 ? observedMs / askedMs : null;

/** Distance beyond the limits × minutes. */
export const degreeMinutesOf = ({ aboveArea, belowArea }: Sums): { above: number; below: number } => ({
  above: aboveArea / 60_000,
  below: belowArea / 60_000,
});

/** Sample standard deviation (n − 1) of the readings, not weighted by time; null for fewer than two. */
export const deviationOf = ({ count, squares }: Pick<Sums, "count" | "squares">): number | null =>
  count < 2 ? null : Math.sqrt(squares / (count - 1));

/** A span of a probe to compute. */
export type Observation = Span &
  Limits & {
    probeId: number;
    /** The period whose readings are visible, such as that of a mounting; infinite if all are. */
    period: Span;
    stepMs: number;
    isTemperature: boolean;
    /** Since when values are expected (epoch ms); a span lies before it or behind it. Missing: since the period began. */
    watchedFrom?: number;
  };

type Watched = Pick<Observation, "from" | "to" | "period" | "watchedFrom">;

/** Whether a span lies before values were expected: what was observed counts, what is missing is no gap. */
const isBeforeWatch = ({ to, watchedFrom = Number.NEGATIVE_INFINITY }: Watched): boolean => to <= watchedFrom;

/**
 * The part of a span that can have been observed up to `now` (epoch ms), in ms. Before values were expected, that is
 * what was observed.
 */
export const askedMsOf = (span: Watched, now: number, observedMs = 0): number =>
  isBeforeWatch(span)
    ? observedMs
    : Math.max(0, Math.min(span.to, span.period.to, now) - Math.max(span.from, span.period.from));

/** The same of several spans with their sums. */
export const askedMsOfAll = (
  spans: readonly Watched[],
  sums: readonly Pick<Sums, "observedMs">[],
  now: number,
): number => spans.reduce((sum, span, place) => sum + askedMsOf(span, now, sums[place]?.observedMs), 0);

/** The spans cut where values begin to be expected of the probe. */
export const cutAtWatch = (spans: readonly Observation[], watchedFrom: number | null): Observation[] =>
  watchedFrom === null
    ? [...spans]
    : spans.flatMap((span) => cutAt(span, [watchedFrom]).map((part) => ({ ...span, ...part, watchedFrom })));

/** Sums of a stretch between the first and the last visible reading. */
export type Stretch = Sums & { firstAt: number | null };

/**
 * A stretch with the time before its first reading, which is a gap unless the probe had just been mounted, or was not
 * yet: then the stretch has no gaps. `now` ends it. The time before the first reading of a stretch, and from the last one up to `now`, is evaluated where the
 * readings are read.
 */
export function withLead(observation: Observation, { firstAt, ...sums }: Stretch, now: number): Sums {
  const { from, to, period, stepMs, watchedFrom = period.from } = observation;
  if (isBeforeWatch(observation)) return { ...sums, gapMs: 0, gaps: [] };
  const until = Math.min(period.to, now);
  const end = Math.min(to, until, firstAt ?? Number.POSITIVE_INFINITY);
  if (end <= from || (firstAt ?? until) - watchedFrom <= stepMs) return sums;
  return addSums({ ...NOTHING, gapMs: end - from, gaps: [{ from, to: end }] }, sums);
}

/** The parts of a span outside these spans, which are in order and do not overlap. */
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
