import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zoneOffsetMs } from "@/lib/datetime/zone";
import { clockOf, dateOrderOf, parseStamp, readClock, type Stamp } from "./clock.rules";

const wall = (text: string): number => Date.parse(`${text}Z`);

describe("parseStamp", () => {
  it.each([
    ["2022-05-02 04:44", "2022-05-02T04:44:00"],
    ["2022-05-02T04:44:10.250", "2022-05-02T04:44:10.250"],
    ["2022/5/2 4:44", "2022-05-02T04:44:00"],
    ["2016-03-1 00:10", "2016-03-01T00:10:00"],
    ["2022年5月2日 4时44分10秒", "2022-05-02T04:44:10"],
    ["2022年5月2日 下午4:44", "2022-05-02T16:44:00"],
    ["02.05.2022 04:44", "2022-05-02T04:44:00"],
    ["2-May-2022 12:05 AM", "2022-05-02T00:05:00"],
    ["2 May 22, 12:05 p.m.", "2022-05-02T12:05:00"],
    ["2022-05-02", "2022-05-02T00:00:00"],
    ["2022-12-31 24:00", "2023-01-01T00:00:00"],
    ["31.12.2022 24:00:00", "2023-01-01T00:00:00"],
  ])("%j is %s on its clock", (text, expected) => expect(parseStamp(text, null)).toEqual({ wall: wall(expected) }));

  it.each([
    ["2014-09-10 06:54:07+0200", Date.UTC(2014, 8, 10, 4, 54, 7)],
    ["2014-09-10T06:54Z", Date.UTC(2014, 8, 10, 6, 54)],
    ["1654444800", 1654444800000],
    ["1654444800123", 1654444800123],
  ])("%j is an instant", (text, at) => expect(parseStamp(text, null)).toEqual({ at }));

  it("asks which of two small numbers is the day, and takes the answer", () => {
    expect(parseStamp("03/04/2022 10:00", null)).toBe("dateOrder");
    expect(parseStamp("03/04/2022 10:00", "dmy")).toEqual({ wall: wall("2022-04-03T10:00") });
    expect(parseStamp("03/04/2022 10:00", "mdy")).toEqual({ wall: wall("2022-03-04T10:00") });
    expect(dateOrderOf(["03/04/2022", "13/04/2022"])).toBe("dmy");
    expect(dateOrderOf(["03/04/2022", "04/13/2022"])).toBe("mdy");
    expect(dateOrderOf(["03/04/2022", "2022-04-13"])).toBeNull();
    expect(dateOrderOf(["25-03-04"]), "the 4th of March 2025 or the 25th of March 2004").toBeNull();
  });

  it.each([
    "",
    "soon",
    "2022-02-30 10:00",
    "2022-13-01",
    "2022-05-02 24:01",
    "2022-05-02 24:00:00.5",
    "2022-05-02 24:00 AM",
    "2022-05-02 25:00",
    "2022-05-02 10:60",
    "13/13/2022",
    "2022-05-02 13:00 PM",
    "2022-05-02T13:00+25:00",
    "9".repeat(60),
  ])("%j is no time", (text) => expect(parseStamp(text, "dmy")).toBeNull());

  it("reads whatever it is given, and what it takes is a finite number", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789-/.: TZ+年月日pm上午e"), maxLength: 30 }), (text) => {
        const stamp = parseStamp(text, "dmy");
        if (stamp === null || stamp === "dateOrder") return;
        expect(Number.isFinite("at" in stamp ? stamp.at : stamp.wall)).toBe(true);
      }),
    );
  });
});

describe("clockOf", () => {
  it("knows the hours that are skipped and those that come twice", () => {
    const brussels = clockOf("Europe/Brussels");
    expect(brussels(wall("2016-03-27T02:30"))).toEqual([]);
    expect(brussels(wall("2016-03-27T03:00"))).toEqual([Date.UTC(2016, 2, 27, 1)]);
    expect(brussels(wall("2016-10-30T02:30"))).toEqual([Date.UTC(2016, 9, 30, 0, 30), Date.UTC(2016, 9, 30, 1, 30)]);
    // At 00:01 the clock of Newfoundland was set forward to 01:01, and back to 23:01 of the previous day.
    const newfoundland = clockOf("America/St_Johns");
    expect(newfoundland(wall("2010-03-14T00:00"))).toEqual([Date.UTC(2010, 2, 14, 3, 30)]);
    expect(newfoundland(wall("2010-03-14T00:01"))).toEqual([]);
    expect(newfoundland(wall("2010-03-14T00:14"))).toEqual([]);
    expect(newfoundland(wall("2010-11-07T00:00"))).toHaveLength(2);
    expect(newfoundland(wall("2010-11-07T00:01"))).toHaveLength(1);
    expect(clockOf("Australia/Lord_Howe")(wall("2022-10-02T02:15"))).toEqual([]);
  });

  it("goes there and back everywhere", () => {
    const zones = ["Asia/Shanghai", "Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe", "UTC"];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 9e11, max: 1.9e12 }), (zone, at) => {
        const instant = Math.floor(at / 1000) * 1000;
        expect(clockOf(zone)(instant + zoneOffsetMs(new Date(instant), zone))).toContain(instant);
      }),
      { numRuns: 300 },
    );
  });
});

describe("readClock", () => {
  const read = (times: string[], zone: string) =>
    readClock(
      times.map((text): Stamp => ({ wall: wall(text) })),
      zone,
    );
  const night = ["2016-10-30T01:30", "2016-10-30T02:00", "2016-10-30T02:30"];

  it("tells the second pass of an hour from the first by the order of the file, from either end", () => {
    const twice = [...night, "2016-10-30T02:00", "2016-10-30T02:30", "2016-10-30T03:00"];
    const half = 1_800_000;
    const start = Date.UTC(2016, 9, 29, 23, 30);
    const { ats, twice: hours } = read(twice, "Europe/Brussels");
    expect(ats).toEqual([0, 1, 2, 3, 4, 5].map((step) => start + step * half));
    expect(hours).toEqual([{ at: Date.UTC(2016, 9, 30, 0), isTwice: true }]);
    expect(read(twice.toReversed(), "Europe/Brussels").ats).toEqual(ats.toReversed());
  });

  it("reads both passes of a logger that writes once an hour, and a repeated row of one that writes more often", () => {
    const hourly = ["2026-10-25T01:00", "2026-10-25T02:00", "2026-10-25T02:00", "2026-10-25T03:00"];
    const start = Date.UTC(2026, 9, 24, 23);
    expect(read(hourly, "Europe/Berlin").ats).toEqual([0, 1, 2, 3].map((hour) => start + hour * 3_600_000));
    const often = ["2026-10-25T01:45", "2026-10-25T02:00", "2026-10-25T02:00"];
    expect(read(often, "Europe/Berlin").ats.slice(1)).toEqual([Date.UTC(2026, 9, 25), Date.UTC(2026, 9, 25)]);
  });

  it("takes the first where the file has the hour once, and says so", () => {
    const { ats, twice } = read([...night, "2016-10-30T03:00"], "Europe/Brussels");
    expect(ats[2]).toBe(Date.UTC(2016, 9, 30, 0, 30));
    expect(twice).toEqual([{ at: Date.UTC(2016, 9, 30, 0), isTwice: false }]);
  });

  it("has no instant for a time that the clock skips", () => {
    expect(read(["2016-03-27T01:50", "2016-03-27T02:10"], "Europe/Brussels").ats).toEqual([
      Date.UTC(2016, 2, 27, 0, 50),
      null,
    ]);
  });
});
