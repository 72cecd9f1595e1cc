import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueInstants, lastDue, nextDue, periodRange, type Schedule } from "./schedule.rules";

const SHANGHAI = "Asia/Shanghai";
const BERLIN = "Europe/Berlin";
const daily: Schedule = { frequency: "daily", weekdays: [], dayOfMonth: null, time: "08:00" };
const weekly: Schedule = { ...daily, frequency: "weekly", weekdays: [1, 5] };
const monthly: Schedule = { ...daily, frequency: "monthly", dayOfMonth: 31 };
const at = (text: string) => new Date(text);
const next = (schedule: Schedule, after: string, zone = SHANGHAI) => nextDue(schedule, at(after), zone)?.toISOString();

describe("the next due instant", () => {
  it.each([
    [daily, "2026-11-20T23:59:00Z", "2026-11-21T00:00:00.000Z"],
    [daily, "2026-11-21T00:00:00Z", "2026-11-22T00:00:00.000Z"],
    // 2026-11-20 is a Friday.
    [weekly, "2026-11-19T00:00:00Z", "2026-11-20T00:00:00.000Z"],
    [weekly, "2026-11-20T00:00:00Z", "2026-11-23T00:00:00.000Z"],
    [monthly, "2026-11-20T00:00:00Z", "2026-11-30T00:00:00.000Z"],
    [monthly, "2027-01-31T00:00:00Z", "2027-02-28T00:00:00.000Z"],
    [{ ...monthly, dayOfMonth: 1 }, "2026-12-01T00:00:00Z", "2027-01-01T00:00:00.000Z"],
  ])("%j after %s", (schedule, after, expected) => expect(next(schedule as Schedule, after)).toBe(expected));

  it("is moved by a clock change, and comes once where the time occurs twice", () => {
    const night = { ...daily, time: "02:30" };
    expect(next(night, "2026-03-28T12:00:00Z", BERLIN)).toBe("2026-03-29T01:30:00.000Z");
    expect(next(night, "2026-10-24T12:00:00Z", BERLIN)).toBe("2026-10-25T00:30:00.000Z");
    expect(next(night, "2026-10-25T00:30:00Z", BERLIN)).toBe("2026-10-26T01:30:00.000Z");
  });

  it("is the last one until the next", () =>
    fc.assert(
      fc.property(
        fc.date({ min: at("2000-01-01"), max: at("2090-01-01"), noInvalidDate: true }),
        fc.constantFrom(daily, weekly, monthly),
        fc.constantFrom(SHANGHAI, BERLIN, "America/St_Johns"),
        (after, schedule, zone) => {
          const due = nextDue(schedule, after, zone) as Date;
          return (
            lastDue(schedule, due, zone)?.getTime() === due.getTime() &&
            (lastDue(schedule, new Date(due.getTime() - 1), zone) as Date) <= after
          );
        },
      ),
    ));

  it("does not exist without a day", () =>
    expect(nextDue({ ...weekly, weekdays: [] }, at("2026-11-20"), SHANGHAI)).toBe(null));

  it("is always later, and nothing is due between", () =>
    fc.assert(
      fc.property(
        fc.date({ min: at("2000-01-01"), max: at("2090-01-01"), noInvalidDate: true }),
        fc.constantFrom(daily, weekly, monthly),
        fc.constantFrom(SHANGHAI, BERLIN, "America/St_Johns"),
        (after, schedule, zone) => {
          const due = nextDue(schedule, after, zone) as Date;
          const days = (due.getTime() - after.getTime()) / 86_400_000;
          return (
            due > after &&
            days < 32 &&
            nextDue(schedule, new Date(due.getTime() - 1), zone)?.getTime() === due.getTime()
          );
        },
      ),
    ));
});

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
