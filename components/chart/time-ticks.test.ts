import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeTicks } from "./time-ticks";

const SHANGHAI = { locale: "en-US", timeZone: "Asia/Shanghai" };
const MADRID = { locale: "en-US", timeZone: "Europe/Madrid" };
const at = (iso: string) => Date.parse(iso);
const NOW = at("2026-11-20T08:00:00Z");
const labels = (from: string, to: string, maximum: number, place = SHANGHAI) =>
  timeTicks({ from: at(from), to: at(to) }, maximum, place, NOW).map(({ label }) => label);

describe("timeTicks", () => {
  it("names hours of the zone, and midnight by its day", () => {
    expect(labels("2026-11-19T08:00:00Z", "2026-11-20T08:00:00Z", 8)).toEqual([
      "18:00",
      "21:00",
      "Nov 20",
      "03:00",
      "06:00",
      "09:00",
      "12:00",
      "15:00",
    ]);
  });

  it("names days, Mondays and months in wider ranges", () => {
    expect(labels("2026-11-13T08:00:00Z", "2026-11-20T08:00:00Z", 8)).toHaveLength(7);
    expect(labels("2026-10-20T08:00:00Z", "2026-11-20T08:00:00Z", 8)).toEqual(["Oct 26", "Nov 2", "Nov 9", "Nov 16"]);
    expect(labels("2025-11-20T08:00:00Z", "2026-11-20T08:00:00Z", 8)).toEqual([
      "Jan 1",
      "Mar 1",
      "May 1",
      "Jul 1",
      "Sep 1",
      "Nov 1",
    ]);
  });

  it("names several days and hours where there is room for few", () => {
    expect(labels("2026-11-13T08:00:00Z", "2026-11-20T08:00:00Z", 4.9)).toEqual(["Nov 15", "Nov 17", "Nov 19"]);
    expect(labels("2026-11-06T08:00:00Z", "2026-11-20T08:00:00Z", 4.9)).toEqual([
      "Nov 7",
      "Nov 10",
      "Nov 13",
      "Nov 16",
      "Nov 19",
    ]);
    expect(labels("2026-11-19T08:00:00Z", "2026-11-20T08:00:00Z", 4.9)).toEqual(["18:00", "Nov 20", "06:00", "12:00"]);
  });

  it("names seconds in a short range", () => {
    expect(labels("2026-11-20T08:00:00Z", "2026-11-20T08:00:20Z", 5)).toEqual([
      "16:00:00",
      "16:00:05",
      "16:00:10",
      "16:00:15",
      "16:00:20",
    ]);
  });

  it("keeps to wall-clock hours where the clock changes", () => {
    expect(labels("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 5, MADRID)).toEqual([
      "Oct 25",
      "06:00",
      "12:00",
      "18:00",
      "Oct 26",
    ]);
  });

  it("stays in the range and near the number asked for", () => {
    const zones = fc.constantFrom("UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland");
    const start = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z") });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 5 * 366 * 86_400 }), zones, (from, seconds, timeZone) => {
        const range = { from, to: from + seconds * 1000 };
        const ticks = timeTicks(range, 8, { locale: "ja", timeZone }, NOW);
        expect(ticks.length).toBeLessThanOrEqual(11);
        for (const tick of ticks) expect(tick.at >= range.from && tick.at <= range.to).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
