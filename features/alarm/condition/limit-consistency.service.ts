import "server-only";
import type { Measure } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import type { Db } from "@/lib/operation/context";
import { findRulesWithin } from "./limit-consistency.data";

/** Monitored limits, and the path prefix of their fields in the input: `""`, or `conditions.0.`. */
export type WatchedLimits = { measure: Measure; minimum: number | null; maximum: number | null; place: string };

/**
 * Rejects limits beyond which a rule for impossible values rejects every reading, because they could never raise an
 * alarm. The form of such a rule checks the reverse. Throws INVALID with the paths of the fields.
 */
export async function assertAlarmable(db: Db, customerId: number, limits: readonly WatchedLimits[]): Promise<void> {
  const issues: Issue[] = [];
  for (const { place, ...watched } of limits) {
    if (watched.minimum === null && watched.maximum === null) continue;
    const rules = await findRulesWithin(db, customerId, watched);
    for (const field of ["minimum", "maximum"] as const) {
      if (rules[field] === null) continue;
      const message = `the rule for invalid data "${rules[field]}" takes all that lies beyond`;
      issues.push({ path: `${place}${field}`, rule: "beyondRule", message, names: rules[field] });
    }
  }
  const [first] = issues;
  if (first) throw new AppError("INVALID", `${first.path}: ${first.message}`, { issues });
}
