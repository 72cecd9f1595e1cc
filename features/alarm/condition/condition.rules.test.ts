import { describe, expect, it } from "vitest";
import { CONDITION_KINDS } from "@/db/enums";
import {
  type ConditionFacts,
  conditionIssues,
  deadBandOf,
  identityIssues,
  MEASURES_OF,
  WHO_PRESETS,
} from "./condition.rules";
import { ConditionInput } from "./condition.schema";

const range = (fields: Partial<ConditionFacts> = {}): ConditionFacts => ({
  kind: "range",
  measure: "temperature",
  minimum: 2,
  maximum: 8,
  ...fields,
});
const told = (conditions: ConditionFacts[]) =>
  conditionIssues(conditions).map(({ path, rule }) => `${path.join(".")} ${rule}`);

describe("the conditions of a trigger", () => {
  it.each<[string, ConditionFacts[]]>([
    ["the carrier's own range", [range({ minimum: null, maximum: null, deadBand: 5 })]],
    ["two limits of one measure", [range(), range({ maximum: 10 })]],
    ["one measure watched in every way", CONDITION_KINDS.map((kind) => range({ kind, minimum: null, maximum: null }))],
    [
      "the same limits within a day and within a week",
      [1440, 10_080].map((windowMinutes) => range({ kind: "cumulative", outsideMinutes: 60, windowMinutes })),
    ],
    ["the presets of WHO", WHO_PRESETS.map(({ key: _, ...preset }) => range({ kind: "cumulative", ...preset }))],
  ])("take %s", (_name, conditions) => expect(told(conditions)).toEqual([]));

  it.each<[string, ConditionFacts[], string[]]>([
    ["a condition twice", [range(), range({ deadBand: 1 })], ["1.measure repeatedCondition"]],
    ["limits the wrong way round", [range({ minimum: 8, maximum: 2 })], ["0.maximum aboveMinimum"]],
    ["three decimals", [range({ minimum: 2.001 })], ["0.minimum twoDecimals"]],
    ["a dead band as wide as the range", [range({ deadBand: 6 })], ["0.deadBand deadBand"]],
    [
      "a window that ends with the minutes outside",
      [range({ kind: "cumulative", outsideMinutes: 60, windowMinutes: 60 })],
      ["0.windowMinutes window"],
    ],
  ])("refuse %s", (_name, conditions, issues) => expect(told(conditions)).toEqual(issues));

  it("refuse a measure that their kind cannot watch", () => {
    const rest = { delaySeconds: 60, outsideMinutes: 1, windowMinutes: 2, horizonMinutes: 30 };
    const needs = {
      range: ["delaySeconds"],
      cumulative: ["outsideMinutes", "windowMinutes"],
      "no-data": [],
      state: ["delaySeconds"],
      trend: ["horizonMinutes"],
    } as const;
    for (const kind of CONDITION_KINDS.filter((one) => one !== "geofence"))
      for (const measure of MEASURES_OF["no-data"]) {
        const fields = Object.fromEntries(needs[kind].map((name) => [name, rest[name]]));
        const { success } = ConditionInput.safeParse({ kind, measure, ...fields });
        expect(success, `${kind} ${measure}`).toBe(MEASURES_OF[kind].includes(measure));
      }
  });

  it("of a geofence name what a carrier does, and no measure", () => {
    const left = { kind: "geofence", crossing: "exit" };
    expect(ConditionInput.parse(left)).toMatchObject({ geofenceId: null, delaySeconds: 0, severity: null });
    for (const wrong of [{ crossing: "over" }, { crossing: undefined }, { measure: "temperature" }, { geofenceId: 0 }])
      expect(ConditionInput.safeParse({ ...left, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
    const facts = { kind: "geofence" as const, crossing: "exit" as const, geofenceId: 1 };
    expect(conditionIssues([facts, { ...facts, geofenceId: 2 }, { ...facts, crossing: "enter" }])).toEqual([]);
    expect(conditionIssues([facts, facts])).toMatchObject([{ path: [1, "geofenceId"], rule: "repeatedCondition" }]);
    expect(identityIssues([{ id: 7, ...facts }], [{ id: 7, ...facts, geofenceId: null }])).toMatchObject([
      { path: [0, "geofenceId"], rule: "fixed" },
    ]);
  });

  it("keep their ids: known, once, and for what they watch", () => {
    const known = [{ id: 7, kind: "range" as const, measure: "temperature" as const }];
    const issues = (...wanted: Parameters<typeof identityIssues>[1][number][]) =>
      identityIssues(known, wanted).map(({ path, rule }) => `${path.join(".")} ${rule}`);
    const own = { id: 7, kind: "range" as const, measure: "temperature" as const };
    expect(issues(own, { kind: "trend", measure: "humidity" })).toEqual([]);
    expect(issues({ ...own, id: 8 })).toEqual(["0.id reference"]);
    expect(issues(own, own)).toEqual(["1.id reference"]);
    expect(issues({ ...own, kind: "trend" })).toEqual(["0.kind fixed"]);
    expect(issues({ ...own, measure: "humidity" })).toEqual(["0.measure fixed"]);
  });
});

it("lets what is on or off come back without a dead band", () => expect(deadBandOf("door")).toBe(0));
