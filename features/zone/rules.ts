import type { Measure } from "@/db/enums";
import { PLAUSIBLE } from "@/features/telemetry/ingest/rules";
import { AppError } from "@/lib/errors";

/** Longest text that describes a range, in characters (specification, section 5, "Length limits"). */
export const RANGE_TEXT_LENGTH = 100;

/** What a temperature and a humidity can be set to (specification, section 5, "Formats"); the rule that says so. */
const SETTABLE: Partial<Record<Measure, { minimum: number; maximum: number; rule: string }>> = {
  temperature: { minimum: -327.67, maximum: 327.67, rule: "temperatureSetting" },
  humidity: { minimum: 0, maximum: 100, rule: "humiditySetting" },
};

/** The bounds of a limit of this measure, in canonical units, and the rule that names them. */
export const boundsOf = (measure: Measure) => SETTABLE[measure] ?? { ...PLAUSIBLE[measure], rule: "physical" };

export type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** A broken rule beside the field that the form marks. */
export type LimitIssue = { path: "minimum" | "maximum"; rule: string; message: string };

/** Whether the number can be written with two decimals at most (specification, section 5, "Formats"). */
export const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value;

function ofOneLimit(path: LimitIssue["path"], measure: Measure, value: number | null): LimitIssue[] {
  if (value === null) return [];
  const { minimum, maximum, rule } = boundsOf(measure);
  if (value < minimum || value > maximum) return [{ path, rule, message: `must be from ${minimum} to ${maximum}` }];
  if (!hasTwoDecimals(value)) return [{ path, rule: "twoDecimals", message: "must have at most two decimals" }];
  return [];
}

/**
 * What is wrong with the limits, in canonical units of the measure: nothing beyond what can be set or read, two
 * decimals, at least one limit, and the maximum above the minimum.
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

/**
 * Refuses what a carrier that is bound to the range would not survive. `path` is the input's field; of carriers without
 * a name, which the reader may not see, their number is told.
 */
export function inUse(path: string, carriers: readonly (string | null)[]): AppError {
  const named = carriers.filter((name) => name !== null).slice(0, NAMED);
  const others = carriers.length - named.length;
  const more = others > 0 ? [named.length > 0 ? `${others} more` : `${others} other carriers`] : [];
  const message = `the range is bound to ${[named.join(", "), ...more].filter(Boolean).join(" and ")}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}
