import { describe, expect, it } from "vitest";
import { doorDelayMs, openSpansOf } from "./door.rules";
import { judgeRange, NORMAL } from "./range.rules";

const minute = (count: number) => count * 60_000;

it("stands open from the first reading that says so to the next that does not", () => {
  const readings = [0, 1, 1, 0, 0, 1].map((value, index) => ({ at: index, value }));
  expect(openSpansOf(readings)).toEqual([
    { from: 1, to: 3 },
    { from: 5, to: null },
  ]);
  expect(openSpansOf([])).toEqual([]);
});

describe("the delay that a door adds", () => {
  const door = { delaySeconds: 600, open: [{ from: minute(20), to: minute(25) }] };

  it.each([
    [19, 0],
    [20, 600_000],
    [25, 600_000],
    [35, 600_000],
    [35.1, 0],
  ])("to what begins in minute %s is %s ms", (at, expected) => expect(doorDelayMs(door, minute(at))).toBe(expected));

  it("is none without a door, and goes on while it stands open", () => {
    expect(doorDelayMs(undefined, 0)).toBe(0);
    expect(doorDelayMs({ delaySeconds: 60, open: [{ from: 0, to: null }] }, minute(500))).toBe(60_000);
  });

  it("comes on top of the range's own", () => {
    const rule = {
      minimum: 2,
      maximum: 8,
      delaySeconds: 300,
      delayMode: "ignore-delay" as const,
      deadBand: 0,
      measure: "temperature",
      door,
    };
    const judged = (from: number) =>
      judgeRange(
        rule,
        NORMAL,
        [0, 5, 10, 14].map((after) => ({ at: minute(from + after), value: 9 })),
      ).transitions;
    expect(judged(40)).toMatchObject([{ type: "opened", excursion: { raisedAt: minute(45) } }, { type: "updated" }]);
    expect(judged(22)).toEqual([]);
  });
});
