import type { Endpoint } from "./guarded-socket";

/** At most once, at least once, only once. */
export type Qos = 0 | 1 | 2;

export type LinkSettings = Endpoint & {
  type: "http" | "mqtt" | "tcp";
  timeoutMs: number;
  /** How often a standing connection is proven; 0 keeps none. */
  heartbeatSeconds: number;
  username: string;
  password: string | null;
  /** HTTP: what the path of a post is. */
  path: string;
  clientId: string;
  qos: Qos;
  publishTopic: string;
  /** MQTT: where the platform confirms each message; empty if it does not. */
  subscribeTopic: string;
};

/** A message; `id` is the same whenever the same message is sent again. */
export type Outgoing = { id: string; body: string };

/** An open way to a platform. Messages are sent one after the other. */
export type Link = {
  /** Whether it stands by itself between messages. */
  readonly isStanding: boolean;
  /** Whether it can still carry something. */
  readonly isOpen: boolean;
  /** Resolves when the message has arrived as surely as the settings ask for. Throws OutboundError. */
  send(message: Outgoing): Promise<void>;
  close(): Promise<void>;
};
