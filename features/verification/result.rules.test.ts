import { describe, expect, it } from "vitest";
import { type Episode, episodesOf, type PointInput, resultOf } from "./result.rules";
import type { TaskLimits } from "./result.schema";

const MINUTE = 60_000;
const limits: TaskLimits = { temperature: { setting: 5, minimum: 2, maximum: 8 }, humidity: null };

/** A point with a reading each minute. */
const point = (label: string, values: readonly (number | null)[], more: Partial<PointInput> = {}): PointInput => {
  const read = values.flatMap((value, minute) => (value === null ? [] : [[minute * MINUTE, value] as const]));
  const temperature = { ats: read.map(([at]) => at), values: read.map(([, value]) => value) };
  return {
    ...{ id: label.charCodeAt(0), label, pointClass: "uniform", device: label, temperature, humidity: null },
    ...{ beside: null, ...more },
  };
};

const result = (points: PointInput[], minutes: number, more: { episodes?: Episode[]; gapPercent?: number } = {}) =>
  resultOf({
    ...{ startedAt: -10 * MINUTE, from: 0, to: minutes * MINUTE, samplingSeconds: 60, samplingMode: "average" },
    ...{ limits, gapPercent: 5, tests: [], isStoppedEarly: false, points, episodes: [], ...more },
  });

describe("the figures of a record", () => {
  it("are deviation, fluctuation and uniformity over all points and times", () => {
    const { temperature, verdict } = result([point("A", [5, 6, 4]), point("B", [7, 7, 6]), point("C", [3, 5, 5])], 2);
    expect(temperature.whole).toMatchObject({
      ...{ deviationMaximum: 2, deviationMinimum: -2, fluctuation: 1, uniformity: (4 + 2 + 2) / 3 },
      hottest: { label: "B", value: 7, at: 0 },
      coldest: { label: "C", value: 3, at: 0 },
      ...{ instants: 3, complete: 3 },
    });
    expect(temperature.steady).toBeNull();
    expect(verdict).toBe("passed");
  });

  it("leave the surroundings out, and count them among the points", () => {
    const one = result([point("A", [5, 5]), point("O", [25, 30], { pointClass: "outside" })], 1);
    expect(one.temperature.whole?.hottest.value).toBe(5);
    expect(one.points.find(({ label }) => label === "O")?.temperature).toMatchObject({ maximum: 30, isWithin: true });
  });

  it("say when the range was reached, and what was steady from then on", () => {
    const one = result([point("A", [20, 12, 7, 6]), point("B", [18, 9, 8, 6])], 3);
    expect(one.reached).toEqual({ at: 2 * MINUTE, minutes: 12 });
    expect(one.temperature.steady).toMatchObject({ deviationMaximum: 3, instants: 2 });
    expect(one.temperature.whole?.deviationMaximum).toBe(15);
    expect(one.verdict).toBe("passed");
    expect(result([point("A", [20, 12, 9])], 2)).toMatchObject({ reached: null, verdict: "failed" });
  });
});

describe("a test", () => {
  const values = [5, 5, 5, 6, 8, 9, 9, 8, 6, 5];
  it("says how long the space stayed within its limits, and when it was back", () => {
    const episode: Episode = { test: "doorOpened", source: "noted", from: 2 * MINUTE, to: 6 * MINUTE };
    const one = result(
      [
        point("A", values),
        point(
          "B",
          values.map((value) => value - 2),
        ),
      ],
      9,
      { episodes: [episode] },
    );
    expect(one.tests).toMatchObject([{ limit: { label: "A", minutes: 3 }, backAt: 7 * MINUTE, watchedMinutes: 4 }]);
    // Without the test, nothing was out of the limits.
    expect(one).toMatchObject({ verdict: "passed", temperature: { steady: { instants: 5 } } });
    expect(one.points.map(({ temperature }) => temperature?.isWithin)).toEqual([true, true]);
  });

  it("says that no point left the limits, and for how long that is known", () => {
    const episode: Episode = { test: "powerOff", source: "probe", from: MINUTE, to: 3 * MINUTE };
    const one = result([point("A", [5, 5, 6, 6, 6])], 4, { episodes: [episode] });
    expect(one.tests).toMatchObject([{ limit: null, watchedMinutes: 2 }]);
  });

  it("is seen by a switch, from one change to the next", () => {
    const readings = { ats: [0, 10, 20, 30, 40], values: [0, 0, 1, 1, 0] };
    expect(episodesOf(readings, 1)).toEqual([{ from: 20, to: 40 }]);
    expect(episodesOf({ ats: [0, 10], values: [1, 0] }, 0)).toEqual([{ from: 10, to: null }]);
  });
});

describe("gaps", () => {
  it("are named, and refuse the result above the allowed share", () => {
    const holes = [5, 5, null, null, null, null, null, null, 5, 5];
    const one = result([point("A", holes), point("B", Array(10).fill(5))], 9, { gapPercent: 20 });
    expect(one.gaps).toEqual([{ label: "A", measure: "temperature", from: 4 * MINUTE, to: 8 * MINUTE }]);
    expect(one).toMatchObject({ missingPercent: 20, verdict: "passed", temperature: { whole: { complete: 6 } } });
    const strict = result([point("A", holes), point("B", Array(10).fill(5))], 9, { gapPercent: 19 });
    expect(strict).toMatchObject({ verdict: "refused", reasons: [{ reason: "gaps", percent: 20, limit: 19 }] });
  });
});

describe("the permanent probe", () => {
  const beside = (values: number[]) => ({
    device: "P",
    temperature: { ats: values.map((_, minute) => minute * MINUTE), values },
  });

  it("is compared with the point beside it, and with the worst point", () => {
    const good = point("P", [7, 6.8, 7], { pointClass: "permanent", beside: beside([7.2, 7, 7.5]) });
    const one = result([point("A", [5, 7.3, 5]), good], 2);
    expect(one.permanent[0]?.greatestDifference).toBeCloseTo(0.5);
    expect(one.permanent[0]?.meanDifference).toBeCloseTo(0.3);
    expect(one.worst).toMatchObject({ label: "A", isPermanentWorst: true });
    const bad = point("P", [5, 5, 5], { pointClass: "permanent", beside: beside([5, 5, 5]) });
    expect(result([point("A", [5, 7.3, 5]), bad], 2).worst).toMatchObject({ isPermanentWorst: false });
    expect(result([point("A", [5, 7.3, 5])], 2).worst).toMatchObject({ permanent: null, isPermanentWorst: null });
  });
});
