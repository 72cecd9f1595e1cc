import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceCommand } from "@/db/schema";
import { issueDueCommands } from "@/features/device/configuration/command.jobs";
import { issueCommands } from "@/features/device/configuration/configuration.operations";
import { liveBus } from "@/lib/live/live";
import { setMqttEndpoint } from "@/lib/mqtt/endpoint";
import { OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";
import { describeWithMosquitto, type Mosquitto, startMosquitto } from "../support/mosquitto";

const NAME = "frostline-test";

describeWithMosquitto("behind a broker of the operator's own", () => {
  let mosquitto: Mosquitto;
  let door: OutsideBroker;
  let ups: boolean[];
  let owner: Awaited<ReturnType<typeof makeCustomer>>;
  let gateway: Awaited<ReturnType<typeof makeGateway>>;
  let fridge: Awaited<ReturnType<typeof makeFridge>>;
  const clients: GatewayClient[] = [];

  const open = async () => {
    ups = [];
    door = OutsideBroker.start(mosquitto.url, endpointHandlers, (isUp) => ups.push(isUp), { clientId: NAME });
    await expect.poll(() => ups.at(-1), { timeout: 10_000 }).toBe(true);
    setMqttEndpoint(door);
  };

  beforeAll(async () => {
    mosquitto = await startMosquitto();
  });
  beforeEach(async () => {
    owner = await makeCustomer(db());
    gateway = await makeGateway(db(), owner.id);
    const settings = { sampleIntervalSeconds: 90 };
    fridge = await makeFridge(db(), owner, { gatewayId: gateway.id, device: { settings } });
    await open();
  });
  afterEach(async () => {
    setMqttEndpoint(null);
    await Promise.all([door.close(), ...clients.splice(0).map((client) => client.end())]);
  });
  afterAll(async () => {
    await mosquitto.stop();
    await liveBus().close();
    await db().$client.end({ timeout: 5 });
  });

  const connect = async () => {
    const client = await GatewayClient.connect(mosquitto.url, gateway.mac as string, gateway.token);
    clients.push(client);
    return client;
  };
  let clock = Date.UTC(2026, 8, 1);
  const reading = () => {
    clock += 1000;
    return { device: fridge.sensor.serialNumber, at: clock, values: { temperature: 4 } };
  };
  const stored = async () => {
    const rows = await db().$client`select 1 from reading where probe_id = ${fridge.probes.temperature as number}`;
    return rows.length;
  };

  it("readings and properties come in", async () => {
    const client = await connect();
    await client.readings([reading(), reading()]);
    await client.publish(`ingest/${gateway.mac}/properties`, { gateway: { firmware: "3.0" } });
    await expect.poll(stored).toBe(2);
    await expect
      .poll(async () => (await db().select().from(device).where(eq(device.id, gateway.id)))[0]?.firmware)
      .toBe("3.0");
  });

  it("a message of a gateway that is not ours, or that is retained, changes nothing", async () => {
    const client = await connect();
    await client.publish("ingest/00000000/readings", { readings: [reading()] });
    await client.publish(`ingest/${gateway.mac}/readings`, { readings: [reading()] });
    await expect.poll(stored).toBe(1);
    await client.readings([reading()], { retain: true });
    await expect.poll(stored).toBe(2);
    await door.close();
    await open();
    // What came live counted; what a new subscription finds retained is old.
    expect(await stored()).toBe(2);
    await client.publish(`ingest/${gateway.mac}/readings`, "", { retain: true });
  });

  it("what came while the worker was away is taken when it is back, also after the broker was started anew", async () => {
    const client = await connect();
    await door.close();
    await client.readings([reading(), reading(), reading()]);
    expect(await stored()).toBe(0);
    await client.end();
    await mosquitto.restart();
    await open();
    await expect.poll(stored).toBe(3);
  });

  it("a lost connection is noticed, and taken up again", async () => {
    await mosquitto.restart();
    await expect.poll(() => ups, { timeout: 15_000 }).toEqual(expect.arrayContaining([false]));
    await expect.poll(() => ups.at(-1), { timeout: 15_000 }).toBe(true);
    const client = await connect();
    await client.readings([reading()]);
    await expect.poll(stored).toBe(1);
  }, 40_000);

  it("what cannot be stored now is kept and stored later", async () => {
    const client = await connect();
    await db().$client`alter table reading_hour rename to reading_hour_away`;
    try {
      await client.readings([reading()]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await stored()).toBe(0);
    } finally {
      await db().$client`alter table reading_hour_away rename to reading_hour`;
    }
    await expect.poll(stored, { timeout: 10_000 }).toBe(1);
  });

  it("a command goes out and its answer comes back", async () => {
    const client = await connect();
    await client.subscribe();
    const admin = await accountContext(db(), await makeUser(db(), owner.id));
    const { ids } = await issueCommands.call(admin, { deviceIds: [fridge.sensor.id] });
    const signal = new AbortController().signal;
    await issueDueCommands.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
    await expect.poll(() => client.orders.map(({ id }) => id)).toEqual(ids);
    await client.answer({ id: ids[0], ok: true });
    const state = async () =>
      (
        await db()
          .select()
          .from(deviceCommand)
          .where(eq(deviceCommand.id, ids[0] as number))
      )[0]?.result;
    await expect.poll(state).toBe("succeeded");
  });
});
