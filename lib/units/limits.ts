import type { Measure } from "@/db/enums";

type Bounds = { minimum: number; maximum: number };

/**
 * What is physically possible, by measure. Temperature: absolute zero (CODATA) up to what no probe of the trade
 * survives. The rest: the definition of the unit, or the widest range that a device can mean.
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

/** What a temperature and a humidity can be set to (specification, section 5, "Formats"); the rule that says so. */
const SETTABLE: Partial<Record<Measure, Bounds & { rule: string }>> = {
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

/** The number that somebody typed, with a comma or a full-width sign as well; null for nothing, NaN for no number. */
export function typedNumber(value: FormDataEntryValue | null): number | null {
  const text = String(value ?? "")
    .trim()
    .replace(/[,，]/, ".")
    .replace(/^[−－–]/, "-");
  return text === "" ? null : Number(text);
}
