import { describe, expect, it } from "vitest";
import { openAtGaps } from "./gaps";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 10 * MINUTE_MS;

describe("openAtGaps", () => {
  it.each([
    ["values at the longest step", [0, STEP_MS], 0, 0],
    ["values a moment further apart", [0, STEP_MS + 1], 0, 1],
    ["buckets narrower than the step", [0, 5 * MINUTE_MS, 10 * MINUTE_MS], MINUTE_MS, 0],
    ["eleven empty minutes", [0, 12 * MINUTE_MS], MINUTE_MS, 1],
    ["a missing hour", [0, 2 * HOUR_MS], HOUR_MS, 1],
    ["a day of 25 hours", [0, 25 * HOUR_MS], 24 * HOUR_MS, 0],
    ["a missing day", [0, 48 * HOUR_MS], 24 * HOUR_MS, 1],
    ["a missing hour among others", [0, 1, 2, 4, 5, 6].map((hour) => hour * HOUR_MS), HOUR_MS, 1],
    ["a slower pace", [0, 30, 60, 90, 91, 92, 93].map((minute) => minute * MINUTE_MS), 0, 0],
    ["a slower pace in narrow buckets", [0, 30, 60, 90, 91, 92, 93].map((minute) => minute * MINUTE_MS), MINUTE_MS, 0],
    ["two gaps with a lone value between", [0, 5, 10, 40, 70, 75, 80].map((minute) => minute * MINUTE_MS), 0, 2],
  ])("%s", (_name, at, widthMs, gaps) => {
    const open = openAtGaps({ at, min: at, mean: at, max: at }, STEP_MS, widthMs);
    expect(open.mean.filter((value) => value === null)).toHaveLength(gaps);
    expect(open.at).toEqual(open.at.toSorted((a, b) => a - b));
    expect(open.at).toHaveLength(at.length + gaps);
  });

  it("keeps values as they are", () => {
    const open = openAtGaps({ at: [0, 1], min: [-0.1, 2], mean: [0.1, 3], max: [0.3, 4] }, STEP_MS, 0);
    expect(open).toEqual({ at: [0, 1], min: [-0.1, 2], mean: [0.1, 3], max: [0.3, 4] });
  });
});
