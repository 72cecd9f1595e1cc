import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObserved, observedWithin } from "@/features/observation/observation.rules";
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
    ["a pace of six hours", [0, 6, 12, 18].map((hour) => hour * HOUR_MS), 0, 0],
    ["a pace of more than six hours, which no statistics observe", [0, 7, 14, 21].map((hour) => hour * HOUR_MS), 0, 3],
    ["two gaps with a lone value between", [0, 5, 10, 40, 70, 75, 80].map((minute) => minute * MINUTE_MS), 0, 2],
  ])("%s", (_name, at, widthMs, gaps) => {
    const open = openAtGaps({ at, min: at, mean: at, max: at }, observedWithin(STEP_MS), widthMs);
    expect(open.mean.filter((value) => value === null)).toHaveLength(gaps);
    expect(open.at).toEqual(open.at.toSorted((a, b) => a - b));
    expect(open.at).toHaveLength(at.length + gaps);
  });

  it("leaves a line open exactly where statistics have a gap", () => {
    const minutes = fc.array(fc.constantFrom(1, 5, 9, 11, 20, 25, 45, 200, 361, 800), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(minutes, (steps) => {
        let instant = 0;
        const at = [0, ...steps.map((step) => (instant += step * MINUTE_MS))];
        const step = (index: number) => (steps[index] ?? 0) * MINUTE_MS;
        const gaps = steps.flatMap((_, index) => {
          const [before2, before, behind, behind2] = [
            step(index - 2),
            step(index - 1),
            step(index + 1),
            step(index + 2),
          ];
          return isObserved({ before2, before, step: step(index), behind, behind2 }, STEP_MS) ? [] : [at[index]];
        });
        const open = openAtGaps({ at, min: at, mean: at, max: at }, observedWithin(STEP_MS), 0);
        expect(open.at.filter((_, index) => open.mean[index] === null).map((one) => one - 1)).toEqual(gaps);
      }),
    );
  });

  it("keeps values as they are", () => {
    const open = openAtGaps({ at: [0, 1], min: [-0.1, 2], mean: [0.1, 3], max: [0.3, 4] }, observedWithin(STEP_MS), 0);
    expect(open).toEqual({ at: [0, 1], min: [-0.1, 2], mean: [0.1, 3], max: [0.3, 4] });
  });
});
