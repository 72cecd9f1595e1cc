import fc from "fast-check";
import { expect, it } from "vitest";
import { isoInstant } from "./iso";

it("reads every day that exists, with any offset and precision", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(isoInstant(text)).toBe(date.getTime());
      expect(isoInstant(text.replace("Z", "+05:30"))).toBe(date.getTime() - 5.5 * 3_600_000);
    }),
    { seed: 7, numRuns: 500 },
  );
  expect(isoInstant("2026-11-20T08:00Z")).toBe(Date.UTC(2026, 10, 20, 8));
  expect(isoInstant("2026-11-20T08:00:00+0800")).toBe(Date.UTC(2026, 10, 20));
  expect(isoInstant("2026-11-20T08:00:00.123456789Z")).toBe(Date.UTC(2026, 10, 20, 8, 0, 0, 123));
  expect(isoInstant("2024-02-29T00:00Z")).toBe(Date.UTC(2024, 1, 29));
  expect(isoInstant("2000-02-29T00:00Z")).toBe(Date.UTC(2000, 1, 29));
});

it.each([
  "2026-02-30T00:00Z",
  "2026-02-29T00:00Z",
  "2100-02-29T00:00Z",
  "2026-04-31T12:00:00+08:00",
  "2026-13-01T00:00Z",
  "2026-01-32T00:00Z",
  "2026-01-01T25:00Z",
])("knows that %s does not exist", (text) => expect(isoInstant(text)).toBeNaN());

it.each(["", "2026-11-20", "2026-11-20T08:00:00", "20 November 2026", "1763625600000"])("is none of %s", (text) =>
  expect(isoInstant(text)).toBeUndefined(),
);
