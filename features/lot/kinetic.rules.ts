import type { KineticClass } from "@/db/enums";
import { HOUR_MS, type KineticRefusal, LEAST_OBSERVED } from "@/features/observation/observation.rules";
import { meanKineticTemperatureOf } from "@/lib/units/kinetic";
import type { KineticBucket } from "./exposure.rules";

const DAY_MS = 24 * HOUR_MS;

/** Windows of USP <1079.2>: 30 consecutive days for controlled room, 24 hours for controlled cold temperature. */
export const WINDOWS: Record<Exclude<KineticClass, "none">, { windowMs: number; bucketMs: number }> = {
  crt: { windowMs: 30 * DAY_MS, bucketMs: 6 * HOUR_MS },
  cct: { windowMs: DAY_MS, bucketMs: HOUR_MS },
};

/** The instants that cut a life into buckets of a class, epoch ms: whole multiples, so that stored hours serve. */
export function edgesOf(kineticClass: Exclude<KineticClass, "none">, { from, to }: { from: number; to: number }) {
  const { bucketMs } = WINDOWS[kineticClass];
  const edges: number[] = [];
  for (let at = (Math.floor(from / bucketMs) + 1) * bucketMs; at < to; at += bucketMs) edges.push(at);
  return edges;
}

/** The mean kinetic temperature of the worst window in °C, or why there is none. `completeness` of the best window. */
export type Kinetic =
  | { state: "found"; celsius: number; from: number; to: number; completeness: number }
  | { state: "refused"; why: KineticRefusal; completeness: number | null };

/**
 * The worst window of a life, sliding by one bucket. A window observed for less than 90 % says nothing; a life shorter
 * than the window has none. Arrhenius weighting does not describe freezing, so anything frozen has none either.
 */
export function worstWindow(
  kineticClass: Exclude<KineticClass, "none">,
  buckets: readonly KineticBucket[],
  isFrozen: boolean,
): Kinetic {
  if (isFrozen) return { state: "refused", why: "frozen", completeness: null };
  const { windowMs, bucketMs } = WINDOWS[kineticClass];
  const count = windowMs / bucketMs;
  let worst: Kinetic & { state: "found" } = { state: "found", celsius: -Infinity, from: 0, to: 0, completeness: 0 };
  let best = 0;
  let [observedMs, area] = [0, 0];
  for (const [index, bucket] of buckets.entries()) {
    observedMs += bucket.observedMs;
    area += bucket.arrheniusArea;
    const left = buckets[index - count];
    if (left) [observedMs, area] = [observedMs - left.observedMs, area - left.arrheniusArea];
    const completeness = observedMs / windowMs;
    best = Math.max(best, completeness);
    const celsius = completeness >= LEAST_OBSERVED ? meanKineticTemperatureOf(area, observedMs) : null;
    if (celsius === null || celsius <= worst.celsius) continue;
    const to = bucket.from + bucketMs;
    worst = { state: "found", celsius, from: to - windowMs, to, completeness };
  }
  if (worst.celsius > -Infinity) return worst;
  return { state: "refused", why: "incomplete", completeness: Math.min(1, best) };
}
