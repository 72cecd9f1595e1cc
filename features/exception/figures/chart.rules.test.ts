import { describe, expect, it } from "vitest";
import { openBetweenRuns, runsOf } from "./chart.rules";

const MINUTE = 60_000;

describe("runsOf", () => {
  it.each([
    ["nothing", [], 0, []],
    ["one point", [5], 0, [[0, 0]]],
    ["an even series", [0, 1, 2, 3], 0, [[0, 3]]],
    ["a gap of three steps is none", [0, 1, 2, 5, 6], 0, [[0, 4]]],
    [
      "a gap of four",
      [0, 1, 2, 6, 7],
      0,
      [
        [0, 2],
        [3, 4],
      ],
    ],
    [
      "a point between two gaps",
      [0, 1, 2, 10, 20, 21, 22],
      0,
      [
        [0, 2],
        [3, 3],
        [4, 6],
      ],
    ],
    ["the change to a denser interval and back is none", [0, 10, 20, 22, 24, 26, 28, 34, 44, 54], 0, [[0, 9]]],
    [
      "a gap in a dense stretch between sparse ones",
      [0, 10, 20, 22, 24, 26, 36, 38, 40, 42, 52],
      0,
      [
        [0, 5],
        [6, 10],
      ],
    ],
    [
      "wide buckets",
      [0, 1, 2, 6, 7],
      2 / MINUTE,
      [
        [0, 2],
        [3, 4],
      ],
    ],
  ])("%s", (_name, minutes, bucketSeconds, runs) => {
    expect(
      runsOf(
        minutes.map((minute) => minute * MINUTE),
        bucketSeconds,
      ),
    ).toEqual(runs);
  });

  it("keeps gaps shorter than three buckets closed", () => {
    expect(runsOf([0, 60_000, 240_000], 60)).toEqual([[0, 2]]);
    expect(runsOf([0, 60_000, 250_000, 310_000], 60)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });
});

describe("openBetweenRuns", () => {
  it("parts the runs, and keeps all that was measured", () => {
    const values = [1, 2, 3, 4, 5];
    const open = openBetweenRuns({ at: [0, 1, 2, 6, 7], min: values, mean: values, max: values }, 0);
    expect(open.at).toEqual([0, 1, 2, 3, 6, 7, 8]);
    expect(open.mean).toEqual([1, 2, 3, null, 4, 5, null]);
  });
});
