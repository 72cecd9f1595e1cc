import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REPORT_PERIODS, type ReportPeriod } from "@/db/enums";
import { periodRange } from "./template.rules";

const ZONE = "Asia/Shanghai";
/** A Friday, 10:00 in Shanghai. */
const NOW = new Date("2026-11-27T10:00:00+08:00");
const at = (text: string) => Date.parse(`${text}T00:00:00+08:00`);

describe("the range of a period", () => {
  it.each<[ReportPeriod, number, number]>([
    ["yesterday", at("2026-11-26"), at("2026-11-27")],
    ["lastWeek", at("2026-11-16"), at("2026-11-23")],
    ["thisWeek", at("2026-11-23"), NOW.getTime()],
    ["lastMonth", at("2026-10-01"), at("2026-11-01")],
    ["thisMonth", at("2026-11-01"), NOW.getTime()],
    ["lastQuarter", at("2026-07-01"), at("2026-10-01")],
    ["lastYear", at("2025-01-01"), at("2026-01-01")],
  ])("%s", (period, from, to) => {
    expect(periodRange(period, NOW, ZONE)).toEqual({ from, to });
  });

  it("follows the zone's day, and begins a week on a Monday", () => {
    const sunday = new Date("2026-11-29T23:30:00Z");
    expect(periodRange("yesterday", sunday, "UTC").to).toBe(Date.parse("2026-11-29T00:00:00Z"));
    expect(periodRange("yesterday", sunday, ZONE).to).toBe(at("2026-11-30"));
    expect(periodRange("lastWeek", sunday, "UTC").to).toBe(Date.parse("2026-11-23T00:00:00Z"));
    expect(periodRange("lastWeek", sunday, ZONE).to).toBe(at("2026-11-30"));
  });

  it("has a day of 25 hours where the clocks go back", () => {
    const { from, to } = periodRange("yesterday", new Date("2026-10-26T08:00:00Z"), "Europe/Madrid");
    expect(to - from).toBe(25 * 3_600_000);
  });

  it("ends at or before now and is not empty but at the first instant of a week or month", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(...REPORT_PERIODS), (ms, period) => {
        const { from, to } = periodRange(period, new Date(ms), ZONE);
        expect(to).toBeLessThanOrEqual(ms);
        expect(from <= to).toBe(true);
      }),
    );
  });
});
