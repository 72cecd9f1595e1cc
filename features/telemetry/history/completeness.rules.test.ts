import { expect, it } from "vitest";
import { judgeRecords, missingBetween, type Recorded } from "./completeness.rules";

const MINUTE = 60_000;
const span = { from: 0, to: 1000 * MINUTE };

it.each([
  ["in time", 30, 0],
  ["three minutes late, a tenth of the interval", 33, 0],
  ["later than that", 34, 1],
  ["where the second was due, too", 60, 1],
  ["after two", 65, 2],
  ["dense", 1, 0],
])("counts what is missing before a record that comes %s", (_name, minutes, missing) => {
  expect(missingBetween(0, minutes * MINUTE, 30 * MINUTE, span)).toBe(missing);
});

it("counts only what was due in the span", () => {
  // Due at 30, 60, 90 and 120 min.
  const between = (from: number, to: number) =>
    missingBetween(0, 150 * MINUTE, 30 * MINUTE, { from: from * MINUTE, to: to * MINUTE });
  expect(between(0, 150)).toBe(4);
  expect(between(60, 90)).toBe(1);
  expect(between(61, 90)).toBe(0);
  expect(between(61, 91)).toBe(1);
});

const none: Recorded = {
  span: { from: 0, to: 600 * MINUTE },
  period: { from: 0, to: Number.POSITIVE_INFINITY },
  firstAt: null,
  firstIsOutside: false,
  lastAt: null,
  lastIsOutside: false,
  due: 0,
  missing: 0,
  gaps: [],
};

it("misses everything where a mounted probe was never heard, and nothing before a probe's first record", () => {
  expect(judgeRecords([none], "storage", 600 * MINUTE)).toEqual({
    due: 20,
    missing: 20,
    gaps: [{ from: 0, to: 600 * MINUTE, missing: 20 }],
  });
  const wherever = { ...none, period: { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY } };
  expect(judgeRecords([wherever], "storage", 600 * MINUTE)).toEqual({ due: 0, missing: 0, gaps: [] });
});

it("expects nothing of the future, and records every two minutes after one out of range", () => {
  const last = { ...none, firstAt: 0, lastAt: 0 };
  expect(judgeRecords([last], "storage", 95 * MINUTE).missing).toBe(3);
  expect(judgeRecords([{ ...last, lastIsOutside: true }], "storage", 11 * MINUTE).missing).toBe(5);
  expect(judgeRecords([last], "storage", 0)).toEqual({ due: 0, missing: 0, gaps: [] });
});
