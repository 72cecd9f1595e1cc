import { describe, expect, it } from "vitest";
import type { Measure } from "@/db/enums";
import { direction, nextTrend } from "./trend";

describe("direction", () => {
  it.each([
    [0.05, "temperature", "rising"],
    [-0.2, "temperature", "falling"],
    [0.049, "temperature", "steady"],
    [0.2, "humidity", "steady"],
    [null, "temperature", undefined],
    [3, "door", undefined],
  ] as [number | null, Measure, string | undefined][])("%s of %s is %s", (trend, measure, expected) => {
    expect(direction(trend, measure)).toBe(expected);
  });
});

describe("nextTrend", () => {
  it("is the slope at first and approaches a steady slope whatever the interval", () => {
    expect(nextTrend(null, 60_000, 0.5, "temperature")).toBeCloseTo(0.5);
    for (const step of [10_000, 60_000, 300_000]) {
      let trend: number | null = 0;
      for (let elapsed = 0; elapsed < 3_600_000; elapsed += step)
        trend = nextTrend(trend, step, (0.2 * step) / 60_000, "temperature");
      expect(trend).toBeCloseTo(0.2, 2);
    }
  });

  it("keeps still without time passing", () => expect(nextTrend(0.3, 0, 5, "temperature")).toBe(0.3));

  it.each([
    ["a fall after a steep rise", 5, 20_000, -4.1, "temperature", "falling"],
    ["a rise after a steep fall", -5, 60_000, 0.6, "temperature", "rising"],
    ["the flicker of a sensor", 0.2, 60_000, -0.2, "temperature", "rising"],
    ["a further rise", 0.2, 60_000, 0.4, "temperature", "rising"],
    ["a fall of a coarser measure", 3, 60_000, -4, "humidity", "falling"],
    ["its flicker", 3, 60_000, -1, "humidity", "rising"],
  ] as const)("%s", (_, trend, elapsedMs, change, measure, shown) => {
    expect(direction(nextTrend(trend, elapsedMs, change, measure), measure)).toBe(shown);
  });
});
