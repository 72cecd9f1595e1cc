import "server-only";
import type { Uplink } from "./topics";

/**
 * A gateway's message as it came in. `keyHash` is the hash of the token of its connection, where the broker is ours;
 * `topic` is that of another system, if it is one's.
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
 * What became of a message: `taken` (also where it can never be taken: it is logged), `again` when the sender is to
 * repeat it, `stranger` when the credentials are no longer good.
 */
export type UplinkOutcome = "taken" | "again" | "stranger";

export type EndpointHandlers = {
  /** The hash of the token if this is a gateway's own, else null. */
  authenticate(mac: string, password: string): Promise<{ keyHash: string; idleSeconds: number } | null>;
  /** The gateway whose token this is, for those who send nothing else; null if it is nobody's. */
  authenticateToken(token: string): Promise<{ mac: string; keyHash: string; idleSeconds: number } | null>;
  /** Whether the token of this hash is still the gateway's own. */
  isCurrent(mac: string, keyHash: string): Promise<boolean>;
  take(message: UplinkMessage): Promise<UplinkOutcome>;
};

/** The way to the gateways, whichever broker stands between. */
export interface MqttEndpoint {
  /** MACs of the gateways that hear their commands now; null where the broker does not tell (an outside one). */
  reachable(): readonly string[] | null;
  /** Whether messages can go out and come in at this moment. */
  readonly isUp: boolean;
  /** Sends at QoS 1; resolves when the broker has taken it. Throws past the time limit. */
  publish(topic: string, payload: string, timeoutSeconds: number): Promise<void>;
  close(): Promise<void>;
}

const shared = globalThis as typeof globalThis & { frostlineMqtt?: MqttEndpoint | null };

/** The door of this process; null where MQTT is not in use, or where another process has it. */
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
