import { eq } from "drizzle-orm";
import { connect as connectMqtt } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { hashToken, newToken } from "@/lib/auth/token";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";
import { describeWithMosquitto, type Mosquitto, startMosquitto } from "../support/mosquitto";

let broker: EmbeddedBroker;
let url: string;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
const clients: GatewayClient[] = [];

beforeAll(async () => {
  broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
  url = `mqtt://127.0.0.1:${broker.port}`;
});
beforeEach(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id);
  fridge = await makeFridge(db(), owner);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(async () => {
  await broker.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const kept = <T extends GatewayClient>(client: T) => {
  clients.push(client);
  return client;
};
/** As ThingsBoard's devices do: the token is the user name, and there is no password. */
const byToken = async (token: string, at = url) =>
  kept(await GatewayClient.connect(at, token, "", { password: undefined as never }));
const byMac = async (at = url) => kept(await GatewayClient.connect(at, gateway.mac as string, gateway.token));

const START = Date.UTC(2026, 8, 1);
const serial = () => fridge.sensor.serialNumber;
/** All values of a device, oldest first, as `measure value`. */
const stored = async (serialNumber = serial()) => {
  const rows = await db().$client<{ measure: string; value: number }[]>`
    select p.measure, r.value from reading r join probe p on p.id = r.probe_id join device d on d.id = p.device_id
     where d.serial_number = ${serialNumber} order by r.at, p.measure`;
  return rows.map(({ measure, value }) => `${measure} ${value}`);
};
const rowOf = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];

describe("ThingsBoard's device API", () => {
  it("is spoken with the token as user name; a gateway's telemetry is its own", async () => {
    const client = await byToken(gateway.token);
    const told = { ts: START, values: { temperature: 21.5, humidity: "40" } };
    await client.publish("v1/devices/me/telemetry", told);
    await client.publish("v1/devices/me/telemetry", [told, { ts: START + 1000, values: { temperature: 22 } }, 5]);
    await client.publish("v2/t", { ts: START + 2000, values: { temperature: 23, door: "NaN" } });
    expect(await stored(gateway.serialNumber)).toEqual([
      "humidity 40",
      "temperature 21.5",
      "temperature 22",
      "temperature 23",
    ]);
    expect((await rowOf(gateway.id))?.lastSeenAt).not.toBeNull();
  });

  it("is spoken by a sensor with a token of its own, for itself alone", async () => {
    const token = newToken();
    await db()
      .update(device)
      .set({ ingestTokenHash: hashToken(token) })
      .where(eq(device.id, fridge.sensor.id));
    const other = await makeFridge(db(), owner);
    const client = await byToken(token);
    await client.publish("v1/devices/me/telemetry", { ts: START, values: { temperature: 4.2 } });
    await client.publish("v2/t", { ts: START + 1000, values: { temperature: 4.3 } });
    await client.publish("v1/devices/me/attributes", { firmware: "1.2" });
    await client.publish("v1/gateway/telemetry", {
      [other.sensor.serialNumber]: [{ ts: START, values: { temperature: 9 } }],
    });
    await client.publish("v1/gateway/attributes", { [other.sensor.serialNumber]: { lqi: 1 } });
    expect(await stored()).toEqual(["temperature 4.2", "temperature 4.3"]);
    expect(await rowOf(fridge.sensor.id)).toMatchObject({ firmware: "1.2" });
    expect(await stored(other.sensor.serialNumber)).toEqual([]);
    expect((await rowOf(other.sensor.id))?.properties).toEqual({});
    // A new token ends the connection of the old one.
    await db()
      .update(device)
      .set({ ingestTokenHash: hashToken(newToken()) })
      .where(eq(device.id, fridge.sensor.id));
    await client.publish("v1/devices/me/telemetry", { ts: START + 2000, values: { temperature: 5 } }).catch(() => null);
    expect(await stored()).toHaveLength(2);
    await expect(byToken(token)).rejects.toThrow();
  });

  it("is of now where no time is told", async () => {
    const before = Date.now();
    await (await byToken(gateway.token)).publish("v1/devices/me/telemetry", { temperature: 26 });
    const [{ at } = { at: 0 }] = await db().$client<{ at: number }[]>`
      select (extract(epoch from s.last_at) * 1000)::float8 as at from probe_state s join probe p on p.id = s.probe_id
       where p.device_id = ${gateway.id}`;
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it("has a gateway speak for its customer's devices, by serial number or MAC, and for nobody else's", async () => {
    const foreign = await makeFridge(db(), await makeCustomer(db()));
    await (await byToken(gateway.token)).publish("v1/gateway/telemetry", {
      [serial()]: [{ ts: START, values: { temperature: 4 } }],
      [fridge.sensor.mac as string]: [{ ts: START + 1000, values: { temperature: 5 } }],
      [foreign.sensor.serialNumber]: [{ ts: START, values: { temperature: 6 } }],
      [`${"x".repeat(65)}`]: [{ ts: START, values: { temperature: 6, lqi: 1 } }],
      "a\0b": [{ ts: START, values: { temperature: 6, lqi: 1 } }],
      nobody: "x",
    });
    expect(await stored()).toEqual(["temperature 4", "temperature 5"]);
    expect(await stored(foreign.sensor.serialNumber)).toEqual([]);
  });

  it("tells attributes, which become properties", async () => {
    const client = await byToken(gateway.token);
    await client.publish("v1/devices/me/attributes", { firmware: "4.1", ip: "10.0.0.2" });
    await client.publish("v1/gateway/attributes", {
      nobody: 5,
      [`${"x".repeat(65)}`]: { lqi: 1 },
      "a\0b": { lqi: 1 },
      [serial()]: { lqi: 180 },
    });
    expect(await rowOf(gateway.id)).toMatchObject({ firmware: "4.1", properties: { ip: "10.0.0.2" } });
    expect(await rowOf(fridge.sensor.id)).toMatchObject({ properties: { lqi: 180 } });
  });

  it("says more than is asked for, and the connection stays", async () => {
    const client = await byToken(gateway.token);
    await client.publish("v1/gateway/connect", { device: serial() });
    await client.publish("v1/devices/me/rpc/response/1", {});
    for (const body of ["no json", "5", "null", Buffer.from([0xff])])
      await client.publish("v1/devices/me/telemetry", body);
    expect(await client.subscribe("v1/devices/me/rpc/request/+")).toBe(128);
    await client.publish("v1/devices/me/telemetry", { ts: START, values: { temperature: 20 } });
    expect(await stored(gateway.serialNumber)).toEqual(["temperature 20"]);
  });

  it("writes no token to the log that it refuses", async () => {
    const warned = vi.spyOn(log, "warn");
    const secret = "x".repeat(43);
    await expect(byToken(secret)).rejects.toThrow();
    expect(JSON.stringify(warned.mock.calls)).toContain("token ");
    expect(JSON.stringify(warned.mock.calls).toLowerCase()).not.toContain(secret);
    warned.mockRestore();
  });

  it.each<[string, () => Promise<string> | string]>([
    ["an unknown token", () => "x".repeat(43)],
    ["a gateway's MAC", () => gateway.mac as string],
    ["the token's hash", () => gateway.ingestTokenHash as string],
    ["a customer-wide token, which stands for no gateway", () => owner.token],
    [
      "the token of a gateway that is switched off",
      async () => (await makeGateway(db(), owner.id, { use: "deactivated" })).token,
    ],
    [
      "the token of a cancelled customer",
      async () => (await makeGateway(db(), (await makeCustomer(db(), { status: "cancelled" })).id)).token,
    ],
  ])("is not opened by %s", async (_, token) => {
    await expect(byToken(await token())).rejects.toThrow();
  });

  it("ends with its token", async () => {
    const client = await byToken(gateway.token);
    await db().update(device).set({ ingestTokenHash: "another" }).where(eq(device.id, gateway.id));
    await expect(client.publish("v1/devices/me/telemetry", { temperature: 26 })).rejects.toThrow();
    expect(await stored(gateway.serialNumber)).toEqual([]);
  });
});

describe("Zigbee2MQTT", () => {
  const state = (fields: object, seconds: number) => ({
    temperature: 4.1,
    humidity: 50,
    battery: 90,
    linkquality: 92,
    last_seen: new Date(START + seconds * 1000).toISOString(),
    ...fields,
  });

  it("comes in under its own topics, and what it repeats from its memory is no reading", async () => {
    const client = await byMac();
    const say = (payload: unknown) => client.publish(`zigbee2mqtt/${serial()}`, payload);
    await client.publish("zigbee2mqtt/bridge/state", { state: "online" }, { retain: true });
    await say(state({}, 0));
    await say(state({}, 0));
    await say(state({ battery: 89 }, 60));
    await say(state({ battery: 89, linkquality: 20 }, 120));
    await say(state({ battery: 89, temperature: 4.3 }, 180));
    expect(await stored()).toEqual(["battery 90", "humidity 50", "temperature 4.1", "battery 89", "temperature 4.3"]);
    // The probe's own time stands still while the battery speaks, so its silence is seen.
    const [{ at } = { at: 0 }] = await db().$client<{ at: number }[]>`
      select (extract(epoch from s.last_at) * 1000)::float8 as at from probe_state s join probe p on p.id = s.probe_id
       where p.device_id = ${fridge.sensor.id} and p.measure = 'humidity'`;
    expect(at).toBe(START);
    expect((await rowOf(fridge.sensor.id))?.properties).toEqual({ linkquality: 92 });
  });

  it("shows a device whose probes say nothing new as heard, by the time that it tells", async () => {
    const foreign = await makeFridge(db(), await makeCustomer(db()));
    const client = await byMac();
    await client.publish(`zigbee2mqtt/${serial()}`, state({}, 0));
    const heardAt = async (id: number) => (await rowOf(id))?.lastSeenAt?.getTime() ?? null;
    await db()
      .update(device)
      .set({ lastSeenAt: new Date(START) })
      .where(eq(device.id, fridge.sensor.id));
    await client.publish(`zigbee2mqtt/${serial()}`, state({ linkquality: 30 }, 600));
    expect(await heardAt(fridge.sensor.id)).toBe(START + 600_000);
    await client.publish(`zigbee2mqtt/${serial()}`, state({ linkquality: 31 }, 300));
    expect(await heardAt(fridge.sensor.id)).toBe(START + 600_000);
    await client.publish(`zigbee2mqtt/${foreign.sensor.serialNumber}`, { linkquality: 1, last_seen: START });
    expect(await heardAt(foreign.sensor.id)).toBeNull();
  });

  it("is believed retained only where it tells when the device was heard", async () => {
    const client = await byMac();
    await client.publish(`zigbee2mqtt/${serial()}`, { temperature: 9 }, { retain: true });
    await client.publish(`zigbee2mqtt/${serial()}`, state({ temperature: 4.1 }, 0), { retain: true });
    expect(await stored()).toEqual(["battery 90", "humidity 50", "temperature 4.1"]);
  });

  it("names devices by their IEEE addresses, and opens doors", async () => {
    const mac = "00158D0001DC126A";
    const door = await makeFridge(db(), owner, { device: { mac } });
    const client = await byMac();
    for (const contact of [true, false])
      await client.publish("zigbee2mqtt/0x00158d0001dc126a", { contact, linkquality: 0 });
    expect(await stored(door.sensor.serialNumber)).toEqual(["door 0", "door 1"]);
  });

  it("leaves another customer's devices alone, and survives what is no message", async () => {
    const foreign = await makeFridge(db(), await makeCustomer(db()));
    const client = await byMac();
    await client.publish(`zigbee2mqtt/${foreign.sensor.serialNumber}`, state({}, 0));
    for (const body of ["", "{", "5", Buffer.from([0xff])]) await client.publish(`zigbee2mqtt/${serial()}`, body);
    await client.publish(`zigbee2mqtt/${serial()}`, state({ humidity: 1e308 }, 0));
    expect(await stored(foreign.sensor.serialNumber)).toEqual([]);
    expect(await stored()).toEqual(["battery 90", "temperature 4.1"]);
  });
});

describeWithMosquitto("other systems at a broker of the operator's own", () => {
  let mosquitto: Mosquitto;
  let door: OutsideBroker;
  beforeAll(async () => {
    mosquitto = await startMosquitto();
  });
  beforeEach(async () => {
    const ups: boolean[] = [];
    door = OutsideBroker.start(mosquitto.url, endpointHandlers, (isUp) => ups.push(isUp), {
      clientId: "frostline-adapters",
    });
    await expect.poll(() => ups.at(-1)).toBe(true);
  });
  afterEach(() => door.close());
  afterAll(() => mosquitto.stop());

  it("come in behind the place of their gateway, as a base topic or a bridge puts them there", async () => {
    const client = kept(await GatewayClient.connect(mosquitto.url, gateway.mac as string, gateway.token));
    const at = (topic: string) => `ingest/${gateway.mac}/${topic}`;
    await client.publish(at("zigbee2mqtt/floor 1/nobody"), { temperature: 1 });
    await client.publish(at(`zigbee2mqtt/${serial()}`), { temperature: 4.1, humidity: 50, last_seen: START });
    await client.publish(at("v1/devices/me/telemetry"), { ts: START, values: { temperature: 21 } });
    await client.publish(at("v1/gateway/telemetry"), {
      [serial()]: [{ ts: START + 1000, values: { temperature: 5 } }],
    });
    await expect.poll(() => stored()).toEqual(["humidity 50", "temperature 4.1", "temperature 5"]);
    expect(await stored(gateway.serialNumber)).toEqual(["temperature 21"]);
  });

  it("are nobody's without that place, and old where they were retained", async () => {
    const client = kept(await GatewayClient.connect(mosquitto.url, gateway.mac as string, gateway.token));
    const topic = `ingest/${gateway.mac}/zigbee2mqtt/${serial()}`;
    await client.publish(`zigbee2mqtt/${serial()}`, { temperature: 9 });
    await client.publish("v1/devices/me/telemetry", { temperature: 9 });
    const late = connectMqtt(mosquitto.url);
    await late.publishAsync(topic, JSON.stringify({ temperature: 4, last_seen: START }), { qos: 1, retain: true });
    await late.endAsync();
    await expect.poll(() => stored()).toEqual(["temperature 4"]);
    await client.publish(topic, { temperature: 5, last_seen: START + 1000 });
    await expect.poll(() => stored()).toEqual(["temperature 4", "temperature 5"]);
    expect(await stored(gateway.serialNumber)).toEqual([]);
    await client.publish(topic, "", { retain: true });
  });
});

describeWithMosquitto("a bridge of somebody's Mosquitto", () => {
  it("brings the messages of Zigbee2MQTT, those that it had retained by the time they tell", async () => {
    const bridge = await startMosquitto([
      "connection frostline",
      `address 127.0.0.1:${broker.port}`,
      "topic zigbee2mqtt/# out 1",
      `remote_username ${gateway.mac}`,
      `remote_password ${gateway.token}`,
      "notifications false",
      "restart_timeout 1",
    ]);
    const home = connectMqtt(bridge.url);
    const say = (payload: object, retain: boolean) =>
      home.publishAsync(`zigbee2mqtt/${serial()}`, JSON.stringify(payload), { qos: 1, retain });
    try {
      await say({ temperature: 4.1, humidity: 50, last_seen: START }, true);
      await expect.poll(() => stored()).toEqual(["humidity 50", "temperature 4.1"]);
      await say({ temperature: 4.2, humidity: 50, last_seen: START + 60_000 }, false);
      await expect.poll(() => stored()).toEqual(["humidity 50", "temperature 4.1", "temperature 4.2"]);
      await say({ temperature: 4.3 }, true);
      await say({ temperature: 4.4, last_seen: START + 120_000 }, false);
      await expect
        .poll(() => stored())
        .toEqual(["humidity 50", "temperature 4.1", "temperature 4.2", "temperature 4.4"]);
    } finally {
      await home.endAsync(true);
      await bridge.stop();
    }
  });
});
