import type { Excursion } from "../range/rules";

/**
 * A recorded excursion as one that was found later goes on with it: it keeps its begin, and its own figures where what
 * was found is only its end.
 */
export function continued(record: Excursion, found: Excursion): Excursion {
  const { startedAt, raisedAt } = record;
  if (found.endedAt !== null) return { ...record, endedAt: found.endedAt };
  return { ...found, startedAt, raisedAt };
}
