import { z } from "zod";
import { AnyObject } from "./schema";

const Device = z.string().trim().min(1).max(64);

/**
 * Telemetry of ThingsBoard's device API in its three forms: `{ key: value }`, `{ ts, values }`, or a list of either. A
 * gateway's token means the gateway itself; with a customer's token, which serves many devices, the device is named.
 */
export const TelemetryInput = z.object({
  payload: z.union([AnyObject, z.array(z.unknown())]),
  token: z.string().optional(),
  device: Device.optional(),
});

/** Telemetry of ThingsBoard's gateway API: the same by device name. */
export const GatewayTelemetryInput = z.object({ payload: AnyObject });

/** Attributes of the device itself, or by device name. */
export const AttributesInput = z.object({
  payload: AnyObject,
  isGateway: z.boolean().default(false),
  token: z.string().optional(),
  device: Device.optional(),
});

/** ThingsBoard's own time-out of a poll. */
export const MAXIMUM_WAIT_MS = 60_000;

/** A poll for what the server has to say; `timeout` in ms, longer ones are shortened. */
export const PollQuery = z.object({ timeout: z.coerce.number().nonnegative().default(MAXIMUM_WAIT_MS) });
