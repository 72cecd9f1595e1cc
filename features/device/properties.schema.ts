import { z } from "zod";

/** Devices that one message may tell of. */
export const MAXIMUM_DEVICES = 1000;
/** Largest report of one device, as JSON in bytes. */
export const MAXIMUM_PROPERTY_BYTES = 16 * 1024;

const Properties = z.record(z.string(), z.unknown());

/** Read one by one, so that a bad one costs nothing but itself. */
const DeviceReport = z.unknown().meta({
  type: "object",
  required: ["device", "properties"],
  properties: { device: { type: "string", minLength: 1, maxLength: 64 }, properties: { type: "object" } },
});

/**
 * What a gateway tells of itself and of those behind it: addresses, link states, firmware. Kept as it came.
 * `{ "gateway": { … }, "devices": [{ "device": "SN", "properties": { … } }] }`
 */
export const PropertiesInput = z.looseObject({
  gateway: Properties.optional(),
  devices: z.array(DeviceReport).max(MAXIMUM_DEVICES).default([]),
});

export type PropertiesResult = { accepted: number; rejected: { index: number; reason: string }[] };
