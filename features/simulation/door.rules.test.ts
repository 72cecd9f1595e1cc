import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joined, openingsBetween, shareOf } from "./door.rules";

const HABIT = { busyPerHour: 4, quietPerHour: 0.2, meanSeconds: 25, utcOffsetHours: 8 };
const MONDAY = Date.parse("2026-11-16T00:00:00+08:00");
const HOUR = 3_600_000;

describe("openingsBetween", () => {
  it("does not depend on how the time is cut", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer({ min: 1, max: 86_399 }), { maxLength: 6 }), (seed, cuts) => {
        const end = MONDAY + 24 * HOUR;
        const whole = openingsBetween(HABIT, seed, MONDAY, end);
        const edges = [MONDAY, ...cuts.toSorted((a, b) => a - b).map((second) => MONDAY + second * 1000), end];
        const parts = edges.slice(1).flatMap((to, index) => openingsBetween(HABIT, seed, edges[index] as number, to));
        const apart = new Map(parts.map((opening) => [opening.from, opening]));
        expect([...apart.values()]).toEqual(whole);
      }),
    );
  });

  it("opens by day and on working days, for seconds", () => {
    const week = openingsBetween(HABIT, 1, MONDAY, MONDAY + 7 * 24 * HOUR);
    const onDay = (day: number, fromHour: number, toHour: number) => {
      const start = MONDAY + day * 24 * HOUR;
      return week.filter(({ from }) => from >= start + fromHour * HOUR && from < start + toHour * HOUR).length;
    };
    expect(onDay(1, 8, 18)).toBeGreaterThan(20);
    expect(onDay(1, 18, 24)).toBeLessThan(6);
    expect(onDay(5, 8, 18)).toBeLessThan(onDay(1, 8, 18));
    for (const { from, to } of week) {
      expect(to - from).toBeGreaterThanOrEqual(5000);
      expect(to - from).toBeLessThanOrEqual(2 * 75_000);
    }
  });

  it("has openings of its own for each seed", () => {
    const of = (seed: number) => openingsBetween(HABIT, seed, MONDAY, MONDAY + 24 * HOUR);
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });
});

describe("shareOf", () => {
  it.each([
    [0, 10, 0],
    [10, 20, 1],
    [5, 15, 0.5],
    [15, 35, 0.5],
    [40, 50, 0],
  ])("of [%d, %d) is %d", (from, to, expected) => {
    const intervals = [
      { from: 10, to: 20 },
      { from: 30, to: 40 },
    ];
    expect(shareOf(intervals, from, to)).toBe(expected);
  });
});

it("joins what overlaps", () => {
  const intervals = [
    { from: 5, to: 9 },
    { from: 0, to: 6 },
    { from: 20, to: 30 },
    { from: 9, to: 12 },
  ];
  expect(joined(intervals)).toEqual([
    { from: 0, to: 12 },
    { from: 20, to: 30 },
  ]);
});
