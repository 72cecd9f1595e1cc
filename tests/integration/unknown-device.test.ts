import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { device, exception, unknownDevice, unknownReading } from "@/db/schema";
import { ingestInflux } from "@/features/adapter/influx.operations";
import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import { getDecoderMapping } from "@/features/adapter/mapping/mapping.operations";
import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { ingestTelemetry } from "@/features/adapter/thingsboard.operations";
import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { registerUnknownDevices } from "@/features/device/unknown.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { storeMessages } from "@/features/telemetry/unknown/data";
import { ingestUnknown } from "@/features/telemetry/unknown/jobs";
import { listUnknownDevices, loadUnknownScreen, removeUnknownDevice } from "@/features/telemetry/unknown/operations";
import { MAXIMUM_PAYLOAD } from "@/features/telemetry/unknown/rules";
import { MAXIMUM_KEPT, MAXIMUM_KEPT_BYTES, MAXIMUM_UNKNOWN } from "@/features/telemetry/unknown/schema";
import type { Permission } from "@/lib/auth/permissions";
import type { Reply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { longTest } from "../support/long";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const START = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;

let own: Customer;
let other: Customer;
beforeAll(async () => {
  [own, other] = [await makeCustomer(db()), await makeCustomer(db())];
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const sender = (customer = own) => deviceContext(customer.id, new Date());
const admin = async (customer = own) => accountContext(db(), await makeUser(db(), customer.id));
const listed = async (q: string, customer = own) =>
  (await listUnknownDevices.call(await admin(customer), { q } as never)).items;
const runJob = () =>
  ingestUnknown.run(
    {},
    { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
const post = (key: string, values: readonly number[], customer = own, apartMs = 60_000) =>
  ingestReadings.call(sender(customer), {
    readings: values.map((temperature, index) => ({
      device: key,
      at: START + index * apartMs,
      values: { temperature },
    })),
  });

describe("what a device sends that nobody has registered", () => {
  it.each<[string, string, (key: string) => Promise<unknown>]>([
    ["at the door of our own", "readings", (key) => post(key, [4])],
    [
      "by The Things Stack",
      "tts",
      (key) =>
        ingestTts.call(sender(), {
          payload: {
            end_device_ids: { dev_eui: key },
            uplink_message: { decoded_payload: { TempC_DS: 4.2, unheard: 1 } },
          },
        }),
    ],
    [
      "by ThingsBoard",
      "thingsboard",
      (key) => ingestTelemetry.call(sender(), { payload: { temperature: 4 }, device: key }),
    ],
    [
      "by Zigbee2MQTT",
      "zigbee2mqtt",
      (key) =>
        ingestZigbee2Mqtt.call(sender(), { payload: { topic: `zigbee2mqtt/${key}`, payload: { temperature: 4 } } }),
    ],
    ["by OsmAnd", "osmand", (key) => ingestOsmAnd.call(sender(), { id: key, lat: "1", lon: "2", temp: "4" } as never)],
  ])("is kept %s, for its customer alone", async (_, adapter, send) => {
    const key = `STRANGER${adapter.toUpperCase()}`;
    await send(key);
    const [row] = await listed(key);
    expect(row).toMatchObject({ key, adapter, messageCount: 1, keptCount: 1, droppedCount: 0, gateway: null });
    expect(row?.payload).toMatch(/4/);
    expect(await listed(key, other)).toEqual([]);
  });

  it("is kept where it is no measure, too", async () => {
    await ingestTts.call(sender(), {
      payload: {
        end_device_ids: { dev_eui: "SPEECHLESS" },
        uplink_message: { f_port: 2, decoded_payload: { unheard: 7 } },
      },
    });
    expect(await listed("SPEECHLESS")).toMatchObject([{ keptCount: 0, payload: '{"unheard":7}' }]);
  });

  it("is told by the answers: an unknown or missing id is 400, in JSON 404, and whatever was judged is 200", async () => {
    expect(await post("TOLD", [4])).toMatchObject({ accepted: 0, rejected: [{ reason: "device: unknown" }] });
    const report = async (fields: Record<string, unknown>) =>
      ((await ingestOsmAnd.call(sender(), fields as never)) as Reply<unknown>).options.status;
    const json = (fields: Record<string, unknown>) => report({ payload: JSON.stringify(fields) });
    const coords = { latitude: 1, longitude: 2 };
    const { sensor } = await makeFridge(db(), own);
    const id = sensor.serialNumber;
    const timestamp = String(Math.floor(Date.now() / 1000) - 60);
    expect(await report({ id: "NOBODY", lat: "1", lon: "2" })).toBe(400);
    expect(await json({ device_id: "NOBODY", location: { coords } })).toBe(404);
    expect(await report({ lat: "1", lon: "2" })).toBe(400);
    expect(await json({ location: { coords } })).toBe(400);
    expect(await report({ id, timestamp, lat: "1", lon: "2" })).toBe(200);
    // The client would repeat each of these for ever, and hold back what comes after it.
    expect(await report({ id, timestamp, lat: "1", lon: "2.5" }), "a second fix in the same second").toBe(200);
    expect(await report({ id, lat: "0", lon: "0" }), "no fix").toBe(200);
    expect(await report({ id, lat: "91", lon: "2" }), "no position").toBe(200);
    expect(await report({ id, timestamp: "86400", lat: "1", lon: "2" }), "older than is kept").toBe(200);
    expect(await report({ id, timestamp: "yesterday", lat: "1", lon: "2" }), "no time").toBe(200);
    expect(await report({ id }), "nothing").toBe(200);
    expect(await json({ device_id: id, location: { coords: { latitude: 91, longitude: 2 } } })).toBe(200);
  });

  it("goes into the history once it is registered, by its own times, and alarms as what comes late", async () => {
    const serialNumber = `NEW-${START}`;
    await post(serialNumber, [5, 5.1, 5.2]);
    const { sensor, probes, carrier } = await makeFridge(db(), own, { device: { serialNumber } });
    expect(sensor.serialNumber).toBe(serialNumber);
    await runJob();
    const stored = await db().$client`
      select (extract(epoch from at) * 1000)::float8 as at, value from reading
       where probe_id = ${probes.temperature as number} order by at`;
    expect([...stored]).toEqual([5, 5.1, 5.2].map((value, index) => ({ at: START + index * 60_000, value })));
    expect(await listed(serialNumber)).toEqual([]);
    expect(await db().select().from(exception).where(eq(exception.carrierId, carrier.id))).toEqual([]);
    await runJob();
    expect(await db().$client`select from reading where probe_id = ${probes.temperature as number}`).toHaveLength(3);
  });

  it("finds its device by the MAC, and no other customer's", async () => {
    const mac = "70B3D57ED0009901";
    await post(mac, [4]);
    await post(mac, [9], other);
    const { probes } = await makeFridge(db(), own, { device: { mac } });
    await runJob();
    const values = await db().$client`select value from reading where probe_id = ${probes.temperature as number}`;
    expect([...values]).toEqual([{ value: 4 }]);
    expect(await listed(mac, other)).toMatchObject([{ keptCount: 1 }]);
    await db().delete(unknownDevice).where(eq(unknownDevice.key, mac));
    await db().update(device).set({ mac: null }).where(eq(device.mac, mac));
  });
});

describe("what is kept of one instant", () => {
  const kept = (key: string, customer = own) =>
    db().$client<{ reading: object }[]>`
      select r.reading - 'device' - 'at' as reading from unknown_reading r join unknown_device u on u.id = r.unknown_device_id
       where u.customer_id = ${customer.id} and u.key = ${key} order by r.at, r.digest`;
  const line = (key: string, fields: string) => `cold,device=${key} ${fields} ${START}000000`;
  const write = (payload: string) => ingestInflux.call(sender(), { payload, precision: "ns" });

  it("is all of it: two lines with one timestamp are two readings, and a repeat is none", async () => {
    const key = `LINES-${START}`;
    await write(`${line(key, "temperature=4")}\n${line(key, "humidity=50")}\n${line(key, "temperature=4")}`);
    await write(line(key, "humidity=50"));
    expect((await kept(key)).map(({ reading }) => reading)).toHaveLength(2);
    expect(await listed(key)).toMatchObject([{ messageCount: 4, keptCount: 2, droppedCount: 0 }]);
    const { sensor, probes } = await makeFridge(db(), own, {
      device: { serialNumber: key },
      measures: ["temperature", "humidity"],
    });
    await runJob();
    const rows = await db().$client`
      select r.value from reading r join probe p on p.id = r.probe_id where p.device_id = ${sensor.id} order by r.value`;
    expect([...rows]).toEqual([{ value: 4 }, { value: 50 }]);
    expect(probes.temperature).toBeDefined();
    expect(await listed(key)).toEqual([]);
  });

  it("is taken in as far as it agrees, and what contradicts it is shown with the reason until it is removed", async () => {
    const key = `LIAR-${START}`;
    await write(`${line(key, "temperature=4")}\n${line(key, "temperature=9")}`);
    const { sensor } = await makeFridge(db(), own, { device: { serialNumber: key } });
    await runJob();
    await runJob();
    const [row] = await listed(key);
    expect(row).toMatchObject({
      device: { id: sensor.id, kind: "sensor" },
      ...{ keptCount: 0, acceptedCount: 1, refusedCount: 1 },
      refused: [{ at: START, reason: expect.stringMatching(/^conflict: values.temperature is recorded as [49] at/) }],
    });
    await removeUnknownDevice.call(await admin(), { id: row?.id });
    expect(await listed(key)).toEqual([]);
  });
});

describe("a tracker that nobody has registered", () => {
  const report = (id: string, minute: number, km: number, more: object = {}) =>
    ingestOsmAnd.call(sender(), {
      ...{ id, timestamp: String((START + minute * 60_000) / 1000), lat: String(23 + km / 111), lon: "113" },
      ...more,
    } as never);
  const placesOf = (carrierId: number) =>
    db().$client<{ latitude: number }[]>`select latitude from position where carrier_id = ${carrierId} order by at`;
  const mount = async (deviceId: number) => {
    const { carrier } = await makeFridge(db(), own, { carrier: { type: "vehicle", mode: "transport" } });
    const [probe] = await db().$client<
      { id: number }[]
    >`select id::int from probe where device_id = ${deviceId} order by id limit 1`;
    await db().$client`
      insert into mounting (customer_id, probe_id, carrier_id, mounted_at) values (${own.id}, ${probe?.id as number}, ${carrier.id}, now())`;
    return carrier.id;
  };

  it("has its positions kept until it is on a carrier, and its values taken in before", async () => {
    const id = `TRACKER-${START}`;
    for (const minute of [0, 1, 2]) await report(id, minute, minute, minute === 1 ? { temp1: "4.2" } : {});
    expect(await listed(id)).toMatchObject([
      { keptCount: 3, hasPosition: true, probes: ["temperature.1"], device: null },
    ]);
    const device = await makeDevice(db(), own, "sensor", { serialNumber: id });
    await runJob();
    const values = await db().$client`
      select r.value from reading r join probe p on p.id = r.probe_id where p.device_id = ${device.id}`;
    expect([...values]).toEqual([{ value: 4.2 }]);
    expect(await listed(id)).toMatchObject([
      { device: { id: device.id }, keptCount: 3, acceptedCount: 1, refusedCount: 0 },
    ]);
    await runJob();
    const carrierId = await mount(device.id);
    await runJob();
    expect((await placesOf(carrierId)).map(({ latitude }) => Math.round((latitude - 23) * 111))).toEqual([0, 1, 2]);
    expect(await listed(id)).toEqual([]);
  });

  it("has them kept while its carrier stores none", async () => {
    const id = `QUIET-${START}`;
    await report(id, 0, 0);
    const { carrier } = await makeFridge(db(), own, {
      carrier: { type: "vehicle", mode: "transport", isGpsOn: false },
      device: { serialNumber: id },
    });
    await runJob();
    expect(await placesOf(carrier.id)).toHaveLength(0);
    expect(await listed(id)).toMatchObject([{ keptCount: 1 }]);
    await db().$client`update carrier set is_gps_on = true where id = ${carrier.id}`;
    await runJob();
    expect(await placesOf(carrier.id)).toHaveLength(1);
    expect(await listed(id)).toEqual([]);
  });
});

it("the last message of an unknown device is the first one that its mapping is tried on", async () => {
  const key = "70B3D57ED0009977";
  await ingestTts.call(sender(), {
    payload: {
      end_device_ids: { dev_eui: key },
      uplink_message: { decoded_payload: { temperature: 4, deep: { er: "5 °C" } } },
    },
  });
  const { sensor } = await makeFridge(db(), own, { device: { mac: key } });
  await runJob();
  const { messages } = await getDecoderMapping.call(await admin(), { id: sensor.id });
  expect(messages).toMatchObject([
    {
      adapter: "tts",
      fields: [
        { field: "deep.er", raw: "5 °C", read: null },
        { field: "temperature", read: { value: 4 } },
      ],
    },
  ]);
  await db().update(device).set({ mac: null }).where(eq(device.mac, key));
});

describe("an unknown device", () => {
  it.each(["gateway", "display", "relay", "gas", "magnetism", "base"] as const)(
    "that is registered as %s gets the readings that were kept",
    async (kind) => {
      const serialNumber = `STRANGE-${kind}`.toUpperCase();
      await post(serialNumber, [4, 4.1]);
      const { id } = await makeDevice(db(), own, kind, { serialNumber });
      await runJob();
      const values = await db().$client`
        select r.value from reading r join probe p on p.id = r.probe_id where p.device_id = ${id} order by r.at`;
      expect([...values]).toEqual([{ value: 4 }, { value: 4.1 }]);
      expect(await listed(serialNumber)).toEqual([]);
    },
  );

  it("may be registered as what the account may create", async () => {
    const rightsOf = async (permissions: Permission[]) => {
      const ctx = await accountContext(db(), await makeUser(db(), own.id, { permissions }));
      if (ctx.actor.type !== "user") throw new Error("no account");
      return (await loadUnknownScreen({ ...ctx, principal: ctx.actor.principal, search: {} })).rights.register;
    };
    const view = "viewUnknownDevice" as const;
    expect(await rightsOf([view])).toEqual([]);
    expect(await rightsOf([view, "newGateway", "newPlinth"])).toEqual(["gateway", "base"]);
    expect(await rightsOf([view, "newSensor"])).toEqual(["sensor", "tracker"]);
  });
});

describe("several unknown devices", () => {
  const idOf = async (key: string, customer = own) => (await listed(key, customer))[0]?.id as number;
  const told = async (call: Promise<unknown>) => {
    const { code, issues = [] } = await refusal(call);
    return [code, ...issues.map(({ path, rule }) => `${path} ${rule}`)];
  };
  const report = (key: string, payload: object) =>
    ingestTelemetry.call(sender(), { payload: payload as never, device: key });

  it("are registered at once as what they most probably are, and their readings are taken in", async () => {
    const [thermometer, door] = [`SERIES-T-${START}`, `SERIES-D-${START}`];
    await post(thermometer, [4, 4.5]);
    await report(door, { door: 1 });
    const ids = [await idOf(thermometer), await idOf(door)];
    const ctx = await admin();
    const { ids: made } = await registerUnknownDevices.call(ctx, { ids });
    const rows = await db().select().from(device).where(inArray(device.id, made));
    expect(rows.map(({ serialNumber, kind }) => [serialNumber, kind]).sort()).toEqual([
      [door, "magnetism"],
      [thermometer, "sensor"],
    ]);
    expect(await trailOf(db(), own.id, "deviceBatch", made.join(","))).toMatchObject([
      { operation: "unknownDevice.register", newValues: { devices: 2 } },
    ]);
    await runJob();
    expect(await listed(thermometer)).toEqual([]);
    const values = await db().$client`
      select r.value from reading r join probe p on p.id = r.probe_id join device d on d.id = p.device_id
       where d.serial_number = ${thermometer} order by r.at`;
    expect([...values]).toEqual([{ value: 4 }, { value: 4.5 }]);
  });

  it("are none if one cannot be", async () => {
    const [first, second] = [`SERIES-A-${START}`, `SERIES-B-${START}`];
    await post(first, [4]);
    await report(second, { gas: 3 });
    const ids = [await idOf(first), await idOf(second)];
    expect(await told(registerUnknownDevices.call(await admin(), { ids }))).toEqual(["CONFLICT", "ids.1 typeUnclear"]);
    const friendly = `冰箱 ${START}`;
    await post(friendly, [4]);
    expect(await told(registerUnknownDevices.call(await admin(), { ids: [await idOf(friendly)] }))).toEqual([
      "CONFLICT",
      "ids.0 nameNotSerial",
    ]);
    const foreign = `SERIES-F-${START}`;
    await post(foreign, [4], other);
    const theirs = await idOf(foreign, other);
    expect(await told(registerUnknownDevices.call(await admin(), { ids: [ids[0] as number, theirs] }))).toEqual([
      "NOT_FOUND",
      "ids.1 unknown",
    ]);
    const viewer = await accountContext(
      db(),
      await makeUser(db(), own.id, { permissions: ["viewUnknownDevice", "newGateway"] }),
    );
    expect(await told(registerUnknownDevices.call(viewer, { ids: [ids[0] as number] }))).toEqual(["FORBIDDEN"]);
    expect(await listed(first)).toMatchObject([{ device: null, keptCount: 1 }]);
  });

  it("name every row that cannot be with its field and rule; the others are registered without them", async () => {
    const keys = ["OK", "TYPE", "TAKEN", "DOOR"].map((name) => `EACH-${name}-${START}`) as [
      string,
      string,
      string,
      string,
    ];
    const [good, unclear, taken, door] = keys;
    await post(good, [4]);
    await report(unclear, { gas: 3 });
    await post(taken, [4]);
    await report(door, { door: 1 });
    const ids = await Promise.all(keys.map((key) => idOf(key)));
    // Registered by somebody else in the meantime, for another customer.
    await makeDevice(db(), other, "sensor", { serialNumber: taken });
    const ctx = await admin();
    await expect(registerUnknownDevices.call(ctx, { ids })).rejects.toMatchObject({
      details: {
        issues: [
          { path: "ids.1", rule: "typeUnclear" },
          { path: "ids.2.serialNumber", rule: "unique" },
        ],
      },
    });
    expect(await listed(good)).toMatchObject([{ device: null }]);
    const { ids: made } = await registerUnknownDevices.call(ctx, { ids: [ids[0] as number, ids[3] as number] });
    expect(made).toHaveLength(2);
    expect(await listed(taken)).toMatchObject([{ device: null }]);
  });
});

describe("what is kept", () => {
  it("is bounded in readings, the oldest go first, and that is said", async () => {
    await post(
      "MANY",
      Array.from({ length: MAXIMUM_KEPT }, (_, index) => index % 7),
      own,
      1000,
    );
    await ingestReadings.call(sender(), {
      readings: [1, 2, 3].map((minute) => ({ device: "many", at: Date.now() - minute, values: { temperature: 1 } })),
    });
    const [row] = await listed("MANY");
    expect(row).toMatchObject({ keptCount: MAXIMUM_KEPT, droppedCount: 3, messageCount: MAXIMUM_KEPT + 3 });
    const kept = await db()
      .select()
      .from(unknownReading)
      .where(eq(unknownReading.unknownDeviceId, row?.id as number));
    expect(Math.min(...kept.map(({ at }) => at.getTime()))).toBe(START + 3 * 1000);
  });

  longTest(null)(
    "is bounded in bytes of all devices of a customer, whoever sends at once: the oldest go first, and that is said",
    async () => {
      const crowd = await makeCustomer(db());
      const wide = (at: number) => ({
        at,
        values: Object.fromEntries(
          Array.from({ length: 64 }, (_, index) => [`temperature.${"𠮷".repeat(18)}${index + 10}`, 4 + index / 100]),
        ),
      });
      const send = (device: string, from: number, count: number) =>
        ingestReadings.call(sender(crowd), {
          readings: Array.from({ length: count }, (_, index) => ({ device, ...wide(from + index * 1000) })),
        });
      const usage = async () => {
        const rows = await db().$client<
          { key: string; bytes: number; keptBytes: number; count: number; dropped: number }[]
        >`
        select u.key, u.kept_bytes as "keptBytes", u.dropped_count as dropped, count(r.at)::int as count,
               coalesce(sum(octet_length(r.reading::text)), 0)::int as bytes
          from unknown_device u left join unknown_reading r on r.unknown_device_id = u.id
         where u.customer_id = ${crowd.id} group by u.id order by u.key`;
        for (const { bytes, keptBytes } of rows) expect(keptBytes).toBe(bytes);
        return { rows, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
      };
      await send("WIDE-A", START, 10);
      const each = (await usage()).bytes / 10;
      // Nearly as many as fit, some of them older than the others' and some newer.
      const nearly = Math.floor(MAXIMUM_KEPT_BYTES / each) - 20;
      for (let sent = 10, device = 0; sent < nearly; device += 1) {
        const count = Math.min(nearly - sent, 400);
        await send(`WIDE-B${device}`, START - (device % 2) * 86_400_000, count);
        sent += count;
      }
      const before = await usage();
      expect(before.rows.every(({ dropped }) => dropped === 0)).toBe(true);
      let isThrough = false;
      const waiting = () => db().$client`select from pg_locks where locktype = 'advisory' and not granted`;
      const second = await transaction(db(), async (tx) => {
        const readings = Array.from({ length: 15 }, (_, index) => ({
          device: "WIDE-C",
          ...wide(START + index * 1000),
        }));
        const message = { adapter: "readings" as const, payload: "{}", message: null, count: 15 };
        await storeMessages(tx, crowd.id, null, [{ key: "WIDE-C", ...message, readings }], START);
        const sent = send("WIDE-D", START, 15).then(() => {
          isThrough = true;
        });
        await expect.poll(async () => isThrough || (await waiting()).length > 0).toBe(true);
        return { sent };
      });
      await second.sent;
      const after = await usage();
      expect(after.bytes).toBeLessThanOrEqual(MAXIMUM_KEPT_BYTES);
      expect(after.rows.filter(({ key }) => /-[ACD]/.test(key)).map(({ count }) => count)).toEqual([10, 15, 15]);
      const dropped = after.rows.filter((row) => row.dropped > 0);
      expect(dropped.every(({ key }) => /B\d*[13579]$/.test(key))).toBe(true);
      expect(dropped.reduce((sum, row) => sum + row.dropped, 0)).toBe(
        nearly + 30 - after.rows.reduce((sum, { count }) => sum + count, 0),
      );
    },
  );

  it("is bounded in bytes of the last message", async () => {
    await ingestReadings.call(sender(), {
      readings: [{ device: "LONG", at: START, values: { temperature: 4 }, note: `\u0000${"x".repeat(100_000)}` }],
    });
    expect((await listed("LONG"))[0]?.payload.length).toBe(MAXIMUM_PAYLOAD);
  });

  it("is bounded in devices, the oldest go first, and that is said", async () => {
    const crowd = await makeCustomer(db());
    const keys = Array.from({ length: MAXIMUM_UNKNOWN + 5 }, (_, index) => `CROWD-${String(index).padStart(4, "0")}`);
    for (const part of [keys.slice(0, 5), keys.slice(5)])
      await ingestReadings.call(sender(crowd), {
        readings: part.map((key) => ({ device: key, at: START, values: { temperature: 4 } })),
      });
    const page = await listUnknownDevices.call(await admin(crowd), {} as never);
    expect([page.total, page.overflow?.droppedCount]).toEqual([MAXIMUM_UNKNOWN, 5]);
    expect(await listed("CROWD-0004", crowd)).toEqual([]);
    expect(await listed("CROWD-0005", crowd)).toHaveLength(1);
    expect((await listUnknownDevices.call(await admin(), {} as never)).overflow?.droppedCount).toBe(0);
  });
});

describe("the list", () => {
  it("loses one that is removed, which leaves a row in the trail", async () => {
    await post("GONE", [4]);
    const [row] = await listed("GONE");
    const id = row?.id as number;
    await removeUnknownDevice.call(await admin(), { id });
    expect(await listed("GONE")).toEqual([]);
    expect(await trailOf(db(), own.id, "unknownDevice", id)).toMatchObject([
      { operation: "unknownDevice.remove", oldValues: { device: "GONE", adapter: "readings" } },
    ]);
    await expect(removeUnknownDevice.call(await admin(), { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is another customer's in nothing", async () => {
    await post("FOREIGN", [4]);
    const [row] = await listed("FOREIGN");
    await expect(removeUnknownDevice.call(await admin(other), { id: row?.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await listed("FOREIGN")).toHaveLength(1);
    const nurse = await accountContext(db(), await makeUser(db(), own.id, { permissions: [] }));
    await expect(listUnknownDevices.call(nurse, {} as never)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(removeUnknownDevice.call(nurse, { id: row?.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(removeUnknownDevice.call(await admin(), { id: "x" } as never)).rejects.toThrow();
  });

  it("is nothing for whoever sees a part of the tree alone", async () => {
    const part = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 0, sceneIds: [own.sceneId] }));
    await expect(listUnknownDevices.call(part, {} as never)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
