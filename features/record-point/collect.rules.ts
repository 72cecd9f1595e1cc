import type { RecordSheetStatus, RecordValueState } from "@/db/enums";
import { dayKey, startOfDay } from "@/lib/datetime/zone";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Readings that arrive later than this are no longer looked for. */
export const WATCHED_MS = 92 * 24 * HOUR_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** How near a reading has to be to a record beside the plan, in minutes: half of the distance of two of them. */
export const EXTRA_TOLERANCE_MINUTES = 1;

/** A reading: event time in epoch ms, canonical unit. */
export type Reading = { at: number; value: number };
export type Limits = { minimum: number | null; maximum: number | null };

/** A record as it is stored; instants in epoch ms. */
export type Recorded = {
  plannedAt: number;
  toleranceMs: number;
  state: RecordValueState;
  value: number | null;
  measuredAt: number | null;
  newerAt: number | null;
};

/** The reading nearest to an instant and at most `toleranceMs` from it; of two equally near ones the earlier. */
export function nearestOf(plannedAt: number, toleranceMs: number, readings: readonly Reading[]): Reading | null {
  const distance = ({ at }: Reading) => Math.abs(at - plannedAt);
  const within = readings.filter((reading) => distance(reading) <= toleranceMs);
  within.sort((a, b) => distance(a) - distance(b) || a.at - b.at);
  return within[0] ?? null;
}

/** The limits themselves are within range. */
export const stateOf = (value: number, { minimum, maximum }: Limits): "collected" | "out-of-range" =>
  (minimum !== null && value < minimum) || (maximum !== null && value > maximum) ? "out-of-range" : "collected";

/** Whether the values of a sheet may still change. */
export const isCollecting = (status: RecordSheetStatus): boolean => status === "open";

/**
 * What a record becomes once these readings are known. Of an open sheet it takes the reading nearest to the planned
 * instant, whichever arrived first, so that its distance only shrinks; a value is never taken away. A value entered by
 * hand and the values of a signed sheet stay: a nearer reading is only named.
 */
export function collect(
  record: Recorded,
  readings: readonly Reading[],
  { status, limits, now }: { status: RecordSheetStatus; limits: Limits; now: number },
): Recorded & { isChanged: boolean } {
  const { plannedAt, toleranceMs, state, measuredAt } = record;
  const known = measuredAt === null ? Number.POSITIVE_INFINITY : Math.abs(measuredAt - plannedAt);
  const found = nearestOf(plannedAt, toleranceMs, readings);
  const isNearer = found !== null && Math.abs(found.at - plannedAt) < known;
  if (!isCollecting(status) || state === "entered")
    return { ...record, newerAt: isNearer ? found.at : record.newerAt, isChanged: false };
  // Until the tolerance is over, a nearer reading may come in order.
  if (state === "pending" && now < plannedAt + toleranceMs) return { ...record, isChanged: false };
  if (isNearer)
    return {
      ...record,
      state: stateOf(found.value, limits),
      value: found.value,
      measuredAt: found.at,
      newerAt: null,
      isChanged: true,
    };
  return state === "pending" ? { ...record, state: "missed", isChanged: true } : { ...record, isChanged: false };
}

/**
 * The records beside the plan for readings that were out of range (epoch ms): at every `everyMinutes` of the day, the
 * one nearest to each reading.
 */
export function extraInstants(
  instants: readonly number[],
  everyMinutes: number,
  timeZone: string,
): { day: string; minute: number; at: number }[] {
  const step = everyMinutes * MINUTE_MS;
  const found = new Map<number, { day: string; minute: number; at: number }>();
  for (const instant of instants) {
    const start = startOfDay(new Date(instant), timeZone).getTime();
    const next = startOfDay(new Date(instant), timeZone, 1).getTime();
    const nearest = start + Math.round((instant - start) / step) * step;
    // The last one of a day may be nearest to the first of the next.
    const [base, at] = nearest >= next ? [next, next] : [start, nearest];
    found.set(at, { day: dayKey(new Date(base), timeZone), minute: (at - base) / MINUTE_MS, at });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/**
 * When to look for late readings again (epoch ms); null if none can be nearer, or too late. The pause grows with the
 * delay: what is eight hours late is found within four.
 */
export function nextLook({ plannedAt, toleranceMs, state, measuredAt }: Recorded, now: number): number | null {
  const over = plannedAt + toleranceMs;
  if (state === "pending") return over;
  if (measuredAt === plannedAt || now - over > WATCHED_MS) return null;
  const [share, least] = measuredAt === null ? [2, MINUTE_MS] : [1, HOUR_MS];
  return now + Math.min(LONGEST_WAIT_MS, Math.max(least, (now - over) / share));
}
