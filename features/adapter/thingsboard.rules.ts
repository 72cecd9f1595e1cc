import { FIELDS } from "./field.rules";
import { type Adapted, add, instantOf, nothing, positionOf, readFields, refuse } from "./rules";
import { isObject } from "./value.rules";

/**
 * Adds one item of a device, `{ ts, values }` or `{ key: value }`; without `ts` the time is now. Returns the reason if
 * invalid.
 */
function take(adapted: Adapted, index: number, device: string, item: unknown, now: number): string | null {
  if (!isObject(item)) return "telemetry: must be an object of keys and values";
  const { ts, values, ...plain } = item;
  if (values !== undefined && !isObject(values)) return "values: must be an object";
  const at = ts === undefined ? now : instantOf(ts);
  if (at === null) return "ts: must be epoch milliseconds";
  const { latitude, longitude, ...fields } = values ?? plain;
  const position = positionOf({ lat: latitude, lon: longitude });
  add(adapted, { index, device, at, read: readFields(fields, FIELDS), position });
  return null;
}

/** Converts telemetry of one device to readings; an item's index is its index in the list. */
export function fromTelemetry(payload: unknown, device: string, now: number): Adapted {
  const adapted = nothing();
  for (const [index, item] of (Array.isArray(payload) ? payload : [payload]).entries())
    refuse(adapted, index, take(adapted, index, device, item, now));
  return adapted;
}

/** Number of items in a gateway's message, for all devices. */
export const countOf = (payload: Readonly<Record<string, unknown>>): number =>
  Object.values(payload).reduce<number>((sum, items) => sum + (Array.isArray(items) ? items.length : 1), 0);

/** Converts a gateway's telemetry to readings; items are numbered across all devices. */
export function fromGatewayTelemetry(payload: Readonly<Record<string, unknown>>, now: number): Adapted {
  const adapted = nothing();
  let index = 0;
  for (const [device, items] of Object.entries(payload))
    for (const item of Array.isArray(items) ? items : [items]) {
      refuse(adapted, index, take(adapted, index, device, item, now));
      index += 1;
    }
  return adapted;
}
