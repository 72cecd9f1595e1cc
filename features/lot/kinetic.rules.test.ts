import { describe, expect, it } from "vitest";
import { arrheniusTerm, meanKineticTemperature } from "@/lib/units/kinetic";
import { edgesOf, WINDOWS, worstWindow } from "./kinetic.rules";

const HOUR_MS = 3_600_000;
const bucketsOf = (bucketMs: number, celsius: readonly (number | null)[]) =>
  celsius.map((value, index) => ({
    from: index * bucketMs,
    observedMs: value === null ? 0 : bucketMs,
    arrheniusArea: value === null ? 0 : arrheniusTerm(value) * bucketMs,
  }));
const hours = (count: number, celsius: number | null) => Array<number | null>(count).fill(celsius);

describe("the worst window of the mean kinetic temperature", () => {
  it("is the warmest 24 hours of controlled cold (USP <1079.2>)", () => {
    const found = worstWindow("cct", bucketsOf(HOUR_MS, [...hours(48, 5), ...hours(4, 15), ...hours(48, 5)]), false);
    expect(found).toMatchObject({ state: "found", completeness: 1 });
    expect(found.state === "found" && found.celsius).toBeCloseTo(7.7046, 4);
  });

  it("is the warmest 30 days of controlled room temperature", () => {
    const { bucketMs } = WINDOWS.crt;
    const found = worstWindow(
      "crt",
      bucketsOf(bucketMs, [...hours(160, 22), ...hours(4, 38), ...hours(160, 22)]),
      false,
    );
    expect(found.state === "found" && found.celsius).toBeCloseTo(23.2759, 4);
  });

  it.each([
    ["a life shorter than the window", hours(20, 5), 20 / 24],
    ["less than 90 % observed", [...hours(12, 5), ...hours(3, null), ...hours(12, 5)], 21 / 24],
    ["nothing observed", hours(30, null), 0],
  ] as const)("is refused for %s", (_name, celsius, completeness) => {
    const found = worstWindow("cct", bucketsOf(HOUR_MS, celsius), false);
    expect(found).toMatchObject({ state: "refused", why: "incomplete" });
    expect(found.completeness).toBeCloseTo(completeness, 9);
  });

  it("is made from 90 % or more, by observed time", () => {
    const found = worstWindow("cct", bucketsOf(HOUR_MS, [...hours(21, 5), null, null, 15]), false);
    const expected = meanKineticTemperature([...(hours(21, 5) as number[]), 15]) as number;
    expect(found.state === "found" && found.celsius).toBeCloseTo(expected, 9);
  });

  it("is refused for anything frozen", () => {
    expect(worstWindow("cct", bucketsOf(HOUR_MS, hours(48, 5)), true)).toMatchObject({ why: "frozen" });
  });

  it("has buckets of whole hours", () => {
    const edges = edgesOf("cct", { from: 1.5 * HOUR_MS, to: 4 * HOUR_MS });
    expect(edges).toEqual([2 * HOUR_MS, 3 * HOUR_MS]);
    expect(edgesOf("cct", { from: HOUR_MS, to: 3 * HOUR_MS })).toEqual([2 * HOUR_MS]);
  });
});
