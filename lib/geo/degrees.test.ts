import fc from "fast-check";
import { expect, it } from "vitest";
import { isDegrees, storedPlace } from "./degrees";

it.each([
  [0, 180, true],
  [180, 180, true],
  [-180, 180, true],
  [180.1, 180, false],
  [-181, 180, false],
  [113.430001, 180, true],
  [-0.000001, 180, true],
  [1.0000001, 180, false],
  [Number.NaN, 180, false],
  [90, 90, true],
  [90.01, 90, false],
] as const)("%d within %d: %s", (value, limit, expected) => {
  expect(isDegrees(value, limit)).toBe(expected);
});

it("takes any degrees of six decimals", () => {
  fc.assert(fc.property(fc.integer({ min: -180e6, max: 180e6 }), (micro) => isDegrees(micro / 1e6, 180)));
});

it.each([
  [
    [113.43123456789, 23.1],
    [113.431235, 23.1],
  ],
  [
    [180, -90],
    [180, -90],
  ],
  [
    [181, 0],
    [-179, 0],
  ],
  [
    [-545, 91],
    [175, 90],
  ],
] as const)("stores %j as %j", (place, stored) => {
  expect(storedPlace(place)).toEqual(stored);
});
