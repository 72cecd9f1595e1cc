import { describe, expect, it } from "vitest";
import { type Calendar, isWithinCalendar, minuteOfDay, nextWithin } from "./calendar.rules";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];
const calendar = (days: number[], ...windows: [string, string][]): Calendar => ({
  days,
  windows: windows.map(([from, to]) => ({ from, to })),
});
const office = calendar(workdays, ["08:00", "12:00"], ["13:30", "17:30"]);
const fridayNight = calendar([5], ["22:00", "06:00"]);
const sundayNight = calendar([7], ["22:00", "06:00"]);

describe("isWithinCalendar", () => {
  // 2026-11-20 is a Friday.
  it.each<[string, Calendar | null, string, string, boolean]>([
    ["no calendar", null, "2026-11-22T03:00Z", "Asia/Shanghai", true],
    ["first minute", office, "2026-11-20T00:00Z", "Asia/Shanghai", true],
    ["before it", office, "2026-11-19T23:59:59.999Z", "Asia/Shanghai", false],
    ["last millisecond", office, "2026-11-20T03:59:59.999Z", "Asia/Shanghai", true],
    ["the end is outside", office, "2026-11-20T04:00Z", "Asia/Shanghai", false],
    ["the second window", office, "2026-11-20T05:30Z", "Asia/Shanghai", true],
    ["Saturday there", office, "2026-11-21T01:00Z", "Asia/Shanghai", false],
    ["Friday UTC, Saturday there", office, "2026-11-20T23:00Z", "Asia/Tokyo", false],
    ["Saturday UTC, Friday there", office, "2026-11-21T00:30Z", "America/Los_Angeles", true],
    ["a half-hour zone", office, "2026-11-20T02:15Z", "Asia/Kathmandu", true],
    ["past midnight, evening", fridayNight, "2026-11-20T22:00Z", "UTC", true],
    ["past midnight, morning after", fridayNight, "2026-11-21T05:59Z", "UTC", true],
    ["past midnight, over", fridayNight, "2026-11-21T06:00Z", "UTC", false],
    ["past midnight, morning of the day itself", fridayNight, "2026-11-20T05:00Z", "UTC", false],
    ["past midnight, next evening", fridayNight, "2026-11-21T23:00Z", "UTC", false],
    ["Sunday night into Monday", sundayNight, "2026-11-23T05:00Z", "UTC", true],
    ["equal times, 24 hours", calendar([5], ["08:00", "08:00"]), "2026-11-21T07:59Z", "UTC", true],
    ["equal times, over", calendar([5], ["08:00", "08:00"]), "2026-11-21T08:00Z", "UTC", false],
    ["whole day, start", calendar([5], ["00:00", "24:00"]), "2026-11-20T00:00Z", "UTC", true],
    ["whole day, end", calendar([5], ["00:00", "24:00"]), "2026-11-20T23:59Z", "UTC", true],
    ["whole day, next", calendar([5], ["00:00", "24:00"]), "2026-11-21T00:00Z", "UTC", false],
    ["midnight as 00:00", calendar([6], ["00:00", "00:01"]), "2026-11-20T16:00Z", "Asia/Shanghai", true],
    // Madrid: 2026-03-29 02:00 → 03:00, 2026-10-25 03:00 → 02:00.
    ["before spring forward", calendar(everyDay, ["02:00", "03:00"]), "2026-03-29T00:59Z", "Europe/Madrid", false],
    ["the hour that is skipped", calendar(everyDay, ["02:00", "03:00"]), "2026-03-29T01:00Z", "Europe/Madrid", false],
    ["after spring forward", calendar(everyDay, ["03:00", "04:00"]), "2026-03-29T01:00Z", "Europe/Madrid", true],
    ["the repeated hour, first", calendar(everyDay, ["02:00", "03:00"]), "2026-10-25T00:30Z", "Europe/Madrid", true],
    ["the repeated hour, again", calendar(everyDay, ["02:00", "03:00"]), "2026-10-25T01:30Z", "Europe/Madrid", true],
    ["after the repeated hour", calendar(everyDay, ["02:00", "03:00"]), "2026-10-25T02:00Z", "Europe/Madrid", false],
  ])("%s", (_name, given, instant, timeZone, expected) => {
    expect(isWithinCalendar(given, Date.parse(instant), timeZone)).toBe(expected);
  });

  it("refuses what would silently never alarm", () => {
    expect(() => isWithinCalendar(calendar([], ["08:00", "12:00"]), 0, "UTC")).toThrow(RangeError);
    expect(() => isWithinCalendar(calendar([1]), 0, "UTC")).toThrow(RangeError);
    expect(() => isWithinCalendar(office, 0, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("minuteOfDay", () => {
  it.each([
    ["00:00", 0],
    ["09:05", 545],
    ["24:00", 1440],
  ])("reads %s", (time, expected) => {
    expect(minuteOfDay(time)).toBe(expected);
  });

  it.each(["24:01", "25:00", "8:00", "08:60", "", "08:00:00"])("refuses %j", (time) => {
    expect(() => minuteOfDay(time)).toThrow(RangeError);
  });
});

describe("nextWithin", () => {
  it.each<[string, Calendar | null, string, string, string]>([
    ["no calendar", null, "2026-11-22T03:00Z", "UTC", "2026-11-22T03:00Z"],
    ["awake already", office, "2026-11-20T01:00Z", "Asia/Shanghai", "2026-11-20T01:00Z"],
    ["this morning", office, "2026-11-19T20:00Z", "Asia/Shanghai", "2026-11-20T00:00Z"],
    ["after lunch", office, "2026-11-20T04:10Z", "Asia/Shanghai", "2026-11-20T05:30Z"],
    ["after the weekend", office, "2026-11-20T10:00Z", "Asia/Shanghai", "2026-11-23T00:00Z"],
    ["in a week", fridayNight, "2026-11-21T06:00Z", "UTC", "2026-11-27T22:00Z"],
    [
      "where the clock skips the start",
      calendar(everyDay, ["02:30", "04:00"]),
      "2026-03-29T00:30Z",
      "Europe/Berlin",
      "2026-03-29T01:30Z",
    ],
  ])("%s", (_name, given, instant, timeZone, expected) =>
    expect(nextWithin(given, Date.parse(instant), timeZone)).toBe(Date.parse(expected)),
  );
});
