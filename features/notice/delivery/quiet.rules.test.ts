import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEVERITIES } from "@/db/enums";
import { isQuietable, quietEnd, releaseAt } from "./quiet.rules";

const at = (iso: string) => Date.parse(iso);
const iso = (instant: number) => new Date(instant).toISOString();
const SHANGHAI = "Asia/Shanghai";
const night = { from: "22:00", to: "07:00", upTo: "minor" } as const;
const noon = { from: "12:00", to: "14:30", upTo: "minor" } as const;

describe("quiet hours", () => {
  it.each([
    ["before them", night, "2026-11-20T21:59:59+08:00", null],
    ["with their first minute", night, "2026-11-20T22:00:00+08:00", "2026-11-21T07:00:00+08:00"],
    ["before midnight", night, "2026-11-20T23:30:00+08:00", "2026-11-21T07:00:00+08:00"],
    ["after midnight", night, "2026-11-21T06:59:59+08:00", "2026-11-21T07:00:00+08:00"],
    ["at their end", night, "2026-11-21T07:00:00+08:00", null],
    ["of the day", noon, "2026-11-21T12:10:00+08:00", "2026-11-21T14:30:00+08:00"],
    ["in the night, where they are of the day", noon, "2026-11-21T02:10:00+08:00", null],
  ])("%s", (_, hours, now, end) => expect(iso(quietEnd(hours, at(now), SHANGHAI))).toBe(iso(at(end ?? now))));

  it("end by the customer's clock on the nights when it is set", () => {
    expect(iso(quietEnd(night, at("2026-03-28T22:30:00Z"), "Europe/Madrid"))).toBe("2026-03-29T05:00:00.000Z");
    expect(iso(quietEnd(night, at("2026-10-24T21:30:00Z"), "Europe/Madrid"))).toBe("2026-10-25T06:00:00.000Z");
  });

  it("never end before they are asked for, nor later than a day and an hour after", () => {
    const minute = fc.integer({ min: 0, max: 1439 }).map((value) => {
      const [hours, minutes] = [Math.floor(value / 60), value % 60];
      return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
    });
    const zones = fc.constantFrom("UTC", SHANGHAI, "Europe/Madrid", "America/Caracas", "Asia/Kathmandu");
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(minute, minute, instants, zones, (from, to, instant, zone) => {
        fc.pre(from !== to);
        const start = instant.getTime();
        const end = quietEnd({ from, to, upTo: "major" }, start, zone);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end - start).toBeLessThanOrEqual(25 * 3_600_000);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["minor", ["minor", "warning"]],
    ["warning", ["warning"]],
    ["major", ["major", "minor", "warning"]],
    ["critical", ["major", "minor", "warning"]],
  ] as const)("up to %s hold %j", (upTo, held) =>
    expect(SEVERITIES.filter((severity) => isQuietable({ ...night, upTo }, severity))).toEqual(held),
  );

  it("hold nothing of who has none, nor what is more severe", () => {
    const now = at("2026-11-20T23:30:00+08:00");
    expect(releaseAt(null, "warning", now, SHANGHAI)).toBe(now);
    expect(releaseAt(night, "major", now, SHANGHAI)).toBe(now);
    expect(iso(releaseAt(night, "minor", now, SHANGHAI))).toBe("2026-11-20T23:00:00.000Z");
  });
});
