import { describe, expect, it } from "vitest";
import { beginStatistics, extendStatistics, type Side } from "./statistics.rules";

const MINUTE = 60_000;

function statisticsOf(side: Side, values: number[]) {
  const [first, ...rest] = values.map((value, index) => ({ at: index * MINUTE, value }));
  if (!first) throw new Error("at least one value");
  return rest.reduce((statistics, sample) => extendStatistics(statistics, side, sample), beginStatistics(first));
}

describe("excursion statistics", () => {
  it("count the samples, and keep the first highest peak above", () => {
    expect(statisticsOf("above", [9, 12, 12, 10])).toEqual({ count: 4, peak: 12, peakAt: MINUTE });
  });

  it("keep the lowest peak below", () => {
    expect(statisticsOf("below", [1, -3, -1, -3])).toEqual({ count: 4, peak: -3, peakAt: MINUTE });
  });

  it("drop what earlier versions added up over time", () => {
    const known = { count: 2, peak: 11, peakAt: 0, heldMs: 60_000, degreeSeconds: 60 };
    expect(extendStatistics(known, "above", { at: MINUTE, value: 9 })).toEqual({ count: 3, peak: 11, peakAt: 0 });
  });

  it("survive JSON bit for bit, −0 included", () => {
    const statistics = statisticsOf("below", [-0, -0, -0]);
    expect(JSON.parse(JSON.stringify(statistics))).toStrictEqual(statistics);
  });
});
