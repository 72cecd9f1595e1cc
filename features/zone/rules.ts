import type { Measure } from "@/db/enums";
import { PLAUSIBLE } from "@/features/telemetry/ingest/rules";
import { AppError } from "@/lib/errors";

export type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** A broken rule beside the field that the form marks. */
export type LimitIssue = { path: "minimum" | "maximum"; rule: string; message: string };

/** Whether the number can be written with two decimals at most (specification, section 5, "Formats"). */
export const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value;

function ofOneLimit(path: LimitIssue["path"], measure: Measure, value: number | null): LimitIssue[] {
  if (value === null) return [];
  const { minimum, maximum } = PLAUSIBLE[measure];
  if (value < minimum || value > maximum)
    return [{ path, rule: "physical", message: `must be from ${minimum} to ${maximum}` }];
  if (!hasTwoDecimals(value)) return [{ path, rule: "twoDecimals", message: "must have at most two decimals" }];
  return [];
}

/**
 * What is wrong with the limits, in canonical units of the measure: nothing that no probe can read, two decimals, at
 * least one limit, and the maximum above the minimum.
 */
export function limitIssues({ measure, minimum, maximum }: Limits): LimitIssue[] {
  if (minimum === null && maximum === null)
    return [{ path: "minimum", rule: "oneLimit", message: "a minimum or a maximum is required" }];
  const each = [...ofOneLimit("minimum", measure, minimum), ...ofOneLimit("maximum", measure, maximum)];
  if (each.length > 0 || minimum === null || maximum === null || maximum > minimum) return each;
  return [{ path: "maximum", rule: "aboveMinimum", message: "must exceed the minimum" }];
}

/** Carriers named in a refusal; the rest is counted. */
const NAMED = 5;

/** Refuses what a carrier that is bound to the range would not survive. `path` is the input's field. */
export function inUse(path: "id" | "measure" | "customerId", carriers: readonly string[]): AppError {
  const more = carriers.length > NAMED ? ` and ${carriers.length - NAMED} more` : "";
  const message = `the range is bound to ${carriers.slice(0, NAMED).join(", ")}${more}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}
