import "server-only";
import { connect, type MqttClient } from "mqtt";
import { log } from "@/lib/log/log";
import { type EndpointHandlers, type MqttEndpoint, type UplinkMessage, within } from "./endpoint";
import { MAXIMUM_PAYLOAD_BYTES, parseUplink, sharedFilters, uplinkFilters } from "./topics";

const RECONNECT_MS = 2000;
/** So long an orderly end may take. */
const CLOSE_SECONDS = 5;
/** One name: the broker keeps for it what came while the worker was away. */
const CLIENT_ID = "frostline";

/** Leaves a message unacknowledged. */
const NOT_TAKEN = new Error("closed before it was taken");

/** How the worker is called there, and whether what comes is shared with connections of other names. */
type Manner = { clientId?: string; isShared?: boolean };

/** The name of a place among those that share what comes; the first is that of a connection that shares with nobody. */
export const clientIdOf = (place: number): string => (place === 1 ? CLIENT_ID : `${CLIENT_ID}-${place}`);

/**
 * The worker as a client of a broker that the operator runs. Who may publish where is that broker's to check; docs/deployment.md
 * has the rules. A message is acknowledged to it after the commit.
 */
export class OutsideBroker implements MqttEndpoint {
  private isClosing = false;
  /** The message in hand. */
  private taking: Promise<boolean> = Promise.resolve(true);

  private constructor(private readonly client: MqttClient) {}

  /** Connects, now or as soon as the broker is there, and listens to all gateways; `onChange` tells whether it does. */
  static start(
    url: string,
    handlers: EndpointHandlers,
    onChange: (isUp: boolean) => void,
    { clientId = CLIENT_ID, isShared = false }: Manner = {},
  ): OutsideBroker {
    const client = connect(url, { clientId, clean: false, reconnectPeriod: RECONNECT_MS });
    const door = new OutsideBroker(client);
    // Set before anything can come in. The acknowledgement follows the call back, so it waits for the commit.
    client.handleMessage = (packet, done) => {
      if (door.isClosing) return done(NOT_TAKEN);
      const uplink = packet.retain ? null : parseUplink(packet.topic);
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      // Without a MAC nobody knows whose it is: other systems' topics come behind `ingest/{MAC}/` here.
      if (!uplink?.mac || payload.length > MAXIMUM_PAYLOAD_BYTES) {
        log.warn({ topic: packet.topic.slice(0, 100), bytes: payload.length }, "mqtt: not for us");
        return done();
      }
      door.taking = door.take(handlers, { ...uplink, mac: uplink.mac, payload, isRetained: false, keyHash: null });
      door.taking.then((isTaken) => done(isTaken ? undefined : NOT_TAKEN), done);
    };
    client.on("connect", ({ sessionPresent }) => {
      // What the broker has kept comes first, and its answer to the subscription behind all of it.
      if (sessionPresent) onChange(true);
      // Asked for at every connection: a broker that was started anew knows nothing of the last one.
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

  /** What is in hand is taken to its end and acknowledged; all else stays with the broker. */
  async close(): Promise<void> {
    this.isClosing = true;
    await within(this.taking, CLOSE_SECONDS, "the last message").catch(() => {});
    await within(this.client.endAsync(), CLOSE_SECONDS, "closing").catch(() => this.client.endAsync(true));
  }

  /**
   * Tries again here: a broker repeats what was not acknowledged only after the next connection. False if this one is
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

/** Its session may still have what was asked for before the workers began, or ceased, to share. */
async function subscribe(client: MqttClient, isShared: boolean): Promise<void> {
  const [wanted, other] = isShared ? [sharedFilters(), uplinkFilters()] : [uplinkFilters(), sharedFilters()];
  await client.subscribeAsync([...wanted], { qos: 1 });
  await client.unsubscribeAsync([...other]);
}
