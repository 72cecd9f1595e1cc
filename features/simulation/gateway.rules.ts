/** Undelivered readings of a gateway, oldest first, and the number of dropped ones. */
export type Backlog<T> = { readings: readonly T[]; dropped: number };

export const EMPTY_BACKLOG: Backlog<never> = { readings: [], dropped: 0 };

/** Appends new readings to the backlog; beyond `capacity` the oldest are dropped. */
export function withReadings<T>(backlog: Backlog<T>, readings: readonly T[], capacity: number): Backlog<T> {
  const all = [...backlog.readings, ...readings];
  const surplus = Math.max(0, all.length - capacity);
  return { readings: surplus > 0 ? all.slice(surplus) : all, dropped: backlog.dropped + surplus };
}

/** The backlog after its first `count` readings were delivered. */
export const withoutFirst = <T>(backlog: Backlog<T>, count: number): Backlog<T> => ({
  readings: backlog.readings.slice(count),
  dropped: backlog.dropped,
});

/**
 * Meaning of an HTTP status for a batch: "delivered"; "retry" for temporary failures (overload, a restart); "refused"
 * for a token that is no longer valid; "spoilt" for a batch that will never be accepted.
 */
export function verdictOf(status: number): "delivered" | "retry" | "refused" | "spoilt" {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 401 || status === 403) return "refused";
  if (status === 400 || status === 413 || status === 415 || status === 422) return "spoilt";
  return "retry";
}

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after a number of consecutive failures: doubling from one second to a minute, half of it random
 * ("equal jitter"), so that many gateways do not return at once. `random` is in [0, 1).
 */
export function backOffMs(failures: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return whole / 2 + (whole / 2) * random;
}
