import { measureOf } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { FIELDS, fieldTable, TABLES } from "../field.rules";
import {
  type Adapted,
  add,
  type FieldValues,
  instantOf,
  nothing,
  type ProbeValues,
  positionOf,
  readFields,
  refuse,
} from "../rules";
import { isObject } from "../value.rules";
import { decodedOf, euiOf, placeOfService, strongest } from "./lorawan.rules";
import type { TtsMessage } from "./tts.schema";

/** In normalized payloads `battery` is a voltage (lorawan-devices, lib/payload.json); all other names are groups. */
const NORMALIZED = fieldTable([["voltage", "V", "battery"]], FIELDS);
const UPLINK = "uplink_message.";

/** Merges the parts of a normalized payload, one object or several. */
function normalizedOf(raw: unknown): Record<string, unknown> {
  const parts = (Array.isArray(raw) ? raw : [raw]).filter(isObject);
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** Reception time of the network; null if there is none in a known format. */
function heardAt(network: readonly unknown[], now: number): number | null {
  const given = network.find((raw) => raw !== undefined && raw !== null);
  return given === undefined ? now : instantOf(given);
}

/** The values of `one`, completed by those of `other`. Further measures of `other` are normalized, not unknown. */
const completed = (one: FieldValues, other: FieldValues): FieldValues => ({
  ...one,
  values: { ...withoutRivals(other.values, one), ...one.values },
  issues: [...one.issues, ...other.issues],
});

/** Values of measures that the other lacks in every channel, because normalized names have no channels. */
const withoutRivals = (values: ProbeValues, { from }: FieldValues): ProbeValues => {
  const measured = new Set([...from.keys()].map(measureOf));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !measured.has(measureOf(key as ProbeKey))));
};

/**
 * Converts a message of The Things Stack to readings: decoded and normalized fields with the position, and the signal.
 * Events without measurements give no readings; simulated uplinks are rejected.
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
  const network = heardAt([body?.received_at, message.received_at], now);
  if (network === null) {
    refuse(adapted, 0, `${uplink ? UPLINK : ""}received_at: must be RFC 3339 with an offset`);
    return adapted;
  }
  const own = decodedOf(decoded, now);
  const at = decodedOf({ time: normalized.time }, now).at ?? own.at ?? network;
  const solvedPlace = placeOfService(solved, "location");
  const signal = body ? strongest(body.rx_metadata) : null;
  const read = completed(
    readFields(own.fields, TABLES.radio, { path: `${UPLINK}decoded_payload.`, reader: "radio" }),
    readFields(normalized, NORMALIZED, { path: "normalized_payload." }),
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
    position: positionOf(own.place ?? placeOfService(body?.locations, "frm-payload") ?? solvedPlace),
    properties: { ...(f_port === undefined ? {} : { f_port }), ...(f_cnt === undefined ? {} : { f_cnt }) },
  });
  return adapted;
}
