import { env } from "@/lib/env/env";

/** Where networks of Zigbee2MQTT publish, by its setting `base_topic`. */
export const zigbeeBases = (): readonly string[] => env().ZIGBEE_BASE_TOPICS;

/** What a gateway sends: measurements, what it tells of itself and its devices, answers to commands, and what others send. */
export const UPLINKS = ["readings", "properties", "response", "foreign"] as const;
export type Uplink = (typeof UPLINKS)[number];

/** Largest message of a gateway, in bytes: that of the HTTP door. */
export const MAXIMUM_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** The filters under which the worker hears every gateway at an outside broker. */
export const uplinkFilters = (bases: readonly string[] = zigbeeBases()): string[] => [
  "ingest/+/readings",
  "ingest/+/properties",
  "command/+/response",
  ...bases.map((base) => `ingest/+/${base}/#`),
  "ingest/+/v1/#",
  "ingest/+/v2/#",
];

/** The same filters, under which each message goes to one of the connections that ask for it in this name. */
export const sharedFilters = (bases?: readonly string[]): string[] =>
  uplinkFilters(bases).map((filter) => `$share/frostline/${filter}`);

const TOPIC = /^(?:ingest\/([^/+#]{1,50})\/(readings|properties)|command\/([^/+#]{1,50})\/(response))$/;
/** A topic of another system behind the place of a gateway. */
const BEHIND = /^ingest\/([^/+#]{1,50})\/(.+)$/;
const THINGSBOARD = /^(?:v1\/(?:devices\/me|gateway)\/[^+#]{1,100}|v2\/[ta](?:\/j)?)$/;
const REST = /^[^+#]{1,200}$/;

/** The base topic of Zigbee2MQTT that a topic stands below; null if it is none of its topics. */
export const zigbeeBaseOf = (topic: string, bases: readonly string[] = zigbeeBases()): string | null =>
  bases.find((base) => topic.startsWith(`${base}/`) && REST.test(topic.slice(base.length + 1))) ?? null;

const isForeign = (topic: string, bases: readonly string[]) =>
  THINGSBOARD.test(topic) || zigbeeBaseOf(topic, bases) !== null;

/** What a topic is: `mac` is null where it names none and the connection says whose it is; `topic` is another system's own. */
export type ParsedTopic = { mac: string | null; uplink: Uplink; topic?: string };

/** Whose message a topic is, the MAC in upper case, and what kind of; null for any other topic. */
export function parseUplink(topic: string, bases: readonly string[] = zigbeeBases()): ParsedTopic | null {
  const [, ingestMac, ingest, commandMac, command] = TOPIC.exec(topic) ?? [];
  const mac = ingestMac ?? commandMac;
  if (mac) return { mac: mac.toUpperCase(), uplink: (ingest ?? command) as Uplink };
  if (isForeign(topic, bases)) return { mac: null, uplink: "foreign", topic };
  const [, foreignMac = "", foreign = ""] = BEHIND.exec(topic) ?? [];
  return isForeign(foreign, bases) ? { mac: foreignMac.toUpperCase(), uplink: "foreign", topic: foreign } : null;
}

/** Where a gateway hears its commands. */
export const requestTopic = (mac: string): string => `command/${mac.toUpperCase()}/request`;

/** Whether a gateway may publish to a topic: its own, and those of other systems that name none. */
export function mayPublish(mac: string, topic: string): boolean {
  const parsed = parseUplink(topic);
  return parsed !== null && (parsed.mac === null || parsed.mac === mac.toUpperCase());
}

/** Whether a gateway may subscribe to a filter: the topic of its own commands, letter by letter; no wildcard. */
export const maySubscribe = (mac: string, filter: string): boolean => filter === requestTopic(mac);
