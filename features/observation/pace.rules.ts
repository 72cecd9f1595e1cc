import { longestStepMs, slowPaceMs } from "./observation.rules";

/** So many steps show a pace. */
export const PACE_STEPS = 3;

/** Whether so many instants were heard of a probe that they show a pace. */
export const showsPace = (ats: readonly number[]): boolean => ats.length > PACE_STEPS;

/**
 * The pace in seconds at which a device reports, where that is slower than it is set to, by the probe that is heard most
 * often; instants of each probe in epoch ms, newest first. Null where one keeps to the interval, or none shows a pace.
 */
export function slowPaceOf(probes: readonly (readonly number[])[], reportIntervalSeconds: number): number | null {
  const stepMs = longestStepMs({ measure: "temperature", reportIntervalSeconds });
  const heard = probes.filter(showsPace);
  const paces = heard.flatMap((ats) => slowPaceMs(ats.toReversed(), stepMs) ?? []);
  return heard.length > 0 && paces.length === heard.length ? Math.round(Math.min(...paces) / 1000) : null;
}
