import type { Excursion, RangeRule, RangeState } from "./range.rules";

/** What a state condition supports: an open door (1) or lost power (0). */
export type StateMeasure = "door" | "power";

const BETWEEN = 0.5;

/**
 * A state condition as a range condition: a door above 0.5 is open, power below 0.5 is lost. It must last
 * `delaySeconds` without interruption; a state that ends earlier does not count ("ignore-delay").
 */
export function stateRule(measure: StateMeasure, delaySeconds: number): RangeRule {
  const limits = measure === "door" ? { minimum: null, maximum: BETWEEN } : { minimum: BETWEEN, maximum: null };
  return { ...limits, delaySeconds, delayMode: "ignore-delay", deadBand: 0, measure };
}

/** The open excursion of a machine; null if there is none. */
export function lasting({ minimum, maximum }: RangeRule, state: RangeState): Excursion | null {
  if (state.phase !== "alarm") return null;
  const { side, startedAt, raisedAt, statistics } = state;
  return { side, startedAt, raisedAt, endedAt: null, statistics, limits: { minimum, maximum } };
}
