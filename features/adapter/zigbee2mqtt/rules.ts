import type { Measure } from "@/db/enums";
import type { Rejection } from "@/features/telemetry/ingest/schema";
import { fieldTable, RADIO_FIELDS } from "../field/rules";
import { euiOf } from "../lorawan/rules";
import { type FieldValues, instantOf, isObject, nothing, readFields } from "../rules";
import type { Adapted, AdaptedReading } from "../schema";
import type { Zigbee2MqttPayload } from "./schema";

/** `contact` true is closed, voltages are in mV (zigbee2mqtt.io, exposes). */
const FIELDS = fieldTable(
  [
    ["door", "inverted", "contact"],
    ["voltage", "mV", "voltage"],
    ["battery", "%", "battery"],
  ],
  RADIO_FIELDS,
);

const BASE = "zigbee2mqtt/";
/** What is said about devices and to them. */
const NO_STATE = new Set(["availability", "set", "get"]);
const IEEE = /^0x[0-9a-f]{16}$/i;

/** A device's message; `at` is null where it does not tell when the device was heard. `isWhole` is false for one attribute. */
export type Message = {
  index: number;
  device: string;
  at: number | null;
  isWhole: boolean;
  read: FieldValues;
  properties: Record<string, unknown>;
};

/** The messages of a payload, whichever of its forms it has. */
export const itemsOf = (payload: Zigbee2MqttPayload): readonly unknown[] => {
  if (Array.isArray(payload)) return payload;
  return "messages" in payload && Array.isArray(payload.messages) ? payload.messages : [payload];
};

function parsed(payload: unknown): unknown {
  if (typeof payload !== "string") return payload;
  try {
    return JSON.parse(payload);
  } catch {
    // Attributes come as plain texts, one by one.
    return payload;
  }
}

/** A device's IEEE address if it tells it or is named by it, else its name, which is the serial number then. */
const deviceOf = (name: string, info: unknown): string => {
  const address = isObject(info) && typeof info.ieeeAddr === "string" ? info.ieeeAddr : name;
  return IEEE.test(address) ? euiOf(address) : name;
};

/** One message, null if it is none of a device's state, or the reason why it is no good. */
function messageOf(item: unknown, index: number): Message | null | string {
  if (!isObject(item)) return "message: must be an object with topic and payload";
  const { topic } = item;
  if (typeof topic !== "string" || !topic.startsWith(BASE)) return `topic: must begin with ${BASE}`;
  const path = topic.slice(BASE.length).split("/");
  const last = path.at(-1) ?? "";
  if (path[0] === "bridge" || (path.length > 1 && NO_STATE.has(last)) || item.payload === "") return null;
  const state = parsed(item.payload);
  const isWhole = isObject(state);
  if (!isWhole && path.length === 1) return "payload: must be a JSON object";
  const { last_seen, device: info, ...fields } = isWhole ? state : { [last]: state };
  const at = last_seen == null ? null : instantOf(last_seen);
  if (last_seen != null && at === null) return "last_seen: must be ISO-8601 with an offset, or epoch milliseconds";
  if (item.retain === true && at === null) return "retain: nobody knows how old a retained value is without last_seen";
  const firmware = isObject(info) ? info.softwareBuildID : undefined;
  return {
    index,
    device: deviceOf((isWhole ? path : path.slice(0, -1)).join("/"), info),
    at,
    isWhole,
    read: readFields(fields, FIELDS),
    properties: { ...(isObject(info) ? { device: info } : {}), ...(typeof firmware === "string" ? { firmware } : {}) },
  };
}

/** The messages about devices' states, and what is wrong with the others. */
export function messagesOf(items: readonly unknown[]): { messages: Message[]; issues: Rejection[] } {
  const messages: Message[] = [];
  const issues: Rejection[] = [];
  for (const [index, item] of items.entries()) {
    const message = messageOf(item, index);
    if (typeof message === "string") issues.push({ index, reason: message });
    else if (message !== null) messages.push(message);
  }
  return { messages, issues };
}

export type Known = Partial<Record<Measure, number>>;

/**
 * The values of a message that are news. Zigbee2MQTT adds everything that it remembers to each message (`cache_state`), so a
 * dead probe seems to speak whenever the battery does: of several values only those that differ from the last ones count. A
 * value that comes alone is what the device has sent.
 */
export function newsOf({ read: { values, issues }, isWhole }: Message, known: Known): Known {
  const entries = Object.entries(values) as [Measure, number][];
  if (isWhole && entries.length + issues.length === 1) return values;
  return Object.fromEntries(entries.filter(([measure, value]) => known[measure] !== value));
}

/** A device that was heard at an instant, with nothing to measure: its radio lives, whatever its probes do. */
export type Heard = { device: string; at: number };

/**
 * Messages as readings, each against what was known of its device before it; `repeats` counts those that told nothing new,
 * `heard` has their devices where they tell when. Of several messages of one instant the later ones count.
 */
export function fromMessages(
  { messages, issues }: ReturnType<typeof messagesOf>,
  known: ReadonlyMap<string, Known>,
  now: number,
): Adapted & { repeats: number; heard: Heard[] } {
  const adapted = { ...nothing(), issues: [...issues], repeats: 0, heard: [] as Heard[] };
  const memory = new Map([...known].map(([device, values]) => [device, { ...values }]));
  const readings = new Map<string, AdaptedReading>();
  for (const message of messages) {
    const { index, device, read, properties } = message;
    const key = device.toUpperCase();
    const remembered = memory.get(key) ?? {};
    const values = newsOf(message, remembered);
    memory.set(key, { ...remembered, ...values });
    adapted.issues.push(...read.issues.map((reason) => ({ index, reason })));
    const told = { ...properties, ...read.rest };
    if (Object.keys(told).length > 0) adapted.reports.push({ index, device, properties: told });
    if (Object.keys(values).length === 0) {
      if (Object.keys(read.values).length > 0) adapted.repeats += 1;
      if (message.at !== null) adapted.heard.push({ device: key, at: Math.min(message.at, now) });
      continue;
    }
    const at = message.at ?? now;
    const same = readings.get(`${key} ${at}`);
    if (same) Object.assign(same, { index, values: { ...same.values, ...values } });
    else readings.set(`${key} ${at}`, { index, device, at, values });
  }
  adapted.readings.push(...readings.values());
  return adapted;
}
