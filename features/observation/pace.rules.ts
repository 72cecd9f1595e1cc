import { longestStepMs, slowPaceMs } from "./observation.rules";

/** Number of steps that establish a pace. */
export const PACE_STEPS = 3;

/** Whether a probe has enough readings to establish a pace. */
export const showsPace = (ats: readonly number[]): boolean => ats.length > PACE_STEPS;

/**
 * The pace in seconds of a device that reports more slowly than configured, by the probe that reports most often.
 * Instants of each probe in epoch ms, newest first. Null if a probe meets the interval, or none establishes a pace.
 */
export function slowPaceOf(probes: readonly (readonly number[])[], reportIntervalSeconds: number): number | null {
  const stepMs = longestStepMs({ measure: "temperature", reportIntervalSeconds });
  const heard = probes.filter(showsPace);
  const paces = heard.flatMap((ats) => slowPaceMs(ats.toReversed(), stepMs) ?? []);
  return heard.length > 0 && paces.length === heard.length ? Math.round(Math.min(...paces) / 1000) : null;
}
