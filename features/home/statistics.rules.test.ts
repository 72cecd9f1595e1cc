import { describe, expect, it } from "vitest";
import { MAXIMUM_HOURS, stepOf } from "@/features/carrier/monitoring/pass-rate.rules";
import { figuresByDay, isSampled, percentOf } from "./statistics.rules";

describe("the pass rate", () => {
  it("looks at all probes, and of very many at so few that the bound holds", () => {
    expect(stepOf(80, 720)).toBe(1);
    const step = stepOf(20_000, 720);
    expect((20_000 * 720) / step).toBeLessThanOrEqual(MAXIMUM_HOURS);
    expect(isSampled({ probes: 20_000, sampled: 20_000 / step })).toBe(true);
  });

  it.each([
    [1, "100"],
    [0.9997, "99.9"],
    [0.9, "90.0"],
    [0.29, "29"],
    [0, "0"],
  ])("%d is told as %s %%, never as more than it is", (share, text) => {
    const { value, decimals } = percentOf(share);
    expect(value.toFixed(decimals)).toBe(text);
  });
});

it("tells of every day, also of those without anything", () => {
  const figures = figuresByDay({
    days: 7,
    dayKeys: ["2026-11-20", "2026-11-21"],
    pass: { days: [{ day: "2026-11-21", observedHours: 4, withinHours: 3 }], rate: 0.75, probes: 1, sampled: 1 },
    exceptions: { byDay: [{ day: "2026-11-20", total: 2, critical: 1 }], total: 2, before: 0 },
    devices: null,
  });
  expect(figures).toEqual([
    { day: "2026-11-20", total: 2, critical: 1, rate: null },
    { day: "2026-11-21", total: 0, critical: 0, rate: 0.75 },
  ]);
});
