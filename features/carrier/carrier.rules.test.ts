import { describe, expect, it } from "vitest";
import { CARRIER_TYPES } from "@/db/enums";
import { attributesOf, isPointName, listed, mayHaveRange, watchedBy } from "./carrier.rules";

describe("carriers", () => {
  it.each(["Fridge 1", "冰箱2号", "A/B_c.d, e", "2~8 ℃", "Kühlraum·Nord"])("may be called %s", (name) => {
    expect(isPointName(name)).toBe(true);
  });

  it.each(["A，B", "A、B", "A-1", "A－1", "A–1", "A—1", "−20 ℃"])("may not be called %s", (name) => {
    expect(isPointName(name)).toBe(false);
  });

  it.each([
    ["humidity", ["temperature"], false],
    ["humidity", ["temperature", "battery"], false],
    ["humidity", ["temperature", "humidity"], true],
    ["humidity", [], true],
    ["temperature", ["temperature"], true],
    ["temperature", ["humidity"], true],
  ] as const)("a range of %s on %j: %s", (measure, mounted, expected) => {
    expect(mayHaveRange(measure, mounted)).toBe(expected);
  });

  it("name five that bar the way and count the others", () => {
    expect(listed(["a", "b"])).toBe("a, b");
    expect(listed(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e and 2 more");
  });

  it.each(CARRIER_TYPES)("%s has fields of its own", (type) => {
    expect(attributesOf(type).length).toBeGreaterThan(0);
  });
});

describe("what an edit has a carrier watched by", () => {
  const cold = { measure: "temperature", zoneId: 5 };
  const old = { sceneId: 1, alarmTriggerId: 3, zones: [cold] };
  it.each([
    ["nothing", {}, null],
    ["another node", { sceneId: 2, alarmTriggerId: null }, "sceneId"],
    ["another trigger", { alarmTriggerId: 4 }, "alarmTriggerId"],
    ["a trigger that is taken away", { alarmTriggerId: null }, null],
    ["another range of the measure", { zones: [{ ...cold, zoneId: 6 }] }, "zones"],
    ["a range of another measure", { zones: [cold, { measure: "humidity", zoneId: 5 }] }, "zones"],
    ["a range that is taken away", { zones: [] }, null],
  ])("%s", (_, change, field) => {
    expect(watchedBy(old, { ...old, ...change })).toBe(field);
  });
});
