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
 * A part of a probe's series as one condition judged it. Stored exceptions that started within `from ≤ start < to` are
 * compared with it, and those that started since `since` and ran into it; instants in epoch milliseconds.
 */
export type JudgedSpan = {
  /** What the machine is to remember. */
  state: MachineState;
  excursions: RecordedExcursion[];
  from: number;
  to: number;
  since: number;
  /** The first rest among what was judged again: what is older had ended by then. */
  restAt: number | null;
  /** Of what was judged again to the end of its series: the machine before. */
  again: MachineState | null;
};

/** A condition that readings are judged by, of any kind. A state (door, power) runs on the machine of the ranges. */
export type MachineRule =
  | ({ kind: "range" | "state" } & RangeRule)
  | ({ kind: "cumulative" } & CumulativeRule)
  | ({ kind: "trend" } & TrendRule);

export type MachineKind = MachineRule["kind"];
export type MachineState = RangeState | CumulativeState | TrendState;

/** The state after samples, and the excursions that they touched, as they stand now, in order of start. */
export type Outcome = { state: MachineState; excursions: Excursion[] };

/** What is remembered of a condition; the state before a series if nothing is, or if it was of another kind. */
export function remember(kind: MachineKind, memory: unknown): MachineState {
  const known = (memory ?? {}) as MachineState;
  if (kind === "cumulative") return "above" in known ? known : UNSPENT;
  if (kind === "trend") return "recent" in known ? known : UNMOVED;
  return "phase" in known ? known : NORMAL;
}

/** Whether a memory is that of a machine of this kind. */
export const isOfKind = (kind: MachineKind, memory: unknown): boolean => remember(kind, memory) === memory;

/** Runs samples (strictly increasing times, none of them late) through a machine. */
export function judge(rule: MachineRule, state: MachineState, samples: readonly Sample[]): Outcome {
  if (rule.kind === "cumulative") return judgeCumulative(rule, state as CumulativeState, samples);
  if (rule.kind === "trend") return judgeTrend(rule, state as TrendState, samples);
  const { state: next, transitions } = judgeRange(rule, state as RangeState, samples);
  return { state: next, excursions: transitions.length === 0 ? [] : excursionsOf(transitions) };
}

/** Lets the clock pass up to `now` (epoch ms): what waits for the end of a delay is raised, a trend without readings ends. */
export function elapse(rule: MachineRule, state: MachineState, now: number): Outcome {
  if (rule.kind === "cumulative") return { state, excursions: [] };
  if (rule.kind === "trend") return elapseTrend(rule, state as TrendState, now);
  const { state: next, transitions } = elapseRange(rule, state as RangeState, now);
  return { state: next, excursions: transitions.length === 0 ? [] : excursionsOf(transitions) };
}

/** Whether a sample cannot be judged from memory: it comes too late. `newestAt`: the newest one judged, null: none yet. */
export function isLateFor(state: MachineState, newestAt: number | null, at: number): boolean {
  if ("phase" in state) return isLate(state, newestAt, at);
  if ("silentAt" in state && at < (state.silentAt ?? at)) return true;
  return (newestAt !== null && at <= newestAt) || ("above" in state && isUnstepped(state));
}

/** When the clock must look again although nothing arrives (epoch ms); null: it need not. */
export function dueAt(state: MachineState): number | null {
  if ("recent" in state) return trendDueAt(state);
  return "phase" in state && state.phase === "pending" ? state.dueAt : null;
}

/** Whether a memory, of whichever kind, has an excursion open. */
export function isAlarmed(memory: unknown): boolean {
  const known = memory as MachineState;
  return "phase" in known ? known.phase === "alarm" : known.open !== null;
}

/** When a machine's open excursion began (epoch ms); null: it has none open. */
export function openSince(state: MachineState): number | null {
  if ("phase" in state) return state.phase === "alarm" ? state.startedAt : null;
  return state.open?.startedAt ?? null;
}

/** A state that has nothing open, with what another one of its machine has open. */
export function reopened(state: MachineState, before: MachineState): MachineState {
  if ("phase" in state || "phase" in before) return before;
  // A calm memory of what adds up has no steps of its own; with something open it needs some.
  const steps = "stepMs" in before && !("stepMs" in state) ? { stepMs: before.stepMs } : {};
  return { ...state, ...steps, open: before.open } as MachineState;
}

/** The state with its open excursion begun and raised when an earlier record of it says. */
export function adopt(state: MachineState, { startedAt, raisedAt }: Pick<Excursion, "startedAt" | "raisedAt">) {
  if ("phase" in state) return state.phase === "alarm" ? { ...state, startedAt, raisedAt } : state;
  return state.open === null ? state : ({ ...state, open: { ...state.open, startedAt } } as MachineState);
}

/**
 * The smallest window of a series whose judging afresh gives what judging the whole of it would, see `rejudgeWindow`.
 * `samples` is the series or a part of it.
 */
export function windowFor(rule: MachineRule, samples: readonly Sample[], touched: TouchedSpan): FoundWindow {
  if (rule.kind === "trend") return restingWindow(samples, touched, trendRest(rule, samples));
  if (rule.kind === "cumulative") return restingWindow(samples, touched, cumulativeRest(rule, samples));
  return rejudgeWindow(rule, samples, touched);
}

/**
 * Judges a window of `samples` afresh. At the end of the series the clock (`now`) raises what still waits, and
 * `finalState` is the machine's new state; within the series it is null: the stored state stays right.
 */
export function judgeWindow(
  rule: MachineRule,
  samples: readonly Sample[],
  { from, to }: RejudgeWindow,
  now: number,
): { excursions: Excursion[]; finalState: MachineState | null } {
  const until = to === null ? samples : samples.filter(({ at }) => at <= to);
  if (rule.kind === "trend" || rule.kind === "cumulative") {
    const judged = rule.kind === "trend" ? rejudgeTrend(rule, until, from) : rejudgeCumulative(rule, until, from);
    if (to !== null) return { excursions: judged.excursions, finalState: null };
    const { state, excursions } = elapse(rule, judged.state, now);
    return { excursions: latest([...judged.excursions, ...excursions]), finalState: state };
  }
  const within = from === null ? until : until.filter(({ at }) => at >= from);
  return rejudge(rule, within, to === null, now);
}

/** Of excursions with one start the last, in order of start. */
const latest = (excursions: readonly Excursion[]): Excursion[] =>
  [...new Map(excursions.map((one) => [one.startedAt, one])).values()].sort((a, b) => a.startedAt - b.startedAt);
