import { describe, expect, it } from "vitest";
import type { Recurrence } from "@/lib/datetime/recurrence";
import { dueInstants, periodRange } from "./schedule.rules";

const SHANGHAI = "Asia/Shanghai";
const daily: Recurrence = { frequency: "daily", weekdays: [], dayOfMonth: null, time: "08:00" };
const at = (text: string) => new Date(text);

describe("due instants", () => {
  const found = (nextAt: string, now: string, hasPeriod = true) => {
    const { missed, due, following } = dueInstants(daily, {
      ...{ next: at(nextAt), now: at(now), timeZone: SHANGHAI, hasPeriod },
    });
    return [missed.length, due.map((one) => one.toISOString().slice(0, 10)), following?.toISOString().slice(0, 10)];
  };
  it("are one for each time that has passed", () => {
    expect(found("2026-11-20T00:00:00Z", "2026-11-19T23:59:59Z")).toEqual([0, [], "2026-11-20"]);
    expect(found("2026-11-20T00:00:00Z", "2026-11-20T00:00:00Z")).toEqual([0, ["2026-11-20"], "2026-11-21"]);
    expect(found("2026-11-20T00:00:00Z", "2026-11-21T03:00:00Z")).toEqual([
      0,
      ["2026-11-20", "2026-11-21"],
      "2026-11-22",
    ]);
  });
  it("are made up for a week at most, and once where there is no period", () => {
    const [missed, due] = found("2026-11-01T00:00:00Z", "2026-11-20T03:00:00Z");
    expect([missed, (due as string[]).length, (due as string[])[0]]).toEqual([13, 7, "2026-11-14"]);
    expect(found("2026-11-18T00:00:00Z", "2026-11-20T03:00:00Z", false)).toEqual([2, ["2026-11-20"], "2026-11-21"]);
  });
});

it.each([
  ["yesterday", null, "2026-11-18T16:00:00.000Z", "2026-11-19T16:00:00.000Z"],
  ["lastDays", 3, "2026-11-16T16:00:00.000Z", "2026-11-19T16:00:00.000Z"],
  ["lastWeek", null, "2026-11-08T16:00:00.000Z", "2026-11-15T16:00:00.000Z"],
  ["lastMonth", null, "2026-09-30T16:00:00.000Z", "2026-10-31T16:00:00.000Z"],
] as const)("the period %s %s is whole days before the run", (period, periodDays, from, to) => {
  // Friday, 08:00 in Shanghai.
  const range = periodRange(period, periodDays, at("2026-11-20T00:00:00Z"), SHANGHAI);
  expect(range && [range.from, range.to].map((one) => new Date(one).toISOString())).toEqual([from, to]);
});

it("has no period for the present state", () => expect(periodRange("none", null, at("2026-11-20"), "UTC")).toBeNull());
