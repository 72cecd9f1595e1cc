import type { CarrierStatus } from "@/db/enums";
import type { Fault } from "./simulation.rules";

/** Scenarios of the demo world that continue live. */
export type Scenario =
  | "failing-compressor"
  | "warm-freezer"
  | "humid-hall"
  | "silent-gateway"
  | "dying-battery"
  | "dead-sensor";

/** The device of each scenario: the sensor in the carrier, the gateway, or the sensor itself. */
export const SCENARIO_DEVICES: Record<Scenario, string> = {
  "failing-compressor": "ZB1-260317",
  "warm-freezer": "LR1-250842",
  "humid-hall": "LR2-251196",
  "silent-gateway": "GW2-250031",
  "dying-battery": "ZB2-240655",
  "dead-sensor": "ZB2-230118",
};

/** Temperature of the freezer with the iced evaporator, °C; its limit is −15 °C. */
export const WARM_FREEZER_CELSIUS = -12.2;
/** Humidity added by the hall's broken dehumidifier, %RH. */
export const HUMID_HALL_PERCENT = 26;

const MINUTE = 60_000;
const DEAD_MS = 45 * MINUTE;
const REPAIRED_MS = 60 * MINUTE;
const SILENT_FROM_MS = 4 * MINUTE;
const SILENT_TO_MS = 12 * MINUTE;
const SILENT_EVERY_MS = 60 * MINUTE;
const CLEARLY_WARM_CELSIUS = 9;
const DYING_PERCENT_PER_DAY = 480;
const USUAL_PERCENT_PER_DAY = 0.15;
/** Heater power of a manual defrost, kelvin per hour, and how long before its end the machine cools again. */
const DEFROST_KELVIN_PER_HOUR = 6;
const RECOVERY_MS = 25 * MINUTE;

const STORIES = new Map(Object.entries(SCENARIO_DEVICES).map(([name, serial]) => [serial, name as Scenario]));

/** The scenario of a device, or null. */
export const scenarioOf = (serialNumber: string): Scenario | null => STORIES.get(serialNumber) ?? null;

/**
 * Start (epoch ms) of a scenario that the simulator finds at `now` with this temperature. The compressor
 * fails at `now`; if the fridge is already warm (the simulator was stopped meanwhile), it has just been repaired.
 */
export function beginningOf(scenario: Scenario, now: number, celsius: number | null): number {
  const isWarm = celsius !== null && celsius > CLEARLY_WARM_CELSIUS;
  return scenario === "failing-compressor" && isWarm ? now - DEAD_MS : now;
}

/** Faults of a scenario around an instant (epoch ms), covering at least a one-minute step on either side. */
export function faultsAt(scenario: Scenario, startedAt: number, at: number): Fault[] {
  switch (scenario) {
    case "failing-compressor": {
      const round = DEAD_MS + REPAIRED_MS;
      const from = startedAt + Math.floor((at - startedAt) / round) * round;
      return [from, from + round].map((start) => ({ kind: "unpowered", from: start, to: start + DEAD_MS, amount: 0 }));
    }
    case "warm-freezer":
      return [{ kind: "holds-at", from: startedAt, to: Number.POSITIVE_INFINITY, amount: WARM_FREEZER_CELSIUS }];
    case "humid-hall":
      return [{ kind: "humid", from: startedAt, to: Number.POSITIVE_INFINITY, amount: HUMID_HALL_PERCENT }];
    default:
      return [];
  }
}

/** Faults that a carrier's status causes: no power while out of service, the heater while defrosting. */
export function statusFaults(status: CarrierStatus, defrostUntil: number | null, since: number): Fault[] {
  if (status === "repaired" || status === "retirement") {
    return [{ kind: "unpowered", from: since, to: Number.POSITIVE_INFINITY, amount: 0 }];
  }
  if (status !== "defrost" || defrostUntil === null) return [];
  return [{ kind: "heater", from: since, to: defrostUntil - RECOVERY_MS, amount: DEFROST_KELVIN_PER_HOUR }];
}

/** Whether a gateway delivers nothing at an instant: some minutes of each hour, after which it catches up. */
export function isSilent(scenario: Scenario | null, startedAt: number, at: number): boolean {
  if (scenario !== "silent-gateway") return false;
  const phase = (at - startedAt) % SILENT_EVERY_MS;
  return phase >= SILENT_FROM_MS && phase < SILENT_TO_MS;
}

/** Battery drain of a device, percent per day. */
export const drainPerDay = (scenario: Scenario | null): number =>
  scenario === "dying-battery" ? DYING_PERCENT_PER_DAY : USUAL_PERCENT_PER_DAY;
