import { z } from "zod";

/** Devices per message. */
export const MAXIMUM_DEVICES = 1000;
/** Largest report of one device, in bytes of JSON. */
export const MAXIMUM_PROPERTY_BYTES = 16 * 1024;

const Properties = z.record(z.string(), z.unknown());

/** Parsed one by one, so that an invalid report does not affect the others. */
const DeviceReport = z.unknown().meta({
  type: "object",
  required: ["device", "properties"],
  properties: { device: { type: "string", minLength: 1, maxLength: 64 }, properties: { type: "object" } },
});

/**
 * What a gateway reports about itself and the devices behind it: addresses, link states, firmware. Stored unchanged.
 * `{ "gateway": { … }, "devices": [{ "device": "SN", "properties": { … } }] }`
 */
export const PropertiesInput = z.looseObject({
  gateway: Properties.optional(),
  devices: z.array(DeviceReport).max(MAXIMUM_DEVICES).default([]),
});

export type PropertiesResult = { accepted: number; rejected: { index: number; reason: string }[] };
