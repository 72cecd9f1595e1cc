import { reportIntervalOf } from "@/features/device/configuration/configuration.rules";
import { hashText, uniformAt } from "./random.rules";
import { scenarioOf } from "./scenario.rules";

/** Hardware limits of simulated devices, stricter than the console's rules. */
const LIMITS: readonly { types: RegExp; name: string; minimum?: number; maximum?: number }[] = [
  { types: /^(?:lora|zeta)/, name: "transmitPower", maximum: 14 },
  { types: /^(?:zbp|zigbee2)/, name: "sampleIntervalSeconds", minimum: 10 },
  { types: /^4g/, name: "sampleIntervalSeconds", minimum: 30 },
];

const FIRST_MS = 2000;
const SPREAD_MS = 4000;

export type SimulatedReply =
  | { isSilent: true }
  | {
      isSilent: false;
      delayMs: number;
      ok: boolean;
      error?: string;
      applied?: Record<string, unknown>;
      /** The new report interval; null if unchanged. */
      reportIntervalSeconds: number | null;
    };

/**
 * Reply of a device to a command: it accepts after some seconds, refuses what its hardware cannot do, or does not reply
 * if its scenario is a dead device. Null for a device that the gateway does not know.
 */
export function replyTo(
  device: { serialNumber: string; typeCode: string } | null,
  settings: Record<string, unknown>,
): SimulatedReply {
  if (!device) return { isSilent: false, delayMs: 0, ok: false, error: "no such device", reportIntervalSeconds: null };
  if (scenarioOf(device.serialNumber) === "dead-sensor") return { isSilent: true };
  const delayMs = FIRST_MS + Math.round(SPREAD_MS * uniformAt(hashText(device.serialNumber), 41));
  const error = LIMITS.filter(({ types }) => types.test(device.typeCode))
    .map(({ name, minimum, maximum }) => {
      const value = settings[name];
      if (typeof value !== "number") return null;
      if (minimum !== undefined && value < minimum) return `${name}: this device needs at least ${minimum}`;
      return maximum !== undefined && value > maximum ? `${name}: this device goes up to ${maximum}` : null;
    })
    .find((reason) => reason !== null);
  if (error) return { isSilent: false, delayMs, ok: false, error, reportIntervalSeconds: null };
  return { isSilent: false, delayMs, ok: true, applied: settings, reportIntervalSeconds: reportIntervalOf(settings) };
}
