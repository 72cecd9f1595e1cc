import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { POINT_CLASSES } from "@/db/verification-enums";
import {
  labelFor,
  missingOf,
  PLAN_MARGIN,
  type PointRule,
  requiredOf,
  SHIPPED_RULES,
  type Space,
  suggestPoints,
} from "./point.rules";

const space: Space = {
  ...{ lengthMetres: 12, widthMetres: 8, heightMetres: 4, fans: 2, doors: 1, deadCorners: 4, racks: 3, probes: 2 },
};
const ruleOf = (code: string) => SHIPPED_RULES.find((one) => one.code === code) as PointRule;

describe("the points that a space needs", () => {
  it("are counted by distance, and for each fan, door, corner, rack and probe", () => {
    expect(requiredOf(ruleOf("gsp_cold_store"), space)).toEqual({
      // 12 m and 8 m in steps of at most 5 m, 4 m of height in steps of at most 2 m: 3 × 2 × 2.
      ...{ uniform: 12, fanOutlet: 10, door: 5, deadCorner: 12, rack: 9, permanent: 2, outside: 1 },
    });
  });

  it("are counted by begun volumes, and at least so many", () => {
    const van = { ...space, lengthMetres: 7, widthMetres: 2.4, heightMetres: 2.4, racks: 0 };
    expect(requiredOf(ruleOf("gsp_vehicle"), van).uniform).toBe(27);
    expect(requiredOf(ruleOf("gsp_vehicle"), { ...van, lengthMetres: 3 }).uniform).toBe(9);
    expect(requiredOf(ruleOf("gsp_box"), { ...van, lengthMetres: 0.5, widthMetres: 0.4 }).uniform).toBe(5);
  });

  it("are named with how many are missing", () => {
    const required = requiredOf(ruleOf("gsp_box"), { ...space, fans: 0, doors: 1, probes: 1 });
    const placed = [...Array(5).fill({ pointClass: "uniform" }), { pointClass: "door" }];
    expect(missingOf(required, placed)).toEqual([
      { pointClass: "permanent", required: 1, placed: 0 },
      { pointClass: "outside", required: 1, placed: 0 },
    ]);
  });

  it("are all in a suggestion, inside of the walls except those outside", () => {
    const metres = fc.double({ min: 0.3, max: 60, noNaN: true });
    const few = fc.integer({ min: 0, max: 4 });
    const spaces = fc.record({
      ...{ lengthMetres: metres, widthMetres: metres, heightMetres: fc.double({ min: 0.3, max: 12, noNaN: true }) },
      ...{ fans: few, doors: few, deadCorners: few, racks: few, probes: few },
    });
    fc.assert(
      fc.property(spaces, fc.constantFrom(...SHIPPED_RULES), (one, rule) => {
        const points = suggestPoints(rule, one);
        const required = requiredOf(rule, one);
        for (const name of POINT_CLASSES)
          expect(points.filter(({ pointClass }) => pointClass === name)).toHaveLength(required[name]);
        for (const { pointClass, x, y, heightMetres } of points) {
          expect(heightMetres).toBeLessThanOrEqual(one.heightMetres);
          const isWithin = [x, y].every((share) => share >= PLAN_MARGIN && share <= 1 - PLAN_MARGIN);
          expect(isWithin).toBe(pointClass !== "outside");
        }
      }),
      { numRuns: 60 },
    );
  });

  it("have the next free label of their class", () => {
    expect(labelFor("door", [])).toBe("D1");
    expect(labelFor("uniform", ["U1", "u2", "D3", "U4"])).toBe("U3");
  });
});
