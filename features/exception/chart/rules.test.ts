import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest, runsOf, timeTicks, valueSpan, valueTicks } from "./rules";

const MINUTE = 60_000;
const at = (iso: string) => Date.parse(iso);

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

describe("value axis", () => {
  it("takes in the limits and leaves air", () => {
    expect(valueSpan({ at: [1, 2], min: [4, 5], mean: [4, 5], max: [4, 5] }, [2, 8])).toEqual({ low: 1.5, high: 8.5 });
  });

  it("is there for a flat line and for nothing at all", () => {
    expect(valueSpan({ at: [1], min: [4], mean: [4], max: [4] }, [])).toEqual({ low: 3.5, high: 4.5 });
    expect(valueSpan({ at: [], min: [], mean: [], max: [] }, [null])).toEqual({ low: 0, high: 1 });
  });

  it.each([
    [1.5, 8.5, 4, [2, 4, 6, 8]],
    [-22.3, -17.8, 5, [-22, -21, -20, -19, -18]],
    [-0.05, 0.31, 4, [0, 0.1, 0.2, 0.3]],
  ])("%d to %d in %d", (low, high, count, ticks) => {
    expect(valueTicks(low, high, count)).toEqual(ticks);
  });
});

describe("timeTicks", () => {
  it("rounds on the clock of a zone that is not by whole hours", () => {
    const ticks = timeTicks(at("2026-11-20T08:10:00Z"), at("2026-11-20T11:10:00Z"), "Asia/Kathmandu", 4);
    expect(ticks.map((tick) => new Date(tick).toISOString().slice(11, 16))).toEqual(["08:15", "09:15", "10:15"]);
  });

  it("starts days at midnight of the zone, also across a clock change", () => {
    const ticks = timeTicks(at("2026-10-23T12:00:00Z"), at("2026-10-27T12:00:00Z"), "Europe/Madrid", 4);
    expect(ticks.map((tick) => new Date(tick).toISOString())).toEqual([
      "2026-10-23T22:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
      "2026-10-26T23:00:00.000Z",
    ]);
  });

  it("never gives many more than asked for", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: MINUTE, max: 400 * 86_400_000 }));
    fc.assert(
      fc.property(span, fc.integer({ min: 2, max: 10 }), ([from, length], count) => {
        const ticks = timeTicks(from, from + length, "Pacific/Auckland", count);
        expect(ticks.length).toBeLessThanOrEqual(Math.max(count, length / (30 * 86_400_000)) + 1);
        for (const tick of ticks) expect(tick >= from && tick <= from + length).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("nearest", () => {
  it.each([
    [[], 5, -1],
    [[10], 500, 0],
    [[0, 10, 20], -5, 0],
    [[0, 10, 20], 14, 1],
    [[0, 10, 20], 15, 1],
    [[0, 10, 20], 16, 2],
    [[0, 10, 20], 99, 2],
  ])("in %j at %d: %d", (times, time, index) => {
    expect(nearest(times, time)).toBe(index);
  });
});
