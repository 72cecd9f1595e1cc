import type { Measure } from "@/db/enums";

type Bounds = { minimum: number; maximum: number };

/**
 * Physically possible values by measure. Temperature: from absolute zero (CODATA) to what no probe of the trade
 * survives. Others: the definition of the unit, or the widest range that a device can mean.
 */
export const PLAUSIBLE: Record<Measure, Bounds> = {
  temperature: { minimum: -273.15, maximum: 1000 },
  humidity: { minimum: 0, maximum: 100 },
  co2: { minimum: 0, maximum: 1_000_000 },
  gas: { minimum: 0, maximum: 1_000_000 },
  door: { minimum: 0, maximum: 1 },
  power: { minimum: 0, maximum: 1 },
  voltage: { minimum: 0, maximum: 1000 },
  signal: { minimum: -200, maximum: 50 },
  battery: { minimum: 0, maximum: 100 },
};

/** Permitted limits of temperature and humidity (specification, section 5, "Formats"), with the rule's name. */
const SETTABLE: Partial<Record<Measure, Bounds & { rule: string }>> = {
  temperature: { minimum: -327.67, maximum: 327.67, rule: "temperatureSetting" },
  humidity: { minimum: 0, maximum: 100, rule: "humiditySetting" },
};

/** The bounds for a limit of this measure, in canonical units, and the name of the rule. */
export const boundsOf = (measure: Measure) => SETTABLE[measure] ?? { ...PLAUSIBLE[measure], rule: "physical" };

export type Limits = { measure: Measure; minimum: number | null; maximum: number | null };

/** A violated rule, with the field that the form marks. */
export type LimitIssue = { path: "minimum" | "maximum"; rule: string; message: string };

/** Whether the number has at most two decimals (specification, section 5, "Formats"). */
export const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value;

function ofOneLimit(path: LimitIssue["path"], measure: Measure, value: number | null): LimitIssue[] {
  if (value === null) return [];
  const { minimum, maximum, rule } = boundsOf(measure);
  if (value < minimum || value > maximum) return [{ path, rule, message: `must be from ${minimum} to ${maximum}` }];
  if (!hasTwoDecimals(value)) return [{ path, rule: "twoDecimals", message: "must have at most two decimals" }];
  return [];
}

/**
 * Validates limits in canonical units: within the permitted bounds, two decimals, at least one limit, and the maximum
 * above the minimum.
 */
export function limitIssues({ measure, minimum, maximum }: Limits): LimitIssue[] {
  if (minimum === null && maximum === null)
    return [{ path: "minimum", rule: "oneLimit", message: "a minimum or a maximum is required" }];
  const each = [...ofOneLimit("minimum", measure, minimum), ...ofOneLimit("maximum", measure, maximum)];
  if (each.length > 0 || minimum === null || maximum === null || maximum > minimum) return each;
  return [{ path: "maximum", rule: "aboveMinimum", message: "must exceed the minimum" }];
}

/** Parses a typed number, also with a comma or full-width characters; null if empty, NaN if invalid. */
export function typedNumber(value: FormDataEntryValue | null): number | null {
  const text = String(value ?? "")
    .trim()
    .replace(/[,，]/, ".")
    .replace(/^[−－–]/, "-");
  return text === "" ? null : Number(text);
}
