import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrheniusTerm, meanKineticTemperature, meanKineticTemperatureOf } from "./kinetic";

const repeat = (hours: number, celsius: number) => Array<number>(hours).fill(celsius);

describe("meanKineticTemperature", () => {
  it.each([
    ["2, 5, 8", [2, 5, 8], 5.3615],
    ["20, 25, 30", [20, 25, 30], 25.8582],
    ["23 h at 5, 1 h at 15", [...repeat(23, 5), 15], 5.7635],
    ["20 h at 5, 4 h at 15", [...repeat(20, 5), ...repeat(4, 15)], 7.7046],
    ["29 d at 22, 1 d at 38", [...repeat(29, 22), 38], 23.2759],
    ["six readings around 24", [21.5, 22.1, 23.4, 25.0, 28.9, 24.2], 24.5149],
    ["a refrigerator's week", [2, 2, 5, 8, 8, 8, 8], 6.2503],
    ["constant 5", repeat(10, 5), 5],
    ["constant -80", repeat(10, -80), -80],
  ])("%s", (_name, celsius, expected) => {
    expect(meanKineticTemperature(celsius)).toBeCloseTo(expected, 4);
  });

  it("has no answer without temperatures", () => {
    expect(meanKineticTemperature([])).toBeNull();
    expect(meanKineticTemperatureOf(0, 0)).toBeNull();
  });

  it("lies between the arithmetic mean and the maximum at cold-chain temperatures", () => {
    const temperatures = fc.array(fc.double({ min: -90, max: 60, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(temperatures, (celsius) => {
        const mean = celsius.reduce((sum, value) => sum + value, 0) / celsius.length;
        const kinetic = meanKineticTemperature(celsius) as number;
        expect(kinetic).toBeGreaterThan(mean - 1e-9);
        expect(kinetic).toBeLessThan(Math.max(...celsius) + 1e-9);
      }),
      { numRuns: 500 },
    );
  });

  it("is the same from added-up parts", () => {
    const sum = [2, 5, 8].reduce((total, value) => total + arrheniusTerm(value), 0);
    expect(meanKineticTemperatureOf(sum, 3)).toBe(meanKineticTemperature([2, 5, 8]));
  });

  it("lets a sensor fault below absolute zero weigh nothing", () => {
    expect(arrheniusTerm(-327.68)).toBe(0);
    expect(arrheniusTerm(-273.15)).toBe(0);
  });
});
