import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundAxis } from "./value-axis";

describe("roundAxis", () => {
  it.each([
    [2, 8, { min: 0, max: 10, interval: 2 }],
    [2.1, 2.3, { min: 2, max: 2.4, interval: 0.1 }],
    [5, 5, { min: 4.5, max: 5.5, interval: 0.25 }],
    [-80.2, -61, { min: -90, max: -60, interval: 10 }],
    [0, 100, { min: 0, max: 150, interval: 50 }],
    [0.1, 3.9, { min: 0, max: 6, interval: 2 }],
    [400, 1200, { min: 250, max: 1250, interval: 250 }],
  ])("%d to %d", (low, high, axis) => expect(roundAxis({ low, high })).toEqual(axis));

  it("holds every value between its ends, in few steps", () =>
    fc.assert(
      fc.property(fc.integer({ min: -50_000, max: 500_000 }), fc.nat(90_000), (hundredths, more) => {
        const [low, high] = [hundredths / 100, (hundredths + more) / 100];
        const { min, max, interval } = roundAxis({ low, high });
        expect(min).toBeLessThanOrEqual(low);
        expect(max).toBeGreaterThanOrEqual(high);
        expect(Math.round((max - min) / interval)).toBeLessThanOrEqual(7);
      }),
    ));
});
