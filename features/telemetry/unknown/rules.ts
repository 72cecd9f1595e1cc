import type { DeviceKind } from "@/db/enums";
import type { Issue } from "@/lib/errors";
import { registrationPath } from "@/lib/page/device-window";
import { measureOf } from "../ingest/channel.rules";
import type { Adapter, UnknownDeviceDto } from "./schema";

/** Number of characters stored of the last message of an unknown device. */
export const MAXIMUM_PAYLOAD = 4096;

/** The longest message, as JSON, that a mapping can be tried on. */
export const MAXIMUM_MESSAGE_CHARACTERS = 8192;

/** A reading in the shape of the ingest body, as sent or as made by an adapter; `at` in epoch ms. */
export type KeptReading = Record<string, unknown> & { at: number };

/** A message to try a mapping on, in the shape stored for registered devices. */
export type TriedMessage = { at: number; adapter: Adapter; fields: Record<string, unknown>; ignored: string[] };

/** What one unknown device has sent in one request. */
export type KeptMessage = {
  key: string;
  adapter: Adapter;
  payload: string;
  message: TriedMessage | null;
  count: number;
  readings: KeptReading[];
};

/** One message of an unknown device: the payload as sent, and the reading parsed from it, if any. */
export type UnknownMessage = { device: string; payload: unknown; reading: KeptReading | null };

/** A message to try a mapping on later: parsed by an adapter, not too long, and without NUL. */
function triedMessage(adapter: Adapter, { payload, reading }: UnknownMessage, now: number): TriedMessage | null {
  const isRead = adapter !== "readings" && payload !== null && typeof payload === "object" && !Array.isArray(payload);
  if (!isRead) return null;
  const message = { at: reading?.at ?? now, adapter, fields: payload as Record<string, unknown>, ignored: [] };
  const text = JSON.stringify(message);
  return text.length <= MAXIMUM_MESSAGE_CHARACTERS && !text.includes("\\u0000") ? message : null;
}

/** A payload as JSON, truncated to the stored length; PostgreSQL cannot store NUL. */
export function payloadText(payload: unknown): string {
  const text = JSON.stringify(payload) ?? "null";
  return text.replaceAll("\\u0000", "").slice(0, MAXIMUM_PAYLOAD);
}

/** The messages of a request by device, with the last payload of each. */
export function byDevice(adapter: Adapter, messages: readonly UnknownMessage[], now: number): KeptMessage[] {
  const devices = new Map<string, KeptMessage>();
  for (const one of messages) {
    const { device, payload, reading } = one;
    const key = device.trim().toUpperCase();
    const known = devices.get(key) ?? { key, adapter, payload: "", message: null, count: 0, readings: [] };
    known.payload = payloadText(payload);
    known.message = triedMessage(adapter, one, now) ?? known.message;
    known.count += 1;
    if (reading) known.readings.push(reading);
    devices.set(key, known);
  }
  return [...devices.values()];
}

/**
 * Stored readings that can be ingested; those with positions wait until their device is on a carrier that stores
 * positions.
 */
export function dueAmong(
  kept: readonly KeptReading[],
  isLocated: boolean,
): { due: KeptReading[]; waiting: KeptReading[] } {
  if (isLocated) return { due: [...kept], waiting: [] };
  const isMeasured = ({ values, faults }: KeptReading) =>
    [values, faults].some((one) => one !== undefined && Object.keys(one as object).length > 0);
  return {
    due: kept.filter(isMeasured).map(({ position: _, ...reading }) => reading as KeptReading),
    waiting: kept.flatMap(({ device, at, position }) => (position ? [{ device, at, values: {}, position }] : [])),
  };
}

/** Rejection reasons by category, as shown to the user. */
const REFUSALS = [
  ["conflict", /^conflict: /],
  ["tooOld", /^at: (?:before|older)/],
  ["deactivated", /^device: deactivated/],
] as const;
export type RefusalKind = (typeof REFUSALS)[number][0] | "other";
export const refusalKind = (reason: string): RefusalKind =>
  REFUSALS.find(([, pattern]) => pattern.test(reason))?.[0] ?? "other";

const NAME_LENGTH = 30;

/** A DevEUI, an IEEE address or a MAC of six bytes. */
const ADDRESS = /^(?:[0-9A-F]{12}|[0-9A-F]{16})$/;

/** The possible kinds of an unknown device; a tracker is a sensor that also reports positions. */
export const REGISTRATIONS = ["sensor", "tracker", "gateway", "display", "relay", "gas", "magnetism", "base"] as const;
export type Registration = (typeof REGISTRATIONS)[number];

export const kindOf = (registration: Registration): DeviceKind =>
  registration === "tracker" ? "sensor" : registration;

/** The shipped sensor families by adapter; each has a type with and one without humidity. */
const FAMILIES: Record<Adapter, string> = {
  readings: "4g",
  tts: "lora",
  chirpstack: "lora",
  zigbee2mqtt: "zigbee2",
  thingsboard: "4g",
  osmand: "4g_gps",
  influx: "4g",
};
const TRACKERS = "4g_gps";

type Known = Pick<UnknownDeviceDto, "adapter" | "gateway" | "probes" | "hasPosition">;

/** The most probable kind of an unknown device, by its measures and its adapter; the user can choose another. */
export function guessOf({ adapter, hasPosition, probes }: Known): Registration {
  const measures = new Set(probes.map(measureOf));
  if (hasPosition || adapter === "osmand") return "tracker";
  if (measures.has("temperature") || measures.has("humidity")) return "sensor";
  if (measures.has("door")) return "magnetism";
  return measures.has("co2") || measures.has("gas") ? "gas" : "sensor";
}

/** The matching shipped type; undefined if the data does not tell. */
function typeOf(registration: Registration, { adapter, gateway, probes }: Known): string | undefined {
  const measures = new Set(probes.map(measureOf));
  const digit = measures.has("humidity") ? 2 : 1;
  switch (registration) {
    case "tracker":
      return `${TRACKERS}_${digit}`;
    case "sensor":
      // What our own gateway passes on comes from its radio network.
      return `${adapter === "readings" && gateway !== null ? "zbp" : FAMILIES[adapter]}_${digit}`;
    case "magnetism":
      return "m1";
    case "gas":
      return measures.has("co2") ? "gs_6" : undefined;
    default:
      return undefined;
  }
}

type Registered = Known & Pick<UnknownDeviceDto, "key" | "customerId" | "customerName">;

/**
 * Kind and fields with which an unknown device is registered as what it most probably is; null if its type is not
 * certain.
 */
export function registrationValues(device: Registered): { kind: DeviceKind; values: Record<string, string> } | null {
  const { key } = device;
  const registration = guessOf(device);
  const typeCode = typeOf(registration, device);
  if (typeCode === undefined) return null;
  const values = {
    name: key.slice(0, NAME_LENGTH),
    serialNumber: key,
    typeCode,
    ...(ADDRESS.test(key) && { mac: key }),
  };
  return { kind: kindOf(registration), values };
}

/** The address of the registration form of an unknown device, prefilled with what is known. */
export function registrationOf(device: Registered, registration: Registration): string {
  const { key, customerId, customerName } = device;
  const type = typeOf(registration, device);
  return registrationPath(kindOf(registration), {
    ...{ name: key, serialNumber: key, customer: String(customerId), customerName },
    ...(ADDRESS.test(key) && { mac: key }),
    ...(type !== undefined && { type }),
  });
}

/** The first issue of each refused row, by the id of the row; `rows` in the order of the call. */
export function refusedOf(rows: readonly { id: number }[], issues: readonly Issue[]): Map<number, Issue> {
  const refused = new Map<number, Issue>();
  for (const issue of issues) {
    const row = rows[Number(/^ids\.(\d+)(?:\.|$)/.exec(issue.path)?.[1])];
    if (row && !refused.has(row.id)) refused.set(row.id, issue);
  }
  return refused;
}
