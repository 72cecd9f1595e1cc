import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckSchedule, dueChecks, lastCheck, MOST_MISSED, nextCheck } from "./schedule.rules";

const SHANGHAI = "Asia/Shanghai";
const BERLIN = "Europe/Berlin";
const daily: CheckSchedule = {
  ...{ strategy: "daily", startOn: null, weekdays: [], dayOfMonth: null, time: "08:00" },
  ...{ intervalCount: null, intervalUnit: null, untilTime: null },
};
const every = (
  intervalCount: number,
  intervalUnit: CheckSchedule["intervalUnit"],
  more: Partial<CheckSchedule> = {},
) => ({
  ...{ ...daily, intervalCount, intervalUnit },
  ...more,
});
const at = (text: string) => new Date(text);
const next = (schedule: CheckSchedule, after: string, zone = SHANGHAI) =>
  nextCheck(schedule, at(after), zone)?.toISOString() ?? null;

/** The checks after an instant. */
function following(schedule: CheckSchedule, after: string, count: number, zone: string): string[] {
  const found: string[] = [];
  for (let from = at(after); found.length < count; from = at(found.at(-1) as string))
    found.push((nextCheck(schedule, from, zone) as Date).toISOString());
  return found.map((one) => one.slice(5, 16));
}

describe("a single task", () => {
  const single: CheckSchedule = { ...daily, strategy: "single", startOn: "2026-12-01" };
  it("is due once", () => {
    expect(next(single, "2026-11-20T00:00:00Z")).toBe("2026-12-01T00:00:00.000Z");
    expect(next(single, "2026-12-01T00:00:00Z")).toBeNull();
    expect(lastCheck(single, at("2026-11-30T23:59:59Z"), SHANGHAI)).toBeNull();
    expect(lastCheck(single, at("2027-01-01T00:00:00Z"), SHANGHAI)?.toISOString()).toBe("2026-12-01T00:00:00.000Z");
  });
  it("is made up for after a pause of the worker", () =>
    expect(
      dueChecks(single, { next: at("2026-12-01T00:00:00Z"), now: at("2026-12-09T00:00:00Z"), timeZone: SHANGHAI }),
    ).toEqual({ due: at("2026-12-01T00:00:00Z"), missed: 0, missedSince: null, following: null }));
});

describe("days", () => {
  it("are those of the strategy", () => {
    // 2026-11-20 is a Friday.
    const weekly: CheckSchedule = { ...daily, strategy: "weekly", weekdays: [1, 5] };
    expect(next(daily, "2026-11-20T00:00:00Z")).toBe("2026-11-21T00:00:00.000Z");
    expect(next(weekly, "2026-11-20T00:00:00Z")).toBe("2026-11-23T00:00:00.000Z");
  });
  it("end with a short month", () => {
    const monthly: CheckSchedule = { ...daily, strategy: "monthly", dayOfMonth: 31 };
    expect(following(monthly, "2027-01-01T00:00:00Z", 4, SHANGHAI)).toEqual([
      ...["01-31T00:00", "02-28T00:00", "03-31T00:00", "04-30T00:00"],
    ]);
    expect(next(monthly, "2028-02-01T00:00:00Z")).toBe("2028-02-29T00:00:00.000Z");
  });
});

describe("an interval", () => {
  it("repeats the check until the next day of the strategy", () =>
    expect(following(every(7, "hour"), "2026-11-20T00:00:00Z", 5, SHANGHAI)).toEqual([
      ...["11-20T07:00", "11-20T14:00", "11-20T21:00", "11-21T00:00", "11-21T07:00"],
    ]));
  it("ends at a time of day, which belongs to it", () => {
    const office = every(30, "minute", { untilTime: "09:00" });
    expect(following(office, "2026-11-20T00:00:00Z", 4, SHANGHAI)).toEqual([
      ...["11-20T00:30", "11-20T01:00", "11-21T00:00", "11-21T00:30"],
    ]);
    expect(lastCheck(office, at("2026-11-20T15:00:00Z"), SHANGHAI)?.toISOString()).toBe("2026-11-20T01:00:00.000Z");
  });
  it("may reach into the next day", () => {
    const night = every(4, "hour", { time: "22:00", untilTime: "06:00" });
    expect(following(night, "2026-11-20T13:00:00Z", 4, SHANGHAI)).toEqual([
      ...["11-20T14:00", "11-20T18:00", "11-20T22:00", "11-21T14:00"],
    ]);
  });
  it("counts days from the day of the strategy, and begins again with the next", () => {
    const weekly = every(3, "day", { strategy: "weekly", weekdays: [1] });
    expect(following(weekly, "2026-11-22T00:00:00Z", 5, SHANGHAI)).toEqual([
      ...["11-23T00:00", "11-26T00:00", "11-29T00:00", "11-30T00:00", "12-03T00:00"],
    ]);
    const monthly = every(10, "day", { strategy: "monthly", dayOfMonth: 31 });
    expect(following(monthly, "2027-02-27T00:00:00Z", 4, SHANGHAI)).toEqual([
      ...["02-28T00:00", "03-10T00:00", "03-20T00:00", "03-30T00:00"],
    ]);
  });
});

describe("a clock change", () => {
  it("moves a time that it skips, and does not repeat one that occurs twice", () => {
    const night = { ...daily, time: "02:30" };
    expect(next(night, "2026-03-28T12:00:00Z", BERLIN)).toBe("2026-03-29T01:30:00.000Z");
    expect(following(night, "2026-10-24T12:00:00Z", 2, BERLIN)).toEqual(["10-25T00:30", "10-26T01:30"]);
  });
  it("leaves hours as long as they are, and days at their time", () => {
    const hours = every(6, "hour", { time: "00:00" });
    // The day has 23 hours: the next begins an hour earlier.
    expect(following(hours, "2026-03-28T22:30:00Z", 5, BERLIN)).toEqual([
      ...["03-28T23:00", "03-29T05:00", "03-29T11:00", "03-29T17:00", "03-29T22:00"],
    ]);
    const days = every(2, "day", { strategy: "monthly", dayOfMonth: 28 });
    expect(following(days, "2026-03-28T00:00:00Z", 3, BERLIN)).toEqual(["03-28T07:00", "03-30T06:00", "04-01T06:00"]);
  });
});

describe("after a pause of the worker", () => {
  const found = (schedule: CheckSchedule, nextAt: string, now: string) =>
    dueChecks(schedule, { next: at(nextAt), now: at(now), timeZone: SHANGHAI });
  it("the latest check is due, and the others are counted", () =>
    expect(found(every(1, "hour"), "2026-11-20T00:00:00Z", "2026-11-20T05:20:00Z")).toEqual({
      ...{ due: at("2026-11-20T05:00:00Z"), missed: 5, missedSince: at("2026-11-20T00:00:00Z") },
      following: at("2026-11-20T06:00:00Z"),
    }));
  it("nothing is missed in time", () =>
    expect(found(daily, "2026-11-20T00:00:00Z", "2026-11-20T00:00:20Z")).toMatchObject({
      missed: 0,
      missedSince: null,
    }));
  it("a year of minutes is not counted one by one", () =>
    expect(found(every(1, "minute"), "2025-11-20T00:00:00Z", "2026-11-20T00:00:00Z")).toMatchObject({
      ...{ due: at("2026-11-20T00:00:00Z"), missed: MOST_MISSED },
    }));
});

it("the next check is later, nothing is due between, and it is the last one once it has come", () =>
  fc.assert(
    fc.property(
      fc.date({ min: at("2000-01-01"), max: at("2090-01-01"), noInvalidDate: true }),
      fc.constantFrom<CheckSchedule>(
        daily,
        every(45, "minute"),
        every(5, "hour", { time: "23:10" }),
        every(20, "minute", { time: "21:00", untilTime: "05:30", strategy: "weekly", weekdays: [2, 6, 7] }),
        every(4, "day", { strategy: "monthly", dayOfMonth: 31, time: "02:30" }),
      ),
      fc.constantFrom(SHANGHAI, BERLIN, "America/St_Johns"),
      (after, schedule, zone) => {
        const due = nextCheck(schedule, after, zone) as Date;
        const before = new Date(due.getTime() - 1);
        return (
          due > after &&
          nextCheck(schedule, before, zone)?.getTime() === due.getTime() &&
          lastCheck(schedule, due, zone)?.getTime() === due.getTime() &&
          (lastCheck(schedule, before, zone) as Date) <= after
        );
      },
    ),
  ));
