import { describe, expect, it } from "vitest";
import { combine, gapsOf, gridOf, MINIMUM_POINTS, sampleOf, spaceValues } from "./sample.rules";

describe("the samples of a record", () => {
  it("are taken at its begin and at each interval until its end", () => {
    expect(gridOf({ from: 1000, to: 181_000 }, 60)).toEqual([1000, 61_000, 121_000, 181_000]);
    expect(gridOf({ from: 1000, to: 180_000 }, 60)).toHaveLength(3);
  });

  it("are the newest reading, for at most two intervals", () => {
    const grid = gridOf({ from: 60_000, to: 360_000 }, 60);
    const readings = { ats: [59_000, 120_000, 130_000], values: [1, 2, 3] };
    expect(sampleOf(readings, grid, 60)).toEqual([1, 2, 3, 3, null, null]);
    expect(gapsOf([1, null, null, 4, null], grid, 60)).toEqual([
      { from: 120_000, to: 240_000 },
      { from: 300_000, to: 360_000 },
    ]);
  });
});

describe("the value of the space", () => {
  const samples = [4, 9, 5, 6].map((value, index) => ({ value, at: index === 2 ? 100 : index }));

  it.each([
    ["latest", 5],
    ["maximum", 9],
    ["minimum", 4],
    ["average", 6],
    ["equilibrium", 5.5],
  ] as const)("by the mode %s is %d", (mode, value) => expect(combine(mode, samples)).toBe(value));

  it("is none with fewer points than the mode needs", () => {
    expect(MINIMUM_POINTS).toEqual({ latest: 1, maximum: 2, minimum: 2, average: 2, equilibrium: 3 });
    for (const [mode, least] of Object.entries(MINIMUM_POINTS)) {
      expect(combine(mode as keyof typeof MINIMUM_POINTS, samples.slice(0, least - 1))).toBeNull();
      expect(combine(mode as keyof typeof MINIMUM_POINTS, samples.slice(0, least))).not.toBeNull();
    }
  });

  it("leaves out points without a sample", () => {
    const grid = [0, 60_000];
    const points = [
      { samples: [1, null], readings: { ats: [0], values: [1] } },
      { samples: [3, 5], readings: { ats: [0, 60_000], values: [3, 5] } },
    ];
    expect(spaceValues("average", grid, points)).toEqual([2, null]);
    expect(spaceValues("latest", grid, points)).toEqual([1, 5]);
  });
});
