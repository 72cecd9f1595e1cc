import { describe, expect, it } from "vitest";
import { coversRange } from "./source.rules";

describe("a certificate", () => {
  const certificate = { number: "C-1", from: "2026-03-01", to: "2027-02-28" };
  const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
  it.each([
    ["covers what lies within", range("2026-03-02T00:00Z", "2026-04-01T00:00Z"), "UTC", true],
    ["covers its last day whole", range("2027-02-28T00:00Z", "2027-03-01T00:00Z"), "UTC", true],
    ["does not cover the day before", range("2026-02-28T23:00Z", "2026-03-02T00:00Z"), "UTC", false],
    ["counts the days of the zone", range("2026-02-28T23:00Z", "2026-03-02T00:00Z"), "Asia/Shanghai", true],
    ["ends with its day", range("2027-02-28T00:00Z", "2027-03-01T00:01Z"), "UTC", false],
  ])("%s", (_name, asked, zone, expected) => expect(coversRange(certificate, asked, zone)).toBe(expected));

  it("that is missing covers nothing", () =>
    expect(coversRange(null, range("2026-03-02T00:00Z", "2026-03-03T00:00Z"), "UTC")).toBe(false));
});
