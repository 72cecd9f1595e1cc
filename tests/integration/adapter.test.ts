import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import chirpstack from "../fixtures/adapter/chirpstack-events.json";
import tts from "../fixtures/adapter/tts-webhook.json";
import { type Product, startProduct } from "../support/server";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Result = { accepted: number; duplicates: number; rejected: { index: number; reason: string }[] };
type Answer = { state: { code: number; msg: string; detail?: string }; result: Result | null };
type Sent = { path: string; token?: string | null; headers?: Record<string, string>; body?: unknown; method?: string };

let product: Product;
let db: Db;
let owner: Customer;
let other: Customer;
let session: string;
let fridge: Fridge;
let foreign: Fridge;

beforeAll(async () => {
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 4);
  [owner, other] = [await makeCustomer(db), await makeCustomer(db)];
  session = (await openSessionOf(db, await makeUser(db, owner.id))).token;
  foreign = await makeFridge(db, other);
  // What was recorded from real devices grows older, and is still to be taken.
  for (const code of ["retention.gpsBackupDays", "retention.sensorHistoryDays", "customer.retentionDays"])
    await db.$client`
      insert into parameter (code, type, content) values (${code}, 'integer', '36500')
      on conflict (coalesce(customer_id, 0), code) do update set content = excluded.content`;
}, 300_000);
beforeEach(async () => {
  fridge = await makeFridge(db, owner, { measures: ["temperature", "humidity"] });
});
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

async function send({ path, token = owner.token, headers = {}, body, method = "POST" }: Sent) {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(`${product.baseUrl}/service/ingest/${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: (isText ? body : JSON.stringify(body)) as BodyInit }),
    signal: AbortSignal.timeout(15_000),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** What the console shows of a probe around an instant. */
async function history(probeId: number, at: number): Promise<[at: number, value: number][]> {
  const query = new URLSearchParams({ probeIds: String(probeId), from: String(at - 60_000), to: String(at + 60_000) });
  const response = await fetch(`${product.baseUrl}/service/share/history?${query}`, {
    headers: { authorization: `Bearer ${session}` },
  });
  const { result } = (await response.json()) as { result: { series: { at: number[]; mean: (number | null)[] }[] } };
  const [{ at: ats, mean } = { at: [], mean: [] }] = result.series;
  return ats.flatMap((one, index) => (mean[index] == null ? [] : [[one, mean[index]] as [number, number]]));
}

const foreignTraces = async () => {
  const [row] = await db.$client<{ count: number }[]>`
    select (select count(*) from reading r join probe p on p.id = r.probe_id where p.customer_id = ${other.id})
         + (select count(*) from position p join carrier c on c.id = p.carrier_id where c.customer_id = ${other.id}) as count`;
  return Number(row?.count);
};

const AT = Date.UTC(2026, 8, 1, 8);
const ISO = new Date(AT).toISOString();
const query = (fields: Record<string, string>) => `osmand?${new URLSearchParams(fields)}`;

/** The same from each sender: 4.2 °C and 55 %RH of a device at an instant. */
const SENDERS: [string, (device: Fridge["sensor"]) => Sent][] = [
  [
    "The Things Stack",
    ({ mac }) => ({
      path: "tts",
      body: {
        end_device_ids: { device_id: "cold-1", dev_eui: mac },
        received_at: ISO,
        uplink_message: { received_at: ISO, f_port: 2, decoded_payload: { temperature: 4.2, humidity: 55 } },
      },
    }),
  ],
  [
    "ChirpStack",
    ({ mac }) => ({
      path: "chirpstack?event=up",
      body: { deviceInfo: { devEui: mac }, time: ISO, object: { temperatureSensor: { "1": 4.2 }, humidity: 55 } },
    }),
  ],
  [
    "ThingsBoard",
    ({ serialNumber }) => ({
      path: `thingsboard/${owner.token}/telemetry?device=${serialNumber}`,
      token: null,
      body: [{ ts: AT, values: { temperature: "4.2", humidity: 55 } }],
    }),
  ],
  [
    "a tracker by GET",
    ({ serialNumber }) => ({
      path: query({ token: owner.token, id: serialNumber, timestamp: String(AT / 1000), temp1: "4.2", humidity: "55" }),
      token: null,
      method: "GET",
    }),
  ],
  [
    "a tracker by POST",
    ({ serialNumber }) => ({
      path: `osmand?token=${owner.token}`,
      token: null,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams({ id: serialNumber, timestamp: String(AT), temp: "4.2", hum: "55" })),
    }),
  ],
  [
    "Traccar Client",
    ({ serialNumber }) => ({
      path: "osmand",
      body: {
        device_id: serialNumber,
        location: {
          timestamp: ISO,
          coords: { latitude: 23.1, longitude: 113.4 },
          extras: { temp1: 4.2, humidity: 55 },
        },
      },
    }),
  ],
  [
    "a client of InfluxDB 2",
    ({ serialNumber }) => ({
      path: "influx/api/v2/write?org=house&bucket=cold&precision=s",
      token: null,
      headers: { authorization: `Token ${owner.token}`, "content-encoding": "gzip" },
      body: gzipSync(`cold,device=${serialNumber} temp_f=39.56,humidity=55 ${AT / 1000}\n`),
    }),
  ],
  [
    "a script with lines",
    ({ serialNumber }) => ({
      path: "influx",
      body: `cold,device=${serialNumber} temperature=4.2,humidity=55 ${AT}000000`,
    }),
  ],
  [
    "Zigbee2MQTT",
    ({ mac }) => ({
      path: "zigbee2mqtt",
      body: {
        topic: "zigbee2mqtt/cold store",
        payload: { temperature: 4.2, humidity: 55, last_seen: ISO, device: { ieeeAddr: ieee(mac) } },
      },
    }),
  ],
];
/** Those whose bodies are no JSON, or who have none. */
const TEXTS = new Set(["a tracker by GET", "a tracker by POST", "a client of InfluxDB 2", "a script with lines"]);
/** Sensors of the factory have short MACs; a Zigbee device has 16 digits. */
const ieee = (mac: string | null) => `0x${String(mac).padStart(16, "0")}`.toLowerCase();
const zigbee = { device: { mac: "00158D0001DC0001" } };

describe.each(SENDERS)("%s", (name, request) => {
  const isZigbee = name === "Zigbee2MQTT";
  beforeEach(async () => {
    if (!isZigbee) return;
    await db.$client`update device set mac = null where mac = ${zigbee.device.mac}`;
    fridge = await makeFridge(db, owner, { measures: ["temperature", "humidity"], ...zigbee });
  });

  it("is heard once, however often it says it, and the console shows it", async () => {
    const first = await send(request(fridge.sensor));
    expect(first).toEqual({
      status: 200,
      answer: { state: { code: 200000, msg: "ok" }, result: { accepted: 1, duplicates: 0, rejected: [] } },
    });
    const { accepted, duplicates, rejected } = (await send(request(fridge.sensor))).answer.result as Result;
    expect([accepted, duplicates, rejected]).toEqual([0, 1, []]);
    expect(await history(fridge.probes.temperature as number, AT)).toEqual([[AT, 4.2]]);
    expect(await history(fridge.probes.humidity as number, AT)).toEqual([[AT, 55]]);
  });

  it("is not heard about another customer's device", async () => {
    const before = await foreignTraces();
    const { mac, serialNumber } = foreign.sensor;
    const strangers = isZigbee
      ? { ...foreign.sensor, mac: "00158D0001DCFFFF" }
      : { ...foreign.sensor, mac, serialNumber };
    const { status, answer } = await send(request(strangers));
    // Trackers are told as Traccar tells them.
    const expected = name === "Traccar Client" ? 404 : name.startsWith("a tracker") ? 400 : 200;
    expect([status, answer.result]).toEqual([
      expected,
      { accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "device: unknown" }] },
    ]);
    expect(await foreignTraces()).toBe(before);
  });

  it.each<[string, (sent: Sent) => Sent]>([
    [
      "a wrong token",
      (sent) => ({
        ...sent,
        path: sent.path.replace(owner.token, "wrong"),
        token: sent.token === undefined ? "wrong" : null,
        headers: sent.headers?.authorization ? { ...sent.headers, authorization: "Token wrong" } : (sent.headers ?? {}),
      }),
    ],
    [
      "no token",
      (sent) => {
        const { authorization: _, ...headers } = sent.headers ?? {};
        return { ...sent, path: sent.path.replace(owner.token, "none"), token: null, headers };
      },
    ],
  ])("is not heard with %s", async (_, change) => {
    const { status, answer } = await send(change(request(fridge.sensor)));
    expect([status, answer.state.code, answer.result]).toEqual([401, 500100, null]);
    expect(await history(fridge.probes.temperature as number, AT)).toEqual([]);
  });
});

it.each(SENDERS.filter(([name]) => !TEXTS.has(name)))("%s is told of half a message", async (_, request) => {
  const sent = request(fridge.sensor);
  const { status, answer } = await send({ ...sent, body: JSON.stringify(sent.body).slice(0, -4) });
  expect([status, answer.state.code, answer.state.detail]).toEqual([400, 400, "body: is not valid JSON"]);
  expect(await history(fridge.probes.temperature as number, AT)).toEqual([]);
});

describe("payloads of real senders", () => {
  it("a tracker's webhook brings temperature, humidity, signal and a position", async () => {
    const truck = await makeFridge(db, owner, { measures: ["temperature"], device: { mac: "70B3D57ED0000001" } });
    const [message] = structuredClone(tts.messages) as { end_device_ids: { dev_eui: string } }[];
    if (message) message.end_device_ids.dev_eui = "70b3d57ed0000001";
    expect((await send({ path: "tts", body: message })).answer.result).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      ignored: expect.arrayContaining(["barometer_0", "hdop", "sats"]),
    });
    const at = Date.UTC(2025, 10, 12, 8, 29, 1);
    expect(await history(truck.probes.temperature as number, at)).toEqual([[at, 30.1]]);
    const [place] =
      await db.$client`select longitude, latitude, course from carrier_state where carrier_id = ${truck.carrier.id}`;
    expect(place).toEqual({ longitude: -122.084, latitude: 37.4219, course: 99 });
    const [kept] = await db.$client`select properties from device where id = ${truck.sensor.id}`;
    expect(kept?.properties).toMatchObject({ f_cnt: 15, barometer_0: 1012.9 });
  });

  it("ChirpStack's events are taken, and its status is the battery", async () => {
    const sensor = (await makeFridge(db, owner, { device: { mac: "0101010101010101" } })).sensor;
    for (const [event, body] of Object.entries(chirpstack.events)) {
      const { status, answer } = await send({ path: `chirpstack?event=${event}`, body });
      expect(status, event).toBe(200);
      expect(answer.result?.rejected.map(({ reason }) => reason)).toEqual(
        event === "up" ? ["object: is missing, the device profile needs a codec"] : [],
      );
    }
    const rows = await db.$client`
      select p.measure, s.last_value as value from probe p join probe_state s on s.probe_id = p.id
       where p.device_id = ${sensor.id} and s.last_value is not null order by p.measure`;
    expect([...rows]).toEqual([
      { measure: "battery", value: 88.3 },
      { measure: "signal", value: -36 },
    ]);
  });
});

describe("items of one payload", () => {
  it("are refused one by one, with their places, and their neighbours are kept", async () => {
    const device = fridge.sensor.serialNumber;
    const lines = [
      `cold,device=${device} temperature=4.2,humidity=1e308 ${AT}`,
      "nonsense",
      `cold,device=nobody temperature=4 ${AT}`,
      `cold,device=${device} temperature=4.3 ${Date.now() + 3_600_000}`,
      `cold,device=${device} temperature=5 ${AT}`,
      `cold,device=${device} temperature=4.4 ${AT + 1000}`,
    ];
    const { answer } = await send({ path: "influx?precision=ms", body: lines.join("\n") });
    expect(answer.result).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [
        { index: 0, reason: "humidity: must be from 0 to 100" },
        { index: 1, reason: "fields: at least one is required" },
        { index: 2, reason: "device: unknown" },
        { index: 3, reason: "at: more than 10 minutes in the future" },
        { index: 4, reason: "conflict: values.temperature is recorded as 4.2 at this time" },
      ],
    });
    expect(await history(fridge.probes.temperature as number, AT)).toEqual([
      [AT, 4.2],
      [AT + 1000, 4.4],
    ]);
  });

  it("are bounded", async () => {
    const item = { temperature: 4 };
    const path = `thingsboard/${owner.token}/telemetry?device=${fridge.sensor.serialNumber}`;
    const many = Array.from({ length: 10_001 }, () => item);
    const { status, answer } = await send({ path, body: many });
    expect([status, answer.state.detail]).toEqual([413, "items: at most 10000"]);
    const long = await send({ path: "influx", body: "x".repeat(5 * 1024 * 1024) });
    expect(long.status).toBe(413);
  });
});

describe("a gateway's token at ThingsBoard's door", () => {
  it("is the gateway itself, and a customer's has to name a device", async () => {
    const gateway = await makeGateway(db, owner.id);
    const body = { ts: AT, values: { temperature: 21 } };
    const own = await send({ path: `thingsboard/${gateway.token}/telemetry`, token: null, body });
    expect(own.answer.result).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const [row] = await db.$client`
      select s.last_value as value from probe p join probe_state s on s.probe_id = p.id where p.device_id = ${gateway.id}`;
    expect(row).toEqual({ value: 21 });
    const nameless = await send({ path: `thingsboard/${owner.token}/telemetry`, token: null, body });
    expect(nameless.answer.result?.rejected[0]?.reason).toMatch(/^device: the token is a customer's/);
  });
});
