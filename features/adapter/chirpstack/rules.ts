import { RADIO_FIELDS } from "../field/rules";
import { euiOf, strongest } from "../lorawan/rules";
import { add, instantOf, nothing, positionOf, readFields, refuse } from "../rules";
import type { Adapted } from "../schema";
import type { ChirpStackMessage } from "./schema";

/** What measures. Join, ack, txack, log and integration tell of the network alone. */
const MEASURING = new Set(["up", "status", "location"]);

/** The event that a message is of, where the query does not say. */
function eventOf({ object, data, batteryLevel, location, ...message }: ChirpStackMessage): string {
  if (object || data !== undefined || "fPort" in message) return "up";
  if (batteryLevel !== undefined || "margin" in message) return "status";
  return location ? "location" : "";
}

/** A message of ChirpStack as readings: what the codec decoded, the signal, the battery of a status, a position found. */
export function fromChirpStack(message: ChirpStackMessage, event: string | undefined, now: number): Adapted {
  const adapted = nothing();
  const kind = event ?? eventOf(message);
  if (!MEASURING.has(kind)) return adapted;
  const at = message.time == null ? now : instantOf(message.time);
  if (at === null) {
    refuse(adapted, 0, "time: must be RFC 3339 with an offset");
    return adapted;
  }
  const { latitude, longitude, heading, ...fields } = message.object ?? {};
  const read = readFields(kind === "up" ? fields : {}, RADIO_FIELDS, "object.");
  if (kind === "status") {
    const status = readFields({ batteryLevel: message.batteryLevel, margin: message.margin }, RADIO_FIELDS);
    Object.assign(read, status);
  }
  const signal = kind === "up" ? strongest(message.rxInfo) : null;
  if (signal !== null) read.values.signal ??= signal;
  if (kind === "up" && message.data && !message.object)
    refuse(adapted, 0, "object: is missing, the device profile needs a codec");
  const place = kind === "location" ? (message.location ?? {}) : {};
  const { fPort, fCnt } = message;
  add(adapted, {
    index: 0,
    device: euiOf(message.deviceInfo.devEui),
    at,
    read,
    position: positionOf({ lat: latitude ?? place.latitude, lon: longitude ?? place.longitude, course: heading }),
    properties: { ...(fPort === undefined ? {} : { fPort }), ...(fCnt === undefined ? {} : { fCnt }) },
  });
  return adapted;
}
