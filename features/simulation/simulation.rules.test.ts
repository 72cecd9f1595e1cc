import { describe, expect, it } from "vitest";
import { ambientCelsius, climateOf } from "./ambient.rules";
import { type CarrierFacts, profileOf } from "./carrier.rules";
import { openingsBetween } from "./door.rules";
import { AIR_PPM } from "./gas.rules";
import { relativeHumidity } from "./humidity.rules";
import { observe, probeProfile } from "./probe.rules";
import { advanceCarrier, type CarrierState, type Fault, type Influences, startCarrier } from "./simulation.rules";
import { newtonCooling } from "./thermal.rules";

const START = Date.parse("2026-11-16T00:00:00Z");
const HOUR = 3_600_000;
const NOTHING: Influences = { openings: [], faults: [] };

const facts = (over: Partial<CarrierFacts>): CarrierFacts => ({
  key: "a",
  type: "refrigerator",
  celsius: { minimum: 2, maximum: 8 },
  humidityPercent: null,
  co2Ppm: null,
  climate: climateOf("Asia/Shanghai"),
  utcOffsetHours: 8,
  ...over,
});

function run(over: Partial<CarrierFacts>, hours: number, influences = NOTHING): CarrierState[] {
  const profile = profileOf(facts(over));
  const states = [startCarrier(profile, START)];
  for (let minute = 1; minute <= hours * 60; minute += 1) {
    states.push(advanceCarrier(profile, states.at(-1) as CarrierState, influences, START + minute * 60_000));
  }
  return states;
}

const fault = (kind: Fault["kind"], fromHour: number, toHour: number, amount = 0): Influences => ({
  openings: [],
  faults: [{ kind, from: START + fromHour * HOUR, to: START + toHour * HOUR, amount }],
});

describe("a carrier", () => {
  it.each([
    ["refrigerator", 2, 8],
    ["refrigerator", -25, -15],
    ["refrigerator", -86, -70],
    ["refrigerator", 2, 6],
    ["incubator", 36, 38],
    ["incubator", 20, 24],
    ["vehicle", 2, 8],
    ["vehicle", -24, -18],
    ["refrigeratory", 2, 8],
    ["refrigeratory", -25, -15],
    ["warehouse", 5, 25],
    ["store", 15, 25],
    ["other", 2, 8],
  ] as const)(
    "of type %s keeps %d to %d °C with its door in everyday use, summer and winter",
    (type, minimum, maximum) => {
      for (const timeZone of ["Asia/Shanghai", "Europe/Berlin"]) {
        for (const from of [START, START + 240 * 24 * HOUR]) {
          const profile = profileOf(
            facts({ key: `${type} ${minimum}`, type, celsius: { minimum, maximum }, climate: climateOf(timeZone) }),
          );
          const openings = openingsBetween(profile.door, profile.seed, from, from + 96 * HOUR);
          const probe = probeProfile({ serialNumber: "X", typeCode: "zbp_1" }, "temperature", maximum - minimum);
          let state = startCarrier(profile, from);
          for (let minute = 10; minute <= 96 * 60; minute += 10) {
            state = advanceCarrier(profile, state, { openings, faults: [] }, from + minute * 60_000);
            expect(observe(probe, state)).toBeGreaterThanOrEqual(minimum);
            expect(observe(probe, state)).toBeLessThanOrEqual(maximum);
          }
        }
      }
    },
  );

  it("gives the same series for the same key and another for another", () => {
    const openings = [{ from: START + HOUR, to: START + HOUR + 40_000 }];
    const first = run({}, 12, { openings, faults: [] });
    expect(run({}, 12, { openings, faults: [] })).toEqual(first);
    expect(run({ key: "b" }, 12, { openings, faults: [] })).not.toEqual(first);
  });

  it("warms by Newton's law towards the surroundings without power", () => {
    const states = run({}, 3, fault("unpowered", 0, 3));
    const profile = profileOf(facts({}));
    let expected = profile.setpointCelsius;
    for (const { at, celsius } of states.slice(1)) {
      const outside = ambientCelsius(profile.climate, "indoor", 8, profile.seed, at - 60_000);
      expected = newtonCooling(expected, outside, profile.cabinet.wallSeconds, 60);
      expect(celsius).toBeCloseTo(expected, 9);
    }
    expect(states.at(-1)?.celsius).toBeGreaterThan(14);
  });

  it("begins and ends a fault to the second, however it is stepped", () => {
    const profile = profileOf(facts({}));
    const influences = fault("unpowered", 0.505, 1.2345);
    const whole = advanceCarrier(profile, startCarrier(profile, START), influences, START + 2 * HOUR);
    let parts = startCarrier(profile, START);
    while (parts.at < START + 2 * HOUR) parts = advanceCarrier(profile, parts, influences, parts.at + 7_500);
    expect(parts.celsius).toBeCloseTo(whole.celsius, 1);
    const before = advanceCarrier(profile, startCarrier(profile, START), NOTHING, START + 0.505 * HOUR);
    const after = advanceCarrier(profile, before, influences, START + 0.51 * HOUR);
    expect(after.drive).toBe("off");
    expect(after.celsius).toBeGreaterThan(before.celsius);
  });

  it("leaves its range with the door held open and comes back after", () => {
    const states = run({}, 4, fault("door-held", 1, 1.5));
    expect(states[90]?.celsius).toBeGreaterThan(8);
    expect(states.at(-1)?.celsius).toBeLessThan(6);
  });

  it("holds where a stuck machine leaves it", () => {
    expect(run({}, 30, fault("holds-at", 0, 30, 0.8)).at(-1)?.celsius).toBeCloseTo(0.8, 1);
  });

  it("warms under the defrost heater", () => {
    const frozen = { celsius: { minimum: -25, maximum: -15 } };
    const states = run(frozen, 2, fault("heater", 0, 1, 9));
    expect(states[60]?.celsius).toBeGreaterThan(-15);
  });

  it("becomes damp when its dehumidifier fails", () => {
    const store = {
      type: "store",
      celsius: { minimum: 15, maximum: 25 },
      humidityPercent: { minimum: 35, maximum: 75 },
    } as const;
    const last = run(store, 6, fault("humid", 1, 6, 30)).at(-1) as CarrierState;
    expect(relativeHumidity(last.vapourHpa, last.celsius)).toBeGreaterThan(75);
  });

  it("keeps carbon dioxide only with power", () => {
    const incubator = {
      type: "incubator",
      celsius: { minimum: 36, maximum: 38 },
      co2Ppm: { minimum: 45_000, maximum: 55_000 },
    } as const;
    expect(run(incubator, 3).at(-1)?.co2Ppm).toBeCloseTo(50_000, -1);
    const dead = run(incubator, 3, fault("unpowered", 0, 3)).at(-1)?.co2Ppm as number;
    expect(dead).toBeLessThan(20_000);
    expect(dead).toBeGreaterThan(AIR_PPM);
  });
});
