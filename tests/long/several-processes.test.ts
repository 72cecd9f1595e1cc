import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { ensureBuild } from "../../scripts/product/build.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { Supervisor } from "../../scripts/product/supervisor.mjs";
import { login, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";
import { followLive, type Role, startRole } from "../support/processes";
import { hurryQueue } from "../support/queue";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis";
import { type Mailbox, startMailbox } from "../support/smtp";
import { cloneTemplate, dropDatabase } from "../support/template";

const PATIENT = { timeout: 60_000, interval: 100 };
/** `LOGINS_PER_MINUTE` of the session's operations, of one address. */
const LOGINS = 30;
const FRIDGES = 24;

type Call = { status: number; body: { result: { accepted?: number } | null; state: { error?: string } } };

/** Two web servers and two workers, each started by itself, on one database and one Redis. */
describeWithRedis("several processes", () => {
  const name = `processes_${randomBytes(5).toString("hex")}`;
  let redis: RedisServer;
  let mailbox: Mailbox;
  let db: Db;
  let env: Record<string, string>;
  let mqttPort: number;
  const webs: Role[] = [];
  const workers: Role[] = [];
  let owner: Awaited<ReturnType<typeof makeCustomer>>;
  let clock = Date.now() - 3_600_000;

  beforeAll(async () => {
    const supervisor = new Supervisor();
    await ensureBuild({ say: () => {}, run: supervisor.run });
    redis = await startRedis();
    mailbox = await startMailbox();
    mqttPort = await freePort();
    const databaseUrl = await cloneTemplate(inject("adminUrl"), "none", name);
    db = openDb(databaseUrl, 4);
    env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MQTT_PORT: String(mqttPort),
    };
    webs.push(...(await Promise.all([startRole("web", env), startRole("web", env)])));
    workers.push(...(await Promise.all([startRole("worker", env), startRole("worker", env)])));
    owner = await makeCustomer(db);
  }, 400_000);
  afterAll(async () => {
    await Promise.all([...webs, ...workers].map((role) => role.stop()));
    await db?.$client.end({ timeout: 5 });
    await Promise.all([redis?.stop(), mailbox?.close(), dropDatabase(inject("adminUrl"), name)]);
  }, 60_000);

  const web = (index: number) => webs[index % 2] as Role;

  async function call(role: Role, path: string, init: RequestInit & { token?: string } = {}): Promise<Call> {
    const { token, ...rest } = init;
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(role.address + path, { headers, ...rest });
    return { status: response.status, body: (await response.json()) as Call["body"] };
  }
  const take = (role: Role, device: string, temperature = 4) => {
    clock += 1000;
    const body = JSON.stringify({ readings: [{ device, at: clock, values: { temperature } }] });
    return call(role, "/service/ingest/readings", { method: "POST", token: owner.token, body });
  };
  const storedOf = async (probeId: number | undefined) =>
    (await db.$client`select from reading where probe_id = ${probeId as number}`).length;

  it("know of a session wherever it was opened, and of its end", async () => {
    const user = await makeUser(db, owner.id);
    const { token } = await login(web(0).address, user.username);
    for (const role of webs) expect((await call(role, "/service/mine/me", { token })).status).toBe(200);
    const stream = await followLive(web(1).address, token);
    expect((await call(web(0), "/service/user/logout", { token })).status).toBe(200);
    for (const role of webs) expect((await call(role, "/service/mine/me", { token })).status).toBe(401);
    await expect.poll(() => stream.hasEnded).toBe(true);
  }, 60_000);

  it("show live what another has taken in", async () => {
    const fridge = await makeFridge(db, owner);
    const { token } = await login(web(1).address, (await makeUser(db, owner.id)).username);
    const stream = await followLive(web(1).address, token);
    expect((await take(web(0), fridge.sensor.serialNumber, 4.75)).body.result).toMatchObject({ accepted: 1 });
    await expect.poll(() => stream.text).toMatch(/event: reading\ndata: .*4\.75/);
    stream.stop();
  }, 60_000);

  it("count calls together", async () => {
    const headers = { "content-type": "application/json", "x-forwarded-for": "192.0.2.77" };
    const body = JSON.stringify({ username: "nobody", password: "Wrong2026" });
    const answers: number[] = [];
    for (let index = 0; index < LOGINS + 2; index += 1)
      answers.push((await call(web(index), "/service/user/login", { method: "POST", headers, body })).status);
    expect(answers.slice(0, LOGINS)).not.toContain(429);
    expect(answers.slice(LOGINS)).toEqual([429, 429]);
  }, 60_000);

  it("have one door for MQTT, which another worker opens when the one that has it is killed", async () => {
    const gateway = await makeGateway(db, owner.id);
    const fridge = await makeFridge(db, owner, { gatewayId: gateway.id });
    const connect = () =>
      GatewayClient.connect(`mqtt://127.0.0.1:${mqttPort}`, gateway.mac as string, gateway.token).catch(() => null);
    const enter = async () => {
      for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
        const client = await connect();
        if (client) return client;
      }
      throw new Error("no worker opened the door");
    };
    const send = (client: GatewayClient) => {
      clock += 1000;
      return client.readings([{ device: fridge.sensor.serialNumber, at: clock, values: { temperature: 4 } }]);
    };
    /** Kills a worker, and starts another in its stead. */
    const replace = async (index: number) => {
      await (workers[index] as Role).kill();
      workers[index] = await startRole("worker", env);
    };
    let client = await enter();
    await send(client);
    const doors = await db.$client`
      select from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where a.datname = current_database() and l.locktype = 'advisory' and l.objid = 71841 and l.granted`;
    expect(doors).toHaveLength(1);
    await replace(0);
    // It was the other's: that one goes as well, when there is one again that can take over.
    if (client.isConnected) await replace(1);
    expect(client.isConnected).toBe(false);
    client = await enter();
    await send(client);
    expect(await storedOf(fridge.probes.temperature)).toBe(2);
    await client.end();
  }, 120_000);

  it("send each message once, with both workers at it", async () => {
    const contacts = [
      { name: "Ada", email: `ada@${randomBytes(3).toString("hex")}.example`, channels: ["email" as const] },
    ];
    const options = { contacts, plan: [{ channels: ["email" as const] }] };
    mailbox.mails.length = 0;
    const fridges = [];
    for (let index = 0; index < FRIDGES; index += 1) {
      // Each its own owner: alarms of one customer travel together.
      const owner = await makeCustomer(db);
      fridges.push({ owner, fridge: await makeFridge(db, owner, options) });
    }
    await Promise.all(
      fridges.map(({ owner, fridge }, index) => {
        const readings = [{ device: fridge.sensor.serialNumber, at: Date.now(), values: { temperature: 12 } }];
        const body = JSON.stringify({ readings });
        return call(web(index), "/service/ingest/readings", { method: "POST", token: owner.token, body });
      }),
    );
    await db.$client`update outbox set due_at = now() - interval '1 second'`;
    await hurryQueue(db);
    await expect.poll(() => mailbox.mails.length, PATIENT).toBe(FRIDGES);
    await pause(3000);
    expect(mailbox.mails).toHaveLength(FRIDGES);
    expect(new Set(mailbox.mails.map(({ messageId }) => messageId)).size).toBe(FRIDGES);
    const sent = await db.$client`select from notice where channel = 'email' and status = 'sent'`;
    expect(sent).toHaveLength(FRIDGES);
  }, 120_000);

  /** Sends without pause, to the other web server where one does not answer, until told to end; how many were accepted. */
  function keepSending(device: string) {
    let isOver = false;
    const sending = (async () => {
      let accepted = 0;
      for (let turn = 0; !isOver; ) {
        clock += 1000;
        const body = JSON.stringify({ readings: [{ device, at: clock, values: { temperature: 4 } }] });
        const request = { method: "POST", token: owner.token, body };
        for (;;) {
          const answer = await call(web(turn), "/service/ingest/readings", request).catch(() => null);
          turn += 1;
          if (answer?.status === 200) break;
          await pause(50);
        }
        accepted += 1;
        await pause(5);
      }
      return accepted;
    })();
    return () => {
      isOver = true;
      return sending;
    };
  }

  it("go on where a web server is killed under load, and lose nothing", async () => {
    const fridge = await makeFridge(db, owner);
    const { token } = await login(web(1).address, (await makeUser(db, owner.id)).username);
    const stream = await followLive(web(1).address, token);
    const end = keepSending(fridge.sensor.serialNumber);
    await pause(1000);
    await web(0).kill();
    const before = stream.text.length;
    await pause(2000);
    expect(stream.hasEnded).toBe(false);
    expect(stream.text.length).toBeGreaterThan(before);
    expect((await call(web(1), "/service/mine/me", { token })).status).toBe(200);
    webs[0] = await startRole("web", env);
    const accepted = await end();
    expect(accepted).toBeGreaterThan(20);
    expect(await storedOf(fridge.probes.temperature)).toBe(accepted);
    stream.stop();
  }, 120_000);

  it("are started anew one after the other, and lose nothing", async () => {
    const fridge = await makeFridge(db, owner);
    const end = keepSending(fridge.sensor.serialNumber);
    for (const roles of [webs, workers]) {
      for (let index = 0; index < 2; index += 1) {
        expect(await (roles[index] as Role).stop()).toBe(0);
        roles[index] = await startRole(roles === webs ? "web" : "worker", env);
      }
    }
    const accepted = await end();
    expect(await storedOf(fridge.probes.temperature)).toBe(accepted);
    const { status } = await call(web(0), "/service/health");
    expect(status).toBe(200);
  }, 240_000);
});
