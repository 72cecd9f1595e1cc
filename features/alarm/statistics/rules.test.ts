import { describe, expect, it } from "vitest";
import { meanKineticTemperature } from "@/lib/units/kinetic";
import { beginStatistics, closeStatistics, extendStatistics, type Side, summarise } from "./rules";

const MINUTE = 60_000;

function statisticsOf(side: Side, limit: number, values: number[], isTemperature = true) {
  const [first, ...rest] = values.map((value, index) => ({ at: index * MINUTE, value }));
  const excess = (value: number) => Math.max(0, side === "above" ? value - limit : limit - value);
  if (!first) throw new Error("at least one value");
  return rest.reduce(
    (statistics, sample) => extendStatistics(statistics, side, sample, excess(sample.value)),
    beginStatistics(first, excess(first.value), isTemperature),
  );
}

describe("excursion statistics", () => {
  it("keep count, mean, first highest peak and mean kinetic temperature above", () => {
    const summary = summarise(statisticsOf("above", 8, [9, 12, 12, 10]));
    expect(summary).toMatchObject({ peak: 12, peakAt: MINUTE, mean: 10.75 });
    expect(summary.meanKineticTemperature).toBeCloseTo(meanKineticTemperature([9, 12, 12, 10]) as number, 9);
  });

  it("keep the lowest peak below", () => {
    expect(summarise(statisticsOf("below", 2, [1, -3, -1, -3]))).toMatchObject({ peak: -3, peakAt: MINUTE });
  });

  it.each<[string, Side, number, number[], number]>([
    ["one sample has no area yet", "above", 8, [10], 0],
    ["constant 2 K for 3 min", "above", 8, [10, 10, 10, 10], 6],
    ["a triangle", "above", 8, [8, 12, 8], 4],
    ["inside the dead band counts for nothing", "above", 8, [10, 7, 7, 10], 2],
    ["below alike", "below", 2, [1, 0, 1], 3],
  ])("add up degree-minutes: %s", (_name, side, limit, values, expected) => {
    expect(summarise(statisticsOf(side, limit, values)).degreeMinutes).toBeCloseTo(expected, 9);
  });

  it("end with half a trapezoid at the returning sample, once", () => {
    const open = statisticsOf("above", 8, [10, 10]);
    const closed = closeStatistics(open, 3 * MINUTE);
    expect(summarise(closed).degreeMinutes).toBeCloseTo(2 + 2, 9);
    expect(summarise(closed).mean).toBe(10);
    expect(closed.count).toBe(2);
    expect(closeStatistics(closed, 3 * MINUTE)).toStrictEqual(closed);
  });

  it("give no mean kinetic temperature for other measures", () => {
    expect(summarise(statisticsOf("above", 60, [70, 80], false)).meanKineticTemperature).toBeNull();
  });

  it("survive JSON bit for bit, −0 included", () => {
    const statistics = statisticsOf("below", 2, [-0, -0, 0.1, 1 / 3]);
    expect(JSON.parse(JSON.stringify(statistics))).toStrictEqual(statistics);
  });
});
