import { FIELDS } from "./field.rules";
import { type Adapted, add, instantOf, nothing, positionOf, readFields, refuse } from "./rules";
import { isObject } from "./value.rules";

/** One item of a device, `{ ts, values }` or `{ key: value }`, without a time of now; the reason if it is no good. */
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

/** Telemetry of one device as readings; an item's index is its place in the list. */
export function fromTelemetry(payload: unknown, device: string, now: number): Adapted {
  const adapted = nothing();
  for (const [index, item] of (Array.isArray(payload) ? payload : [payload]).entries())
    refuse(adapted, index, take(adapted, index, device, item, now));
  return adapted;
}

/** Items of a gateway's message, over all of its devices. */
export const countOf = (payload: Readonly<Record<string, unknown>>): number =>
  Object.values(payload).reduce<number>((sum, items) => sum + (Array.isArray(items) ? items.length : 1), 0);

/** A gateway's telemetry as readings; items are counted through over all devices. */
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
