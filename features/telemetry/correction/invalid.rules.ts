import { type InvalidRuleKind, MEASURES, type Measure } from "@/db/enums";
import { hasTwoDecimals, limitIssues, PLAUSIBLE } from "@/lib/units/limits";

/** What rules may judge: a door and power say 0 or 1 and nothing else. */
export const SIFTED_MEASURES = MEASURES.filter((measure) => measure !== "door" && measure !== "power");

/** So many fault values a rule names at most. */
export const MAXIMUM_FAULTS = 20;
/** No faster change a minute makes sense of what a rule should still let pass. */
export const MAXIMUM_RATE = 1000;
/** Longest name of a rule, in characters. */
export const NAME_LENGTH = 30;
/** Longest reason for marking or restoring, in characters. */
export const REASON_LENGTH = 200;
/** As many readings are marked or restored at once. */
export const MAXIMUM_MOVED = 10_000;
/** More than so many readings that a rule would take are not counted. */
export const COUNTED = 10_000;
/** Of those that it keeps fewer are: a list counts a hundred rules at once. */
export const LISTED = 1000;

export type KnownFault = { measure: Measure; value: number; cause: "powerOn" | "noPower" | "lost"; source: string };

/**
 * What sensors are known to send in place of a reading, in canonical units, for the form to offer. DS18B20: data sheet,
 * page 6; the Arduino library DallasTemperature, constants and release 4.0.6; Dragino LHT65, manual, 2.4.7.
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

/** A broken rule beside the field that the form marks. */
export type RuleIssue = { path: keyof Fields; rule: string; message: string };

/** What is wrong with the figures of a rule; only those of its kind count. */
export function ruleIssues(fields: Fields): RuleIssue[] {
  if (fields.kind === "implausible") return limitIssues(fields);
  return fields.kind === "fault-value" ? faultIssues(fields) : rateIssues(fields);
}

function faultIssues({ measure, faultValues }: Fields): RuleIssue[] {
  const path = "faultValues" as const;
  if (faultValues.length === 0) return [{ path, rule: "required", message: "at least one value is required" }];
  const { minimum, maximum } = PLAUSIBLE[measure];
  // Beyond that a reading is refused before any rule sees it.
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

/** The figures that its kind has; those of the other kinds are gone. */
export function figuresOf({ kind, faultValues, minimum, maximum, ratePerMinute }: Fields) {
  return {
    faultValues: kind === "fault-value" ? [...new Set(faultValues)].sort((a, b) => a - b) : null,
    minimum: kind === "implausible" ? minimum : null,
    maximum: kind === "implausible" ? maximum : null,
    ratePerMinute: kind === "jump" ? ratePerMinute : null,
  };
}
