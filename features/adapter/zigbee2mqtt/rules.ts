import { channelOf, measureOf } from "@/features/telemetry/ingest/channel.rules";
import type { ProbeKey, Rejection } from "@/features/telemetry/ingest/ingest.schema";
import { TABLES } from "../field.rules";
import { euiOf } from "../lorawan/lorawan.rules";
import {
  type Adapted,
  type AdaptedReading,
  type FieldValues,
  instantOf,
  nameFault,
  nothing,
  readFields,
  unheardOf,
} from "../rules";
import { isObject } from "../value.rules";
import type { Zigbee2MqttPayload } from "./schema";

/** Topics about devices, or to them, that are no state. */
const NO_STATE = new Set(["availability", "set", "get"]);
const IEEE = /^0x[0-9a-f]{16}$/i;

/** A device's message; `at` is null without a time of reception. `isWhole` is false for a single attribute. */
export type Message = {
  index: number;
  device: string;
  /** The base topic of its network. */
  base: string;
  at: number | null;
  isWhole: boolean;
  read: FieldValues;
  properties: Record<string, unknown>;
};

/** The messages of a payload, in any of its forms. */
export const itemsOf = (payload: Zigbee2MqttPayload): readonly unknown[] => {
  if (Array.isArray(payload)) return payload;
  return "messages" in payload && Array.isArray(payload.messages) ? payload.messages : [payload];
};

function parsed(payload: unknown): unknown {
  if (typeof payload !== "string") return payload;
  try {
    return JSON.parse(payload);
  } catch {
    // Attributes arrive as plain texts, one by one.
    return payload;
  }
}

/** A device's IEEE address if the message or the name has it, else its name, which is then the serial number. */
const deviceOf = (name: string, info: unknown): string => {
  const address = isObject(info) && typeof info.ieeeAddr === "string" ? info.ieeeAddr : name;
  return IEEE.test(address) ? euiOf(address) : name;
};

/** Parses one message: null if it is no device state, or the reason if it is invalid. */
function messageOf(item: unknown, index: number, bases: readonly string[]): Message | null | string {
  if (!isObject(item)) return "message: must be an object with topic and payload";
  const { topic } = item;
  const base = baseOf(topic, bases);
  if (base === null) return `topic: must begin with ${bases.map((one) => `${one}/`).join(" or ")}`;
  const path = String(topic)
    .slice(base.length + 1)
    .split("/");
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
    base,
    device: deviceOf((isWhole ? path : path.slice(0, -1)).join("/"), info),
    at,
    isWhole,
    read: readFields(fields, TABLES.zigbee, { reader: "zigbee" }),
    properties: { ...(isObject(info) ? { device: info } : {}), ...(typeof firmware === "string" ? { firmware } : {}) },
  };
}

const baseOf = (topic: unknown, bases: readonly string[]): string | null =>
  bases.find((base) => typeof topic === "string" && topic.startsWith(`${base}/`)) ?? null;

/** Maximum number of friendly names per network. */
const MAXIMUM_NAMES = 2000;

/** Device list of a network's bridge: IEEE addresses by friendly name. */
export type Network = { base: string; addresses: Record<string, string> };

/** The device lists among these messages (`bridge/devices`), the last one of each network. */
export function networksOf(items: readonly unknown[], bases: readonly string[]): Network[] {
  const networks = new Map<string, Network>();
  for (const item of items) {
    if (!isObject(item)) continue;
    const base = baseOf(item.topic, bases);
    const devices = base !== null && item.topic === `${base}/bridge/devices` ? parsed(item.payload) : null;
    if (base === null || !Array.isArray(devices)) continue;
    const named = devices.flatMap((one): [string, string][] =>
      isObject(one) && isName(one.friendly_name) && typeof one.ieee_address === "string" && IEEE.test(one.ieee_address)
        ? [[one.friendly_name, euiOf(one.ieee_address)]]
        : [],
    );
    networks.set(base, { base, addresses: Object.fromEntries(named.slice(0, MAXIMUM_NAMES)) });
  }
  return [...networks.values()];
}

const isName = (name: unknown): name is string => typeof name === "string" && nameFault(name) === null;

/** Replaces the message's friendly name by the address that its network reported; unchanged if there is none. */
export function addressed(message: Message, networks: readonly Network[], registered: ReadonlySet<string>): Message {
  if (registered.has(message.device.toUpperCase())) return message;
  const addresses = networks.find(({ base }) => base === message.base)?.addresses ?? {};
  const address = Object.hasOwn(addresses, message.device) ? addresses[message.device] : undefined;
  return address === undefined ? message : { ...message, device: address };
}

/** Addresses by the names, in upper case, that mean one device alone in all networks of a token. */
export function addressesOf(networks: readonly Network[]): Map<string, string> {
  const all = new Map<string, Set<string>>();
  for (const { addresses } of networks)
    for (const [name, address] of Object.entries(addresses)) {
      const key = name.trim().toUpperCase();
      all.set(key, (all.get(key) ?? new Set()).add(address));
    }
  return new Map(
    [...all].flatMap(([name, [address, ...more]]) => (address && more.length === 0 ? [[name, address]] : [])),
  );
}

/** The messages with device states, and the issues of the others. */
export function messagesOf(
  items: readonly unknown[],
  bases: readonly string[],
): { messages: Message[]; issues: Rejection[] } {
  const messages: Message[] = [];
  const issues: Rejection[] = [];
  for (const [index, item] of items.entries()) {
    const message = messageOf(item, index, bases);
    if (typeof message === "string") issues.push({ index, reason: message });
    else if (message !== null) messages.push(message);
  }
  return { messages, issues };
}

/** Last state of a device's probes: the latest value, or "fault" if a fault is newer. */
export type Known = Partial<Record<ProbeKey, number | "fault">>;
type News = Pick<FieldValues, "values" | "faults">;

/** Last state of a probe; a key without channel means the first probe of its measure, as at the ingest endpoint. */
function knownOf(known: Known, key: ProbeKey): number | "fault" | undefined {
  const own = known[key];
  if (own !== undefined || channelOf(key) !== "") return own;
  const first = (Object.keys(known) as ProbeKey[]).find((other) => measureOf(other) === key);
  return first && known[first];
}

/**
 * The new values of a message. Zigbee2MQTT adds all cached values to each message (`cache_state`), so a dead probe
 * would seem alive whenever the battery reports. Of several values only those that differ from the last ones count. A
 * value that arrives alone was sent by the device.
 */
export function newsOf({ read: { values, faults, issues }, isWhole }: Message, known: Known): News {
  const entries = Object.entries(values) as [ProbeKey, number][];
  const faulty = Object.entries(faults) as [ProbeKey, number][];
  if (isWhole && entries.length + faulty.length + issues.length === 1) return { values, faults };
  return {
    values: Object.fromEntries(entries.filter(([key, value]) => knownOf(known, key) !== value)),
    faults: Object.fromEntries(faulty.filter(([key]) => knownOf(known, key) !== "fault")),
  };
}

/** The last state after these values. */
const remembered = (known: Known, { values, faults }: News): Known => ({
  ...known,
  ...values,
  ...Object.fromEntries(Object.keys(faults).map((key) => [key, "fault" as const])),
});

const without = (some: News["values"], others: News["values"]): News["values"] =>
  Object.fromEntries(Object.entries(some).filter(([key]) => !Object.hasOwn(others, key)));

/** Merges two messages of one instant into one reading; the later value of each probe counts. */
function later(one: Partial<News> | undefined, { values, faults }: News): Partial<News> & Pick<News, "values"> {
  const allFaults = { ...without(one?.faults ?? {}, values), ...faults };
  return {
    values: { ...without(one?.values ?? {}, faults), ...values },
    ...(Object.keys(allFaults).length > 0 && { faults: allFaults }),
  };
}

/** A device heard at an instant without new values: its radio works, whatever the state of its probes. */
export type Heard = { device: string; at: number };

/**
 * Converts messages to readings, each compared with the device's state before it. `repeats` counts messages without
 * news; `heard` has their devices if they have a time. Of several messages of one instant the later values count.
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
    const before = memory.get(key) ?? {};
    const { values, faults } = newsOf(message, before);
    memory.set(key, remembered(before, { values, faults }));
    adapted.issues.push(...read.issues.map((reason) => ({ index, reason })));
    const told = { ...properties, ...read.rest };
    if (Object.keys(told).length > 0) adapted.reports.push({ index, device, properties: told });
    adapted.items.push({
      index,
      device,
      at: message.at ?? now,
      fields: read.sent,
      reader: read.reader,
      ignored: unheardOf(read),
      item: null,
    });
    if (Object.keys(values).length + Object.keys(faults).length === 0) {
      if (Object.keys(read.values).length + Object.keys(read.faults).length > 0) adapted.repeats += 1;
      if (message.at !== null) adapted.heard.push({ device: key, at: Math.min(message.at, now) });
      continue;
    }
    const at = message.at ?? now;
    const both = later(readings.get(`${key} ${at}`), { values, faults });
    readings.set(`${key} ${at}`, { index, device, at, ...both });
  }
  adapted.readings.push(...readings.values());
  return adapted;
}
