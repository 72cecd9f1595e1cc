import { isWithinCalendar } from "../calendar/rules";
import { type Excursion, elapseRange, excursionsOf, isLate, judgeRange, NORMAL, type RangeState } from "../range/rules";
import { mayRaise } from "../rules";
import type { Arrival, Watch } from "./schema";

/**
 * How long the clock waits past the end of a delay before it raises an excursion without a further reading:
 * the reading that would show the value back may still be on its way.
 */
export const CLOCK_GRACE_MS = 30_000;

/** An excursion that was over before it was found, found later than this after its alarm was due, is told as late. */
export const LATE_AFTER_MS = 10 * 60_000;

export type Verdict =
  /** Judged from the machine's memory: the excursions touched, as they stand now. */
  | { kind: "in-order"; state: RangeState; excursions: Excursion[] }
  /** Something belongs before what was judged: the span has to be judged again. */
  | { kind: "late"; earliest: number; latest: number };

/** The machine of a condition; normal if it never ran. */
export const stateOf = (alarm: Record<string, unknown>, conditionId: number): RangeState =>
  (alarm[conditionId] as RangeState | undefined) ?? NORMAL;

/**
 * Runs new values through one condition's machine and lets the clock pass up to `now` less the grace, or says that
 * they come too late for the machine.
 */
export function judgeArrival(watch: Watch, arrival: Arrival, now: number): Verdict {
  const state = stateOf(arrival.alarm, watch.conditionId);
  const { samples } = arrival;
  const first = samples[0];
  if (first && isLate(state, arrival.lastAt, first.at)) {
    return { kind: "late", earliest: first.at, latest: samples[samples.length - 1]?.at ?? first.at };
  }
  const judgement = judgeRange(watch.rule, state, samples);
  const elapsed = elapseRange(watch.rule, judgement.state, now - CLOCK_GRACE_MS);
  const transitions = [...judgement.transitions, ...elapsed.transitions];
  return {
    kind: "in-order",
    state: elapsed.state,
    excursions: transitions.length === 0 ? [] : excursionsOf(transitions),
  };
}

/** Whether the carrier, its alarm switch and the trigger's calendar let this excursion become an exception. */
export function isRaisable(watch: Watch, excursion: Excursion, now: number): boolean {
  // One that goes on is judged as of now: it alarms when a pause ends although it began before.
  const at = excursion.endedAt === null ? Math.max(excursion.raisedAt, now) : excursion.raisedAt;
  return mayRaise({ ...watch.hold, side: excursion.side }, at) && isWithinCalendar(watch.calendar, at, watch.timeZone);
}

/** Whether an excursion is told in a digest instead of at once. */
export const isDetectedLate = (excursion: Excursion, now: number): boolean =>
  excursion.endedAt !== null && now - excursion.raisedAt > LATE_AFTER_MS;

/** The earliest moment at which the clock must raise a waiting excursion; null if none waits. */
export function dueAtOf(alarm: Record<string, unknown>): number | null {
  let due: number | null = null;
  for (const state of Object.values(alarm) as RangeState[]) {
    if (state.phase === "pending" && (due === null || state.dueAt < due)) due = state.dueAt;
  }
  return due;
}
