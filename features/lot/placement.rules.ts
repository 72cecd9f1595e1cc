import { AppError, conflict, type Issue } from "@/lib/errors";

/** A placement in epoch ms; `to` null while the lot is there. */
export type Period = { from: number; to: number | null; carrierId: number };

const invalid = (path: string, rule: string, message: string): AppError => {
  const issue: Issue = { path, rule, message };
  return new AppError("INVALID", `${path}: ${message}`, { issues: [issue] });
};

/** Throws INVALID for a future instant (both epoch ms). */
export function assertPast(at: number, now: number): void {
  if (at > now) throw invalid("at", "notFuture", "lies in the future");
}

/**
 * What placing a lot into a carrier at an instant does to its placements: whether a current one ends then. Throws
 * CONFLICT if the lot is there already, or was in some carrier at that time or later.
 */
export function placing(periods: readonly Period[], carrierId: number, at: number): { endsCurrent: boolean } {
  const current = periods.find(({ to }) => to === null);
  if (current?.carrierId === carrierId) throw conflict("carrierId", "lotThere", "the lot is there already");
  if (current && at <= current.from) throw conflict("at", "beforePlacement", "lies before its present placement");
  if (periods.some(({ to }) => to !== null && to > at))
    throw conflict("at", "lotElsewhereThen", "it was in a carrier at that time or later");
  return { endsCurrent: current !== undefined };
}

/** Throws CONFLICT unless the lot is in a carrier since before that instant. */
export function assertTakable(periods: readonly Period[], at: number): void {
  const current = periods.find(({ to }) => to === null);
  if (!current) throw conflict("id", "lotUnplaced", "the lot is in no carrier");
  if (at <= current.from) throw conflict("at", "beforePlacement", "lies before its placement");
}
