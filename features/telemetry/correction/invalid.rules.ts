import { type InvalidRuleKind, MEASURES, type Measure } from "@/db/enums";
import { hasTwoDecimals, limitIssues, PLAUSIBLE } from "@/lib/units/limits";

/** Measures that rules apply to; a door and power report only 0 or 1. */
export const SIFTED_MEASURES = MEASURES.filter((measure) => measure !== "door" && measure !== "power");

/** Maximum number of fault values per rule. */
export const MAXIMUM_FAULTS = 20;
/** Largest rate of change per minute that a rule can sensibly allow. */
export const MAXIMUM_RATE = 1000;
/** Longest name of a rule, in characters. */
export const NAME_LENGTH = 30;
/** Longest reason for marking or restoring, in characters. */
export const REASON_LENGTH = 200;
/** Maximum number of readings marked or restored at once. */
export const MAXIMUM_MOVED = 10_000;
/** The preview counts matching readings up to this bound. */
export const COUNTED = 10_000;
/** The list counts a rule's invalid readings up to this lower bound, since it counts for a hundred rules at once. */
export const LISTED = 1000;

export type KnownFault = { measure: Measure; value: number; cause: "powerOn" | "noPower" | "lost"; source: string };

/**
 * Values that sensors are known to send in place of a reading, in canonical units, offered by the form. DS18B20: data
 * sheet, page 6; the Arduino library DallasTemperature, constants and release 4.0.6; Dragino LHT65, manual, 2.4.7.
 */
export const KNOWN_FAULTS: readonly KnownFault[] = [
  { measure: "temperature", value: 85, cause: "powerOn", source: "DS18B20" },
  { measure: "temperature", value: 127.94, cause: "noPower", source: "DS18B20" },
  { measure: "temperature", value: -127, cause: "lost", source: "DallasTemperature" },
  { measure: "temperature", value: 327.67, cause: "lost", source: "Dragino LHT65" },
];

type Fields = {
  measure: Measure;
  kind: InvalidRuleKind;
  faultValues: readonly number[];
  minimum: number | null;
  maximum: number | null;
  ratePerMinute: number | null;
};

/** A validation error with the form field that it belongs to. */
export type RuleIssue = { path: keyof Fields; rule: string; message: string };

/** Validates the figures of a rule; only those of its kind count. */
export function ruleIssues(fields: Fields): RuleIssue[] {
  if (fields.kind === "implausible") return limitIssues(fields);
  return fields.kind === "fault-value" ? faultIssues(fields) : rateIssues(fields);
}

function faultIssues({ measure, faultValues }: Fields): RuleIssue[] {
  const path = "faultValues" as const;
  if (faultValues.length === 0) return [{ path, rule: "required", message: "at least one value is required" }];
  const { minimum, maximum } = PLAUSIBLE[measure];
  // Values outside are rejected before any rule applies.
  if (faultValues.every((value) => value >= minimum && value <= maximum)) return [];
  return [{ path, rule: "physical", message: `must be from ${minimum} to ${maximum}` }];
}

function rateIssues({ ratePerMinute: rate }: Fields): RuleIssue[] {
  const path = "ratePerMinute" as const;
  if (rate === null) return [{ path, rule: "required", message: "required" }];
  if (rate <= 0) return [{ path, rule: "aboveZero", message: "must be above 0" }];
  if (rate > MAXIMUM_RATE) return [{ path, rule: "physical", message: `must be at most ${MAXIMUM_RATE}` }];
  return hasTwoDecimals(rate) ? [] : [{ path, rule: "twoDecimals", message: "must have at most two decimals" }];
}

/** The figures of the rule's kind; those of other kinds are dropped. */
export function figuresOf({ kind, faultValues, minimum, maximum, ratePerMinute }: Fields) {
  return {
    faultValues: kind === "fault-value" ? [...new Set(faultValues)].sort((a, b) => a - b) : null,
    minimum: kind === "implausible" ? minimum : null,
    maximum: kind === "implausible" ? maximum : null,
    ratePerMinute: kind === "jump" ? ratePerMinute : null,
  };
}
