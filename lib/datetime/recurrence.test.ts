import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastDue, nextDue, type Recurrence } from "./recurrence";

const SHANGHAI = "Asia/Shanghai";
const BERLIN = "Europe/Berlin";
const daily: Recurrence = { frequency: "daily", weekdays: [], dayOfMonth: null, time: "08:00" };
const weekly: Recurrence = { ...daily, frequency: "weekly", weekdays: [1, 5] };
const monthly: Recurrence = { ...daily, frequency: "monthly", dayOfMonth: 31 };
const at = (text: string) => new Date(text);
const next = (recurrence: Recurrence, after: string, zone = SHANGHAI) =>
  nextDue(recurrence, at(after), zone)?.toISOString();

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
  ])("%j after %s", (recurrence, after, expected) => expect(next(recurrence as Recurrence, after)).toBe(expected));

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
        (after, recurrence, zone) => {
          const due = nextDue(recurrence, after, zone) as Date;
          return (
            lastDue(recurrence, due, zone)?.getTime() === due.getTime() &&
            (lastDue(recurrence, new Date(due.getTime() - 1), zone) as Date) <= after
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
        (after, recurrence, zone) => {
          const due = nextDue(recurrence, after, zone) as Date;
          const days = (due.getTime() - after.getTime()) / 86_400_000;
          return (
            due > after &&
            days < 32 &&
            nextDue(recurrence, new Date(due.getTime() - 1), zone)?.getTime() === due.getTime()
          );
        },
      ),
    ));
});
