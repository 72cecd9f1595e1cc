import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceCommand } from "@/db/schema";
import { issueDueCommands } from "@/features/device/configuration/command.jobs";
import { cancelCommand, issueCommands } from "@/features/device/configuration/configuration.operations";
import { liveBus } from "@/lib/live/live";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { type MqttEndpoint, setMqttEndpoint } from "@/lib/mqtt/endpoint";
import { endpointHandlers } from "@/worker/mqtt";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { GatewayClient } from "../support/gateway-client";

const SETTINGS = { sampleIntervalSeconds: 120, exceptionSampleIntervalSeconds: 60 };
const SECOND = 1000;
const TIMEOUT = 300 * SECOND;

let broker: EmbeddedBroker;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let admin: Awaited<ReturnType<typeof accountContext>>;
let sensor: { id: number; serialNumber: string };
const clients: GatewayClient[] = [];

beforeAll(async () => {
  broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
  setMqttEndpoint(broker);
});

beforeEach(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id);
  admin = await accountContext(db(), await makeUser(db(), owner.id));
  ({ sensor } = await makeFridge(db(), owner, {
    gatewayId: gateway.id,
    device: { typeCode: "zbp_2", settings: SETTINGS, reportIntervalSeconds: 30 },
  }));
});

afterEach(async () => {
  setMqttEndpoint(broker);
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  setMqttEndpoint(null);
  await broker.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const connect = async (who = gateway) => {
  const client = await GatewayClient.connect(`mqtt://127.0.0.1:${broker.port}`, who.mac as string, who.token);
  clients.push(client);
  await client.subscribe();
  return client;
};

const issue = async () => (await issueCommands.call(admin, { deviceIds: [sensor.id] })).ids[0] as number;
/** Lets the worker's clock strike, so many milliseconds from now. */
const strike = (ahead = 0) =>
  issueDueCommands.run(
    {},
    {
      db: db(),
      now: new Date(Date.now() + ahead),
      attempt: 1,
      maximumAttempts: 1,
      signal: new AbortController().signal,
    },
  );
const command = async () => {
  const [row] = await db()
    .select()
    .from(deviceCommand)
    .where(eq(deviceCommand.deviceId, sensor.id))
    .orderBy(desc(deviceCommand.id));
  return row as typeof deviceCommand.$inferSelect;
};
const stored = async () =>
  (await db().select().from(device).where(eq(device.id, sensor.id)))[0] as typeof device.$inferSelect;
const operations = async (id: number) =>
  (await trailOf(db(), owner.id, "deviceCommand", id)).map(({ operation, actorType }) => `${operation} ${actorType}`);

describe("a command", () => {
  it("goes out to its gateway, is answered, and the device is configured", async () => {
    const client = await connect();
    const id = await issue();
    await strike();
    await expect.poll(() => client.orders).toEqual([{ id, device: sensor.serialNumber, settings: SETTINGS }]);
    expect(await command()).toMatchObject({ state: "issuing", attempts: 1 });
    expect(await stored()).toMatchObject({ configStatus: "configuring", appliedSettings: null });
    await client.answer({ id, ok: true, applied: SETTINGS });
    expect(await command()).toMatchObject({ state: "end", result: "succeeded" });
    expect(await stored()).toMatchObject({
      configStatus: "configured",
      appliedSettings: SETTINGS,
      reportIntervalSeconds: 120,
    });
    expect(await operations(id)).toEqual([
      "deviceCommand.prepare user",
      "deviceCommand.send system",
      "deviceCommand.answer device",
    ]);
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("waits for a gateway that is away, and goes out once it comes", async () => {
    const id = await issue();
    await strike();
    expect(await command()).toMatchObject({ state: "prepare", attempts: 0 });
    const client = await connect();
    await strike();
    await expect.poll(() => client.orders.map((order) => order.id)).toEqual([id]);
  });

  it("ends unsent when its gateway does not come in time", async () => {
    const id = await issue();
    await strike(TIMEOUT - SECOND);
    expect((await command()).state).toBe("prepare");
    await strike(TIMEOUT + SECOND);
    expect(await command()).toMatchObject({ state: "end", result: "timed-out", attempts: 0 });
    expect(await stored()).toMatchObject({ configStatus: "fail" });
    expect(await operations(id)).toEqual(["deviceCommand.prepare user", "deviceCommand.expire system"]);
  });

  it("goes out three times with growing pauses, then it has failed", async () => {
    const client = await connect();
    const id = await issue();
    await strike();
    let ahead = 0;
    for (const pause of [5, 10]) {
      ahead += TIMEOUT;
      await strike(ahead + (pause - 1) * SECOND);
      const before = (await command()).attempts;
      ahead += (pause + 1) * SECOND;
      await strike(ahead);
      expect((await command()).attempts).toBe(before + 1);
    }
    await expect.poll(() => client.orders.map((order) => order.id)).toEqual([id, id, id]);
    await strike(ahead + TIMEOUT + SECOND);
    expect(await command()).toMatchObject({ state: "end", result: "timed-out", attempts: 3 });
    expect(await stored()).toMatchObject({ configStatus: "fail", appliedSettings: null });
    expect(await operations(id)).toEqual([
      "deviceCommand.prepare user",
      ...Array(3).fill("deviceCommand.send system"),
      "deviceCommand.expire system",
    ]);
  });

  it("follows its device to another gateway, which then is the one to answer", async () => {
    const [client, next] = [await connect(), await makeGateway(db(), owner.id)];
    const id = await issue();
    await db().update(device).set({ gatewayId: next.id }).where(eq(device.id, sensor.id));
    await strike();
    expect((await command()).state).toBe("prepare");
    const other = await connect(next);
    await strike();
    await expect.poll(() => other.orders.map((order) => order.id)).toEqual([id]);
    await client.answer({ id, ok: false, error: "not mine" });
    expect(await command()).toMatchObject({ state: "issuing", gatewayId: next.id });
    await other.answer({ id, ok: true });
    expect(await command()).toMatchObject({ state: "end", result: "succeeded" });
    expect(client.orders).toEqual([]);
  });

  it("goes out once, however many workers there are", async () => {
    const client = await connect();
    const id = await issue();
    await Promise.all([strike(), strike(), strike(), strike()]);
    await expect.poll(() => client.orders.map((order) => order.id)).toEqual([id]);
    expect((await command()).attempts).toBe(1);
  });

  it("follows the customer's time-out parameter", async () => {
    await db().$client`update parameter set content = '20' where code = 'device.configTimeoutSeconds'`;
    try {
      await issue();
      await strike(21 * SECOND);
      expect(await command()).toMatchObject({ state: "end", result: "timed-out" });
    } finally {
      await db().$client`update parameter set content = '300' where code = 'device.configTimeoutSeconds'`;
    }
  });

  it("that the broker does not take is tried again after the pause, not after the whole wait", async () => {
    const broken: MqttEndpoint = {
      isUp: true,
      reachable: () => [gateway.mac as string],
      publish: () => Promise.reject(new Error("no")),
      close: async () => {},
    };
    setMqttEndpoint(broken);
    const id = await issue();
    await strike();
    expect(await command()).toMatchObject({ state: "issuing", attempts: 1 });
    setMqttEndpoint(broker);
    const client = await connect();
    await strike(6 * SECOND);
    await expect.poll(() => client.orders.map((order) => order.id)).toEqual([id]);
  });

  it("stays at home without a door", async () => {
    setMqttEndpoint(null);
    await issue();
    await strike();
    expect(await command()).toMatchObject({ state: "prepare", attempts: 0 });
  });
});

describe("an answer", () => {
  const sent = async () => {
    const client = await connect();
    const id = await issue();
    await strike();
    await expect.poll(() => client.orders).toHaveLength(1);
    return { client, id };
  };
  const state = async () => JSON.stringify([await command(), await stored()]);

  it("may be a refusal, with its reason", async () => {
    const { client, id } = await sent();
    await client.answer({ id, ok: false, error: "interval below 300 s" });
    expect(await command()).toMatchObject({ state: "end", result: "failed", error: "interval below 300 s" });
    expect(await stored()).toMatchObject({ configStatus: "fail", appliedSettings: null, reportIntervalSeconds: 30 });
  });

  it("may tell of other values than asked for: the device then differs from what it is to have", async () => {
    const { client, id } = await sent();
    await client.answer({ id, ok: true, applied: { sampleIntervalSeconds: 180, port: 7, x: "y" } });
    expect(await stored()).toMatchObject({
      configStatus: "wait",
      appliedSettings: { sampleIntervalSeconds: 180, exceptionSampleIntervalSeconds: 60 },
      reportIntervalSeconds: 180,
    });
  });

  it("is believed no impossible value", async () => {
    const { client, id } = await sent();
    await client.answer({ id, ok: true, applied: { sampleIntervalSeconds: -5 } });
    expect(await stored()).toMatchObject({ appliedSettings: SETTINGS, reportIntervalSeconds: 120 });
  });

  it("counts once: a repeated or a late one changes nothing", async () => {
    const { client, id } = await sent();
    await client.answer({ id, ok: true });
    const before = await state();
    await client.answer({ id, ok: false, error: "no" });
    await client.answer({ id, ok: true, applied: { sampleIntervalSeconds: 900 } });
    expect(await state()).toBe(before);
    const next = await issue();
    await strike();
    await cancelCommand.call(admin, { id: next });
    const called = await state();
    await client.answer({ id: next, ok: true });
    expect(await state()).toBe(called);
    expect(client.isConnected).toBe(true);
  });

  it("before the command went out changes nothing", async () => {
    setMqttEndpoint(null);
    const client = await connect();
    const id = await issue();
    const before = await state();
    await client.answer({ id, ok: true });
    expect(await state()).toBe(before);
  });

  it("for another gateway's command changes nothing, be it a neighbour's or a stranger's", async () => {
    const { id } = await sent();
    const before = await state();
    for (const customerId of [owner.id, (await makeCustomer(db())).id]) {
      const other = await connect(await makeGateway(db(), customerId));
      await other.answer({ id, ok: true });
      expect(other.isConnected).toBe(true);
    }
    expect(await state()).toBe(before);
  });

  it.each([
    ["no id", { ok: true }],
    ["no verdict", { id: 1 }],
    ["an unknown command", { id: 2 ** 40, ok: true }],
    ["an endless reason", { id: 1, ok: false, error: "x".repeat(501) }],
  ])("with %s changes nothing", async (_, body) => {
    const { client } = await sent();
    const before = await state();
    await client.answer(body);
    expect(await state()).toBe(before);
    expect(client.isConnected).toBe(true);
  });
});
