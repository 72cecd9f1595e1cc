import type { Rest } from "../evaluation/reconcile.rules";
import {
  beginStatistics,
  type ExcursionStatistics,
  extendStatistics,
  type Sample,
  type Side,
} from "../evaluation/statistics.rules";
import { type Forecast, type ForecastRule, forecast } from "./forecast.rules";
import { type Excursion, isBack, type Limits, sideOf, thresholdsOf } from "./range.rules";

/**
 * A trend condition: warns while the readings predict that a limit will be crossed within `horizonMinutes`. Limits in
 * the measure's canonical unit; null means no limit on that side.
 */
export type TrendRule = Limits & {
  horizonMinutes: number;
  deadBand: number;
  measure: string;
  reportIntervalSeconds: number;
};

/**
 * The state between batches; plain JSON. `recent` contains the readings to which a curve is fitted as `[at, value, …]`,
 * one per cell of time, so at most about thirty. `agreed`: the number of consecutive forecasts for the same side.
 */
export type TrendState = {
  recent: number[];
  agreed: { side: Side; count: number } | null;
  open: Open | null;
  /** Timeouts have been applied up to here (epoch ms): a reading from before is late. */
  silentAt?: number;
};

type Open = {
  side: Side;
  startedAt: number;
  seenAt: number;
  /** When it ends for lack of data (epoch ms), unless a reading comes before. */
  silentAt: number;
  forecast: Omit<Forecast, "side"> & { silentAt?: number };
  statistics: ExcursionStatistics;
};

/** The initial state. */
export const UNMOVED: TrendState = Object.freeze({
  recent: Object.freeze([]) as unknown as number[],
  agreed: null,
  open: null,
});

const MINUTE_MS = 60_000;
const CELLS = 30;
const AGREEING = 3;

/**
 * The span of readings to which a curve is fitted: twelve report intervals, at least an hour. A whole compressor cycle
 * or door opening fits into an hour, and then no curve fits.
 */
export const spanMs = (rule: TrendRule): number => Math.max(60 * MINUTE_MS, rule.reportIntervalSeconds * 12_000);

/** A warning ends when no forecast has pointed to its limit for half a span. */
export const goneMs = (rule: TrendRule): number => spanMs(rule) / 2;

/** A warning ends without a reading for a quarter of a span (three report intervals or more): nothing supports it. */
export const silenceMs = (rule: TrendRule): number => spanMs(rule) / 4;

const cellMs = (rule: TrendRule) => spanMs(rule) / CELLS;

/** How far back readings count: the fitted span, one cell, and the time after which a warning ends. */
export const trendSettlingMs = (rule: TrendRule): number => spanMs(rule) + cellMs(rule) + goneMs(rule);

/**
 * Runs samples (finite values, strictly increasing times, all later than those before) through the machine. The result
 * does not depend on the batching. A warning opens when three consecutive forecasts agree. It ends with the first
 * reading beyond the limit (it has come true, and the range condition takes over), when no forecast has pointed there
 * for `goneMs`, or without a reading for `silenceMs`. Outside readings are not forecast; after the return it starts
 * over.
 */
export function judgeTrend(
  rule: TrendRule,
  state: TrendState,
  samples: readonly Sample[],
): { state: TrendState; excursions: Excursion[] } {
  const run = startRun(rule);
  let current = state;
  for (const sample of samples) current = step(run, current, sample);
  if (current.open && current.open !== state.open) tell(run, current.open, null);
  return { state: current, excursions: [...run.found.values()].sort((a, b) => a.startedAt - b.startedAt) };
}

/** Applies timeouts up to `now` (epoch ms): a warning ends when no reading has come for too long. */
export function elapseTrend(
  rule: TrendRule,
  state: TrendState,
  now: number,
): { state: TrendState; excursions: Excursion[] } {
  const run = startRun(rule);
  const next = endSilent(run, state, now);
  return { state: next, excursions: [...run.found.values()] };
}

/** When an open warning ends for lack of data (epoch ms); null if none is open. */
export const trendDueAt = ({ open }: TrendState): number | null => open?.silentAt ?? null;

/**
 * Evaluates a window: the samples before `from` (epoch ms; null: start of the series) only fill the readings to which
 * curves are fitted.
 */
export function rejudgeTrend(rule: TrendRule, samples: readonly Sample[], from: number | null) {
  let recent: number[] = [];
  let index = 0;
  for (; from !== null && index < samples.length; index += 1) {
    const sample = samples[index] as Sample;
    if (sample.at >= from) break;
    recent = remembered(rule, recent, sample).recent;
  }
  return judgeTrend(rule, { ...UNMOVED, recent }, samples.slice(index));
}

/**
 * Rest of this machine: an inside reading without a forecast or an outside reading before it, for as long as a warning
 * can last without a forecast. Forecasts are made over `samples`, so those at its beginning are incomplete.
 */
export function trendRest(rule: TrendRule, samples: readonly Sample[]): Rest {
  const thresholds = thresholdsOf(rule);
  const run = startRun(rule);
  const reliableFrom = (samples[0]?.at ?? 0) + spanMs(rule) + cellMs(rule);
  let recent: number[] = [];
  const isForeseen = samples.map((sample) => {
    const memory = remembered(rule, recent, sample);
    recent = memory.recent;
    return memory.isNew && sideOf(thresholds, sample.value) === null && forecast(run.forecast, pairs(recent)) !== null;
  });
  return {
    settlingMs: trendSettlingMs(rule),
    isClean: ({ value }) => isBack(thresholds, "above", value) && isBack(thresholds, "below", value),
    isDisturbing: (sample, index) =>
      isForeseen[index] === true || sample.at < reliableFrom || sideOf(thresholds, sample.value) !== null,
  };
}

type Run = {
  rule: TrendRule;
  thresholds: ReturnType<typeof thresholdsOf>;
  forecast: ForecastRule;
  found: Map<number, Excursion>;
};

const startRun = (rule: TrendRule): Run => ({
  rule,
  thresholds: thresholdsOf(rule),
  forecast: {
    minimum: rule.minimum,
    maximum: rule.maximum,
    horizonMs: rule.horizonMinutes * MINUTE_MS,
    spanMs: spanMs(rule),
  },
  found: new Map(),
});

function step(run: Run, before: TrendState, sample: Sample): TrendState {
  const { silentAt: _decided, ...state } = endSilent(run, before, sample.at);
  const { recent, isNew } = remembered(run.rule, state.recent, sample);
  const silentAt = sample.at + silenceMs(run.rule);
  const open = state.open && { ...state.open, silentAt, statistics: extended(run, state.open, sample) };
  if (sideOf(run.thresholds, sample.value) !== null) {
    if (open) tell(run, open, sample.at);
    return { recent, agreed: null, open: null };
  }
  const seen = isNew ? forecast(run.forecast, pairs(recent)) : null;
  if (open) return goOn(run, { recent, agreed: null, open }, sample, seen);
  if (!isNew) return { ...state, recent };
  if (seen === null) return { recent, agreed: null, open: null };
  const count = state.agreed?.side === seen.side ? state.agreed.count + 1 : 1;
  if (count < AGREEING) return { recent, agreed: { side: seen.side, count }, open: null };
  return { recent, agreed: null, open: begun(run.rule, seen, sample) };
}

/** The state without its warning, if no reading has come for too long by `at` (epoch ms). */
function endSilent(run: Run, state: TrendState, at: number): TrendState {
  const { open, recent } = state;
  // A state stored before this rule has no `silentAt`; the next reading sets it.
  if (!open || !(at >= open.silentAt)) return state;
  const { silentAt } = open;
  tell(run, { ...open, forecast: { ...open.forecast, silentAt } }, silentAt);
  return { recent, agreed: null, open: null, silentAt };
}

function goOn(run: Run, state: TrendState & { open: Open }, sample: Sample, seen: Forecast | null): TrendState {
  const { open } = state;
  if (seen?.side === open.side) {
    const { side: _side, ...rest } = seen;
    return { ...state, open: { ...open, seenAt: sample.at, forecast: rest } };
  }
  if (sample.at - open.seenAt < goneMs(run.rule)) return state;
  tell(run, open, sample.at);
  return { ...state, open: null };
}

function begun(rule: TrendRule, { side, ...rest }: Forecast, sample: Sample): Open {
  const statistics = beginStatistics(sample);
  const { at } = sample;
  return { side, startedAt: at, seenAt: at, silentAt: at + silenceMs(rule), forecast: rest, statistics };
}

const extended = (run: Run, open: Open, sample: Sample) => {
  const isOutside = sideOf(run.thresholds, sample.value) !== null;
  // The reading that confirms a warning ends it and belongs to the exception of the range condition.
  return isOutside ? open.statistics : extendStatistics(open.statistics, open.side, sample);
};

function tell(run: Run, open: Open, endedAt: number | null): void {
  const { side, startedAt, forecast: facts, statistics } = open;
  const { minimum, maximum } = run.rule;
  const limits = { minimum, maximum };
  run.found.set(startedAt, { side, startedAt, raisedAt: startedAt, endedAt, statistics, limits, facts });
}

/**
 * The readings of the span after a further one: the first of each cell of time is retained. An outside reading clears
 * them, because the return is a new movement.
 */
function remembered(rule: TrendRule, recent: number[], { at, value }: Sample): { recent: number[]; isNew: boolean } {
  if (sideOf(thresholdsOf(rule), value) !== null) return { recent: [], isNew: false };
  const size = cellMs(rule);
  const newest = recent.at(-2);
  if (newest !== undefined && Math.floor(newest / size) === Math.floor(at / size)) return { recent, isNew: false };
  let from = 0;
  while (from < recent.length && (recent[from] as number) < at - spanMs(rule)) from += 2;
  return { recent: [...recent.slice(from), at, value + 0], isNew: true };
}

function pairs(recent: readonly number[]): Sample[] {
  const samples: Sample[] = [];
  for (let index = 0; index < recent.length; index += 2) {
    samples.push({ at: recent[index] as number, value: recent[index + 1] as number });
  }
  return samples;
}
