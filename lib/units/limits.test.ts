import { describe, expect, it } from "vitest";
import { hasTwoDecimals, type Limits, limitIssues, typedNumber } from "./limits";

const OK: Limits[] = [
  { measure: "temperature", minimum: 2, maximum: 8 },
  { measure: "temperature", minimum: -327.67, maximum: null },
  { measure: "temperature", minimum: null, maximum: 327.67 },
  { measure: "temperature", minimum: -0.01, maximum: 0 },
  { measure: "humidity", minimum: 0, maximum: 100 },
  { measure: "co2", minimum: 400.25, maximum: 400.26 },
];

const BROKEN: [Limits, string[]][] = [
  [{ measure: "temperature", minimum: null, maximum: null }, ["minimum oneLimit"]],
  [{ measure: "temperature", minimum: 8, maximum: 8 }, ["maximum aboveMinimum"]],
  [{ measure: "temperature", minimum: 8, maximum: 2 }, ["maximum aboveMinimum"]],
  [{ measure: "temperature", minimum: 2.001, maximum: 8 }, ["minimum twoDecimals"]],
  [{ measure: "temperature", minimum: 2, maximum: 8.125 }, ["maximum twoDecimals"]],
  [
    { measure: "temperature", minimum: -327.68, maximum: 327.68 },
    ["minimum temperatureSetting", "maximum temperatureSetting"],
  ],
  [{ measure: "humidity", minimum: -0.01, maximum: 50 }, ["minimum humiditySetting"]],
  [{ measure: "humidity", minimum: null, maximum: 100.5 }, ["maximum humiditySetting"]],
  [{ measure: "battery", minimum: 20, maximum: 101 }, ["maximum physical"]],
];

describe("the limits of a monitoring range", () => {
  it.each(OK)("take %j", (limits) => expect(limitIssues(limits)).toEqual([]));

  it.each(BROKEN)("refuse %j: %j", (limits, rules) => {
    expect(limitIssues(limits).map(({ path, rule }) => `${path} ${rule}`)).toEqual(rules);
  });

  it("know two decimals in spite of binary fractions", () => {
    for (const value of [0.1 + 0.2, 1.005, 8.001, 1e-7]) expect(hasTwoDecimals(value), String(value)).toBe(false);
    for (const value of [0.07, 1.1, 4.35, 327.67, -273.15, 1_000_000.01]) {
      expect(hasTwoDecimals(value), String(value)).toBe(true);
    }
  });
});

it.each([
  ["", null],
  [null, null],
  [" 2,5 ", 2.5],
  ["−18", -18],
  ["－0.5", -0.5],
  ["two", Number.NaN],
] as const)("reads %j as %j", (text, number) => expect(typedNumber(text)).toEqual(number));
