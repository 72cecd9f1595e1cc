import { createConnection } from "node:net";
import { eq } from "drizzle-orm";
import { generate } from "mqtt-packet";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer, device } from "@/db/schema";
import { liveBus } from "@/lib/live/live";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";

let broker: EmbeddedBroker;
let url: string;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let neighbour: Awaited<ReturnType<typeof makeGateway>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
const clients: GatewayClient[] = [];

beforeAll(async () => {
  broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
  url = `mqtt://127.0.0.1:${broker.port}`;
});

beforeEach(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id);
  neighbour = await makeGateway(db(), owner.id);
  fridge = await makeFridge(db(), owner, { gatewayId: gateway.id });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  await broker.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const connect = async (who = gateway, options = {}) => {
  const client = await GatewayClient.connect(url, who.mac as string, who.token, options);
  clients.push(client);
  return client;
};

let clock = Date.UTC(2026, 8, 1);
const reading = (temperature = 4.25) => {
  clock += 1000;
  return { device: fridge.sensor.serialNumber, at: clock, values: { temperature } };
};
const stored = async () => {
  const rows = await db().$client<{ value: number }[]>`
    select value from reading where probe_id = ${fridge.probes.temperature as number} order by at`;
  return rows.map(({ value }) => value);
};

describe("who may connect", () => {
  it("is a gateway with its MAC and its token, however it spells the MAC", async () => {
    expect((await connect()).isConnected).toBe(true);
    expect((await connect({ ...gateway, mac: (gateway.mac as string).toLowerCase() })).isConnected).toBe(true);
  });

  it.each<[string, () => Promise<[string, string]> | [string, string]]>([
    ["with a wrong password", () => [gateway.mac as string, "wrong"]],
    ["without a password", () => [gateway.mac as string, ""]],
    ["with the password's hash", () => [gateway.mac as string, gateway.ingestTokenHash as string]],
    ["with another gateway's password", () => [gateway.mac as string, neighbour.token]],
    ["under another gateway's MAC", () => [neighbour.mac as string, gateway.token]],
    ["with the customer-wide token, which is for HTTP", () => [gateway.mac as string, owner.token]],
    ["under a sensor's MAC", () => [fridge.sensor.mac as string, gateway.token]],
    ["under no name", () => ["", gateway.token]],
    [
      "that is switched off",
      async () => {
        const off = await makeGateway(db(), owner.id, { use: "deactivated" });
        return [off.mac as string, off.token];
      },
    ],
    [
      "of a cancelled customer",
      async () => {
        const gone = await makeGateway(db(), (await makeCustomer(db(), { status: "cancelled" })).id);
        return [gone.mac as string, gone.token];
      },
    ],
  ])("is nobody %s", async (_, credentials) => {
    const [mac, password] = await credentials();
    await expect(GatewayClient.connect(url, mac, password)).rejects.toThrow();
  });

  it("does not push out another that chose the same client id", async () => {
    const first = await connect(gateway, { clientId: "the-same" });
    const second = await connect(neighbour, { clientId: "the-same" });
    await first.readings([reading()]);
    expect([first.isConnected, second.isConnected]).toEqual([true, true]);
  });
});

describe("a message", () => {
  it("is acknowledged after its commit", async () => {
    const client = await connect();
    for (let round = 0; round < 20; round += 1) {
      await client.readings([reading(round)]);
      expect(await stored()).toHaveLength(round + 1);
    }
  });

  it("counts once, however often it comes", async () => {
    const client = await connect();
    const one = [reading(), reading()];
    await Promise.all([1, 2, 3, 4].map(() => client.readings(one)));
    expect(await stored()).toEqual([4.25, 4.25]);
  });

  it("reaches only the devices of the gateway's customer", async () => {
    const foreign = await makeFridge(db(), await makeCustomer(db()));
    const client = await connect();
    await client.readings([{ ...reading(), device: foreign.sensor.serialNumber }, reading()]);
    expect(await stored()).toEqual([4.25]);
    const [{ count } = { count: -1 }] = await db().$client<{ count: number }[]>`
      select count(*)::int from reading where probe_id = ${foreign.probes.temperature as number}`;
    expect(count).toBe(0);
  });

  it("keeps the order in which it was sent", async () => {
    const client = await connect();
    await Promise.all(Array.from({ length: 30 }, (_, index) => client.readings([reading(index)])));
    expect(await stored()).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });

  it.each([
    ["no JSON", "not json"],
    ["no object", "5"],
    ["no readings", "{}"],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0xfd])],
  ])("that is %s is done with, and the connection stays", async (_, body) => {
    const client = await connect();
    await client.publish(`ingest/${gateway.mac}/readings`, body);
    await client.readings([reading()]);
    expect(await stored()).toEqual([4.25]);
  });

  it("that cannot be stored now is not acknowledged, so that the gateway sends it again", async () => {
    const client = await connect();
    await db().$client`alter table reading_hour rename to reading_hour_away`;
    try {
      await expect(client.readings([reading()])).rejects.toThrow();
    } finally {
      await db().$client`alter table reading_hour_away rename to reading_hour`;
    }
    expect(await stored()).toEqual([]);
    const again = await connect();
    await again.readings([reading()]);
    expect(await stored()).toEqual([4.25]);
  });

  it("is refused once the token was replaced", async () => {
    const client = await connect();
    await client.readings([reading()]);
    await db().update(device).set({ ingestTokenHash: "another" }).where(eq(device.id, gateway.id));
    await expect(client.readings([reading()])).rejects.toThrow();
    expect(await stored()).toHaveLength(1);
  });

  it("is refused once the customer is cancelled", async () => {
    const client = await connect();
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, owner.id));
    await expect(client.readings([reading()])).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });
});

describe("a gateway stays in its own rooms", () => {
  it.each([
    ["another's readings", () => `ingest/${neighbour.mac}/readings`],
    ["another's answers", () => `command/${neighbour.mac}/response`],
    ["its own commands", () => `command/${gateway.mac}/request`],
    ["another's commands", () => `command/${neighbour.mac}/request`],
    ["the broker's own topics", () => "$SYS/broker/load"],
    ["anything else", () => "house/kitchen"],
  ])("may not publish to %s", async (_, topic) => {
    const listener = await connect(neighbour);
    await listener.subscribe();
    const client = await connect();
    await expect(client.publish(topic(), { readings: [reading()] })).rejects.toThrow();
    expect(await stored()).toEqual([]);
    expect(listener.orders).toEqual([]);
  });

  it("subscribes to its own commands and to nothing else", async () => {
    const client = await connect();
    for (const filter of ["#", "+/+/+", "command/#", "command/+/request", `command/${neighbour.mac}/request`, "$SYS/#"])
      expect(await client.subscribe(filter), filter).toBe(128);
    expect(await client.subscribe()).toBe(1);
    expect(client.isConnected).toBe(true);
  });

  it("hears its own commands alone", async () => {
    const [client, other] = [await connect(), await connect(neighbour)];
    await Promise.all([client.subscribe(), other.subscribe(), other.subscribe("#")]);
    expect(broker.reachable().sort()).toEqual([gateway.mac, neighbour.mac].sort());
    await broker.publish(`command/${gateway.mac}/request`, JSON.stringify({ id: 1, device: "x", settings: {} }), 5);
    await expect.poll(() => client.orders.map(({ id }) => id)).toEqual([1]);
    expect(other.orders).toEqual([]);
  });

  it("is not reachable before it subscribes, nor after it left", async () => {
    const client = await connect();
    expect(broker.reachable()).not.toContain(gateway.mac);
    await client.subscribe();
    expect(broker.reachable()).toContain(gateway.mac);
    await client.end();
    await expect.poll(() => broker.reachable()).not.toContain(gateway.mac);
  });

  it("leaves nothing behind: a retained message is taken and not kept", async () => {
    const client = await connect();
    await client.readings([reading()], { retain: true });
    expect(await stored()).toEqual([4.25]);
    const kept = (
      broker as unknown as { broker: { persistence: { createRetainedStream(p: string): AsyncIterable<unknown> } } }
    ).broker.persistence.createRetainedStream("#");
    const topics: unknown[] = [];
    for await (const packet of kept) topics.push((packet as { topic: string }).topic);
    expect(topics).toEqual([]);
  });

  it("has no will beyond its rooms", async () => {
    const client = await connect(gateway, {
      will: { topic: `ingest/${neighbour.mac}/readings`, payload: JSON.stringify({ readings: [reading()] }), qos: 1 },
    });
    client.mqtt.stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await stored()).toEqual([]);
  });
});

describe("a message is bounded", () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify({ readings: [reading()], padding: "" });
    return body.replace('"padding":""', `"padding":"${"x".repeat(bytes - body.length)}"`);
  };

  it("to four mebibytes", async () => {
    const client = await connect();
    await client.publish(`ingest/${gateway.mac}/readings`, padded(4 * 1024 * 1024));
    expect(await stored()).toHaveLength(1);
    await expect(client.publish(`ingest/${gateway.mac}/readings`, padded(4 * 1024 * 1024 + 4096))).rejects.toThrow();
    expect(await stored()).toHaveLength(1);
  });

  it("and a stranger's to a few kilobytes: he is cut off at the announcement", async () => {
    const socket = createConnection({ host: "127.0.0.1", port: broker.port });
    socket.on("error", () => {});
    const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
    const packet = generate({ cmd: "connect", clientId: "x", username: "u".repeat(30_000), keepalive: 0 } as never);
    socket.write(packet.subarray(0, 10));
    expect(await closed).toBe(true);
  });
});

describe("a silent connection", () => {
  it("ends after the customer's time where it names no keep-alive of its own", async () => {
    await db().$client`insert into parameter (customer_id, code, name, type, content)
      values (${owner.id}, 'customer.mqttTimeoutSeconds', '', 'integer', '1')`;
    const [silent, alive] = [await connect(gateway, { keepalive: 0 }), await connect(neighbour, { keepalive: 30 })];
    await expect.poll(() => silent.isConnected).toBe(false);
    expect(alive.isConnected).toBe(true);
  });
});

describe("what a gateway tells of itself", () => {
  it("is kept raw with its instant, and of each device that it names", async () => {
    const foreign = await makeFridge(db(), await makeCustomer(db()));
    const client = await connect();
    await client.publish(`ingest/${gateway.mac}/properties`, {
      gateway: { firmware: "3.1.0", ieee: "00124B0001", links: { tcp: true } },
      devices: [
        { device: fridge.sensor.mac, properties: { firmware: "1.2", lqi: 180 } },
        { device: foreign.sensor.serialNumber, properties: { lqi: 1 } },
      ],
    });
    const rows = await db().select().from(device).where(eq(device.customerId, owner.id));
    const of = (id: number) => rows.find((row) => row.id === id);
    expect(of(gateway.id)).toMatchObject({ firmware: "3.1.0", properties: { links: { tcp: true } } });
    expect(of(gateway.id)?.lastSeenAt).not.toBeNull();
    expect(of(fridge.sensor.id)).toMatchObject({ firmware: "1.2", properties: { lqi: 180 }, lastSeenAt: null });
    expect(of(fridge.sensor.id)?.propertiesAt).not.toBeNull();
    const [other] = await db().select().from(device).where(eq(device.id, foreign.sensor.id));
    expect(other).toMatchObject({ properties: {}, propertiesAt: null });
  });
});
