import { reportIntervalOf } from "@/features/device/configuration/configuration.rules";
import { hashText, uniformAt } from "./random.rules";
import { scenarioOf } from "./scenario.rules";

/** What a simulated device can do with its radio and battery; more than the console knows of. */
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
      /** From now on it reports so often; null leaves it as it is. */
      reportIntervalSeconds: number | null;
    };

/**
 * What a device does with a command: takes it after some seconds, refuses what its hardware cannot, or says nothing at
 * all where its story is that it is dead. Null stands for a device that the gateway does not know.
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
