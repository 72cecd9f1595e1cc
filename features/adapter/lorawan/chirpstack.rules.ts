import { TABLES } from "../field.rules";
import { type Adapted, add, instantOf, nothing, positionOf, readFields, refuse } from "../rules";
import type { ChirpStackMessage } from "./chirpstack.schema";
import { decodedOf, euiOf, strongest } from "./lorawan.rules";

/** Events with measurements. Join, ack, txack, log and integration only concern the network. */
const MEASURING = new Set(["up", "status", "location"]);

/** Infers the event of a message if the query does not name it. */
function eventOf({ object, data, batteryLevel, location, ...message }: ChirpStackMessage): string {
  if (object || data !== undefined || "fPort" in message) return "up";
  if (batteryLevel !== undefined || "margin" in message) return "status";
  return location ? "location" : "";
}

/** Converts a message of ChirpStack to readings: decoded fields, signal, battery of a status, and location. */
export function fromChirpStack(message: ChirpStackMessage, event: string | undefined, now: number): Adapted {
  const adapted = nothing();
  const kind = event ?? eventOf(message);
  if (!MEASURING.has(kind)) return adapted;
  const at = message.time == null ? now : instantOf(message.time);
  if (at === null) {
    refuse(adapted, 0, "time: must be RFC 3339 with an offset");
    return adapted;
  }
  const decoded = decodedOf(kind === "up" ? (message.object ?? {}) : {}, now);
  const read =
    kind === "status"
      ? readFields({ batteryLevel: message.batteryLevel, margin: message.margin }, TABLES.status, { reader: "status" })
      : readFields(decoded.fields, TABLES.radio, { path: "object.", reader: "radio" });
  const signal = kind === "up" ? strongest(message.rxInfo) : null;
  if (signal !== null) read.values.signal ??= signal;
  if (kind === "up" && message.data && !message.object)
    refuse(adapted, 0, "object: is missing, the device profile needs a codec");
  const place = kind === "location" ? (message.location ?? {}) : {};
  const { fPort, fCnt } = message;
  add(adapted, {
    index: 0,
    device: euiOf(message.deviceInfo.devEui),
    at: decoded.at ?? at,
    read,
    position: positionOf(decoded.place ?? { lat: place.latitude, lon: place.longitude }),
    properties: { ...(fPort === undefined ? {} : { fPort }), ...(fCnt === undefined ? {} : { fCnt }) },
  });
  return adapted;
}
