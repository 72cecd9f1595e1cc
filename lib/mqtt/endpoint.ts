import "server-only";
import type { Uplink } from "./topics";

/**
 * A message received from a gateway. `keyHash` is the hash of its connection's token, if the broker is embedded;
 * `topic` is another system's topic, if it has one.
 */
export type UplinkMessage = {
  mac: string;
  uplink: Uplink;
  topic?: string | undefined;
  payload: Buffer;
  isRetained: boolean;
  keyHash: string | null;
};

/**
 * Outcome of a message: `taken` (also if it can never be processed, which is logged), `again` if the sender must resend
 * it, `stranger` if the credentials are no longer valid.
 */
export type UplinkOutcome = "taken" | "again" | "stranger";

export type EndpointHandlers = {
  /** The hash of the token if it belongs to this gateway, else null. */
  authenticate(mac: string, password: string): Promise<{ keyHash: string; idleSeconds: number } | null>;
  /** The gateway with this token, for clients that send only a token; null if it is unknown. */
  authenticateToken(token: string): Promise<{ mac: string; keyHash: string; idleSeconds: number } | null>;
  /** Whether the token with this hash is still the gateway's. */
  isCurrent(mac: string, keyHash: string): Promise<boolean>;
  take(message: UplinkMessage): Promise<UplinkOutcome>;
};

/** The connection to the gateways, by whichever broker. */
export interface MqttEndpoint {
  /** MACs of the gateways currently subscribed to their commands; null if the broker does not report it (external). */
  reachable(): readonly string[] | null;
  /** Whether messages can currently be sent and received. */
  readonly isUp: boolean;
  /** Publishes at QoS 1; resolves when the broker has accepted it. Throws after the time limit. */
  publish(topic: string, payload: string, timeoutSeconds: number): Promise<void>;
  close(): Promise<void>;
}

const shared = globalThis as typeof globalThis & { frostlineMqtt?: MqttEndpoint | null };

/** The endpoint of this process; null if MQTT is not in use, or another process has the endpoint. */
export const mqttEndpoint = (): MqttEndpoint | null => shared.frostlineMqtt ?? null;

export function setMqttEndpoint(door: MqttEndpoint | null): void {
  shared.frostlineMqtt = door;
}

/** Rejects when `work` takes longer than `seconds`. */
export function within<T>(work: Promise<T>, seconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
