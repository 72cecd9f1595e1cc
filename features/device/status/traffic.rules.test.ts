import { describe, expect, it } from "vitest";
import { daysOf, joinOutages, knownTime, onlineShare, outagesOf, turnsIn, weightOf } from "./traffic.rules";
import type { Turn } from "./traffic.schema";

const turns: Turn[] = [
  { at: 10, status: "online" },
  { at: 40, status: "offline" },
  { at: 50, status: "online" },
  { at: 90, status: "stopped" },
];

describe("turns of a range", () => {
  it.each([
    [
      "begins with the state that held",
      { from: 45, to: 100 },
      [
        [45, "offline"],
        [50, "online"],
        [90, "stopped"],
      ],
    ],
    [
      "knows nothing before the first",
      { from: 0, to: 45 },
      [
        [10, "online"],
        [40, "offline"],
      ],
    ],
    ["leaves out what comes after", { from: 60, to: 80 }, [[60, "online"]]],
  ])("%s", (_name, range, expected) =>
    expect(turnsIn(turns, range).map(({ at, status }) => [at, status])).toEqual(expected),
  );

  it("counts a state told twice once", () => {
    expect(turnsIn([...turns.slice(0, 1), { at: 20, status: "online" }], { from: 0, to: 30 })).toHaveLength(1);
  });
});

describe("outages", () => {
  it("last until the device is back, or still", () => {
    expect(outagesOf(turns)).toEqual([{ from: 40, to: 50 }]);
    expect(outagesOf([{ at: 5, status: "offline" }])).toEqual([{ from: 5, to: null }]);
  });

  it.each([
    [
      [
        { from: 1, to: 5 },
        { from: 4, to: 9 },
      ],
      [{ from: 1, to: 9 }],
    ],
    [
      [
        { from: 4, to: null },
        { from: 1, to: 5 },
        { from: 8, to: 9 },
      ],
      [{ from: 1, to: null }],
    ],
    [
      [
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ],
      [
        { from: 1, to: 2 },
        { from: 3, to: 4 },
      ],
    ],
    [[], []],
  ])("%j become %j", (given, joined) => expect(joinOutages(given)).toEqual(joined));
});

describe("the share of time online", () => {
  it("leaves out what is not known and what was switched off", () => {
    // 30 + 40 online, 10 offline; disabled from 90 on.
    expect(onlineShare(turnsIn(turns, { from: 0, to: 200 }), 200)).toBeCloseTo(70 / 80);
    expect(onlineShare([], 200)).toBeNull();
    expect(onlineShare([{ at: 0, status: "stopped" }], 200)).toBeNull();
  });
});

describe("the time that is known", () => {
  it("is that of online and offline", () => {
    expect(knownTime(turnsIn(turns, { from: 0, to: 200 }), 200)).toBe(80);
    expect(knownTime([], 200)).toBe(0);
  });

  it.each([
    [100, "whole"],
    [95, "whole"],
    [94, "part"],
    [5, "part"],
    [4, "none"],
    [0, "none"],
  ])("of %d in a hundred speaks for the %s", (known, weight) => {
    expect(weightOf(known, { from: 1000, to: 1100 })).toBe(weight);
  });
});

describe("days of an address", () => {
  it.each([
    ["30", 30],
    ["31", 7],
    [undefined, 7],
  ])("%s: %d", (asked, days) => expect(daysOf(asked)).toBe(days));
});
