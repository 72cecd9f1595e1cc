import { describe, expect, it } from "vitest";
import { acknowledgementOf, gridOf, IDLE_MS, shouldReload, TILES, turnFrom, turnOf, verdictOf } from "./rules";
import type { WallExceptionDto } from "./schema";

const place = (key: number, total = 1) => ({ key, name: `place ${key}`, total, abnormal: 0, offline: 0 });
const counts = (change = {}) => ({ total: 5, abnormal: 0, offline: 0, normal: 0, ...change });

describe("the verdict", () => {
  it.each([
    ["well", counts({ normal: 5 })],
    ["silent", counts({ normal: 4, offline: 1 })],
    ["abnormal", counts({ normal: 3, offline: 1, abnormal: 1 })],
    ["empty", counts()],
    ["empty", counts({ total: 0 })],
  ])("is %s", (verdict, summary) => {
    expect(verdictOf(summary)).toBe(verdict);
  });
});

describe("the turn", () => {
  const places = [place(7), place(8, 0), place(9)];

  it("goes through every place with carriers, and through everything once", () => {
    const way: (number | null)[] = [null];
    for (let step = 0; step < 4; step += 1) way.push(turnFrom(places, way.at(-1) ?? null));
    expect(way).toEqual([null, 7, 9, null, 7]);
  });

  it("goes back the same way", () => {
    expect([turnFrom(places, null, -1), turnFrom(places, 9, -1), turnFrom(places, 7, -1)]).toEqual([9, 7, null]);
  });

  it("leads from a place that is gone to everything, and stays there without places", () => {
    expect(turnFrom(places, 8)).toBe(null);
    expect(turnFrom([], null)).toBe(null);
  });

  it.each([
    [undefined, 15],
    [1, 10],
    [22, 15],
    [44, 30],
    [9_999, 60],
  ])("of a wish of %s s takes %s s", (wish, turn) => {
    expect(turnOf(wish)).toBe(turn);
  });
});

it("has room for every number of tiles, and wastes no more than a row and a column", () => {
  for (let count = 1; count <= TILES; count += 1) {
    const { columns, rows } = gridOf(count);
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(columns).toBeGreaterThanOrEqual(rows);
    expect(columns * rows - count).toBeLessThan(columns + rows);
  }
});

describe("a new build", () => {
  const now = 10_000_000;
  const quiet = { now, touchedAt: now - IDLE_MS, reloadedAt: 0 };
  it.each([
    ["is loaded while nobody touches the wall", "b", quiet, true],
    ["is not there", "a", quiet, false],
    ["waits while somebody is at the wall", "b", { ...quiet, touchedAt: now - IDLE_MS + 1 }, false],
    ["is not loaded again and again while servers are exchanged", "b", { ...quiet, reloadedAt: now - 599_999 }, false],
  ])("%s", (_, current, at, expected) => {
    expect(shouldReload({ own: "a", current }, at)).toBe(expected);
  });
});

it.each([
  ["the exception behind the reason", { place: 1, isSilence: false }, { by: "Li Na", others: 1 }],
  ["silence, by all its exceptions", { isSilence: true }, { by: null, others: 0 }],
  ["a reason without an exception", { isSilence: false }, { by: undefined, others: 1 }],
])("an acknowledgement is that of what is shown: %s", (_name, shown, expected) => {
  const open: WallExceptionDto[] = [
    { kind: "range", acknowledgedBy: "Li Na" },
    { kind: "no-data", acknowledgedBy: "Dr. Wang" },
    { kind: "no-data", acknowledgedBy: null },
  ];
  expect(acknowledgementOf(open, shown)).toEqual(expected);
});
