import "server-only";
import { findPrincipal, type Principal } from "@/lib/auth/principal";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { RawReply } from "@/lib/http/reply";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus, type SessionsEnded } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import type { Db } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { findCarrierIds } from "./live.data";
import {
  type Audience,
  audibleTypes,
  Batch,
  block,
  FLUSH_MS,
  HEARTBEAT_MS,
  Journal,
  QUEUE_BYTES,
  RECHECK_MS,
  STREAMS_PER_ACCOUNT,
} from "./live.rules";
import { type DeviceEvent, LiveQuery } from "./live.schema";

type Listener = {
  readonly db: Db;
  readonly sessionId: string;
  readonly userId: number;
  /** The carriers whose readings it subscribes to; null: all visible ones. */
  readonly carriers: ReadonlySet<number> | null;
  readonly hasPositions: boolean;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  audience: Audience;
};

const encoder = new TextEncoder();
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};
const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** Reconnection delay of the browser. */
const RETRY = "retry: 3000\n\n";

/** What a session may receive, with its nodes and their carriers if it is bound to nodes. */
async function audienceOf(db: Db, { scope, permissions }: Principal): Promise<Audience> {
  const types = audibleTypes(permissions);
  const customerIds = scope.customerIds === "all" ? "all" : new Set(scope.customerIds);
  const carrierIds = scope.sceneIds === "all" ? "all" : new Set(await findCarrierIds(db, scope));
  const sceneIds = scope.sceneIds === "all" ? "all" : new Set(scope.sceneIds);
  const key = JSON.stringify([scope.customerIds, scope.sceneIds, [...types]]);
  return { key, customerIds, carrierIds, sceneIds, types };
}

/** Fans the bus out to the streams of this process: one subscription, each event serialised once. */
class LiveHub {
  private readonly listeners = new Set<Listener>();
  private readonly startedAt = Date.now();
  private gaps = 0;
  private journal = this.newJournal();
  private batch = new Batch();
  private flushedAt = 0;
  private flushTimer: NodeJS.Timeout | undefined;
  private listening: Promise<unknown> | undefined;

  /** Subscribes to the bus on first use; after a failure the next stream retries. */
  async start(): Promise<void> {
    this.listening ??= this.listen();
    try {
      await this.listening;
    } catch (error) {
      this.listening = undefined;
      throw new AppError("UNAVAILABLE", "live events are not available", {}, { cause: error });
    }
  }

  streamsOf(userId: number): number {
    let count = 0;
    for (const listener of this.listeners) if (listener.userId === userId) count += 1;
    return count;
  }

  /** Adds a stream and sends the events it has missed. Pending events are flushed first, so none is sent twice. */
  add(listener: Listener, lastEventId: string | undefined, since: number | undefined): void {
    this.flush();
    this.listeners.add(listener);
    const { id } = this.journal;
    const missed = this.journal.missed(lastEventId, since);
    const answer = missed
      ? block("ready", "{}", id) + new Batch(missed).textFor(listener, id)
      : block("reset", "{}", id);
    this.send(listener, encoder.encode(RETRY + answer));
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
  }

  private newJournal(): Journal {
    return new Journal(`${this.startedAt.toString(36)}.${this.gaps}`, Date.now());
  }

  private async listen(): Promise<void> {
    await liveBus().subscribe(
      (events) => this.take(events),
      () => this.startAnew(),
    );
    this.journal = this.newJournal();
    // On shutdown the web server waits for open requests, and these would never end.
    if (env().NODE_ENV === "production") for (const signal of STOP_SIGNALS) process.once(signal, () => this.endAll());
    setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    setInterval(() => void this.recheck(() => true), RECHECK_MS).unref();
  }

  private take(events: readonly LiveEvent[]): void {
    const now = Date.now();
    for (const event of events) {
      if (event.type === "session") {
        this.endSessions(event.data as SessionsEnded);
        continue;
      }
      this.batch.add(this.journal.take(event, now));
      const isStructure = event.type === "device" && (event.data as DeviceEvent | null)?.change === "structure";
      if (isStructure) void this.recheck(({ audience }) => audience.carrierIds !== "all");
    }
    this.flushTimer ??= setTimeout(() => this.flush(), Math.max(0, this.flushedAt + FLUSH_MS - now));
  }

  private flush(): void {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    if (this.batch.isEmpty) return;
    this.flushedAt = Date.now();
    const { batch } = this;
    this.batch = new Batch();
    const made = new Map<string, Uint8Array>();
    for (const listener of this.listeners) {
      // Streams with the same scope share the bytes, unless they name carriers.
      const key = listener.carriers === null ? listener.audience.key : null;
      const bytes = (key && made.get(key)) || encoder.encode(batch.textFor(listener, this.journal.id));
      if (key) made.set(key, bytes);
      if (bytes.length > 0) this.send(listener, bytes);
    }
  }

  private send(listener: Listener, bytes: Uint8Array): void {
    const { controller } = listener;
    try {
      controller.enqueue(bytes);
      if ((controller.desiredSize ?? 0) <= 0) this.end(listener);
    } catch {
      // The stream is closed already.
      this.listeners.delete(listener);
    }
  }

  private end(listener: Listener): void {
    this.listeners.delete(listener);
    try {
      listener.controller.close();
    } catch {
      // The client has closed it.
    }
  }

  /** Sends each stream of an ended session the reason as its last event. */
  private endSessions({ sessionIds, reason }: { sessionIds: readonly string[]; reason: string }): void {
    const ended = new Set(sessionIds);
    const bytes = encoder.encode(block("end", JSON.stringify({ reason })));
    for (const listener of [...this.listeners].filter(({ sessionId }) => ended.has(sessionId))) {
      this.send(listener, bytes);
      this.end(listener);
    }
  }

  private endAll(): void {
    for (const listener of this.listeners) this.end(listener);
  }

  /** Prevents proxies from closing the connection, and updates the event id of idle streams. */
  private beat(): void {
    this.flush();
    const bytes = encoder.encode(block("beat", "{}", this.journal.id));
    for (const listener of this.listeners) this.send(listener, bytes);
  }

  /** Events published while the bus was disconnected are unknown, so every client has to refetch. */
  private startAnew(): void {
    this.gaps += 1;
    this.journal = this.newJournal();
    this.batch = new Batch();
    const bytes = encoder.encode(block("reset", "{}", this.journal.id));
    for (const listener of this.listeners) this.send(listener, bytes);
  }

  /** Reloads sessions and scopes; streams of ended sessions are closed. */
  private async recheck(which: (listener: Listener) => boolean): Promise<void> {
    const sessions = new Map<string, Listener[]>();
    for (const listener of this.listeners) {
      if (which(listener)) sessions.set(listener.sessionId, [...(sessions.get(listener.sessionId) ?? []), listener]);
    }
    for (const [sessionId, listeners] of sessions) {
      try {
        await this.recheckSession(sessionId, listeners);
      } catch (error) {
        log.warn({ err: error }, "a live session could not be checked");
      }
    }
  }

  private async recheckSession(sessionId: string, listeners: readonly Listener[]): Promise<void> {
    const db = listeners[0]?.db as Db;
    const principal = await findPrincipal(db, sessionId);
    if (principal === null || principal === "replaced") {
      return this.endSessions({ sessionIds: [sessionId], reason: principal ?? "expired" });
    }
    const audience = await audienceOf(db, principal);
    for (const listener of listeners) listener.audience = audience;
  }
}

const shared = globalThis as typeof globalThis & { frostlineHub?: LiveHub };

function hub(): LiveHub {
  shared.frostlineHub ??= new LiveHub();
  return shared.frostlineHub;
}

/** The live stream of a session: server-sent events in its scope, resumable by the id of the last event. */
export const subscribeLive = defineOperation({
  name: "live.subscribe",
  kind: "query",
  permission: SIGNED_IN,
  input: LiveQuery,
  async run({ actor, db }, { carriers, positions, lastEventId, since }): Promise<RawReply> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { principal } = actor;
    const userId = principal.user.id;
    const [audience] = await Promise.all([audienceOf(db, principal), hub().start()]);
    if (hub().streamsOf(userId) >= STREAMS_PER_ACCOUNT) {
      throw new AppError("RATE_LIMITED", `more than ${STREAMS_PER_ACCOUNT} open streams`, { retryAfterSeconds: 30 });
    }
    let listener: Listener;
    const stream = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const wanted = carriers ? new Set(carriers) : null;
          const hasPositions = positions === "all";
          listener = {
            db,
            sessionId: principal.sessionId,
            userId,
            carriers: wanted,
            hasPositions,
            controller,
            audience,
          };
          hub().add(listener, lastEventId, since);
        },
        cancel: () => hub().remove(listener),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
    );
    return new RawReply(stream, HEADERS);
  },
});
