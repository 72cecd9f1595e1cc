import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import type { Sample } from "../evaluation/statistics.rules";
import { type ForecastRule, forecast } from "./forecast.rules";

const MINUTE = 60_000;
const rule: ForecastRule = { minimum: 2, maximum: 8, horizonMs: 120 * MINUTE, spanMs: 60 * MINUTE };

/** An hour of readings every two minutes on T(t) = T∞ + (T0 − T∞)·exp(−t/τ), with its crossing; times in ms. */
function approach({ from, to, tau, noise = () => 0 }: { from: number; to: number; tau: number; noise?: () => number }) {
  const samples = Array.from({ length: 31 }, (_, index) => ({
    at: index * 2 * MINUTE,
    value: to + (from - to) * Math.exp((-index * 2) / tau) + noise(),
  }));
  const crossing = (limit: number) => tau * Math.log((from - to) / (limit - to)) * MINUTE;
  return { samples, crossing };
}

describe("the crossing that readings point to", () => {
  it.each([
    { from: 4, to: 25, tau: 500 },
    { from: 5, to: 9, tau: 90 },
    { from: 3, to: 12, tau: 200 },
  ])("is that of the curve: $from to $to °C in $tau min", (curve) => {
    const { samples, crossing } = approach(curve);
    const found = forecast(rule, samples);
    expect(found?.side).toBe("above");
    expect(Math.abs((found?.predictedAt ?? 0) - crossing(8))).toBeLessThan(2 * MINUTE);
    expect(found?.predictedEarliest).toBeLessThanOrEqual(found?.predictedAt ?? 0);
    expect(found?.predictedLatest).toBeGreaterThanOrEqual(found?.predictedAt ?? 0);
  });

  it("is found below as well", () => {
    const { samples, crossing } = approach({ from: 6, to: -18, tau: 600 });
    const found = forecast(rule, samples);
    expect(found?.side).toBe("below");
    expect(Math.abs((found?.predictedAt ?? 0) - crossing(2))).toBeLessThan(2 * MINUTE);
  });

  it.each<[string, { from: number; to: number; tau: number }, Partial<ForecastRule>]>([
    ["approaches a value inside", { from: 4, to: 7.8, tau: 60 }, {}],
    ["crosses beyond the horizon", { from: 4, to: 25, tau: 500 }, { horizonMs: 20 * MINUTE }],
    ["moves to a side without a limit", { from: 4, to: 25, tau: 500 }, { maximum: null }],
    ["stands still", { from: 4, to: 4, tau: 500 }, {}],
  ])("is none where the value %s", (_name, curve, change) => {
    expect(forecast({ ...rule, ...change }, approach(curve).samples)).toBeNull();
  });

  it("is none from five readings, nor from half a span too short", () => {
    const { samples } = approach({ from: 4, to: 25, tau: 500 });
    expect(
      forecast(
        rule,
        samples.filter((_, index) => index % 7 === 0),
      ),
    ).toBeNull();
    expect(forecast(rule, samples.slice(-15))).toBeNull();
    expect(forecast(rule, samples.slice(-17))).not.toBeNull();
  });

  it("is none in a compressor's sawtooth, in a door's spike, in noise", () => {
    const of = (value: (minute: number) => number) =>
      Array.from({ length: 31 }, (_, index) => ({ at: index * 2 * MINUTE, value: value(index * 2) }));
    for (let phase = 0; phase < 24; phase += 1) {
      expect(
        forecast(
          rule,
          of((minute) => 5 + ((minute + phase) % 24) / 10),
        ),
      ).toBeNull();
    }
    expect(
      forecast(
        rule,
        of((minute) => (minute < 54 ? 5 : 5 + (minute - 53) * 0.4)),
      ),
    ).toBeNull();
    expect(
      forecast(
        rule,
        of((minute) => 6 + Math.sin(minute * 12.9898)),
      ),
    ).toBeNull();
  });

  it("lies between the earliest and the latest that is told, in nineteen of twenty cases", () => {
    let told = 0;
    let held = 0;
    const curves = fc.record({
      from: fc.double({ min: 3, max: 6, noNaN: true }),
      to: fc.double({ min: 10, max: 30, noNaN: true }),
      tau: fc.double({ min: 60, max: 600, noNaN: true }),
      seed: fc.integer({ min: 1, max: 1e6 }),
    });
    for (const { seed, ...curve } of fc.sample(curves, { seed: 5, numRuns: 1500 })) {
      // The sum of twelve uniform numbers is close enough to a normal one.
      let state = seed;
      const even = () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
      };
      const noise = () => 0.05 * (Array.from({ length: 12 }, even).reduce((sum, one) => sum + one, 0) - 6);
      const { samples, crossing } = approach({ ...curve, noise });
      if (samples.some(({ value }) => value > 8)) continue;
      const found = forecast(rule, samples);
      if (!found) continue;
      told += 1;
      if (found.predictedEarliest <= crossing(8) && crossing(8) <= found.predictedLatest) held += 1;
    }
    expect(told).toBeGreaterThan(100);
    expect(held / told).toBeGreaterThan(0.93);
  });
});

describeWithMeasurements("the interval that is stated", () => {
  const read = (file: string, column: number): Sample[] => {
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
  const rooms = [1, 3, 5, 7, 9].flatMap((column) =>
    [
      [17, 26],
      [18, 22],
      [19, 23],
      [20, 25],
    ].map(([minimum, maximum]) => ({
      file: "series/uci_appliances_rooms_1-5.csv",
      column,
      minimum,
      maximum,
      step: 10,
    })),
  );
  const machine = { file: "series/nab_machine_temperature_system_failure.csv", column: 1, step: 5 };
  const office = { file: "series/uci_occupancy_training.csv", column: 1, step: 1 };
  const all = [
    { file: "loggers/fridgetag2L_130500109088.csv", column: 1, minimum: 2, maximum: 8, step: 5 },
    { ...machine, minimum: 55, maximum: 200 },
    { ...machine, minimum: 80, maximum: 100 },
    { ...office, minimum: 20, maximum: 22 },
    { ...office, minimum: 20.5, maximum: 21.5 },
    ...rooms,
  ] as { file: string; column: number; minimum: number; maximum: number; step: number }[];

  it.each([30, 60, 120])(
    "holds four times in five where a limit is crossed, %d minutes ahead",
    (horizon) => {
      let [made, crossed, held] = [0, 0, 0];
      for (const { file, column, minimum, maximum, step } of all) {
        const samples = read(file, column);
        const spanMs = Math.max(60, 12 * step) * MINUTE;
        const isOutside = ({ value }: Sample) => value < minimum || value > maximum;
        let start = 0;
        samples.forEach((sample, index) => {
          if (isOutside(sample)) start = index + 1;
          if (isOutside(sample)) return;
          while ((samples[start] as Sample).at < sample.at - spanMs) start += 1;
          const rule = { minimum, maximum, horizonMs: horizon * MINUTE, spanMs };
          const found = forecast(rule, samples.slice(start, index + 1));
          if (found === null) return;
          made += 1;
          const until = sample.at + 4 * horizon * MINUTE;
          const isBeyond = ({ value }: Sample) => (found.side === "above" ? value > maximum : value < minimum);
          const next = samples.findIndex((one, place) => place > index && (one.at > until || isBeyond(one)));
          const [before, after] = [samples[next - 1], samples[next]];
          if (!before || !after || after.at > until) return;
          crossed += 1;
          // The crossing itself lies between two readings.
          if (after.at >= found.predictedEarliest && before.at <= found.predictedLatest) held += 1;
        });
      }
      const percent = (share: number) => `${Math.round(100 * share)} %`;
      console.log(
        `${horizon} min: of ${made} forecasts ${percent(crossed / made)} crossed, of these ${percent(held / crossed)} within the interval`,
      );
      expect(crossed).toBeGreaterThan(500);
      expect(held / crossed).toBeGreaterThan(0.8);
      expect(held / crossed).toBeLessThan(0.95);
    },
    120_000,
  );
});
