import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter, daysIn, dueTimes, minuteOf, timeOf } from "./rules";

const ENDLESS = Number.POSITIVE_INFINITY;
const iso = (times: ReturnType<typeof dueTimes>) => times.map(({ at }) => new Date(at).toISOString());

describe("a time of day", () => {
  it.each([
    ["00:00", 0],
    ["8:05", 485],
    [" 08:05 ", 485],
    ["23:59", 1439],
  ])("%j is %d minutes from midnight", (text, minute) => expect(minuteOf(text)).toBe(minute));

  it.each(["24:00", "00:60", "8:5", "8", "08:00:00", "-1:00", "", "٠٨:٠٠"])("refuses %j", (text) =>
    expect(minuteOf(text)).toBeNull(),
  );

  it("is read as it was written", () =>
    fc.assert(fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => minuteOf(timeOf(minute)) === minute)));
});

describe("the times on record", () => {
  const week = { from: "2026-03-28", to: "2026-03-30" };

  it("fall on the customer's clock, also across a clock change", () => {
    expect(iso(dueTimes(week, [8 * 60], "Europe/Madrid", ENDLESS))).toEqual([
      "2026-03-28T07:00:00.000Z",
      "2026-03-29T06:00:00.000Z",
      "2026-03-30T06:00:00.000Z",
    ]);
  });

  it("come later by the gap where the clock skips them, and once where it shows them twice", () => {
    const skipped = dueTimes({ from: "2026-03-29", to: "2026-03-29" }, [150], "Europe/Madrid", ENDLESS);
    expect(skipped).toEqual([
      { day: "2026-03-29", time: "02:30", at: Date.parse("2026-03-29T01:30:00Z"), isShifted: true },
    ]);
    const twice = dueTimes({ from: "2026-10-25", to: "2026-10-25" }, [150], "Europe/Madrid", ENDLESS);
    expect(twice).toEqual([
      { day: "2026-10-25", time: "02:30", at: Date.parse("2026-10-25T00:30:00Z"), isShifted: false },
    ]);
  });

  it("are none before they have come", () => {
    const now = Date.parse("2026-03-29T06:00:00Z");
    expect(iso(dueTimes(week, [8 * 60, 8 * 60 + 1], "Europe/Madrid", now)).at(-1)).toBe("2026-03-29T06:00:00.000Z");
  });

  it("are as many as days and times, in order, each on its day's date there", () => {
    const day = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const zone = fc.constantFrom("UTC", "Asia/Shanghai", "Asia/Kathmandu", "America/Santiago", "Pacific/Auckland");
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { maxLength: 7 });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 10 }), minutes, zone, (from, count, times, timeZone) => {
        const to = dayAfter(from, count - 1);
        const due = dueTimes({ from, to }, times, timeZone, ENDLESS);
        expect(daysIn(from, to)).toBe(count);
        expect(due).toHaveLength(count * times.length);
        expect(due.every(({ at }, index) => index === 0 || at >= (due[index - 1]?.at ?? 0))).toBe(true);
      }),
    );
  });
});
