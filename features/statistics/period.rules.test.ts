import { expect, it } from "vitest";
import { dayKeysOf, rangeBefore, rangeOf, startsOf, unitOfRange } from "./period.rules";

const NOW = new Date("2026-03-30T10:00:00Z");
const ZONE = "Europe/Berlin";
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

it("ends a preset now, and takes both ends of a range as they are", () => {
  const week = rangeOf({ range: "week" }, NOW, ZONE);
  expect([iso(week.from), iso(week.to)]).toEqual(["2026-03-23T10:00", "2026-03-30T10:00"]);
  const own = rangeOf({ range: "week", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }, NOW, ZONE);
  expect([iso(own.from), iso(own.to)]).toEqual(["2026-01-01T00:00", "2026-01-02T00:00"]);
});

it("finds the range before, of the same length", () => {
  expect(rangeBefore({ from: 100, to: 130 })).toEqual({ from: 70, to: 100 });
});

it("cuts at the days of the zone, also where the clock changes, at Mondays and at first days of months", () => {
  const range = { from: Date.parse("2026-03-27T12:00:00Z"), to: Date.parse("2026-04-02T12:00:00Z") };
  const starts = (unit: "day" | "week" | "month") => startsOf(range, unit, ZONE).map(iso);
  expect(starts("day").slice(0, 4)).toEqual([
    "2026-03-27T12:00",
    "2026-03-27T23:00",
    "2026-03-28T23:00",
    "2026-03-29T22:00",
  ]);
  expect(starts("week")).toEqual(["2026-03-27T12:00", "2026-03-29T22:00"]);
  expect(starts("month")).toEqual(["2026-03-27T12:00", "2026-03-31T22:00"]);
  expect(dayKeysOf(range, ZONE)).toHaveLength(7);
});

it("shows long ranges in wider parts", () => {
  const days = (count: number) => ({ from: 0, to: count * 86_400_000 });
  expect([30, 90, 365].map((count) => unitOfRange(days(count)))).toEqual(["day", "week", "month"]);
});
