import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atIntervals } from "./briefing.rules";

const MINUTE = 60_000;
const every = (minutes: number, ...values: number[]) =>
  values.map((value, index) => ({ at: index * minutes * MINUTE, value }));

describe("the latest readings at equal intervals", () => {
  it("are those of a steady device as they are", () => expect(atIntervals(every(5, 4, 6, 9))).toEqual([4, 6, 9]));

  it("leave open what is missing", () => {
    const [first, second, , , fifth] = every(5, 4, 5, 0, 0, 9);
    expect(atIntervals([first, second, fifth].flatMap((one) => one ?? []))).toEqual([4, 5, null, null, 9]);
  });

  it("are none, or one", () => {
    expect(atIntervals([])).toEqual([]);
    expect(atIntervals(every(5, 8.1))).toEqual([8.1]);
  });

  it("are at most 60, and end with the last", () => {
    const readings = fc
      .uniqueArray(fc.integer({ min: 0, max: 10_800 }), { minLength: 1, maxLength: 400 })
      .map((seconds) => seconds.toSorted((a, b) => a - b).map((at, value) => ({ at: at * 1000, value })));
    fc.assert(
      fc.property(readings, (given) => {
        const values = atIntervals(given);
        expect(values.length).toBeLessThanOrEqual(60);
        expect(values.at(-1)).toBe(given.at(-1)?.value);
      }),
    );
  });
});
