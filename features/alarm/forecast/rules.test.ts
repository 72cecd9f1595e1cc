import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ForecastRule, forecast } from "./rules";

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
      // Twelve even numbers added up are near enough to a normal one.
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
