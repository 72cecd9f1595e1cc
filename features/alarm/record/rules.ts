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

/**
 * Whether an excursion that is recorded only now was known before, as what goes on since `openBefore` (epoch ms; null:
 * nothing was open): a pause, a silence or the calendar held it back until now, and nobody could be told.
 */
export const wasHeldBack = ({ startedAt, endedAt }: Excursion, openBefore: number | null): boolean =>
  openBefore !== null && endedAt === null && startedAt <= openBefore;
