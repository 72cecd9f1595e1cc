import type { Excursion, RangeRule, RangeState } from "./range.rules";

/** What a state condition can watch: a door that stands open (1), or power that is lost (0). */
export type StateMeasure = "door" | "power";

const BETWEEN = 0.5;

/**
 * A state condition as a range condition: a door above 0.5 is open, power below 0.5 is lost. It has to last for
 * `delaySeconds` without a break; a state that ended before is none ("ignore-delay").
 */
export function stateRule(measure: StateMeasure, delaySeconds: number): RangeRule {
  const limits = measure === "door" ? { minimum: null, maximum: BETWEEN } : { minimum: BETWEEN, maximum: null };
  return { ...limits, delaySeconds, delayMode: "ignore-delay", deadBand: 0, measure };
}

/** The excursion that a machine has open, as it stands; null if none is. */
export function lasting({ minimum, maximum }: RangeRule, state: RangeState): Excursion | null {
  if (state.phase !== "alarm") return null;
  const { side, startedAt, raisedAt, statistics } = state;
  return { side, startedAt, raisedAt, endedAt: null, statistics, limits: { minimum, maximum } };
}
