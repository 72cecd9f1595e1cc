import type { RuleCase } from "./rule-case";

const zone = (line: string, field: string, passes: unknown, fails: unknown, rule: string): RuleCase => ({
  line,
  entity: "zone",
  field,
  passes,
  fails,
  rule,
});

const limits = (minimum: number | null, maximum: number | null, measure = "temperature") => ({
  measure,
  minimum,
  maximum,
});

/** Section 5 as far as it concerns monitoring ranges. `passes` and `fails` are fields of the input. */
export const rangeRules: RuleCase[] = [
  zone(
    "General: names 30 (or 20), codes 50, descriptions 250",
    "name",
    { name: "n".repeat(30) },
    { name: "n".repeat(31) },
    "too_big",
  ),
  zone(
    "Range text is at most 100",
    "description",
    { description: "d".repeat(100) },
    { description: "d".repeat(101) },
    "too_big",
  ),
  zone(
    "Temperature setting: -327.67..327.67 with up to 2 decimals",
    "minimum",
    limits(-327.67, 327.67),
    limits(-327.68, 8),
    "temperatureSetting",
  ),
  zone(
    "Temperature setting: -327.67..327.67 with up to 2 decimals",
    "maximum",
    limits(-327.67, 327.67),
    limits(2, 327.68),
    "temperatureSetting",
  ),
  zone(
    "Temperature setting: -327.67..327.67 with up to 2 decimals",
    "maximum",
    limits(2, 8.25),
    limits(2, 8.255),
    "twoDecimals",
  ),
  zone(
    "Humidity: 0..100 with up to 2 decimals",
    "minimum",
    limits(0, 100, "humidity"),
    limits(-0.01, 75, "humidity"),
    "humiditySetting",
  ),
  zone(
    "Humidity: 0..100 with up to 2 decimals",
    "maximum",
    limits(35.25, 75, "humidity"),
    limits(35, 100.01, "humidity"),
    "humiditySetting",
  ),
  zone(
    "Monitoring interval values: numbers with up to two decimals",
    "minimum",
    limits(2.12, 8),
    limits(2.125, 8),
    "twoDecimals",
  ),
  zone(
    "Minimum must not exceed maximum (intervals and zones); the zone max must exceed the min",
    "maximum",
    limits(2, 2.01),
    limits(8, 8),
    "aboveMinimum",
  ),
];

/** The rules of a carrier's ranges; a value is the list of measures whose ranges are bound. */
export const bindingRules: RuleCase[] = [
  {
    line: "A unit of measure maps to only one monitoring interval",
    entity: "carrier",
    field: "zones.1",
    passes: ["temperature", "humidity"],
    fails: ["temperature", "temperature"],
    rule: "oneRange",
  },
  {
    line: "A thermometer-only device set cannot add a humidity monitoring range",
    entity: "carrier",
    field: "zones.1",
    passes: ["temperature"],
    fails: ["temperature", "humidity"],
    rule: "thermometerOnly",
  },
];
