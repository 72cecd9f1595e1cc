import "server-only";
import { connect, type MqttClient } from "mqtt";
import { log } from "@/lib/log/log";
import { type EndpointHandlers, type MqttEndpoint, type UplinkMessage, within } from "./endpoint";
import { MAXIMUM_PAYLOAD_BYTES, parseUplink, sharedFilters, uplinkFilters } from "./topics";

const RECONNECT_MS = 2000;
/** Time limit of an orderly shutdown. */
const CLOSE_SECONDS = 5;
/** A fixed client id, under which the broker queues messages while the worker is away. */
const CLIENT_ID = "frostline";

/** Leaves a message unacknowledged. */
const NOT_TAKEN = new Error("closed before it was taken");

/** Client id at the broker, and whether its messages are shared with other connections. */
type Manner = { clientId?: string; isShared?: boolean };

/** The client id of a slot among the workers that share messages; the first is also that of an unshared connection. */
export const clientIdOf = (place: number): string => (place === 1 ? CLIENT_ID : `${CLIENT_ID}-${place}`);

/**
 * The worker as a client of a broker that the operator runs. Access control is that broker's responsibility; the rules
 * are in docs/deployment.md. Messages are acknowledged after the commit.
 */
export class OutsideBroker implements MqttEndpoint {
  private isClosing = false;
  /** The message being processed. */
  private taking: Promise<boolean> = Promise.resolve(true);

  private constructor(private readonly client: MqttClient) {}

  /** Connects once the broker is available and subscribes to all gateways; `onChange` reports the subscription. */
  static start(
    url: string,
    handlers: EndpointHandlers,
    onChange: (isUp: boolean) => void,
    { clientId = CLIENT_ID, isShared = false }: Manner = {},
  ): OutsideBroker {
    const client = connect(url, { clientId, clean: false, reconnectPeriod: RECONNECT_MS });
    const door = new OutsideBroker(client);
    // Set before messages can arrive. The acknowledgement follows the callback, so it waits for the commit.
    client.handleMessage = (packet, done) => {
      if (door.isClosing) return done(NOT_TAKEN);
      const uplink = packet.retain ? null : parseUplink(packet.topic);
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      // Without a MAC the owner is unknown: other systems' topics must be below `ingest/{MAC}/` here.
      if (!uplink?.mac || payload.length > MAXIMUM_PAYLOAD_BYTES) {
        log.warn({ topic: packet.topic.slice(0, 100), bytes: payload.length }, "mqtt: not for us");
        return done();
      }
      door.taking = door.take(handlers, { ...uplink, mac: uplink.mac, payload, isRetained: false, keyHash: null });
      door.taking.then((isTaken) => done(isTaken ? undefined : NOT_TAKEN), done);
    };
    client.on("connect", ({ sessionPresent }) => {
      // The broker delivers queued messages first, and answers the subscription after them.
      if (sessionPresent) onChange(true);
      // At every connection, because a restarted broker has lost the session.
      subscribe(client, isShared).then(
        () => onChange(true),
        (error) => {
          if (!door.isClosing) log.error({ err: error }, "mqtt: the outside broker refuses the subscription");
        },
      );
    });
    client.on("close", () => onChange(false));
    client.on("error", (error) => log.warn({ err: error }, "mqtt: the outside broker"));
    return door;
  }

  get isUp(): boolean {
    return this.client.connected;
  }

  reachable(): null {
    return null;
  }

  publish(topic: string, payload: string, timeoutSeconds: number): Promise<void> {
    if (!this.isUp) return Promise.reject(new Error("the outside broker is not connected"));
    return within(
      this.client.publishAsync(topic, payload, { qos: 1 }).then(() => {}),
      timeoutSeconds,
      topic,
    );
  }

  /** The message in progress is completed and acknowledged; all others stay with the broker. */
  async close(): Promise<void> {
    this.isClosing = true;
    await within(this.taking, CLOSE_SECONDS, "the last message").catch(() => {});
    await within(this.client.endAsync(), CLOSE_SECONDS, "closing").catch(() => this.client.endAsync(true));
  }

  /**
   * Retries here, because a broker resends unacknowledged messages only after a reconnect. False if this connection is
   * closed first.
   */
  private async take(handlers: EndpointHandlers, message: UplinkMessage): Promise<boolean> {
    for (let pauseMs = 500; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
      const outcome = await handlers.take(message);
      if (outcome !== "again") return true;
      if (this.isClosing) return false;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The persistent session may still have the subscription from before sharing was switched on or off. */
async function subscribe(client: MqttClient, isShared: boolean): Promise<void> {
  const [wanted, other] = isShared ? [sharedFilters(), uplinkFilters()] : [uplinkFilters(), sharedFilters()];
  await client.subscribeAsync([...wanted], { qos: 1 });
  await client.unsubscribeAsync([...other]);
}
