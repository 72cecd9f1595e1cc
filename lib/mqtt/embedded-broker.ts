import "server-only";
import { createServer, type Socket } from "node:net";
import { Aedes, type Client, type ConnectPacket } from "aedes";
import { log } from "@/lib/log/log";
import { Backlog } from "./backlog";
import { ConnectionGuard } from "./connection-guard";
import { type EndpointHandlers, type MqttEndpoint, type UplinkMessage, within } from "./endpoint";
import { FrameGuard, PUBLISH, SMALL_BYTES } from "./frame-guard";
import { guardedStream } from "./guarded-stream";
import { LeakyBucket } from "./leaky-bucket";
import { ENDPOINT_LIMITS, type EndpointLimits } from "./limits";
import { logIn, loginName, returnCodeOf } from "./login";
import { Sessions } from "./sessions";
import { MAXIMUM_PAYLOAD_BYTES, mayPublish, maySubscribe, parseUplink, requestTopic } from "./topics";
import { processInTurn } from "./turns";

/** Fixed header and topic of the largest packet, in addition to its payload. */
const PACKET_BYTES = MAXIMUM_PAYLOAD_BYTES + 1024;
const CONNECT_MS = 10_000;
const MAXIMUM_CONNECTIONS = 10_000;
/** Packets that may follow the CONNECT before its answer: more than the backlog permits. */
const EARLY_PACKETS = 5000;
/** Time for work in progress when the endpoint closes; an unresponsive database is not waited for. */
const CLOSE_SECONDS = 5;
/** A connection before authentication. */
type Visit = { address: string; backlog: Backlog; packet: ConnectPacket | null; keepAliveSeconds: number };

/**
 * An in-process broker for gateways only: user name = MAC, password = ingest token, or the token as user name. QoS 1
 * messages are acknowledged after the handler, so after its commit. Nothing is retained or delivered to other gateways.
 */
export class EmbeddedBroker implements MqttEndpoint {
  readonly isUp = true;
  private readonly sessions = new Sessions();
  private readonly visits = new WeakMap<Client, Visit>();
  private readonly sockets = new Set<Socket>();
  private readonly closing = new AbortController();
  private isClosed = false;
  private readonly guard: ConnectionGuard;
  private readonly server = createServer((socket) => this.accept(socket));

  private constructor(
    private readonly broker: Aedes,
    private readonly handlers: EndpointHandlers,
    private readonly limits: EndpointLimits,
  ) {
    this.guard = new ConnectionGuard(limits);
  }

  /** Listens on host and port (0: a free one). `known` tokens are admitted first. Throws if the port is unavailable. */
  static async start(
    host: string,
    port: number,
    handlers: EndpointHandlers,
    limits = ENDPOINT_LIMITS,
    known: Parameters<ConnectionGuard["remember"]>[0] = [],
  ) {
    const broker = await Aedes.createBroker({
      connectTimeout: CONNECT_MS,
      queueLimit: EARLY_PACKETS,
      maxInflightInbound: 20,
    });
    const door = new EmbeddedBroker(broker, handlers, limits);
    door.guard.remember(known);
    door.setRules();
    door.server.maxConnections = MAXIMUM_CONNECTIONS;
    try {
      await new Promise<void>((resolve, reject) => {
        door.server.once("error", reject);
        door.server.listen({ host, port }, () => resolve());
      });
    } catch (error) {
      broker.close();
      throw error;
    }
    door.server.on("error", (error) => log.error({ err: error }, "mqtt: the broker's port"));
    door.server.on("drop", (peer) => door.guard.log({ address: addressOf(peer) }, "too many connections"));
    return door;
  }

  get port(): number {
    const address = this.server.address();
    return address && typeof address === "object" ? address.port : 0;
  }

  reachable(): string[] {
    return this.sessions.list().flatMap(({ hears, mac }) => (hears ? [mac] : []));
  }

  async publish(topic: string, payload: string, timeoutSeconds: number): Promise<void> {
    await this.closeStrangers(topic);
    const sent = new Promise<void>((resolve, reject) => {
      const packet = { cmd: "publish", topic, payload, qos: 1, dup: false, retain: false } as const;
      this.broker.publish(packet, (error) => (error ? reject(error) : resolve()));
    });
    return within(sent, timeoutSeconds, topic);
  }

  /** Disconnects clients whose token has been replaced before a message to the gateway is published. */
  private async closeStrangers(topic: string): Promise<void> {
    for (const { mac } of this.sessions.list().filter((session) => requestTopic(session.mac) === topic))
      for (const client of this.sessions.ofGateway(mac)) {
        const session = this.sessions.of(client);
        if (!session || (await this.handlers.isCurrent(mac, session.keyHash))) continue;
        log.warn({ mac }, "mqtt: the token was replaced, the connection is closed");
        await this.end(client);
      }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // Reading stops, and messages waiting for their allowance are left for the gateway to resend.
    this.closing.abort();
    for (const socket of this.sockets) socket.pause();
    const turns = Promise.allSettled(this.sessions.list().map(({ turn }) => turn));
    await within(turns, CLOSE_SECONDS, "what is under way").catch((err: Error) =>
      log.warn({ err }, "mqtt: closed with messages under way, which come again"),
    );
    this.isClosed = true;
    const ended = new Promise<void>((resolve) => this.broker.close(() => resolve()));
    await within(ended, CLOSE_SECONDS, "the broker").catch((err: Error) => log.warn({ err }, "mqtt: closed anyhow"));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private accept(socket: Socket): void {
    const address = addressOf(socket);
    if (!this.guard.enter(address)) {
      this.guard.log({ address }, "too many connections of this address");
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.once("close", () => {
      this.sockets.delete(socket);
      this.guard.leave(address);
    });
    socket.setNoDelay(true);
    let client: Client | undefined;
    const session = () => this.sessions.of(client);
    const backlog = new Backlog(this.limits.backlog);
    const frames = new FrameGuard(
      (type) => (session() && type === PUBLISH ? PACKET_BYTES : SMALL_BYTES),
      (bytes) => backlog.add(bytes),
    );
    const packets = new LeakyBucket(this.limits.packets);
    const look = (chunk: Buffer): string | null => {
      session()?.idle.refresh();
      const before = frames.begun;
      if (!frames.take(chunk)) return "a message is too large";
      return packets.spend("", frames.begun - before, Date.now()) > 0 ? "too many packets" : null;
    };
    const refuse = (reason: string) => this.guard.log({ address, mac: session()?.mac }, reason);
    client = this.broker.handle(guardedStream(socket, look, refuse, backlog, this.closing.signal));
    this.visits.set(client, { address, backlog, packet: null, keepAliveSeconds: 0 });
  }

  private setRules(): void {
    const { broker } = this;
    // Gateways choose client ids freely; the name is prefixed so that none can displace another's connection.
    broker.preConnect = (client, packet, done) => {
      const visit = this.visits.get(client);
      if (!visit || !packet.username) return done(new Error("no user name"), false);
      visit.packet = packet;
      const name = loginName(packet.username, packet.password?.toString("utf8") ?? "");
      packet.clientId = `${name.toUpperCase()}/${packet.clientId ?? ""}`;
      // Checked here, because messages waiting in the backlog are not silence, but aedes would treat them so.
      visit.keepAliveSeconds = Math.min(packet.keepalive ?? 0, this.limits.keepAliveSeconds);
      packet.keepalive = 0;
      done(null, true);
    };
    broker.authenticate = (client, username, password, done) => {
      this.admit(client, username ?? "", password?.toString("utf8") ?? "").then(
        () => done(null, true),
        (error: Error) => done(Object.assign(error, { returnCode: returnCodeOf(error) }), false),
      );
    };
    broker.authorizePublish = (client, packet, done) => {
      // Not retained: the latest values are in the database.
      const isRetained = packet.retain;
      packet.retain = false;
      const session = this.sessions.of(client);
      const uplink = session && mayPublish(session.mac, packet.topic) ? parseUplink(packet.topic) : null;
      if (!session || !uplink) {
        const address = (client && this.visits.get(client)?.address) ?? "";
        this.guard.log({ address, mac: session?.mac, topic: packet.topic.slice(0, 100) }, "may not publish there");
        return done(new Error("not authorized"));
      }
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      // Without an acknowledgement the gateway keeps the message and resends it over its next connection.
      const { mac, keyHash } = session;
      const message = { ...uplink, mac, payload, keyHash, isRetained };
      const isHere = () => this.sessions.of(client) === session;
      const { guard: frames, closing } = this;
      processInTurn(session, message, {
        guard: frames,
        closing: closing.signal,
        isHere,
        take: (one) => this.take(one),
      }).then(
        (outcome) => done(outcome === "taken" ? null : new Error(`not taken: ${outcome}`)),
        (error: Error) => done(error),
      );
    };
    broker.authorizeSubscribe = (client, { topic, ...subscription }, done) => {
      const session = this.sessions.of(client);
      if (session && maySubscribe(session.mac, topic)) return done(null, { topic, ...subscription });
      const { mac, address = "" } = session ?? {};
      this.guard.log({ address, mac, topic: topic.slice(0, 100) }, "may not subscribe to that");
      if (session) session.refusedFilters += 1;
      if (!session || session.refusedFilters <= this.limits.refusedFilters) return done(null, null);
      this.guard.log({ address, mac }, "too many refused subscriptions");
      done(new Error("too many refused subscriptions"));
    };
    broker.on("subscribe", (subscriptions, client) => this.listens(client, subscriptions));
    broker.on("clientReady", (client) => this.listens(client, []));
    broker.on("unsubscribe", (_topics, client) => this.listens(client, []));
    broker.on("clientDisconnect", (client) => this.sessions.forget(client));
    const broke = (client: Client, error: Error) => {
      log.debug({ mac: this.sessions.of(client)?.mac, err: error }, "mqtt: connection ended");
      this.sessions.forget(client);
    };
    broker.on("clientError", broke);
    broker.on("connectionError", broke);
  }

  private async take(message: UplinkMessage) {
    if (this.isClosed) throw new Error("the door is closed");
    return this.handlers.take(message);
  }

  /** Authenticates a gateway; throws with the reason of a refusal. */
  private async admit(client: Client, username: string, password: string): Promise<void> {
    const { address, packet, backlog, keepAliveSeconds } = this.visits.get(client) as Visit;
    const { mac, keyHash, idleSeconds } = await logIn(this.guard, this.handlers, { address, username, password });
    if (client.closed) throw new Error("gone while it was looked up");
    if (packet && !packet.clean && !this.guard.mayKeep(mac, packet.clientId)) {
      packet.clean = true;
      client.clean = true;
    }
    // One and a half times the client's keep-alive (MQTT 3.1.1, 3.1.2.10), or the value set for its customer.
    const silenceMs = (keepAliveSeconds > 0 ? keepAliveSeconds * 1.5 : idleSeconds) * 1000;
    const idle = setTimeout(() => (backlog.messages > 0 ? idle.refresh() : client.close()), silenceMs).unref();
    this.sessions.add(client, {
      mac,
      address,
      keyHash,
      backlog,
      turn: Promise.resolve(),
      hears: false,
      idle,
      refusedFilters: 0,
    });
    for (const oldest of this.sessions.ofGateway(mac).slice(0, -this.limits.connectionsPerGateway)) {
      this.guard.log({ address, mac }, "too many connections of this gateway, the oldest ends");
      void this.end(oldest);
    }
  }

  /** A subscription may also be restored with a persistent session, without a SUBSCRIBE. */
  private listens(client: Client, asked: readonly { topic: string; qos: number }[]): void {
    const session = this.sessions.of(client);
    if (!session) return;
    const kept = Object.keys((client as unknown as { subscriptions: object }).subscriptions);
    const granted = asked.filter(({ qos }) => qos < 128).map(({ topic }) => topic);
    session.hears = [...kept, ...granted].some((topic) => maySubscribe(session.mac, topic));
  }

  private end(client: Client): Promise<void> {
    this.sessions.forget(client);
    return new Promise((resolve) => client.close(() => resolve()));
  }
}

/** The peer's address; an IPv4 address in its own form on a dual-stack socket too. */
const addressOf = (peer: { remoteAddress?: string | undefined } | undefined): string =>
  (peer?.remoteAddress ?? "").replace(/^::ffff:/, "");
