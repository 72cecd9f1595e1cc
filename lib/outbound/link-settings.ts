import type { Endpoint } from "./guarded-socket";

/** At most once, at least once, exactly once. */
export type Qos = 0 | 1 | 2;

export type LinkSettings = Endpoint & {
  type: "http" | "mqtt" | "tcp";
  timeoutMs: number;
  /** Interval of checks on a persistent connection; 0: the connection is not kept open. */
  heartbeatSeconds: number;
  username: string;
  password: string | null;
  /** HTTP: the path of a post. */
  path: string;
  clientId: string;
  qos: Qos;
  publishTopic: string;
  /** MQTT: the topic on which the platform confirms each message; empty if it does not. */
  subscribeTopic: string;
};

/** A message; `id` is equal for repetitions. */
export type Outgoing = { id: string; body: string };

/** An open connection to a platform. Messages are sent one after the other. */
export type Link = {
  /** Whether it stays connected between messages. */
  readonly isStanding: boolean;
  /** Whether it can still send. */
  readonly isOpen: boolean;
  /** Resolves when the message is delivered with the configured guarantee. Throws OutboundError. */
  send(message: Outgoing): Promise<void>;
  close(): Promise<void>;
};
