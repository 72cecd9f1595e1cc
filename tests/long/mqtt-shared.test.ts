import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db, openDb } from "@/db/client";
import { issueCommands } from "@/features/device/configuration/configuration.operations";
import { env, resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import { clientIdOf, OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { PLACES, partOf } from "@/worker/shared-subscriptions";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { testDatabaseUrl } from "../support/database";
import { GatewayClient } from "../support/gateway-client";
import { describeWithMosquitto, type Mosquitto, startMosquitto } from "../support/mosquitto";
import { endWorker, startWorker } from "../support/worker";

const PATIENT = { timeout: 60_000, interval: 100 };
const PLACE_LOCK = 71_844;
const DOOR_LOCK = 71_841;
const MESSAGES = 300;

it.each([1, 2, 3, 5, 16, 20])("%i workers have all places among them, as evenly as can be", (workers) => {
  const parts = Array.from({ length: workers }, (_, rank) => partOf({ workers, rank }));
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(PLACES);
  expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
});

it("is asked for only with a broker of one's own", () => {
  const set = process.env.MQTT_SHARED;
  process.env.MQTT_SHARED = "on";
  resetEnvironment();
  expect(env).toThrow("MQTT_SHARED: needs MQTT_URL");
  process.env.MQTT_SHARED = set ?? "";
  resetEnvironment();
});

/** Workers as a start has them, each with a role of its own in the database, by which one sees who did what. */
describeWithMosquitto("workers that share what an outside broker has", () => {
  const names = ["a", "b"].map((mark) => `worker_${mark}_${randomBytes(4).toString("hex")}`);
  const workers = new Map<string, ChildProcess>();
  let mosquitto: Mosquitto;
  let client: GatewayClient;
  let fridge: Awaited<ReturnType<typeof makeFridge>>;
  let clock = Date.UTC(2026, 8, 1);

  const start = (name: string) => {
    const url = new URL(testDatabaseUrl());
    url.username = name;
    url.password = name;
    workers.set(name, startWorker({ DATABASE_URL: url.href, MQTT_URL: mosquitto.url, MQTT_SHARED: "on" }));
  };
  /** How many places each worker has. */
  const places = async () => {
    const rows = await db().$client<{ name: string; count: number }[]>`
      select a.usename as name, count(*)::int as count
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and a.datname = current_database()
         and ((l.classid = ${PLACE_LOCK}::int::oid and l.objsubid = 2 and l.objid <> 0) or (l.objid = ${DOOR_LOCK}::int::oid and l.objsubid = 1))
       group by 1`;
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      clock += 1000;
      await client.readings([{ device: fridge.sensor.serialNumber, at: clock, values: { temperature: 4 } }]);
    }
  };
  const stored = async () => {
    const rows = await db().$client`select 1 from reading where probe_id = ${fridge.probes.temperature as number}`;
    return rows.length;
  };
  const takenBy = async () => {
    const rows = await db().$client<{ name: string; count: number }[]>`
      select taken_by as name, count(*)::int as count from taken where probe_id = ${fridge.probes.temperature as number} group by 1`;
    return new Map(rows.map(({ name, count }) => [name, count]));
  };

  beforeAll(async () => {
    mosquitto = await startMosquitto(["max_queued_messages 0"]);
    const sql = db().$client;
    for (const name of names) await sql.unsafe(`create role ${name} login superuser password '${name}'`);
    await sql.unsafe(`
      create table taken (probe_id bigint, taken_by text);
      create function note_taken() returns trigger language plpgsql as $$ begin
        insert into taken select probe_id, current_user from new_rows; return null; end $$;
      create trigger note_taken after insert on reading referencing new table as new_rows
        for each statement execute function note_taken()`);
  }, 60_000);
  beforeEach(async () => {
    const owner = await makeCustomer(db());
    const gateway = await makeGateway(db(), owner.id);
    const settings = { sampleIntervalSeconds: 90 };
    fridge = await makeFridge(db(), owner, { gatewayId: gateway.id, device: { settings } });
    client = await GatewayClient.connect(mosquitto.url, gateway.mac as string, gateway.token);
  });
  afterEach(async () => {
    await client.end();
    await Promise.all([...workers.values()].map((worker) => endWorker(worker)));
    workers.clear();
  });
  afterAll(async () => {
    await mosquitto.stop();
    const sql = db().$client;
    await sql.unsafe("drop trigger note_taken on reading; drop function note_taken; drop table taken");
    for (const name of names) await sql.unsafe(`drop owned by ${name}; drop role ${name}`);
    await liveBus().close();
    await sql.end({ timeout: 5 });
  });

  const [first, second] = names as [string, string];

  it("have the same part of it, and each message is taken once", async () => {
    start(first);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES });
    start(second);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES / 2, [second]: PLACES / 2 });
    // Nothing that comes while places change hands is lost: the broker keeps it for them.
    await send(MESSAGES);
    await expect.poll(stored, PATIENT).toBe(MESSAGES);
    const taken = await takenBy();
    expect([...taken.values()].reduce((sum, count) => sum + count, 0)).toBe(MESSAGES);
    for (const name of names) expect(taken.get(name)).toBeGreaterThan(MESSAGES / 4);
  }, 240_000);

  it("leave what a killed one has not acknowledged to the others", async () => {
    start(first);
    start(second);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES / 2, [second]: PLACES / 2 });
    // From here on nothing can be committed, so nothing may be acknowledged.
    const blocker = openDb(testDatabaseUrl(), 1);
    const held = await blocker.$client.reserve();
    await held`begin`;
    await held`lock table reading_hour in exclusive mode`;
    await send(MESSAGES);
    const waiting = async () =>
      (await db().$client`select from pg_locks where not granted and relation = 'reading_hour'::regclass`).length;
    await expect.poll(waiting, PATIENT).toBeGreaterThan(0);
    expect(await stored()).toBe(0);

    await endWorker(workers.get(first));
    await held`rollback`;
    held.release();
    await blocker.$client.end({ timeout: 1 });
    await expect.poll(stored, PATIENT).toBe(MESSAGES);
    await expect.poll(places, PATIENT).toEqual({ [second]: PLACES });
    expect((await takenBy()).get(second)).toBeGreaterThan(MESSAGES / 2);
  }, 240_000);

  it("lose nothing while one after the other is started anew", async () => {
    start(first);
    start(second);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES / 2, [second]: PLACES / 2 });
    let isOver = false;
    let sent = 0;
    const sending = (async () => {
      while (!isOver) {
        await send(1);
        sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 80));
      }
    })();
    for (const name of names) {
      expect(await endWorker(workers.get(name), "SIGTERM")).toBe(0);
      start(name);
      await expect.poll(places, PATIENT).toEqual({ [first]: PLACES / 2, [second]: PLACES / 2 });
    }
    isOver = true;
    await sending;
    await expect.poll(stored, PATIENT).toBe(sent);
  }, 240_000);

  it("send a command once, and take its answer whoever gets it", async () => {
    start(first);
    start(second);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES / 2, [second]: PLACES / 2 });
    await client.subscribe();
    const admin = await accountContext(db(), await makeUser(db(), fridge.carrier.customerId));
    const { ids } = await issueCommands.call(admin, { deviceIds: [fridge.sensor.id] });
    await expect.poll(() => client.orders.map(({ id }) => id), PATIENT).toEqual(ids);
    await client.answer({ id: ids[0], ok: true });
    const result = async () =>
      (await db().$client<{ result: string }[]>`select result from device_command where id = ${ids[0] as number}`)[0]
        ?.result;
    await expect.poll(result, PATIENT).toBe("succeeded");
    expect(client.orders).toHaveLength(1);
  }, 240_000);

  it("are told of nothing twice where one has not shared before", async () => {
    const ups: boolean[] = [];
    const open = (isShared: boolean) =>
      OutsideBroker.start(mosquitto.url, endpointHandlers, (isUp) => ups.push(isUp), {
        clientId: clientIdOf(1),
        isShared,
      });
    const alone = open(false);
    await expect.poll(() => ups.at(-1), PATIENT).toBe(true);
    await alone.close();
    start(first);
    await expect.poll(places, PATIENT).toEqual({ [first]: PLACES });
    // The broker knows of a change of subscriptions by then.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await send(PLACES * 2);
    await expect.poll(stored, PATIENT).toBe(PLACES * 2);
    const [log] = await db().$client<
      { count: number }[]
    >`select count(*)::int as count from taken where probe_id = ${fridge.probes.temperature as number}`;
    expect(log?.count).toBe(PLACES * 2);
  }, 240_000);
});
