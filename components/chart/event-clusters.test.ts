import { describe, expect, it } from "vitest";
import { clustersOf, markLeft } from "./event-clusters";

const event = (at: number) => ({ id: String(at), at, tone: "warning" as const, text: String(at) });

describe("clustersOf", () => {
  it.each([
    ["apart", [0, 30, 60], [[0], [30], [60]]],
    ["too close to tell apart", [0, 5, 12, 40], [[0, 5, 12], [40]]],
    [
      "a row of them does not become one",
      [0, 15, 30, 45],
      [
        [0, 15],
        [30, 45],
      ],
    ],
    ["in any order", [40, 0], [[0], [40]]],
    ["none", [], []],
  ])("%s", (_name, ats, groups) => {
    const clusters = clustersOf(ats.map(event), (at) => at, 20);
    expect(clusters.map(({ events }) => events.map(({ at }) => at))).toEqual(groups);
  });

  it("stand at their middle", () => {
    expect(clustersOf([event(10), event(20)], (at) => 2 * at, 30)[0]?.x).toBe(30);
  });
});

it.each([
  ["in the middle", 100, 1, 89],
  ["at the right edge, with its number", 395, 2, 366],
  ["at the right edge, with two digits", 395, 12, 358],
  ["alone at the right edge", 395, 1, 378],
  ["at the left edge", 4, 3, 0],
])("a mark %s stays within the lane", (_, x, count, left) => {
  expect(markLeft({ x, events: Array.from({ length: count }, (_, at) => event(at)) }, 400)).toBe(left);
});
