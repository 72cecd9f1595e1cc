import type { MeasuringKind } from "../condition/condition.rules";
import {
  type CumulativeRule,
  type CumulativeState,
  cumulativeRest,
  isUnstepped,
  judgeCumulative,
  rejudgeCumulative,
  UNSPENT,
} from "../condition/cumulative.rules";
import type { RecordedExcursion } from "../condition/range.rules";
import {
  type Excursion,
  elapseRange,
  excursionsOf,
  isLate,
  judgeRange,
  NORMAL,
  type RangeRule,
  type RangeState,
} from "../condition/range.rules";
import {
  elapseTrend,
  judgeTrend,
  rejudgeTrend,
  type TrendRule,
  type TrendState,
  trendDueAt,
  trendRest,
  UNMOVED,
} from "../condition/trend.rules";
import {
  type FoundWindow,
  type RejudgeWindow,
  rejudge,
  rejudgeWindow,
  restingWindow,
  type TouchedSpan,
} from "./reconcile.rules";
import type { Sample } from "./statistics.rules";

/**
 * A part of a probe's series as evaluated by one condition. It is compared with stored exceptions that started within
 * `from ≤ start < to`, and with those that started from `since` on and extended into it. Instants in epoch
 * milliseconds.
 */
export type JudgedSpan = {
  /** The machine state to store. */
  state: MachineState;
  excursions: RecordedExcursion[];
  from: number;
  to: number;
  since: number;
  /** The first resting point of the part evaluated again: anything older had ended by then. */
  restAt: number | null;
  /** If evaluated again to the end of the series: the previous machine state. */
  again: MachineState | null;
};

/** The kinds of condition that evaluate readings; the clock watches for those that are missing. */
export type MachineKind = Exclude<MeasuringKind, "no-data">;

/** The rule of each kind. State (door, power) uses the range machine. */
type RuleOfKind = { range: RangeRule; state: RangeRule; cumulative: CumulativeRule; trend: TrendRule };

/** The rule of a condition of any kind that evaluates readings. */
export type MachineRule = { [K in MachineKind]: { kind: K } & RuleOfKind[K] }[MachineKind];
export type MachineState = RangeState | CumulativeState | TrendState;

/** The state after the samples, and the excursions affected, in their present form, in order of start. */
export type Outcome = { state: MachineState; excursions: Excursion[] };

/** The stored state of a condition; the initial state if there is none or it belongs to another kind. */
export function remember(kind: MachineKind, memory: unknown): MachineState {
  const known = (memory ?? {}) as MachineState;
  switch (kind) {
    case "range":
    case "state":
      return "phase" in known ? known : NORMAL;
    case "cumulative":
      return "above" in known ? known : UNSPENT;
    case "trend":
      return "recent" in known ? known : UNMOVED;
  }
}

/** Whether a stored state belongs to a machine of this kind. */
export const isOfKind = (kind: MachineKind, memory: unknown): boolean => remember(kind, memory) === memory;

/** Runs samples (strictly increasing times, none of them late) through a machine. */
export function judge(rule: MachineRule, state: MachineState, samples: readonly Sample[]): Outcome {
  switch (rule.kind) {
    case "range":
    case "state":
      return outcomeOf(judgeRange(rule, state as RangeState, samples));
    case "cumulative":
      return judgeCumulative(rule, state as CumulativeState, samples);
    case "trend":
      return judgeTrend(rule, state as TrendState, samples);
  }
}

/** Applies timeouts up to `now` (epoch ms): raises excursions whose delay is over, ends trends without readings. */
export function elapse(rule: MachineRule, state: MachineState, now: number): Outcome {
  switch (rule.kind) {
    case "range":
    case "state":
      return outcomeOf(elapseRange(rule, state as RangeState, now));
    case "cumulative":
      return { state, excursions: [] };
    case "trend":
      return elapseTrend(rule, state as TrendState, now);
  }
}

const outcomeOf = ({ state, transitions }: ReturnType<typeof judgeRange>): Outcome => ({
  state,
  excursions: transitions.length === 0 ? [] : excursionsOf(transitions),
});

/** Whether a sample is too late to be evaluated from the stored state. `newestAt`: newest sample evaluated, or null. */
export function isLateFor(state: MachineState, newestAt: number | null, at: number): boolean {
  if ("phase" in state) return isLate(state, newestAt, at);
  if ("silentAt" in state && at < (state.silentAt ?? at)) return true;
  return (newestAt !== null && at <= newestAt) || ("above" in state && isUnstepped(state));
}

/** When the sweep must run although nothing arrives (epoch ms); null: not needed. */
export function dueAt(state: MachineState): number | null {
  if ("recent" in state) return trendDueAt(state);
  if ("phase" in state) return state.phase === "pending" ? state.dueAt : null;
  // Of the states, only this one never waits.
  state satisfies CumulativeState;
  return null;
}

/** Whether a stored state, of any kind, has an open excursion. */
export function isAlarmed(memory: unknown): boolean {
  const known = memory as MachineState;
  return "phase" in known ? known.phase === "alarm" : known.open !== null;
}

/** When a machine's open excursion began (epoch ms); null if none is open. */
export function openSince(state: MachineState): number | null {
  if ("phase" in state) return state.phase === "alarm" ? state.startedAt : null;
  return state.open?.startedAt ?? null;
}

/** A state with nothing open, plus the open excursion of another state of the same machine. */
export function reopened(state: MachineState, before: MachineState): MachineState {
  if ("phase" in state || "phase" in before) return before;
  // A cumulative state without accumulated time has no step size; with an open excursion it needs one.
  const steps = "stepMs" in before && !("stepMs" in state) ? { stepMs: before.stepMs } : {};
  return { ...state, ...steps, open: before.open } as MachineState;
}

/** The state whose open excursion takes `startedAt` and `raisedAt` from an earlier record of it. */
export function adopt(state: MachineState, { startedAt, raisedAt }: Pick<Excursion, "startedAt" | "raisedAt">) {
  if ("phase" in state) return state.phase === "alarm" ? { ...state, startedAt, raisedAt } : state;
  return state.open === null ? state : ({ ...state, open: { ...state.open, startedAt } } as MachineState);
}

/**
 * The smallest window whose evaluation gives the same result as evaluating the whole series, see `rejudgeWindow`.
 * `samples` is the series or a part of it.
 */
export function windowFor(rule: MachineRule, samples: readonly Sample[], touched: TouchedSpan): FoundWindow {
  switch (rule.kind) {
    case "range":
    case "state":
      return rejudgeWindow(rule, samples, touched);
    case "cumulative":
      return restingWindow(samples, touched, cumulativeRest(rule, samples));
    case "trend":
      return restingWindow(samples, touched, trendRest(rule, samples));
  }
}

/**
 * Evaluates a window of `samples` from the initial state. At the end of the series, timeouts up to `now` are applied
 * and `finalState` is the new machine state. Within the series it is null: the stored state remains valid.
 */
export function judgeWindow(
  rule: MachineRule,
  samples: readonly Sample[],
  { from, to }: RejudgeWindow,
  now: number,
): { excursions: Excursion[]; finalState: MachineState | null } {
  const until = to === null ? samples : samples.filter(({ at }) => at <= to);
  const finish = (judged: Outcome) => {
    if (to !== null) return { excursions: judged.excursions, finalState: null };
    const { state, excursions } = elapse(rule, judged.state, now);
    return { excursions: latest([...judged.excursions, ...excursions]), finalState: state };
  };
  switch (rule.kind) {
    case "range":
    case "state":
      return rejudge(rule, from === null ? until : until.filter(({ at }) => at >= from), to === null, now);
    case "cumulative":
      return finish(rejudgeCumulative(rule, until, from));
    case "trend":
      return finish(rejudgeTrend(rule, until, from));
  }
}

/** The last of the excursions with the same start, in order of start. */
const latest = (excursions: readonly Excursion[]): Excursion[] =>
  [...new Map(excursions.map((one) => [one.startedAt, one])).values()].sort((a, b) => a.startedAt - b.startedAt);
