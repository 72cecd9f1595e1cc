import { describe, expect, it } from "vitest";
import {
  archiveName,
  assertOver,
  dueMonths,
  expiryOf,
  linkPath,
  monthAfter,
  monthOf,
  monthRange,
  namedBy,
  progressOf,
} from "./archive.rules";

const at = (text: string) => new Date(text);

describe("a month", () => {
  it.each([
    ["2026-11", 1, "2026-12"],
    ["2026-12", 1, "2027-01"],
    ["2026-01", -1, "2025-12"],
    ["2026-03", -14, "2025-01"],
  ])("%s and %d are %s", (month, count, expected) => expect(monthAfter(month, count)).toBe(expected));

  it("begins and ends in the customer's zone, also when its clock changes", () => {
    expect(monthRange("2026-10", "Asia/Shanghai")).toEqual({
      from: Date.parse("2026-09-30T16:00:00Z"),
      to: Date.parse("2026-10-31T16:00:00Z"),
    });
    expect(monthRange("2026-10", "Europe/Berlin")).toEqual({
      from: Date.parse("2026-09-30T22:00:00Z"),
      to: Date.parse("2026-10-31T23:00:00Z"),
    });
    expect(monthOf(at("2026-10-31T15:59:59Z"), "Asia/Shanghai")).toBe("2026-10");
    expect(monthOf(at("2026-10-31T16:00:00Z"), "Asia/Shanghai")).toBe("2026-11");
  });

  it("is over with its last instant", () => {
    expect(() => assertOver("2026-10", "Asia/Shanghai", at("2026-10-31T15:59:59Z"))).toThrow("not over");
    expect(() => assertOver("2026-10", "Asia/Shanghai", at("2026-10-31T16:00:00Z"))).not.toThrow();
  });
});

describe("the months that are due", () => {
  const due = (last: string | null, now: string) => dueMonths(last, at(now), "Asia/Shanghai");

  it("wait for late data, in the customer's zone", () => {
    expect(due("2026-09", "2026-11-02T17:59:00Z")).toEqual([]);
    expect(due("2026-09", "2026-11-02T18:00:00Z")).toEqual(["2026-10"]);
    expect(due("2026-10", "2026-11-20T00:00:00Z")).toEqual([]);
  });

  it("are all since the last one after a standstill, a year at most, and one without any", () => {
    expect(due("2026-07", "2026-11-20T00:00:00Z")).toEqual(["2026-08", "2026-09", "2026-10"]);
    expect(due("2020-01", "2026-11-20T00:00:00Z")).toHaveLength(12);
    expect(due(null, "2026-11-20T00:00:00Z")).toEqual(["2026-10"]);
  });
});

it("names customer, month and version in its file name, and reads them back", () => {
  expect(archiveName("GZ 01/ä", "2026-10", 2)).toBe("frostline_GZ-01-_2026-10_v2.zip");
  expect(namedBy("frostline_GZ_2026-10_v12.zip")).toEqual({ month: "2026-10", version: 12 });
  expect(namedBy("frostline_GZ_2026-10_v2 (1).zip")).toEqual({ month: "2026-10", version: 2 });
  expect(namedBy("backup.zip")).toBeNull();
});

it("is at 100 % only once the file is there", () => {
  expect(progressOf({ state: "generating", total: 0, done: 0 })).toBe(0);
  expect(progressOf({ state: "generating", total: 3, done: 2 })).toBe(66);
  expect(progressOf({ state: "generating", total: 3, done: 4 })).toBe(99);
  expect(progressOf({ state: "generated", total: 0, done: 0 })).toBe(100);
});

it("is kept for years, and its link leads to a page in the reader's language", () => {
  expect(expiryOf(at("2028-02-29T08:00:00Z"), 10)).toEqual(at("2038-03-01T08:00:00Z"));
  expect(linkPath("ja", "a-b_c")).toBe("/ja/dataBackup?key=a-b_c");
});
