import { expect, it } from "vitest";
import { intervalsAt, isFilled } from "./detail.rules";

const at = Date.UTC(2026, 2, 2, 10, 17);
const iso = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(5, 16));

it.each([
  ["minute", "newest", ["03-02T10:16", "03-02T10:17"], "03-02T10:18"],
  ["fiveMinutes", "oldest", ["03-02T10:15", "03-02T10:20"], "03-02T10:25"],
  ["halfHour", "newest", ["03-02T09:30", "03-02T10:00"], "03-02T10:30"],
  ["hour", "oldest", ["03-02T10:00", "03-02T11:00"], "03-02T12:00"],
  ["day", "newest", ["02-28T16:00", "03-01T16:00"], "03-02T16:00"],
] as const)("finds two intervals of a %s, %s first", (interval, order, starts, end) => {
  const found = intervalsAt(at, interval, 2, order, "Asia/Shanghai");
  expect(iso(found.starts)).toEqual(starts);
  expect(iso([found.end])).toEqual([end]);
});

it("cuts days at the clock change where they are cut", () => {
  const { starts, end } = intervalsAt(Date.UTC(2026, 2, 29, 12), "day", 1, "oldest", "Europe/Berlin");
  expect(end - (starts[0] as number)).toBe(23 * 3_600_000);
});

it("knows a row without any value", () => {
  expect(isFilled({ cells: [null, 0] })).toBe(true);
  expect(isFilled({ cells: [null, null] })).toBe(false);
});
