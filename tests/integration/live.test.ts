import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET } from "@/app/service/live/route";
import { db } from "@/db/client";
import { carrier, scene, session } from "@/db/schema";
import { subscribeLive } from "@/features/telemetry/live/live.operations";
import { RECHECK_MS, STREAMS_PER_ACCOUNT } from "@/features/telemetry/live/live.rules";
import type { LiveReading } from "@/features/telemetry/live/live.schema";
import { publishSessionsEnded } from "@/lib/auth/end-sessions";
import type { RawReply } from "@/lib/http/reply";
import type { LiveBus, LiveEvent } from "@/lib/live/bus";
import { PostgresBus } from "@/lib/live/postgres-bus";
import { RedisBus } from "@/lib/live/redis-bus";
import { accountContext, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { testDatabaseUrl } from "../support/database";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis";

type Heard = { event: string; data: unknown; id: string };
type Stream = {
  heard: Heard[];
  readings: () => number[];
  exceptions: () => number[];
  ended: () => boolean;
  stop: () => Promise<void>;
};

const shared = globalThis as typeof globalThis & { frostlineLive?: LiveBus; frostlineHub?: unknown };
const streams: Stream[] = [];

let own: Awaited<ReturnType<typeof makeCustomer>>;
let other: typeof own;
let wardId: number;
let inWard: number;
let outOfWard: number;
let abroad: number;

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  const [ward] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: "ward", name: "Ward" })
    .returning();
  wardId = ward?.id ?? 0;
  const place = async (customerId: number, sceneId: number, name: string) => {
    const [row] = await db().insert(carrier).values({ customerId, sceneId, name, type: "refrigerator" }).returning();
    return row?.id ?? 0;
  };
  inWard = await place(own.id, wardId, "in the ward");
  outOfWard = await place(own.id, own.sceneId, "elsewhere");
  abroad = await place(other.id, other.sceneId, "of another customer");
});

afterEach(async () => {
  vi.useRealTimers();
  for (const stream of streams.splice(0)) await stream.stop();
});

afterAll(() => db().$client.end({ timeout: 5 }));

const reading = (carrierId: number | null, probeId: number, customerId = own.id): LiveEvent => ({
  type: "reading",
  customerId,
  carrierId,
  data: { probeId, at: Date.now(), value: 4.5, trend: 0.1 },
});
const exception = (carrierId: number | null, id: number, customerId = own.id): LiveEvent => ({
  type: "exception",
  customerId,
  carrierId,
  data: { id, change: "opened" },
});

/** Reads a stream of server-sent events as a browser would. */
function follow(body: ReadableStream<Uint8Array>): Stream {
  const heard: Heard[] = [];
  const reader = body.getReader();
  let isEnded = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)));
        if (fields.event) heard.push({ event: fields.event, data: JSON.parse(fields.data), id: fields.id ?? "" });
      }
    }
    isEnded = true;
  })();
  const data = (event: string) => heard.filter((one) => one.event === event).map((one) => one.data);
  const stream: Stream = {
    heard,
    readings: () => (data("reading") as LiveReading[][]).flat().map(({ probeId }) => probeId),
    exceptions: () => (data("exception") as { id: number }[]).map(({ id }) => id),
    ended: () => isEnded,
    stop: async () => {
      await reader.cancel();
      await reading;
    },
  };
  streams.push(stream);
  return stream;
}

const userOf = (customerId: number, options: UserOptions = {}) => makeUser(db(), customerId, options);

async function listen(options: UserOptions & { customerId?: number } = {}, query: Record<string, unknown> = {}) {
  const { customerId = own.id, ...rest } = options;
  const ctx = await accountContext(db(), await userOf(customerId, rest));
  const reply = (await subscribeLive.call(ctx, query)) as RawReply;
  return follow(reply.body as ReadableStream<Uint8Array>);
}

type Kind = {
  bus: () => LiveBus;
  /** Cuts the subscriber's connection, which then comes back. */
  cut: () => Promise<void>;
};

function behaves(kind: () => Kind) {
  let bus: LiveBus;

  beforeEach(() => {
    bus = kind().bus();
    shared.frostlineLive = bus;
    shared.frostlineHub = undefined;
  });
  afterEach(() => bus.close());

  it("opens with an id and the headers of a stream", async () => {
    const ctx = await accountContext(db(), await userOf(own.id));
    const reply = (await subscribeLive.call(ctx, {})) as RawReply;
    expect(reply.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    const { heard } = follow(reply.body as ReadableStream<Uint8Array>);
    await expect.poll(() => heard).toEqual([{ event: "ready", data: {}, id: expect.stringMatching(/^.+-0$/) }]);
  });

  it("tells each session what its scope and its permissions show, and nothing else", async () => {
    const admin = await listen();
    const nurse = await listen({ scopeType: 0, sceneIds: [wardId] });
    const stranger = await listen({ customerId: other.id });
    const platform = await listen({ scopeType: 3 });
    const agentOfNobody = await listen({ scopeType: -1, customerIds: [own.id] });
    const reader = await listen({ permissions: ["viewHistory"] });
    const doorkeeper = await listen({ permissions: ["switchCarrier"] });
    await bus.publish([
      reading(inWard, 1),
      reading(outOfWard, 2),
      reading(abroad, 3, other.id),
      reading(null, 4),
      exception(inWard, 11),
      exception(outOfWard, 12),
      exception(abroad, 13, other.id),
      exception(null, 14),
    ]);
    await expect.poll(() => platform.readings()).toEqual([1, 2, 3, 4]);
    await expect.poll(() => reader.readings()).toEqual([1, 2, 4]);
    expect(platform.exceptions()).toEqual([11, 12, 13, 14]);
    expect([admin.readings(), admin.exceptions()]).toEqual([
      [1, 2, 4],
      [11, 12, 14],
    ]);
    expect([nurse.readings(), nurse.exceptions()]).toEqual([[1], [11]]);
    expect([stranger.readings(), stranger.exceptions()]).toEqual([[3], [13]]);
    expect([agentOfNobody.readings(), agentOfNobody.exceptions()]).toEqual([[], []]);
    expect(reader.exceptions()).toEqual([]);
    expect([doorkeeper.readings(), doorkeeper.exceptions()]).toEqual([[], []]);
  });

  it("joins the readings of a moment, and sends those of the carriers asked for alone", async () => {
    const all = await listen();
    const some = await listen({}, { carriers: `${inWard},${abroad}` });
    const none = await listen({}, { carriers: "" });
    await bus.publish([reading(inWard, 1), reading(outOfWard, 2), reading(abroad, 3, other.id), exception(inWard, 11)]);
    await expect.poll(() => none.exceptions()).toEqual([11]);
    await expect.poll(() => all.readings()).toEqual([1, 2]);
    expect(all.heard.filter(({ event }) => event === "reading")).toHaveLength(1);
    expect(some.readings()).toEqual([1]);
    expect(none.readings()).toEqual([]);
    expect(all.heard.find(({ event }) => event === "reading")?.data).toContainEqual({
      carrierId: inWard,
      probeId: 1,
      at: expect.any(Number),
      value: 4.5,
      trend: 0.1,
    });
  });

  it("goes on where a stream broke off, with the newest reading of each probe", async () => {
    const first = await listen();
    await bus.publish([exception(inWard, 11)]);
    await expect.poll(() => first.exceptions()).toEqual([11]);
    const lastEventId = first.heard.at(-1)?.id ?? "";
    await first.stop();
    const witness = await listen();
    await bus.publish([reading(inWard, 1), exception(inWard, 12)]);
    await bus.publish([reading(inWard, 1), reading(abroad, 3, other.id)]);
    await expect.poll(() => witness.readings()).toEqual([1, 1]);

    const again = await listen({}, { lastEventId });
    await expect.poll(() => again.readings()).toEqual([1]);
    expect(again.exceptions()).toEqual([12]);
    expect(again.heard.map(({ event }) => event)).toEqual(["ready", "exception", "reading"]);
  });

  it("replays what came after a page was rendered", async () => {
    const witness = await listen();
    await bus.publish([reading(inWard, 1)]);
    await expect.poll(() => witness.readings()).toEqual([1]);
    await sleep(20);
    const since = Date.now();
    await bus.publish([reading(inWard, 2)]);
    await expect.poll(() => witness.readings()).toEqual([1, 2]);
    const page = await listen({}, { since: String(since), carriers: String(inWard) });
    await expect.poll(() => page.readings()).toEqual([2]);
    const older = await listen({}, { since: String(since - 3_600_000) });
    await expect.poll(() => older.heard.map(({ event }) => event)).toEqual(["reset"]);
  });

  it.each(["nonsense", "zzz.0-1", "-1"])("asks a client with the unknown id %s to read anew", async (lastEventId) => {
    const { heard } = await listen({}, { lastEventId });
    await expect.poll(() => heard).toEqual([{ event: "reset", data: {}, id: expect.any(String) }]);
  });

  it("closes the streams of sessions that were ended, says why, and leaves the others alone", async () => {
    const contexts = await Promise.all([1, 2].map(async () => accountContext(db(), await userOf(own.id))));
    const [ended, alsoEnded] = await Promise.all(
      contexts.map(async (ctx) => follow(((await subscribeLive.call(ctx, {})) as RawReply).body as ReadableStream)),
    );
    const witness = await listen({ scopeType: 3 });
    // More than one message of the bus holds.
    const unknown = Array.from({ length: 150 }, () => crypto.randomUUID());
    const ids = contexts.map(({ actor }) => actor.principal.sessionId);
    await publishSessionsEnded([ids[0] as string, ...unknown, ids[1] as string], "cancelled");
    await expect.poll(() => [ended?.ended(), alsoEnded?.ended()]).toEqual([true, true]);
    for (const stream of [ended, alsoEnded])
      expect(stream?.heard.at(-1)).toMatchObject({ event: "end", data: { reason: "cancelled" } });
    await bus.publish([reading(inWard, 1)]);
    await expect.poll(() => witness.readings()).toEqual([1]);
    expect(witness.heard.map(({ event }) => event)).toEqual(["ready", "reading"]);
  });

  it("asks everybody to read anew after the bus was lost", async () => {
    const stream = await listen();
    await expect.poll(() => stream.heard).toHaveLength(1);
    await kind().cut();
    await expect.poll(() => stream.heard.at(-1)?.event).toBe("reset");
    await bus.publish([reading(inWard, 1)]);
    await expect.poll(() => stream.readings()).toEqual([1]);
  });
}

describe("live events over PostgreSQL", () => {
  behaves(() => ({
    bus: () => new PostgresBus(testDatabaseUrl()),
    async cut() {
      const sql = postgres(testDatabaseUrl(), { max: 1 });
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and application_name = 'frostline live' and query ilike 'listen%'`;
      await sql.end();
    },
  }));
});

describeWithRedis("live events over Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  behaves(() => ({
    bus: () => new RedisBus(redis.url),
    async cut() {
      const { Redis } = await import("ioredis");
      const client = new Redis(redis.url);
      await client.call("CLIENT", "KILL", "TYPE", "pubsub");
      client.disconnect();
    },
  }));
});

describe("the streams of a process", () => {
  let bus: LiveBus;
  beforeEach(() => {
    bus = new PostgresBus(testDatabaseUrl());
    shared.frostlineLive = bus;
    shared.frostlineHub = undefined;
  });
  afterEach(() => bus.close());

  it("beat, and end with their session", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const user = await userOf(own.id);
    const ctx = await accountContext(db(), user);
    const reply = (await subscribeLive.call(ctx, {})) as RawReply;
    const stream = follow(reply.body as ReadableStream<Uint8Array>);
    const witness = await listen();
    vi.advanceTimersByTime(RECHECK_MS);
    await expect.poll(() => stream.heard.map(({ event }) => event)).toEqual(["ready", "beat", "beat"]);
    expect(stream.ended()).toBe(false);

    await db()
      .update(session)
      .set({ endedAt: new Date(), endReason: "replaced" })
      .where(eq(session.id, ctx.actor.principal.sessionId));
    vi.advanceTimersByTime(RECHECK_MS);
    await expect.poll(() => stream.ended()).toBe(true);
    expect(stream.heard.at(-1)).toMatchObject({ event: "end", data: { reason: "replaced" } });
    expect(witness.ended()).toBe(false);
  });

  it("follow a carrier that moves into the scope", async () => {
    const nurse = await listen({ scopeType: 0, sceneIds: [wardId] });
    await db().update(carrier).set({ sceneId: wardId }).where(eq(carrier.id, outOfWard));
    await bus.publish([{ type: "device", customerId: own.id, carrierId: null, data: { change: "structure" } }]);
    await vi.waitFor(async () => {
      await bus.publish([reading(outOfWard, 2)]);
      await sleep(60);
      expect(nurse.readings()).toContain(2);
    });
    await db().update(carrier).set({ sceneId: own.sceneId }).where(eq(carrier.id, outOfWard));
  });

  it("are cut off when nobody reads them, and leave the others alone", async () => {
    const ctx = await accountContext(db(), await userOf(own.id));
    const { body } = (await subscribeLive.call(ctx, {})) as RawReply;
    const quick = await listen();
    const padding = "x".repeat(1000);
    for (let round = 0; round < 6; round += 1) {
      const events = Array.from({ length: 100 }, (_, n) => ({
        ...exception(inWard, round * 100 + n),
        data: { id: n, padding },
      }));
      await bus.publish(events);
    }
    await expect.poll(() => quick.exceptions()).toHaveLength(600);
    const slow = follow(body as ReadableStream<Uint8Array>);
    await expect.poll(() => slow.ended()).toBe(true);
    expect(quick.ended()).toBe(false);
  });

  it("are limited by account, and make room when they close", async () => {
    const ctx = await accountContext(db(), await userOf(own.id));
    const open = async () =>
      follow(((await subscribeLive.call(ctx, {})) as RawReply).body as ReadableStream<Uint8Array>);
    const opened: Stream[] = [];
    for (let count = 0; count < STREAMS_PER_ACCOUNT; count += 1) opened.push(await open());
    await expect(open()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await opened[0]?.stop();
    await expect(open()).resolves.toBeDefined();
  });

  it("are for those who signed in, and know the header of a browser that returns", async () => {
    const knock = (headers: Record<string, string>) =>
      GET(new Request("http://localhost/service/live", { headers }), { params: Promise.resolve({}) });
    expect((await knock({})).status).toBe(401);
    const { token } = await openSessionOf(db(), await userOf(own.id));
    const response = await knock({ authorization: `Bearer ${token}`, "last-event-id": "long-gone-7" });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    const { heard } = follow(response.body as ReadableStream<Uint8Array>);
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(["reset"]);
  });

  it("refuse what is no list of carriers", async () => {
    const ctx = await accountContext(db(), await userOf(own.id));
    for (const carriers of ["a", "1,,2", "-1", "1.5", Array.from({ length: 201 }, (_, n) => n + 1).join(",")]) {
      await expect(subscribeLive.call(ctx, { carriers }), carriers).rejects.toThrow();
    }
  });
});
