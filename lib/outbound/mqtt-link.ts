import "server-only";
import type { Socket } from "node:net";
import { MqttClient } from "mqtt";
import { FrameGuard } from "@/lib/mqtt/frame-guard";
import { Answers } from "./answers";
import { openSocket } from "./guarded-socket";
import type { Link, LinkSettings, Outgoing } from "./link-settings";
import { OutboundError, outboundError } from "./outbound-error";

/** Refused because of user name or password (MQTT 3.1.1, section 3.2.2.3). */
const LOGIN_REFUSED = new Set([4, 5]);
const CLOSE_MS = 1000;
/** Limit of received packets: the client would buffer up to 256 MB before it delivers the first byte. */
const MAXIMUM_PACKET = 64 * 1024;

/** Publishes each message with the configured QoS; with a reply topic it waits for the platform's own confirmation. */
export class MqttLink implements Link {
  private readonly answers = new Answers();
  /** Rejects when the connection is lost: pending messages will not be confirmed. */
  private readonly lost: Promise<never>;

  private constructor(
    private readonly client: MqttClient,
    private readonly settings: LinkSettings,
    socket: Socket,
  ) {
    const closed = () => (socket.errored instanceof OutboundError ? socket.errored : new OutboundError("closed"));
    client.on("error", () => {});
    client.on("message", (_topic, payload) => this.answers.take(payload.toString("utf8")));
    client.on("close", () => this.answers.failAll(closed()));
    this.lost = new Promise((_done, fail) => client.once("close", () => fail(closed())));
    this.lost.catch(() => {});
  }

  static async open(settings: LinkSettings): Promise<MqttLink> {
    const { timeoutMs, clientId, username, password, heartbeatSeconds, qos, subscribeTopic } = settings;
    const socket = await openSocket(settings, timeoutMs);
    const client = new MqttClient(() => guarded(socket), {
      clientId,
      ...(username && { username }),
      ...(password !== null && { password }),
      keepalive: heartbeatSeconds,
      // Unconfirmed messages are stored in the database, and resent from there.
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
      protocolVersion: 4,
      queueQoSZero: false,
    });
    const link = new MqttLink(client, settings, socket);
    try {
      await within(Promise.race([connected(client), link.lost]), timeoutMs);
      if (subscribeTopic) {
        const subscribed = client.subscribeAsync(subscribeTopic, { qos: qos === 0 ? 0 : 1 });
        const granted = await within(Promise.race([subscribed, link.lost]), timeoutMs);
        if (granted.some((one) => one.qos > 2)) throw new OutboundError("refused", subscribeTopic);
      }
    } catch (error) {
      client.end(true);
      throw outboundError(error);
    }
    return link;
  }

  get isStanding(): boolean {
    return this.settings.heartbeatSeconds > 0;
  }

  get isOpen(): boolean {
    return this.client.connected;
  }

  async send({ id, body }: Outgoing): Promise<void> {
    const { publishTopic, qos, subscribeTopic, timeoutMs } = this.settings;
    if (!this.isOpen) throw new OutboundError("closed");
    const confirmed = subscribeTopic ? this.answers.wait(id, timeoutMs) : null;
    // The reply may arrive before the broker's; if publishing fails, it is not awaited.
    confirmed?.catch(() => {});
    try {
      await within(Promise.race([this.client.publishAsync(publishTopic, body, { qos }), this.lost]), timeoutMs);
      await confirmed;
    } catch (error) {
      throw outboundError(error);
    }
  }

  async close(): Promise<void> {
    await within(this.client.endAsync(), CLOSE_MS).catch(() => this.client.end(true));
  }
}

/** Wraps the socket; destroys it when a packet announces more than the limit. */
function guarded(socket: Socket): Socket {
  const guard = new FrameGuard(() => MAXIMUM_PACKET);
  return socket.on("data", (chunk: Buffer) => {
    if (!guard.take(chunk)) socket.destroy(new OutboundError("answer", "a packet is too large"));
  });
}

function connected(client: MqttClient): Promise<void> {
  return new Promise<void>((done, fail) => {
    client.once("connect", () => done());
    client.once("error", (error: Error & { code?: number | string }) => {
      const isLogin = typeof error.code === "number" && LOGIN_REFUSED.has(error.code);
      fail(isLogin ? new OutboundError("login", `CONNACK ${error.code}`) : error);
    });
  });
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new OutboundError("timeout")), timeoutMs);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
