import { FIELDS, fieldTable, RADIO_FIELDS } from "../field/rules";
import { euiOf, strongest } from "../lorawan/rules";
import { add, type FieldValues, instantOf, isObject, nothing, positionOf, readFields, refuse } from "../rules";
import type { Adapted } from "../schema";
import type { TtsMessage } from "./schema";

/** In normalized payloads `battery` is a voltage (lorawan-devices, lib/payload.json), and all other names are groups. */
const NORMALIZED = fieldTable([["voltage", "V", "battery"]], FIELDS);
const UPLINK = "uplink_message.";

/** How far ahead of the network a device's own clock may be, as at the ingest door. */
const AHEAD_MS = 10 * 60_000;
const EARLIEST = Date.UTC(2000, 0, 1);

/** The parts of a normalized payload, one object or several, as one. */
function normalizedOf(raw: unknown): Record<string, unknown> {
  const parts = (Array.isArray(raw) ? raw : [raw]).filter(isObject);
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** When it was measured: by the device's own clock where it tells and can be right, else by the network's. */
function measuredAt(own: readonly unknown[], network: readonly unknown[], now: number): number | null {
  const believable = own
    .filter((raw) => typeof raw === "string")
    .map(instantOf)
    .find((at) => at !== null && at >= EARLIEST && at <= now + AHEAD_MS);
  if (believable != null) return believable;
  const given = network.find((raw) => raw !== undefined && raw !== null);
  return given === undefined ? now : instantOf(given);
}

/** The one's values, and the other's where the one has none. */
const completed = (one: FieldValues, other: FieldValues): FieldValues => ({
  values: { ...other.values, ...one.values },
  rest: one.rest,
  issues: [...one.issues, ...other.issues],
});

/**
 * A message of The Things Stack as readings: what its payload formatter decoded and normalized, the position among it, and
 * the strength of the signal. Events that measure nothing give nothing; simulated uplinks are refused.
 */
export function fromTts(message: TtsMessage, now: number): Adapted {
  const adapted = nothing();
  const { dev_eui, device_id } = message.end_device_ids;
  const { uplink_message: uplink, uplink_normalized: normalizedUplink, location_solved: solved } = message;
  const device = dev_eui ? euiOf(dev_eui) : device_id;
  const body = uplink ?? normalizedUplink;
  if (!body && !solved) return adapted;
  const reason = !device
    ? "end_device_ids.dev_eui: is missing"
    : message.simulated === true
      ? "simulated: a message that was made by hand is no reading"
      : null;
  if (!device || reason !== null) {
    refuse(adapted, 0, reason ?? "");
    return adapted;
  }
  const decoded = isObject(body?.decoded_payload) ? body.decoded_payload : {};
  const normalized = normalizedOf(body?.normalized_payload);
  const at = measuredAt([normalized.time, decoded.time], [body?.received_at, message.received_at], now);
  if (at === null) {
    refuse(adapted, 0, `${uplink ? UPLINK : ""}received_at: must be RFC 3339 with an offset`);
    return adapted;
  }
  const { latitude, longitude, heading, time: _time, ...fields } = decoded;
  const place = isObject(solved?.location) ? solved.location : {};
  const signal = body ? strongest(body.rx_metadata) : null;
  const read = completed(
    readFields(fields, RADIO_FIELDS, `${UPLINK}decoded_payload.`),
    readFields(normalized, NORMALIZED, "normalized_payload."),
  );
  if (signal !== null) read.values.signal ??= signal;
  if (uplink?.frm_payload && !isObject(uplink.decoded_payload) && Object.keys(normalized).length === 0)
    refuse(adapted, 0, `${UPLINK}decoded_payload: is missing, the device needs a payload formatter`);
  const { f_port, f_cnt } = body ?? {};
  add(adapted, {
    index: 0,
    device,
    at,
    read,
    position: positionOf({ lat: latitude ?? place.latitude, lon: longitude ?? place.longitude, course: heading }),
    properties: { ...(f_port === undefined ? {} : { f_port }), ...(f_cnt === undefined ? {} : { f_cnt }) },
  });
  return adapted;
}
