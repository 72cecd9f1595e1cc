import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAge, formatDate, formatDuration, formatInstant, formatOffset, formatStamp, formatTime } from "./format";
import { presetOf, presetRange } from "./range";
import { cutDays, dayKey, fromLocalInput, startOfDay, toLocalInput, wallClock, zoneOffsetMs } from "./zone";

const at = (iso: string) => new Date(iso);
const SHANGHAI = "Asia/Shanghai";
const MADRID = "Europe/Madrid";

describe("zones", () => {
  it("keys the day where the customer is, not where the process runs", () => {
    expect(dayKey(at("2026-11-20T16:30:00Z"), SHANGHAI)).toBe("2026-11-21");
    expect(dayKey(at("2026-11-20T16:30:00Z"), "America/New_York")).toBe("2026-11-20");
  });

  it("moves a skipped wall-clock time forward and takes the first of a repeated one", () => {
    expect(fromLocalInput("2026-03-29T02:30", MADRID)?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(fromLocalInput("2026-10-25T02:30", MADRID)?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
  });

  it.each(["", "2026-13-01", "2026-02-30", "20 Nov", "2026-11-20 14:05"])("refuses %j", (text) => {
    expect(fromLocalInput(text, SHANGHAI)).toBeNull();
  });

  it("returns to the same minute through the input's text", () => {
    fc.assert(
      fc.property(
        fc.date({ min: at("2000-01-01T00:00:00Z"), max: at("2060-01-01T00:00:00Z"), noInvalidDate: true }),
        fc.constantFrom("UTC", SHANGHAI, "Asia/Kathmandu", "America/Caracas", "Pacific/Auckland"),
        (instant, zone) => {
          const text = toLocalInput(instant, zone);
          const back = fromLocalInput(text, zone);
          expect(back && toLocalInput(back, zone)).toBe(text);
        },
      ),
    );
  });

  it("changes the offset with the clock, to the second, however often it is asked before", () => {
    const hours = (iso: string, zone: string) => zoneOffsetMs(at(iso), zone) / 3_600_000;
    for (const _again of [1, 2]) {
      expect(hours("2026-03-29T00:59:59.999Z", MADRID)).toBe(1);
      expect(hours("2026-03-29T01:00:00Z", MADRID)).toBe(2);
      expect(hours("2026-04-04T14:59:59Z", "Australia/Lord_Howe")).toBe(11);
      expect(hours("2026-04-04T15:00:00Z", "Australia/Lord_Howe")).toBe(10.5);
      // Both zones changed their clocks a minute past the hour.
      expect(hours("2011-03-13T03:30:59Z", "America/St_Johns")).toBe(-3.5);
      expect(hours("2011-03-13T03:31:00Z", "America/St_Johns")).toBe(-2.5);
      expect(hours("2022-10-01T16:00:59Z", "Antarctica/Casey")).toBe(8);
      expect(hours("2022-10-01T16:01:00Z", "Antarctica/Casey")).toBe(11);
      // The last zone with an offset in seconds abandoned it within a quarter of an hour.
      expect(hours("1972-01-07T00:44:29Z", "Africa/Monrovia") * 3600).toBe(-2670);
      expect(hours("1972-01-07T00:44:30Z", "Africa/Monrovia")).toBe(0);
    }
    const wall = { year: 2026, month: 3, day: 29, hour: 3, minute: 0, second: 7 };
    expect(wallClock(at("2026-03-29T01:00:07.5Z"), MADRID)).toEqual(wall);
    for (const _again of [1, 2])
      expect(() => zoneOffsetMs(at("2026-03-29T01:00:00Z"), "Mars/Base")).toThrow(RangeError);
  });

  it("starts days at local midnight, also on a 23-hour day", () => {
    expect(startOfDay(at("2026-03-29T12:00:00Z"), MADRID).toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(startOfDay(at("2026-03-29T12:00:00Z"), MADRID, 1).toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(startOfDay(at("2026-03-01T12:00:00Z"), SHANGHAI, -1).toISOString()).toBe("2026-02-27T16:00:00.000Z");
  });

  it("cuts a span into days without gap or overlap", () => {
    const from = at("2026-10-24T10:00:00Z");
    const to = at("2026-10-26T10:00:00Z");
    const days = cutDays(from, to, MADRID);
    expect(days.map(({ day }) => day)).toEqual(["2026-10-24", "2026-10-25", "2026-10-26"]);
    expect(days[0]?.from).toEqual(from);
    expect(days.at(-1)?.to).toEqual(to);
    for (const [index, day] of days.entries()) if (index > 0) expect(day.from).toEqual(days[index - 1]?.to);
    expect(cutDays(to, from, MADRID)).toEqual([]);
  });
});

describe("formats", () => {
  const now = at("2026-11-20T08:00:00Z");

  it.each([
    ["2026-11-20T06:05:00Z", "en-US", "today 14:05"],
    ["2026-11-20T06:05:00Z", "zh-CN", "今天 14:05"],
    ["2026-11-19T06:05:00Z", "es", "ayer 14:05"],
    ["2026-11-19T16:05:00Z", "ja", "今日 00:05"],
    ["2026-11-18T06:05:00Z", "en-US", "Nov 18 14:05"],
    ["2025-11-18T06:05:00Z", "en-US", "Nov 18, 2025 14:05"],
    ["2025-11-18T06:05:00Z", "zh-CN", "2025年11月18日 14:05"],
  ])("%s in %s is %s", (iso, locale, text) => {
    expect(formatInstant(at(iso), now, { locale, timeZone: SHANGHAI })).toBe(text);
  });

  it.each([
    ["2026-03-28", "2026-11-20T08:00:00Z", "en-US", "Mar 28"],
    ["2027-03-28", "2026-11-20T08:00:00Z", "es", "28 mar 2027"],
    ["2027-03-28", "2026-12-31T16:30:00Z", "zh-CN", "3月28日"],
  ])("the day %s told at %s in %s is %s", (day, instant, locale, text) => {
    expect(formatDate(day, at(instant), { locale, timeZone: SHANGHAI })).toBe(text.replaceAll(" ", "\u00a0"));
  });

  it("stamps with the offset and the zone", () => {
    expect(formatStamp(at("2026-11-20T06:05:09Z"), { timeZone: SHANGHAI })).toBe(
      "2026-11-20 14:05:09 UTC+08:00 (Asia/Shanghai)",
    );
    expect(formatOffset(now, "America/St_Johns")).toBe("UTC\u221203:30");
    expect(formatOffset(now, "UTC")).toBe("UTC");
    expect(formatTime(now, { locale: "en-US", timeZone: "UTC" })).toBe("08:00");
  });

  it.each([
    [0, "en-US", "0 s"],
    [-5, "en-US", "0 s"],
    [45_000, "en-US", "45 s"],
    [90_000, "en-US", "1 min 30 s"],
    [7_800_000, "en-US", "2 h 10 min"],
    [7_800_000, "zh-CN", "2 小时 10 分钟"],
    [7_245_000, "en-US", "2 h"],
    [3_600_000, "ja", "1時間"],
    [7_800_000, "ja", "2時間10分"],
    [273_600_000, "es", "3 d 4 h"],
  ])("%d ms in %s lasts %s", (milliseconds, locale, text) => {
    expect(formatDuration(milliseconds, locale)).toBe(text);
  });

  it("counts no days where hours are asked for", () => {
    expect(formatDuration(273_600_000, "es", "h")).toBe("76 h");
    expect(formatDuration(86_460_000, "en-US", "h")).toBe("24 h 1 min");
  });

  it.each([
    ["2026-11-20T07:59:58Z", "en-US", "now"],
    ["2026-11-20T07:57:00Z", "en-US", "3 min ago"],
    ["2026-11-20T07:57:00Z", "zh-CN", "3分钟前"],
    ["2026-11-20T05:00:00Z", "en-US", "3 hr ago"],
    ["2026-11-15T08:00:00Z", "ja", "5日前"],
    ["2026-11-20T09:00:00Z", "es", "ahora"],
  ])("%s in %s is %s", (iso, locale, text) => {
    expect(formatAge(at(iso), now, locale)).toBe(text);
  });
});

describe("presets", () => {
  const now = at("2026-11-20T08:00:00Z");

  it("begins today at midnight of the zone", () => {
    expect(presetRange("today", now, SHANGHAI).from.toISOString()).toBe("2026-11-19T16:00:00.000Z");
  });

  it.each([
    ["hour", 1],
    ["sixHours", 6],
    ["day", 24],
    ["week", 168],
    ["month", 720],
    ["quarter", 2160],
    ["year", 8760],
  ] as const)("%s is %d hours that end now", (preset, hours) => {
    const { from, to } = presetRange(preset, now, SHANGHAI);
    expect(to).toEqual(now);
    expect(to.getTime() - from.getTime()).toBe(hours * 3_600_000);
  });

  it.each([
    // Friday in Shanghai.
    ["yesterday", "2026-11-20T08:00:00Z", "2026-11-18T16:00:00Z", "2026-11-19T16:00:00Z"],
    ["lastWeek", "2026-11-20T08:00:00Z", "2026-11-08T16:00:00Z", "2026-11-15T16:00:00Z"],
    // Still Sunday in UTC, already Monday in Shanghai.
    ["lastWeek", "2026-11-22T17:00:00Z", "2026-11-15T16:00:00Z", "2026-11-22T16:00:00Z"],
    ["lastMonth", "2026-11-20T08:00:00Z", "2026-09-30T16:00:00Z", "2026-10-31T16:00:00Z"],
    ["lastMonth", "2026-01-15T08:00:00Z", "2025-11-30T16:00:00Z", "2025-12-31T16:00:00Z"],
  ] as const)("%s at %s is that of the calendar", (preset, present, from, to) => {
    expect(presetRange(preset, at(present), SHANGHAI)).toEqual({ from: at(from), to: at(to) });
  });

  it("yesterday has 23 hours where the clocks went forward", () => {
    const { from, to } = presetRange("yesterday", at("2026-03-30T10:00:00Z"), "Europe/Berlin");
    expect(to.getTime() - from.getTime()).toBe(23 * 3_600_000);
  });

  it("of the calendar are known again as long as they are the last", () => {
    const known = (present: string) =>
      presetOf(
        { from: Date.parse("2026-11-18T16:00:00Z"), to: Date.parse("2026-11-19T16:00:00Z") },
        ["day", "yesterday"],
        Date.parse(present),
        SHANGHAI,
      );
    expect(known("2026-11-20T08:00:00Z")).toBe("yesterday");
    expect(known("2026-11-21T08:00:00Z")).toBeNull();
  });

  it("are known again by their range until it has grown old", () => {
    const known = (from: string, to: string) =>
      presetOf({ from: Date.parse(from), to: Date.parse(to) }, ["today", "day", "week"], now.getTime(), SHANGHAI);
    expect(known("2026-11-19T07:59:00Z", "2026-11-20T07:59:00Z")).toBe("day");
    expect(known("2026-11-19T16:00:00Z", "2026-11-20T07:59:00Z")).toBe("today");
    expect(known("2026-11-19T07:58:00Z", "2026-11-20T07:59:00Z")).toBeNull();
    expect(known("2026-11-18T08:00:00Z", "2026-11-19T08:00:00Z")).toBeNull();
  });
});
