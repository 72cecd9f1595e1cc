import { env } from "@/lib/env/env";

/** Base topics of Zigbee2MQTT networks, its setting `base_topic`. */
export const zigbeeBases = (): readonly string[] => env().ZIGBEE_BASE_TOPICS;

/** Messages of a gateway: readings, its and its devices' properties, command responses, other systems' messages. */
export const UPLINKS = ["readings", "properties", "response", "foreign"] as const;
export type Uplink = (typeof UPLINKS)[number];

/** Largest message of a gateway in bytes, as for the HTTP ingest endpoint. */
export const MAXIMUM_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** The filters by which the worker subscribes to all gateways at an external broker. */
export const uplinkFilters = (bases: readonly string[] = zigbeeBases()): string[] => [
  "ingest/+/readings",
  "ingest/+/properties",
  "command/+/response",
  ...bases.map((base) => `ingest/+/${base}/#`),
  "ingest/+/v1/#",
  "ingest/+/v2/#",
];

/** The same as shared subscriptions: each message goes to one of the connections in the group. */
export const sharedFilters = (bases?: readonly string[]): string[] =>
  uplinkFilters(bases).map((filter) => `$share/frostline/${filter}`);

const TOPIC = /^(?:ingest\/([^/+#]{1,50})\/(readings|properties)|command\/([^/+#]{1,50})\/(response))$/;
/** Another system's topic below a gateway's prefix. */
const BEHIND = /^ingest\/([^/+#]{1,50})\/(.+)$/;
const THINGSBOARD = /^(?:v1\/(?:devices\/me|gateway)\/[^+#]{1,100}|v2\/[ta](?:\/j)?)$/;
const REST = /^[^+#]{1,200}$/;

/** The Zigbee2MQTT base topic of a topic; null if it is not one of its topics. */
export const zigbeeBaseOf = (topic: string, bases: readonly string[] = zigbeeBases()): string | null =>
  bases.find((base) => topic.startsWith(`${base}/`) && REST.test(topic.slice(base.length + 1))) ?? null;

const isForeign = (topic: string, bases: readonly string[]) =>
  THINGSBOARD.test(topic) || zigbeeBaseOf(topic, bases) !== null;

/** A parsed topic: `mac` is null if only the connection determines the gateway; `topic` is another system's own. */
export type ParsedTopic = { mac: string | null; uplink: Uplink; topic?: string };

/** Parses the gateway (MAC in upper case) and kind of an uplink topic; null for any other topic. */
export function parseUplink(topic: string, bases: readonly string[] = zigbeeBases()): ParsedTopic | null {
  const [, ingestMac, ingest, commandMac, command] = TOPIC.exec(topic) ?? [];
  const mac = ingestMac ?? commandMac;
  if (mac) return { mac: mac.toUpperCase(), uplink: (ingest ?? command) as Uplink };
  if (isForeign(topic, bases)) return { mac: null, uplink: "foreign", topic };
  const [, foreignMac = "", foreign = ""] = BEHIND.exec(topic) ?? [];
  return isForeign(foreign, bases) ? { mac: foreignMac.toUpperCase(), uplink: "foreign", topic: foreign } : null;
}

/** The topic of a gateway's commands. */
export const requestTopic = (mac: string): string => `command/${mac.toUpperCase()}/request`;

/** Whether a gateway may publish to a topic: its own, and those of other systems that name no gateway. */
export function mayPublish(mac: string, topic: string): boolean {
  const parsed = parseUplink(topic);
  return parsed !== null && (parsed.mac === null || parsed.mac === mac.toUpperCase());
}

/** Whether a gateway may subscribe to a filter: exactly the topic of its own commands, no wildcard. */
export const maySubscribe = (mac: string, filter: string): boolean => filter === requestTopic(mac);
