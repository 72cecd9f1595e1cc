import {
  beginStatistics,
  type ExcursionFacts,
  type ExcursionStatistics,
  extendStatistics,
  type Sample,
  type Side,
} from "../evaluation/statistics.rules";
import { type DoorDelay, doorDelayMs } from "./door.rules";

/**
 * A range condition. Limits are inclusive, in the measure's canonical unit; null means no limit on that side.
 * "normal-delay" alarms at the end of the delay even if the value has come back, "ignore-delay" drops it.
 */
export type RangeRule = {
  minimum: number | null;
  maximum: number | null;
  delaySeconds: number;
  delayMode: "normal-delay" | "ignore-delay";
  deadBand: number;
  measure: string;
  door?: DoorDelay;
};

export type Limits = Pick<RangeRule, "minimum" | "maximum">;

/**
 * The machine's memory between batches; plain JSON. Times are epoch milliseconds.
 * - normal: `settledAt` is there only after the clock alone ended a waiting excursion, see `isLate`.
 * - pending: outside, not yet for the whole delay. `statistics` runs on as though it never ended; `returned` notes
 *   when it did end ("normal-delay" only) and what it amounted to then.
 */
export type RangeState = { phase: "normal"; settledAt?: number } | Pending | Alarm;

type Pending = {
  phase: "pending";
  side: Side;
  startedAt: number;
  dueAt: number;
  returned: { at: number; statistics: ExcursionStatistics } | null;
  statistics: ExcursionStatistics;
};

type Alarm = { phase: "alarm"; side: Side; startedAt: number; raisedAt: number; statistics: ExcursionStatistics };

type Active = Pending | Alarm;

/** `startedAt`: first outside sample. `endedAt`: returning sample. `raisedAt`: end of the delay, by event time. */
export type Excursion = {
  side: Side;
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  statistics: ExcursionStatistics;
  limits: Limits;
  facts?: ExcursionFacts;
};

/** An excursion as it is recorded. A crossing has no values, and so neither a side nor figures. */
export type RecordedExcursion = Omit<Excursion, "side" | "statistics"> & {
  side: Side | null;
  statistics: ExcursionStatistics | null;
};

export type Transition = { type: "opened" | "updated" | "closed"; excursion: Excursion };

export type Judgement = { state: RangeState; transitions: readonly Transition[] };

/** The state before a series begins. */
export const NORMAL: RangeState = Object.freeze({ phase: "normal" });

const NOTHING: readonly Transition[] = Object.freeze([]);

/**
 * The four values that decide: beyond `minimum`/`maximum` a sample is outside; at or within
 * `returnMinimum`/`returnMaximum` it is back from that side. A missing limit is ±Infinity.
 * A dead band wider than half the range would let no value be back from both sides: then both returns lie mid-range.
 */
export function thresholdsOf(rule: Limits & Pick<RangeRule, "deadBand">) {
  const minimum = rule.minimum ?? Number.NEGATIVE_INFINITY;
  const maximum = rule.maximum ?? Number.POSITIVE_INFINITY;
  const returnMinimum = minimum + rule.deadBand;
  const returnMaximum = maximum - rule.deadBand;
  if (returnMinimum <= returnMaximum) return { minimum, maximum, returnMinimum, returnMaximum };
  const middle = minimum + (maximum - minimum) / 2;
  return { minimum, maximum, returnMinimum: middle, returnMaximum: middle };
}

export type Thresholds = ReturnType<typeof thresholdsOf>;

/** The side on which a value is outside the limits, or null. */
export function sideOf(limits: Thresholds, value: number): Side | null {
  if (value > limits.maximum) return "above";
  return value < limits.minimum ? "below" : null;
}

/**
 * Whether a value is inside the limits and past the dead band on both sides. It ends any excursion; the state after
 * it is normal, except that under "normal-delay" an excursion begun less than the delay before still waits to alarm.
 */
export function isClean(rule: RangeRule, value: number): boolean {
  const thresholds = thresholdsOf(rule);
  return isBack(thresholds, "above", value) && isBack(thresholds, "below", value);
}

/**
 * Runs samples (finite values, strictly increasing times, all later than those judged before and not `isLate`)
 * through the machine. Any chunking gives the same final state and excursions, bit for bit.
 * An excursion still open at the end of the batch is reported as "updated" once if its statistics changed.
 * `raisedAt` may lie ahead of the samples where a "normal-delay" excursion swings to the other side before its delay.
 */
export function judgeRange(rule: RangeRule, state: RangeState, samples: readonly Sample[]): Judgement {
  let index = state.phase === "normal" ? skipInside(rule, samples, 0) : 0;
  if (index === samples.length) return { state: index === 0 ? state : NORMAL, transitions: NOTHING };

  const run = startRun(rule);
  let current = state;
  while (index < samples.length) {
    current = step(run, current, samples[index] as Sample);
    index += 1;
    if (current.phase === "normal") index = skipInside(rule, samples, index);
  }
  if (current.phase === "alarm" && isNews(run, state, current)) emit(run, "updated", current, null);
  return { state: current, transitions: run.transitions };
}

/**
 * Lets the clock pass: raises a waiting excursion whose delay has run out by `now`, though no further reading came.
 * A reading that arrives later but was taken before that moment is `isLate` and has to be judged again.
 */
export function elapseRange(rule: RangeRule, state: RangeState, now: number): Judgement {
  if (state.phase !== "pending" || state.dueAt > now) return { state, transitions: NOTHING };
  const run = startRun(rule);
  const raised = raise(run, state);
  const settled: RangeState = raised.phase === "normal" ? { phase: "normal", settledAt: state.dueAt } : raised;
  return { state: settled, transitions: run.transitions };
}

/**
 * Whether a sample comes too late for `judgeRange`: not after the newest sample judged (null: none yet), or before
 * what the clock has begun or decided. Such samples go through `rejudge`.
 */
export function isLate(state: RangeState, newestAt: number | null, at: number): boolean {
  if (newestAt !== null && at <= newestAt) return true;
  if (state.phase === "alarm") return at < state.raisedAt;
  if (state.phase === "pending") return at < state.startedAt;
  return state.settledAt !== undefined && at < state.settledAt;
}

/** Each excursion once, as the transitions left it, in order of start. */
export function excursionsOf(transitions: readonly Transition[]): Excursion[] {
  return [...new Map(transitions.map(({ excursion }) => [excursion.startedAt, excursion])).values()];
}

/** Index of the first sample from `index` on that is outside the limits: the hot path, free of allocation. */
function skipInside(rule: RangeRule, samples: readonly Sample[], index: number): number {
  const minimum = rule.minimum ?? Number.NEGATIVE_INFINITY;
  const maximum = rule.maximum ?? Number.POSITIVE_INFINITY;
  let next = index;
  while (next < samples.length) {
    const { value } = samples[next] as Sample;
    if (value > maximum || value < minimum) break;
    next += 1;
  }
  return next;
}

type Run = { rule: RangeRule; thresholds: Thresholds; limits: Limits; transitions: Transition[] };

function startRun(rule: RangeRule): Run {
  const limits = { minimum: rule.minimum, maximum: rule.maximum };
  return { rule, thresholds: thresholdsOf(rule), limits, transitions: [] };
}

/** One sample through the machine. States are replaced, never changed. */
function step(run: Run, before: RangeState, sample: Sample): RangeState {
  const state = before.phase === "pending" && before.dueAt <= sample.at ? raise(run, before) : before;
  const side = sideOf(run.thresholds, sample.value);
  if (state.phase === "normal") return side ? begin(run, side, sample) : NORMAL;
  if (side === state.side) return goOn(state, sample, true);
  if (side) {
    swing(run, state, sample.at);
    return begin(run, side, sample);
  }
  return isBack(run.thresholds, state.side, sample.value) ? comeBack(run, state, sample) : goOn(state, sample, false);
}

function begin(run: Run, side: Side, sample: Sample): RangeState {
  const statistics = beginStatistics(sample);
  const dueAt = sample.at + run.rule.delaySeconds * 1000 + doorDelayMs(run.rule.door, sample.at);
  const pending: Pending = { phase: "pending", side, startedAt: sample.at, dueAt, returned: null, statistics };
  return dueAt <= sample.at ? raise(run, pending) : pending;
}

/** Outside again, or inside the dead band, which neither ends an excursion nor revives one that has returned. */
function goOn(state: Active, sample: Sample, isOutside: boolean): RangeState {
  const statistics = extendStatistics(state.statistics, state.side, sample);
  if (state.phase === "alarm") return { ...state, statistics };
  return { ...state, returned: isOutside ? null : state.returned, statistics };
}

/** Inside the limits and past the dead band of the excursion's own side. */
function comeBack(run: Run, state: Active, sample: Sample): RangeState {
  if (state.phase === "alarm") {
    emit(run, "closed", state, sample.at);
    return NORMAL;
  }
  if (run.rule.delayMode === "ignore-delay") return NORMAL;
  const returned = state.returned ?? { at: sample.at, statistics: state.statistics };
  return { ...state, returned, statistics: extendStatistics(state.statistics, state.side, sample) };
}

/** Straight to the other side: a waiting "normal-delay" excursion can no longer go on, so it is told at once. */
function swing(run: Run, state: Active, at: number): void {
  if (state.phase === "alarm") emit(run, "closed", state, at);
  else if (run.rule.delayMode === "normal-delay") {
    const returned = state.returned ?? { at, statistics: state.statistics };
    raise(run, { ...state, returned });
  }
}

function raise(run: Run, pending: Pending): RangeState {
  const { side, startedAt, dueAt, returned } = pending;
  const statistics = returned?.statistics ?? pending.statistics;
  const alarm: Alarm = { phase: "alarm", side, startedAt, raisedAt: dueAt, statistics };
  emit(run, "opened", alarm, null);
  if (returned === null) return alarm;
  emit(run, "closed", alarm, returned.at);
  return NORMAL;
}

function emit(run: Run, type: Transition["type"], alarm: Alarm, endedAt: number | null): void {
  const { side, startedAt, raisedAt, statistics } = alarm;
  run.transitions.push({ type, excursion: { side, startedAt, raisedAt, endedAt, statistics, limits: run.limits } });
}

/** Whether an open alarm's statistics have changed since they were last reported, in this batch or an earlier one. */
function isNews(run: Run, before: RangeState, alarm: Alarm): boolean {
  const opened = run.transitions.at(-1)?.excursion;
  const reported = opened ?? (before.phase === "alarm" ? before : null);
  return reported?.statistics !== alarm.statistics;
}

/** Whether a value is back inside from a side: at or past the dead band. */
export function isBack(thresholds: Thresholds, side: Side, value: number): boolean {
  return side === "above" ? value <= thresholds.returnMaximum : value >= thresholds.returnMinimum;
}
