import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayKey } from "@/lib/datetime/zone";
import {
  fittingTolerance,
  nextPlanned,
  PRESET_PLANS,
  planIssues,
  plannedBetween,
  plannedOfDay,
  type RecordPlan,
  shortestGap,
} from "./plan.rules";
import { minuteOf } from "./rules";

const at = (text: string) => Date.parse(text);
const plan = (values: Partial<RecordPlan> = {}): RecordPlan => ({
  preset: "custom",
  intervalMinutes: null,
  toleranceMinutes: 15,
  minutes: [480, 960],
  ...values,
});
const BERLIN = "Europe/Berlin";

describe("a plan", () => {
  it.each([
    [plan(), []],
    [plan({ minutes: [] }), ["times timesOrInterval"]],
    [plan({ intervalMinutes: 60 }), ["intervalMinutes timesOrInterval"]],
    [plan({ intervalMinutes: 60, minutes: [] }), []],
    [plan({ minutes: [480, 500] }), ["toleranceMinutes toleranceApart"]],
    [plan({ minutes: [480, 500], toleranceMinutes: 10 }), []],
    [plan({ minutes: [1435, 5] }), ["toleranceMinutes toleranceApart"]],
    [plan({ preset: "vaccine" }), []],
    [plan({ preset: "vaccine", minutes: [480] }), ["times vaccineTimes"]],
    [plan({ preset: "vaccine", minutes: [480, 839] }), ["times vaccineTimes"]],
    [plan({ preset: "vaccine", minutes: [60, 1200] }), ["times vaccineTimes"]],
    [plan({ preset: "gsp-storage" }), ["intervalMinutes presetInterval"]],
    [plan({ preset: "gsp-transport", intervalMinutes: 5, minutes: [], toleranceMinutes: 2 }), []],
    [
      plan({ preset: "gsp-transport", intervalMinutes: 5, minutes: [], toleranceMinutes: 3 }),
      ["toleranceMinutes toleranceApart"],
    ],
  ])("%# names what contradicts itself", (given, expected) => {
    expect(planIssues(given).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });

  it("of each preset is consistent", () => {
    for (const [preset, { times, ...values }] of Object.entries(PRESET_PLANS)) {
      const minutes = times.map((time) => minuteOf(time) as number);
      expect(planIssues({ preset: preset as RecordPlan["preset"], ...values, minutes })).toEqual([]);
    }
  });

  it("has a gap over midnight", () => {
    expect(shortestGap(plan({ minutes: [10, 1430] }))).toBe(20);
    expect(shortestGap(plan({ minutes: [480] }))).toBe(1440);
    expect(fittingTolerance(plan({ minutes: [480, 481] }), 15)).toBe(1);
  });
});

describe("the records of a day", () => {
  it("move past a skipped time, and use the first of a repeated one", () => {
    const night = plan({ minutes: [150] });
    expect(plannedOfDay(night, "2026-03-29", BERLIN)).toEqual([
      { day: "2026-03-29", minute: 150, at: at("2026-03-29T01:30Z") },
    ]);
    expect(plannedOfDay(night, "2026-10-25", BERLIN)).toEqual([
      { day: "2026-10-25", minute: 150, at: at("2026-10-25T00:30Z") },
    ]);
  });

  it.each([
    ["2026-03-29", 46],
    ["2026-03-30", 48],
    ["2026-10-25", 50],
  ])("of %s, every 30 minutes of elapsed time, are %i", (day, count) => {
    const all = plannedOfDay(plan({ intervalMinutes: 30, minutes: [] }), day, BERLIN);
    expect(all).toHaveLength(count);
    expect(new Set(all.map(({ minute }) => minute)).size).toBe(count);
    expect(all.every((one) => dayKey(new Date(one.at), BERLIN) === day)).toBe(true);
  });

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"])("belong to the day in %s", (zone) => {
    const all = plannedOfDay(plan({ intervalMinutes: 60, minutes: [] }), "2026-07-01", zone);
    expect(all).toHaveLength(24);
    expect(all.every((one) => dayKey(new Date(one.at), zone) === "2026-07-01")).toBe(true);
  });
});

const ZONES = ["Asia/Shanghai", BERLIN, "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"];
const anyPlan = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 7 }).map((minutes) => plan({ minutes })),
  fc.constantFrom(5, 30, 60, 720).map((intervalMinutes) => plan({ intervalMinutes, minutes: [] })),
);

describe("planning in parts", () => {
  it("finds every record once, however the time is cut", () => {
    const start = at("2026-03-20T00:00Z");
    fc.assert(
      fc.property(
        anyPlan,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 230 * 24 }),
        fc.integer({ min: 1, max: 50 }),
        (one, zone, hours, most) => {
          const [after, until] = [start + hours * 3_600_000, start + (hours + 60) * 3_600_000];
          const whole = plannedBetween(one, zone, { after, until }, 10_000);
          const parts: typeof whole = [];
          for (let from = after; ; ) {
            const part = plannedBetween(one, zone, { after: from, until }, most);
            parts.push(...part);
            const last = part.at(-1);
            if (!last) break;
            from = last.at;
          }
          expect(parts).toEqual(whole);
          expect(new Set(whole.map(({ day, minute }) => `${day} ${minute}`)).size).toBe(whole.length);
          expect(nextPlanned(one, zone, after)).toBe(whole[0]?.at);
        },
      ),
      { numRuns: 60 },
    );
  });
});
