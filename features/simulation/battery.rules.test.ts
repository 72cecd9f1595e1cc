import { describe, expect, it } from "vitest";
import { cellVolts, drained, percentOfCell, reportedCell } from "./battery.rules";

describe("a battery", () => {
  it("drains steadily and not below nothing", () => {
    expect(drained(80, 0.5, 10 * 86_400)).toBeCloseTo(75, 9);
    expect(drained(1, 0.5, 10 * 86_400)).toBe(0);
  });

  it.each([
    [0, 2.4],
    [5, 2.95],
    [10, 3.125],
    [100, 3.65],
    [120, 3.65],
    [-3, 2.4],
  ])("has at %d %% %d V", (percent, volts) => {
    expect(cellVolts(percent)).toBeCloseTo(volts, 9);
  });

  it.each(["battery", "voltage"] as const)("reports its %s so that the charge can be read back", (measure) => {
    for (const percent of [3, 12, 27, 55, 90]) {
      expect(Math.abs(percentOfCell(measure, reportedCell(measure, percent)) - percent)).toBeLessThanOrEqual(3);
    }
  });

  it("never gains volts while draining", () => {
    for (let percent = 1; percent <= 100; percent += 1)
      expect(cellVolts(percent)).toBeGreaterThan(cellVolts(percent - 1));
  });
});
