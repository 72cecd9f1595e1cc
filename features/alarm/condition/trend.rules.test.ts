import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import type { ExcursionFacts, Sample, Side } from "../evaluation/statistics.rules";
import { forecast } from "./forecast.rules";
import { elapseTrend, goneMs, judgeTrend, silenceMs, spanMs, type TrendRule, trendDueAt, UNMOVED } from "./trend.rules";

type Foreseen = Extract<ExcursionFacts, { predictedAt: number }>;

const MINUTE = 60_000;
const rule: TrendRule = {
  minimum: 2,
  maximum: 8,
  horizonMinutes: 60,
  deadBand: 0.5,
  measure: "temperature",
  reportIntervalSeconds: 60,
};
const minutely = (count: number, value: (minute: number) => number): Sample[] =>
  Array.from({ length: count }, (_, minute) => ({ at: minute * MINUTE, value: value(minute) }));
const warnings = (samples: Sample[], change: Partial<TrendRule> = {}) =>
  judgeTrend({ ...rule, ...change }, UNMOVED, samples).excursions;

/** A compressor cycle of 24 minutes between 4 and 5.6 °C, in the steps of a usual sensor. */
const running = (minute: number) => Math.round((4.8 + 0.8 * Math.sin((minute / 24) * 2 * Math.PI)) * 10) / 10;

describe("an early warning", () => {
  it("is told once, before the limit, and ends when it comes true", () => {
    const failing = minutely(600, (minute) => 5 + 20 * (1 - Math.exp(-Math.max(0, minute - 60) / 600)));
    const crossing = failing.find(({ value }) => value > 8)?.at ?? 0;
    const [one, ...others] = warnings(failing);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ side: "above", endedAt: crossing, limits: { minimum: 2, maximum: 8 } });
    expect(crossing - (one?.startedAt ?? 0)).toBeGreaterThan(20 * MINUTE);
    expect(one?.statistics.peak).toBeLessThanOrEqual(8);
    const predicted = one?.facts && "predictedAt" in one.facts ? one.facts.predictedAt : 0;
    expect(Math.abs(predicted - crossing)).toBeLessThan(3 * MINUTE);
  });

  it("is told half an hour ahead of a ramp after a flat stretch, and its interval holds the true instant", () => {
    /** 5 °C for four hours, then rising by `perMinute`, with a noise of a twentieth of a degree. */
    const ramp = (perMinute: number, noise: number) => {
      let seed = 7;
      const random = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed / 2_147_483_648 - 0.5;
      };
      const crossing = (240 + 3 / perMinute) * MINUTE;
      const value = (minute: number) => 5 + perMinute * Math.max(0, minute - 240) + noise * random();
      const samples = minutely(480, value).filter(({ at }) => at < crossing);
      // The forecast reported first, not as updated by later readings.
      for (let count = 240; count <= samples.length; count += 1) {
        const [one] = warnings(samples.slice(0, count));
        if (one) return { aheadMs: crossing - one.startedAt, facts: one.facts as Foreseen, crossing };
      }
      throw new Error("no warning");
    };
    expect(ramp(0.04, 0.05).aheadMs).toBeGreaterThanOrEqual(30 * MINUTE);
    for (const perMinute of [0.03, 0.035, 0.04, 0.045, 0.05])
      for (const noise of [0, 0.05]) {
        const { facts, crossing } = ramp(perMinute, noise);
        expect(facts.predictedEarliest).toBeLessThanOrEqual(crossing);
        expect(facts.predictedLatest).toBeGreaterThanOrEqual(crossing);
      }
  });

  it("ends half a span after the last forecast where the value turns back", () => {
    const turning = minutely(400, (minute) =>
      minute <= 100 ? 4 + minute * 0.03 : Math.max(4, 7 - (minute - 100) * 0.05),
    );
    const [one, ...others] = warnings(turning, { minimum: null });
    expect(others).toEqual([]);
    expect(one?.endedAt).toBeGreaterThan(100 * MINUTE);
    expect(one?.endedAt).toBeLessThan(100 * MINUTE + goneMs(rule) + 30 * MINUTE);
  });

  it("is silent for a door that is opened and closed again, for a running compressor, for a defrost", () => {
    const door = (minute: number, from: number, minutes: number) => {
      const since = minute - from;
      if (since < 0) return 0;
      if (since < minutes) return (2.4 * since) / minutes;
      return 2.4 * Math.exp(-(since - minutes) / 12);
    };
    expect(warnings(minutely(600, running))).toEqual([]);
    for (const minutes of [2, 5, 10]) {
      expect(warnings(minutely(600, (minute) => running(minute) + door(minute, 300, minutes)))).toEqual([]);
    }
    const defrosting = minutely(900, (minute) => {
      const since = minute % 360;
      return since < 25 ? -20 + 0.35 * since : -20 + 8.75 * Math.exp(-(since - 25) / 15);
    });
    expect(warnings(defrosting, { minimum: -25, maximum: -10 })).toEqual([]);
  });

  it("ends a quarter of a span after the last reading where none follows, by the clock or by the next reading", () => {
    const rising = minutely(80, (minute) => 4 + minute * 0.04);
    const { state, excursions } = judgeTrend({ ...rule, minimum: null }, UNMOVED, rising);
    expect(excursions).toMatchObject([{ endedAt: null }]);
    const end = 79 * MINUTE + silenceMs(rule);
    expect(trendDueAt(state)).toBe(end);
    expect(elapseTrend(rule, state, end - 1)).toEqual({ state, excursions: [] });
    const elapsed = elapseTrend(rule, state, end);
    expect(elapsed.excursions).toMatchObject([{ endedAt: end, facts: { silentAt: end } }]);
    expect(trendDueAt(elapsed.state)).toBeNull();
    const next = judgeTrend({ ...rule, minimum: null }, state, [{ at: end + MINUTE, value: 7.5 }]);
    expect(next.excursions).toMatchObject([{ endedAt: end, facts: { silentAt: end } }]);
  });

  it("says nothing of what is outside already", () => {
    expect(warnings(minutely(300, (minute) => 9 + minute / 100))).toEqual([]);
  });

  it("looks back an hour, or twelve intervals of a slow device", () => {
    expect(spanMs(rule) / MINUTE).toBe(60);
    expect(spanMs({ ...rule, reportIntervalSeconds: 1800 }) / MINUTE).toBe(360);
  });
});

/** Reference: evaluates all readings of the span at each reading, and the warnings by their definition. */
function warningsByHand(given: TrendRule, samples: Sample[]) {
  const isOutside = ({ value }: Sample) => value > 8 || value < 2;
  const cell = ({ at }: Sample) => Math.floor(at / (spanMs(given) / 30));
  const spells: { side: Side; startedAt: number; endedAt: number | null }[] = [];
  let row: Side[] = [];
  let seenAt = 0;
  samples.forEach((sample, index) => {
    const open = spells.at(-1)?.endedAt === null ? spells.at(-1) : undefined;
    if (isOutside(sample)) {
      if (open) open.endedAt = sample.at;
      row = [];
      return;
    }
    const since = samples.slice(0, index + 1).findLastIndex(isOutside) + 1;
    const firsts = samples
      .slice(since, index + 1)
      .filter((one, place, all) => place === 0 || cell(one) !== cell(all[place - 1] as Sample))
      .filter(({ at }) => at >= sample.at - spanMs(given));
    const isFirst = firsts.at(-1) === sample;
    const horizonMs = given.horizonMinutes * MINUTE;
    const seen = isFirst ? forecast({ minimum: 2, maximum: 8, horizonMs, spanMs: spanMs(given) }, firsts) : null;
    if (open) {
      if (seen?.side === open.side) seenAt = sample.at;
      else if (sample.at - seenAt >= goneMs(given)) open.endedAt = sample.at;
      return;
    }
    if (!isFirst) return;
    row = seen ? [...row, seen.side] : [];
    if (row.length < 3 || new Set(row.slice(-3)).size > 1) return;
    spells.push({ side: row.at(-1) as Side, startedAt: sample.at, endedAt: null });
    seenAt = sample.at;
    row = [];
  });
  return spells;
}

it("agrees with forecasts made from scratch at each reading", () => {
  const spells = fc.array(
    fc.record({
      count: fc.integer({ min: 5, max: 60 }),
      gap: fc.constantFrom(0.5, 1, 2, 5),
      end: fc.constantFrom(1, 3, 5, 7.9, 9, 12),
      steps: fc.constantFrom(20, 60),
    }),
    { minLength: 1, maxLength: 5 },
  );
  let seen = 0;
  fc.assert(
    fc.property(spells, (given) => {
      const samples: Sample[] = [];
      let [at, value] = [0, 5];
      for (const { count, gap, end, steps } of given) {
        for (let index = 0; index < count; index += 1) {
          at += gap * MINUTE;
          value = end + (value - end) * Math.exp(-gap / steps);
          samples.push({ at, value });
        }
      }
      const actual = warnings(samples);
      seen += actual.length;
      expect(actual.map(({ side, startedAt, endedAt }) => ({ side, startedAt, endedAt }))).toEqual(
        warningsByHand(rule, samples),
      );
    }),
    { seed: 11, numRuns: 150 },
  );
  expect(seen).toBeGreaterThan(30);
});

describeWithMeasurements("early warnings in real series", () => {
  const read = (file: string, column: number) => {
    const rows = readFileSync(join(MEASUREMENTS, file), "utf8").trim().split("\n").slice(1);
    const values = new Map<number, number>();
    for (const row of rows) {
      const cells = row.split(",");
      const at = Date.parse(`${cells[0]?.replace(" ", "T")}Z`);
      const value = Number(cells[column]);
      if (Number.isFinite(at) && Number.isFinite(value) && !values.has(at)) values.set(at, value);
    }
    return [...values].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at);
  };
  /** The number of warnings, and how many came true. */
  function count(samples: Sample[], change: Partial<TrendRule>) {
    const { maximum, minimum } = { ...rule, ...change };
    const found = warnings(samples, change);
    const right = found.filter(({ side, endedAt }) => {
      const last = samples.find(({ at }) => at === endedAt)?.value;
      return last !== undefined && (side === "above" ? last > (maximum ?? last) : last < (minimum ?? last));
    });
    return { warnings: found.length, right: right.length };
  }

  it("a vaccine fridge with its defrosts, over 37 days: two warnings, one of them false", () => {
    const samples = read("loggers/fridgetag2L_130500109088.csv", 1);
    expect(count(samples, { reportIntervalSeconds: 300 })).toEqual({ warnings: 2, right: 1 });
  });

  it("a machine that fails, over 79 days: one false warning an hour ahead", () => {
    const samples = read("series/nab_machine_temperature_system_failure.csv", 1);
    const change = { minimum: 55, maximum: null, reportIntervalSeconds: 300 };
    expect(count(samples, change)).toEqual({ warnings: 1, right: 0 });
  });

  it("five rooms, over 104 days each: three in five come true", () => {
    const rooms = [1, 3, 5, 7, 9].map((column) =>
      count(read("series/uci_appliances_rooms_1-5.csv", column), {
        minimum: 17,
        maximum: 26,
        reportIntervalSeconds: 600,
      }),
    );
    const total = (key: "warnings" | "right") => rooms.reduce((sum, room) => sum + room[key], 0);
    expect({ warnings: total("warnings"), right: total("right") }).toEqual({ warnings: 15, right: 9 });
  });
});
