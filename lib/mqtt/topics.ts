/** What a gateway sends: measurements, what it tells of itself and its devices, and answers to commands. */
export const UPLINKS = ["readings", "properties", "response"] as const;
export type Uplink = (typeof UPLINKS)[number];

/** Largest message of a gateway, in bytes: that of the HTTP door. */
export const MAXIMUM_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** The filters under which the worker hears every gateway at an outside broker. */
export const UPLINK_FILTERS = ["ingest/+/readings", "ingest/+/properties", "command/+/response"] as const;

const TOPIC = /^(?:ingest\/([^/+#]{1,50})\/(readings|properties)|command\/([^/+#]{1,50})\/(response))$/;

/** Whose message a topic is, the MAC in upper case, and what kind of; null for any other topic. */
export function parseUplink(topic: string): { mac: string; uplink: Uplink } | null {
  const [, ingestMac, ingest, commandMac, command] = TOPIC.exec(topic) ?? [];
  const mac = ingestMac ?? commandMac;
  return mac ? { mac: mac.toUpperCase(), uplink: (ingest ?? command) as Uplink } : null;
}

/** Where a gateway hears its commands. */
export const requestTopic = (mac: string): string => `command/${mac.toUpperCase()}/request`;

/** Whether a gateway may publish to a topic: its own three and nothing else. */
export const mayPublish = (mac: string, topic: string): boolean => parseUplink(topic)?.mac === mac.toUpperCase();

/** Whether a gateway may subscribe to a filter: the topic of its own commands, letter by letter; no wildcard. */
export const maySubscribe = (mac: string, filter: string): boolean => filter === requestTopic(mac);
