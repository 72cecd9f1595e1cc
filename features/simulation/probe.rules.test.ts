import { describe, expect, it } from "vitest";
import { vapourHpa } from "./humidity.rules";
import { gasAt, observe, probeProfile, signalAt, unobserved } from "./probe.rules";

const DEVICE = { serialNumber: "ZB2-1", typeCode: "zbp_2" };
const state = (at: number) => ({ at, celsius: 5, drive: "off" as const, vapourHpa: vapourHpa(55, 5), co2Ppm: 50_000 });
const series = (measure: "temperature" | "humidity" | "co2", device = DEVICE) => {
  const probe = probeProfile(device, measure, 6);
  return Array.from({ length: 500 }, (_, index) => observe(probe, state(index * 60_000)));
};
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("a probe", () => {
  it.each([
    ["temperature", 5, 0.4, 1],
    ["humidity", 55, 2, 1],
    ["co2", 50_000, 200, -1],
  ] as const)("reports %s near %d in steps of its resolution", (measure, truth, tolerance, decimals) => {
    const values = series(measure);
    expect(Math.abs(mean(values) - truth)).toBeLessThan(tolerance);
    expect(new Set(values).size).toBeGreaterThan(1);
    for (const value of values)
      expect(Number((Math.round(value * 10 ** decimals) / 10 ** decimals).toFixed(2))).toBe(value);
  });

  it("of LoRa and Zeta resolves hundredths", () => {
    const values = series("temperature", { serialNumber: "LR1-1", typeCode: "lora_1" });
    expect(values.some((value) => Math.abs(value * 10 - Math.round(value * 10)) > 0.01)).toBe(true);
    for (const value of values) expect(value).toBe(Number(value.toFixed(2)));
  });

  it("is read back to what the model goes on from", () => {
    const probe = probeProfile(DEVICE, "temperature", 6);
    expect(Math.abs(unobserved(probe, observe(probe, state(0))) - 5)).toBeLessThan(0.25);
  });

  it("has radio and gas figures that a device can have", () => {
    const signal = probeProfile(DEVICE, "signal", 0);
    const gas = probeProfile({ serialNumber: "GS-1", typeCode: "0x01" }, "gas", 0);
    for (let minute = 0; minute < 1000; minute += 1) {
      expect(signalAt(signal, minute * 60_000)).toBeGreaterThan(-95);
      expect(signalAt(signal, minute * 60_000)).toBeLessThan(-45);
      expect(gasAt(gas, minute * 60_000)).toBeGreaterThanOrEqual(0);
      expect(gasAt(gas, minute * 60_000)).toBeLessThan(40);
    }
  });

  it("never reports a negative zero", () => {
    const probe = { ...probeProfile(DEVICE, "temperature", 6), offset: 0, noise: 0 };
    expect(Object.is(observe(probe, { ...state(0), celsius: -0.01 }), 0)).toBe(true);
  });
});
