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
 * "normal-delay" raises at the end of the delay even if the value has returned, "ignore-delay" drops the excursion.
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
 * The machine's state between batches; plain JSON. Times are epoch milliseconds.
 * - normal: `settledAt` is set only after a timeout ended a pending excursion, see `isLate`.
 * - pending: outside, but not yet for the whole delay. `statistics` continue as if it had not ended; `returned` records
 * when it ended ("normal-delay" only) and its statistics then.
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

/** An excursion as recorded. A crossing has no values, so it has neither side nor statistics. */
export type RecordedExcursion = Omit<Excursion, "side" | "statistics"> & {
  side: Side | null;
  statistics: ExcursionStatistics | null;
};

export type Transition = { type: "opened" | "updated" | "closed"; excursion: Excursion };

export type Judgement = { state: RangeState; transitions: readonly Transition[] };

/** The initial state. */
export const NORMAL: RangeState = Object.freeze({ phase: "normal" });

const NOTHING: readonly Transition[] = Object.freeze([]);

/**
 * The four thresholds: beyond `minimum`/`maximum` a sample is outside; at or within `returnMinimum`/`returnMaximum` it
 * has returned from that side. A missing limit is ±Infinity. With a dead band wider than half the range no value could
 * return from both sides: then both return thresholds lie mid-range.
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
 * Whether a value is inside the limits and past the dead band on both sides. It ends any excursion. The state after it
 * is normal, except under "normal-delay" if an excursion began less than the delay before and is still pending.
 */
export function isClean(rule: RangeRule, value: number): boolean {
  const thresholds = thresholdsOf(rule);
  return isBack(thresholds, "above", value) && isBack(thresholds, "below", value);
}

/**
 * Runs samples (finite values, strictly increasing times, all later than those before and not `isLate`) through the
 * machine. The final state and excursions do not depend on the batching, bit for bit. An excursion still open at the
 * end of the batch is reported once as "updated" if its statistics changed. `raisedAt` may be later than the samples if
 * a "normal-delay" excursion changes to the other side before its delay is over.
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
 * Applies timeouts: raises a pending excursion whose delay is over by `now` although no further reading came. A reading
 * that arrives later but was taken before that instant is `isLate` and must be evaluated again.
 */
export function elapseRange(rule: RangeRule, state: RangeState, now: number): Judgement {
  if (state.phase !== "pending" || state.dueAt > now) return { state, transitions: NOTHING };
  const run = startRun(rule);
  const raised = raise(run, state);
  const settled: RangeState = raised.phase === "normal" ? { phase: "normal", settledAt: state.dueAt } : raised;
  return { state: settled, transitions: run.transitions };
}

/**
 * Whether a sample is too late for `judgeRange`: not after the newest one evaluated (null: none yet), or before what a
 * timeout has begun or decided. Such samples go through `rejudge`.
 */
export function isLate(state: RangeState, newestAt: number | null, at: number): boolean {
  if (newestAt !== null && at <= newestAt) return true;
  if (state.phase === "alarm") return at < state.raisedAt;
  if (state.phase === "pending") return at < state.startedAt;
  return state.settledAt !== undefined && at < state.settledAt;
}

/** The last version of each excursion in the transitions, in order of start. */
export function excursionsOf(transitions: readonly Transition[]): Excursion[] {
  return [...new Map(transitions.map(({ excursion }) => [excursion.startedAt, excursion])).values()];
}

/** Index of the first sample from `index` on that is outside the limits: the hot path, without allocation. */
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

/** Processes one sample. States are replaced, never mutated. */
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

/** Outside again, or inside the dead band, which neither ends an excursion nor resumes one that has returned. */
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

/** Straight to the other side: a pending "normal-delay" excursion can no longer continue, so it is raised at once. */
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

/** Whether a value has returned from a side: at or past the dead band. */
export function isBack(thresholds: Thresholds, side: Side, value: number): boolean {
  return side === "above" ? value <= thresholds.returnMaximum : value >= thresholds.returnMinimum;
}
