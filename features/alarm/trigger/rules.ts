import type { Measure } from "@/db/enums";

/** Delays that a new trigger is offered, in seconds: at once, five, ten and thirty minutes. */
export const DELAY_PRESETS_SECONDS = [0, 300, 600, 1800] as const;
export const DEFAULT_DELAY_SECONDS = 300;
/** The longest delay that a trigger may have: a day. */
export const MAXIMUM_DELAY_SECONDS = 86_400;

/** How far a value must come back inside before the alarm is over, in canonical units; 0 where nothing wavers. */
const DEAD_BANDS: Partial<Record<Measure, number>> = { temperature: 0.5, humidity: 2, co2: 100, gas: 10, voltage: 0.1 };

export const deadBandOf = (measure: Measure): number => DEAD_BANDS[measure] ?? 0;

export type StandardCondition = {
  kind: "range" | "no-data";
  measure: Measure;
  delaySeconds: number;
  delayMode: "normal-delay" | "ignore-delay";
  deadBand: number;
};

/**
 * The conditions of a standard trigger: for each measure the carrier's own range, held back for the delay and dropped
 * when the value comes back meanwhile (a door that was opened is no alarm), and silence.
 */
export function standardConditions(measures: readonly Measure[], delaySeconds: number): StandardCondition[] {
  return [...new Set(measures)].flatMap((measure): StandardCondition[] => [
    { kind: "range", measure, delaySeconds, delayMode: "ignore-delay", deadBand: deadBandOf(measure) },
    { kind: "no-data", measure, delaySeconds: 0, delayMode: "normal-delay", deadBand: 0 },
  ]);
}
