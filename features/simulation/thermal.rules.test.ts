import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  advanceCabinet,
  type Cabinet,
  newtonCooling,
  type Surroundings,
  secondsToReach,
  type ThermalState,
} from "./thermal.rules";

const FRIDGE: Cabinet = {
  wallSeconds: 7200,
  doorSeconds: 1200,
  lowCelsius: 4.25,
  highCelsius: 5.75,
  coolingPerSecond: 0.009,
  heatingPerSecond: 0,
};
const CALM: Surroundings = {
  ambientCelsius: 23,
  doorShare: 0,
  isPowered: true,
  heaterPerSecond: 0,
  holdsAtCelsius: null,
};

const steps = (count: number, seconds: number, state: ThermalState, cabinet = FRIDGE, surroundings = CALM) => {
  const states = [state];
  for (let index = 0; index < count; index += 1) {
    states.push(advanceCabinet(cabinet, states.at(-1) as ThermalState, surroundings, seconds));
  }
  return states;
};

describe("newtonCooling", () => {
  it.each([
    [5, 25, 7200, 0, 5],
    [5, 25, 7200, 7200, 25 - 20 / Math.E],
    [90, 20, 600, 1200, 20 + 70 / Math.E ** 2],
    [-20, 23, 21_600, 3600, 23 - 43 * Math.exp(-1 / 6)],
  ])("from %d to %d with τ %d after %d s is %d", (celsius, equilibrium, tau, seconds, expected) => {
    expect(newtonCooling(celsius, equilibrium, tau, seconds)).toBeCloseTo(expected, 12);
  });

  it("is undone by secondsToReach", () => {
    const temperature = fc.double({ min: -80, max: 60, noNaN: true });
    fc.assert(
      fc.property(temperature, temperature, fc.integer({ min: 60, max: 90_000 }), (from, equilibrium, tau) => {
        fc.pre(Math.abs(from - equilibrium) > 0.01);
        const target = newtonCooling(from, equilibrium, tau, tau / 2);
        expect(secondsToReach(from, target, equilibrium, tau)).toBeCloseTo(tau / 2, 3);
      }),
    );
  });

  it("never reaches what lies behind it or beyond the equilibrium", () => {
    expect(secondsToReach(5, 4, 25, 7200)).toBe(Number.POSITIVE_INFINITY);
    expect(secondsToReach(5, 26, 25, 7200)).toBe(Number.POSITIVE_INFINITY);
    expect(secondsToReach(5, 5, 25, 7200)).toBe(0);
  });
});

describe("a cabinet", () => {
  it("stays in the thermostat's band with the door closed, at any step", () => {
    const start = fc.double({ min: FRIDGE.lowCelsius, max: FRIDGE.highCelsius, noNaN: true });
    const drive = fc.constantFrom("off" as const, "cool" as const);
    fc.assert(
      fc.property(start, drive, fc.integer({ min: 1, max: 3600 }), (celsius, from, seconds) => {
        for (const state of steps(50, seconds, { celsius, drive: from })) {
          expect(state.celsius).toBeGreaterThanOrEqual(FRIDGE.lowCelsius);
          expect(state.celsius).toBeLessThanOrEqual(FRIDGE.highCelsius);
        }
      }),
    );
  });

  it("does not depend on the size of the step", () => {
    const whole = advanceCabinet(FRIDGE, { celsius: 5, drive: "off" }, CALM, 3600);
    const parts = steps(360, 10, { celsius: 5, drive: "off" }).at(-1) as ThermalState;
    expect(parts.celsius).toBeCloseTo(whole.celsius, 9);
    expect(parts.drive).toBe(whole.drive);
  });

  it("runs the compressor in cycles", () => {
    const drives = steps(240, 60, { celsius: 5, drive: "off" }).map(({ drive }) => drive);
    const starts = drives.filter((drive, index) => drive === "cool" && drives[index - 1] === "off").length;
    expect(starts).toBeGreaterThan(8);
    expect(starts).toBeLessThan(24);
  });

  it("warms by Newton's law to the surroundings when the compressor is dead", () => {
    const dead = { ...CALM, isPowered: false };
    const [, ...states] = steps(48, 3600, { celsius: 5, drive: "cool" }, FRIDGE, dead);
    states.forEach(({ celsius, drive }, index) => {
      expect(celsius).toBeCloseTo(newtonCooling(5, 23, 7200, (index + 1) * 3600), 9);
      expect(drive).toBe("off");
    });
    expect(states.at(-1)?.celsius).toBeCloseTo(23, 6);
  });

  it("warms faster with the door open and recovers after", () => {
    const [, open] = steps(1, 300, { celsius: 5, drive: "off" }, FRIDGE, { ...CALM, isPowered: false, doorShare: 1 });
    const rate = 1 / FRIDGE.wallSeconds + 1 / FRIDGE.doorSeconds;
    expect(open?.celsius).toBeCloseTo(newtonCooling(5, 23, 1 / rate, 300), 12);
    const recovered = steps(30, 60, open as ThermalState).at(-1);
    expect(recovered?.celsius).toBeLessThanOrEqual(FRIDGE.highCelsius);
  });

  it("heats where it is colder outside and rests where the surroundings are right", () => {
    const store = { ...FRIDGE, lowCelsius: 19, highCelsius: 21, heatingPerSecond: 0.009 };
    const winter = steps(60, 600, { celsius: 18, drive: "off" }, store, { ...CALM, ambientCelsius: 2 });
    expect(winter.some(({ drive }) => drive === "heat")).toBe(true);
    expect(winter.slice(5).every(({ celsius }) => celsius >= 19 && celsius <= 21)).toBe(true);
    const mild = steps(60, 600, { celsius: 20.5, drive: "off" }, store, { ...CALM, ambientCelsius: 20 });
    expect(mild.every(({ drive }) => drive === "off")).toBe(true);
  });

  it("settles where a stuck machine holds it", () => {
    const stuck = { ...CALM, holdsAtCelsius: 0.8 };
    const states = steps(100, 1800, { celsius: 5, drive: "off" }, FRIDGE, stuck);
    expect(states.at(-1)?.celsius).toBeCloseTo(0.8, 3);
    expect(states.at(-1)?.drive).toBe("cool");
  });

  it("warms while the defrost heater works", () => {
    const [, defrosting] = steps(1, 600, { celsius: 5, drive: "cool" }, FRIDGE, { ...CALM, heaterPerSecond: 0.002 });
    expect(defrosting?.celsius).toBeGreaterThan(6);
    expect(defrosting?.drive).toBe("off");
  });
});
