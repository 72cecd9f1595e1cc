import { describe, expect, it } from "vitest";
import { climateOf } from "./ambient.rules";
import { profileOf } from "./carrier.rules";
import {
  beginningOf,
  drainPerDay,
  faultsAt,
  isSilent,
  SCENARIO_DEVICES,
  scenarioOf,
  statusFaults,
} from "./scenario.rules";
import { advanceCarrier, isFaulty, startCarrier } from "./simulation.rules";

const START = Date.parse("2026-11-20T10:00:00Z");
const MINUTE = 60_000;

describe("the stories", () => {
  it("are found by the serial number of their device", () => {
    expect(scenarioOf(SCENARIO_DEVICES["silent-gateway"])).toBe("silent-gateway");
    expect(scenarioOf("ZB1-000000")).toBeNull();
    expect(new Set(Object.values(SCENARIO_DEVICES)).size).toBe(Object.keys(SCENARIO_DEVICES).length);
  });

  it.each(["fridge 1", "fridge 2", "疫苗冰箱 2"])(
    "take %s from 7.6 °C over 8 °C two to five minutes after the start",
    (key) => {
      const profile = profileOf({
        key,
        type: "refrigerator",
        celsius: { minimum: 2, maximum: 8 },
        humidityPercent: null,
        co2Ppm: null,
        climate: climateOf("Asia/Shanghai"),
        utcOffsetHours: 8,
      });
      let state = startCarrier(profile, START, { celsius: 7.6 });
      while (state.celsius <= 8) {
        const faults = faultsAt("failing-compressor", START, state.at);
        state = advanceCarrier(profile, state, { openings: [], faults }, state.at + 10_000);
      }
      expect(state.at - START).toBeGreaterThan(2 * MINUTE);
      expect(state.at - START).toBeLessThan(5 * MINUTE);
    },
  );

  it.each([
    [0, true],
    [44, true],
    [45, false],
    [104, false],
    [105, true],
    [149, true],
    [151, false],
  ])("have the compressor after %d minutes dead: %s", (minutes, isDead) => {
    const at = START + minutes * MINUTE;
    expect(isFaulty(faultsAt("failing-compressor", START, at), "unpowered", at)).toBe(isDead);
  });

  it("find a fridge that is warm already just repaired", () => {
    const startedAt = beginningOf("failing-compressor", START, 13);
    expect(isFaulty(faultsAt("failing-compressor", startedAt, START), "unpowered", START)).toBe(false);
    expect(beginningOf("failing-compressor", START, 7.6)).toBe(START);
    expect(beginningOf("warm-freezer", START, 13)).toBe(START);
  });

  it.each([
    [0, false],
    [3.9, false],
    [4, true],
    [11.9, true],
    [12, false],
    [64, true],
  ])("have the gateway after %d minutes silent: %s", (minutes, silent) => {
    expect(isSilent("silent-gateway", START, START + minutes * MINUTE)).toBe(silent);
    expect(isSilent(null, START, START + minutes * MINUTE)).toBe(false);
  });

  it("drain one battery within hours, the others in years", () => {
    expect(drainPerDay("dying-battery")).toBeGreaterThan(100);
    expect(drainPerDay(null)).toBeLessThan(0.2);
  });

  it.each([
    ["running", null, 0, "unpowered", false],
    ["backup", null, 0, "unpowered", false],
    ["repaired", null, 0, "unpowered", true],
    ["retirement", null, 0, "unpowered", true],
    ["defrost", 45, 0, "heater", true],
    ["defrost", 45, 21, "heater", false],
    ["defrost", null, 0, "heater", false],
  ] as const)(
    "of a carrier that is %s (until %s min): after %d min %s is %s",
    (status, until, minutes, kind, expected) => {
      const faults = statusFaults(status, until === null ? null : START + until * MINUTE, START);
      expect(isFaulty(faults, kind, START + minutes * MINUTE)).toBe(expected);
    },
  );
});
