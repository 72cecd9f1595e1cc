/** What a gateway sends: measurements, what it tells of itself and its devices, answers to commands, and what others send. */
export const UPLINKS = ["readings", "properties", "response", "foreign"] as const;
export type Uplink = (typeof UPLINKS)[number];

/** Largest message of a gateway, in bytes: that of the HTTP door. */
export const MAXIMUM_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** The filters under which the worker hears every gateway at an outside broker. */
export const UPLINK_FILTERS = [
  "ingest/+/readings",
  "ingest/+/properties",
  "command/+/response",
  "ingest/+/zigbee2mqtt/#",
  "ingest/+/v1/#",
  "ingest/+/v2/+",
] as const;

/** The same filters, under which each message goes to one of the connections that ask for it in this name. */
export const SHARED_FILTERS = UPLINK_FILTERS.map((filter) => `$share/frostline/${filter}`);

const TOPIC = /^(?:ingest\/([^/+#]{1,50})\/(readings|properties)|command\/([^/+#]{1,50})\/(response))$/;
/** Zigbee2MQTT's and ThingsBoard's own topics, behind the place of a gateway or by themselves. */
const FOREIGN =
  /^(?:ingest\/([^/+#]{1,50})\/)?(zigbee2mqtt\/[^+#]{1,200}|v1\/(?:devices\/me|gateway)\/[^+#]{1,100}|v2\/[ta])$/;

/** What a topic is: `mac` is null where it names none and the connection says whose it is; `topic` is another system's own. */
export type ParsedTopic = { mac: string | null; uplink: Uplink; topic?: string };

/** Whose message a topic is, the MAC in upper case, and what kind of; null for any other topic. */
export function parseUplink(topic: string): ParsedTopic | null {
  const [, ingestMac, ingest, commandMac, command] = TOPIC.exec(topic) ?? [];
  const mac = ingestMac ?? commandMac;
  if (mac) return { mac: mac.toUpperCase(), uplink: (ingest ?? command) as Uplink };
  const [, foreignMac, foreign] = FOREIGN.exec(topic) ?? [];
  return foreign ? { mac: foreignMac?.toUpperCase() ?? null, uplink: "foreign", topic: foreign } : null;
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
