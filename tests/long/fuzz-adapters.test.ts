import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { liveBus } from "@/lib/live/live";
import { PLAUSIBLE } from "@/lib/units/limits";
import { HUGE, textOf } from "../factories/readings";
import { makeCustomer, makeFridge } from "../factories/world";
import chirpstack from "../fixtures/adapter/chirpstack-events.json";
import codecs from "../fixtures/adapter/codec-examples.json";
import influx from "../fixtures/adapter/influx-lines.json";
import osmand from "../fixtures/adapter/osmand-requests.json";
import thingsboard from "../fixtures/adapter/thingsboard.json";
import normalized from "../fixtures/adapter/tts-normalized.json";
import tts from "../fixtures/adapter/tts-webhook.json";
import zigbee from "../fixtures/adapter/zigbee2mqtt-messages.json";
import { describeWithMeasurements, MEASUREMENTS } from "../support/measurements";
import { type Answer, type Door, postIngest } from "../support/post-ingest";

/** A Zigbee device's and a LoRaWAN device's name has 16 digits. */
const EUI = "00158D0001DC0A0A";
const RUNS = 30;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let clock = Date.UTC(2026, 8, 1);
const nextAt = () => {
  clock += 1000;
  return clock;
};

beforeAll(async () => {
  owner = await makeCustomer(db());
  // What was recorded from real devices grows older, and is still to be taken.
  for (const code of ["retention.gpsBackupDays", "retention.sensorHistoryDays", "customer.retentionDays"])
    await db().$client`
      insert into parameter (code, type, content) values (${code}, 'integer', '36500')
      on conflict (coalesce(customer_id, 0), code) do update set content = excluded.content`;
});
beforeEach(async () => {
  await db().$client`update device set mac = null where mac = ${EUI}`;
  fridge = await makeFridge(db(), owner, { measures: ["temperature", "humidity", "co2"], device: { mac: EUI } });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Value = { measure: string; value: number };
const storedAt = async (at: number): Promise<string[]> => {
  const rows = await db().$client<Value[]>`
    select p.measure, r.value from reading r join probe p on p.id = r.probe_id
     where p.device_id = ${fridge.sensor.id} and r.at = to_timestamp(${at / 1000}::float8) order by p.measure`;
  return rows.map(({ measure, value }) => `${measure} ${value}`);
};

const LEAVES: readonly unknown[] = [
  ...[null, true, false, "", "x", "4.2", -1, 0, 4, 1e300, -1e300, HUGE, [], {}, [null], { value: {} }, "\0"],
  ...["2026-13-01T00:00:00Z", "9".repeat(60), { temperature: 4 }],
];
type Spoil = { at: number; how: "drop" | "replace" | "wrap"; leaf: unknown };
const spoils: fc.Arbitrary<Spoil[]> = fc.array(
  fc.record({
    at: fc.nat(10_000),
    how: fc.constantFrom("drop", "replace", "replace", "wrap"),
    leaf: fc.constantFrom(...LEAVES),
  }),
  { minLength: 1, maxLength: 6 },
);

/** All places of a document, the inner ones too. */
function placesOf(node: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (node === null || typeof node !== "object") return path.length > 0 ? [path] : [];
  const inner = Object.entries(node).flatMap(([key, value]) =>
    placesOf(value, [...path, Array.isArray(node) ? Number(key) : key]),
  );
  return path.length > 0 ? [path, ...inner] : inner;
}

/** The document with some of its places gone, or with something else at them. */
function spoiled(document: unknown, changes: readonly Spoil[]): unknown {
  const copy = structuredClone(document);
  for (const { at, how, leaf } of changes) {
    const places = placesOf(copy);
    const path = places[at % Math.max(1, places.length)];
    if (path === undefined) return leaf;
    const last = path.at(-1) as string;
    let parent = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
    if (how === "drop") delete parent[last];
    else parent[last] = how === "wrap" ? [parent[last]] : leaf;
  }
  return copy;
}

const shared = <T>(file: string): T | null => {
  const path = join(MEASUREMENTS, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : null;
};
type Example = { device: string; decoded: Record<string, unknown> };
const uplink = (decoded: unknown, at: number) => ({
  end_device_ids: { dev_eui: EUI },
  received_at: new Date(at).toISOString(),
  uplink_message: { decoded_payload: decoded },
});
const event = (object: unknown, at: number) => ({
  deviceInfo: { devEui: EUI },
  time: new Date(at).toISOString(),
  object,
});

type Sender = {
  door: Door;
  real: unknown[];
  text?: (document: unknown) => string;
  query?: string;
  good: (at: number) => unknown;
};
const decodedOf = (some: { examples: readonly unknown[] }) => some.examples as Example[];
const asLines = (document: unknown) =>
  (document as unknown[]).map((line) => (typeof line === "string" ? line : textOf(line))).join("\n");

/** What each sends, as it was recorded, and a message with 4.2 °C that is in order. */
const SENDERS: [string, () => Sender][] = [
  [
    "The Things Stack",
    () => ({
      door: "tts",
      real: [
        ...(tts as { messages: unknown[] }).messages,
        ...[...decodedOf(normalized), ...decodedOf(codecs)].map((one) => uplink(one.decoded, nextAt())),
        ...(shared<{ messages: unknown[] }>("lorawan/ttn_v3_webhook.json")?.messages ?? []),
      ],
      good: (at) => uplink({ temperature: 4.2 }, at),
    }),
  ],
  [
    "ChirpStack",
    () => ({
      door: "chirpstack",
      query: "?event=up",
      real: [
        ...Object.values((chirpstack as { events: object }).events),
        ...decodedOf(codecs).map((one) => event(one.decoded, nextAt())),
      ],
      good: (at) => event({ temperature: 4.2 }, at),
    }),
  ],
  [
    "Zigbee2MQTT",
    () => ({
      door: "zigbee2mqtt",
      real: [
        (zigbee as { messages: unknown[] }).messages,
        ...(zigbee as { messages: unknown[] }).messages,
        ...(shared<{ messages: unknown[] }>("zigbee2mqtt/messages.json")?.messages ?? []),
      ],
      good: (at) => ({
        topic: `zigbee2mqtt/0x${EUI.toLowerCase()}`,
        // Alone it is no repeat out of a memory.
        payload: { temperature: 4.2, last_seen: new Date(at).toISOString() },
      }),
    }),
  ],
  [
    "ThingsBoard",
    () => ({
      door: "thingsboard",
      query: `?device=${fridge.sensor.serialNumber}`,
      real: [thingsboard.plain, thingsboard.timed, thingsboard.list, thingsboard.gateway],
      good: (at) => ({ ts: at, values: { temperature: 4.2 } }),
    }),
  ],
  [
    "Traccar Client",
    () => ({
      door: "osmand",
      real: (osmand as unknown as { bodies?: unknown[] }).bodies ?? [
        {
          device_id: "x",
          location: { timestamp: "2026-09-01T00:00:00Z", coords: { latitude: 1, longitude: 2 }, extras: { temp1: 4 } },
        },
      ],
      good: (at) => ({
        device_id: fridge.sensor.serialNumber,
        location: {
          timestamp: new Date(at).toISOString(),
          coords: { latitude: 23.1, longitude: 113.4 },
          extras: { temp1: 4.2 },
        },
      }),
    }),
  ],
  [
    "InfluxDB",
    () => ({
      door: "influx",
      text: asLines,
      real: [(influx as { lines: string[] }).lines],
      good: (at) => [`cold,device=${fridge.sensor.serialNumber} temperature=4.2 ${at}000000`],
    }),
  ],
];

/** What an answer has to be, whatever was sent. */
function expectSound({ status, result }: Answer, sent: string) {
  expect([200, 400, 404], sent).toContain(status);
  // A tracker reads the status alone: its refusals carry the usual result.
  if (status !== 200 && result === null) return;
  for (const { index, reason } of result?.rejected ?? []) {
    expect(Number.isInteger(index) && index >= 0, sent).toBe(true);
    expect(reason).toMatch(/\S/);
  }
}

describe.each(SENDERS)("%s", (_, make) => {
  it("may send its real payloads cut off, with fields missing, of other types and huge: the next message is taken", async () => {
    const { door, real, text = textOf, query = "", good } = make();
    expect(real.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...real),
        fc.option(spoils, { freq: 12 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
        async (payload, changes, share) => {
          const whole = text(changes === null ? payload : spoiled(payload, changes));
          const sent = share === null ? whole : whole.slice(0, Math.floor(whole.length * share));
          expectSound(await postIngest(door, owner.token, sent, query), sent);
          const at = nextAt();
          const { status, result } = await postIngest(door, owner.token, text(good(at)), query);
          expect([status, result?.accepted, result?.rejected]).toEqual([200, 1, []]);
          expect(await storedAt(at)).toEqual(["temperature 4.2"]);
        },
      ),
      { seed: 1, numRuns: RUNS },
    );
  });
});

describe("items of one payload", () => {
  type Item = { isGood: boolean; junk: unknown };
  const items: fc.Arbitrary<Item[]> = fc.array(fc.record({ isGood: fc.boolean(), junk: fc.constantFrom(...LEAVES) }), {
    minLength: 1,
    maxLength: 12,
  });
  /** Bad ones as each sender could make them; none of them is a reading. */
  const LISTS: [
    string,
    (at: number, value: number) => unknown,
    (junk: unknown) => unknown,
    Door,
    (list: unknown[]) => string,
    () => string,
  ][] = [
    [
      "ThingsBoard",
      (at, temperature) => ({ ts: at, values: { temperature } }),
      (junk) => ({ ts: "never", values: { temperature: junk } }),
      "thingsboard",
      textOf,
      () => `?device=${fridge.sensor.serialNumber}`,
    ],
    [
      "Zigbee2MQTT",
      (at, temperature) => ({
        topic: "zigbee2mqtt/cold store",
        payload: { temperature, last_seen: at, device: { ieeeAddr: `0x${EUI.toLowerCase()}` } },
      }),
      (junk) => ({ topic: "zigbee2mqtt/cold store", payload: { temperature: 4, last_seen: "never", junk } }),
      "zigbee2mqtt",
      textOf,
      () => "",
    ],
    [
      "InfluxDB",
      (at, temperature) => `cold,device=${fridge.sensor.serialNumber} temperature=${temperature} ${at}000000`,
      (junk) => `cold,device=${fridge.sensor.serialNumber} temperature=${String(junk).replaceAll(/\s/g, "")}! never`,
      "influx",
      asLines,
      () => "",
    ],
  ];

  it.each(LISTS)(
    "of %s: a bad one is named by its place, and costs no other",
    async (_, goodOf, badOf, door, text, query) => {
      let value = 0;
      await fc.assert(
        fc.asyncProperty(items, async (list) => {
          const made = list.map(({ isGood, junk }) => {
            value = (value + 1) % 80;
            const at = nextAt();
            return isGood ? { at, value, item: goodOf(at, value) } : { at: null, value, item: badOf(junk) };
          });
          const sent = text(made.map(({ item }) => item));
          const { status, result } = await postIngest(door, owner.token, sent, query());
          expect(status, sent).toBe(200);
          expect(result?.accepted, sent).toBe(list.filter(({ isGood }) => isGood).length);
          const bad = list.flatMap(({ isGood }, index) => (isGood ? [] : [index]));
          expect([...new Set(result?.rejected.map(({ index }) => index))], sent).toEqual(bad);
          for (const { at, value: expected } of made)
            if (at !== null) expect(await storedAt(at)).toEqual([`temperature ${expected}`]);
        }),
        { seed: 2, numRuns: 40 },
      );
    },
    60_000,
  );
});

describeWithMeasurements("all that was recorded", () => {
  /** Names that leave no doubt, where their value may be one. */
  const PLAIN = ["co2", "humidity", "temperature"] as const;
  const plainOf = (decoded: Record<string, unknown>) =>
    PLAIN.flatMap((measure) => {
      const value = decoded[measure];
      const { minimum, maximum } = PLAUSIBLE[measure];
      return typeof value === "number" && value >= minimum && value <= maximum ? [`${measure} ${value + 0}`] : [];
    });

  it.each([
    ["The Things Stack", "tts", uplink, ""],
    ["ChirpStack", "chirpstack", event, "?event=up"],
  ] as const)(
    "codecs' examples come in from %s with their plain names as they stand",
    async (_, door, wrap, query) => {
      const examples = ["lorawan/ttn_codec_examples.json", "lorawan/ttn_normalized_examples.json"].flatMap(
        (file) => shared<{ examples: Example[] }>(file)?.examples ?? [],
      );
      expect(examples.length).toBeGreaterThan(80);
      let values = 0;
      for (const { device, decoded } of examples) {
        // A codec may tell when it was measured; here it shall be now.
        const { time: _time, timestamp: _timestamp, ...fields } = decoded;
        const at = nextAt();
        const answer = await postIngest(door, owner.token, textOf(wrap(fields, at)), query);
        expectSound(answer, device);
        expect(answer.status, device).toBe(200);
        const expected = plainOf(fields);
        values += expected.length;
        const stored = (await storedAt(at)).filter((line) => PLAIN.some((name) => line.startsWith(`${name} `)));
        expect(stored, device).toEqual(expect.arrayContaining(expected));
      }
      expect(values).toBeGreaterThan(50);
    },
    60_000,
  );

  it("webhooks, events and messages come in as they are", async () => {
    const { messages } = shared<{ messages: { end_device_ids: { dev_eui: string }; received_at: string }[] }>(
      "lorawan/ttn_v3_webhook.json",
    ) ?? { messages: [] };
    for (const message of messages) {
      const named = { ...message, end_device_ids: { ...message.end_device_ids, dev_eui: EUI } };
      expect((await postIngest("tts", owner.token, textOf(named))).result).toMatchObject({ accepted: 1, rejected: [] });
    }
    const { events } = shared<{ events: Record<string, { deviceInfo: object }> }>("lorawan/chirpstack_events.json") ?? {
      events: {},
    };
    for (const [name, one] of Object.entries(events)) {
      const named = { ...one, deviceInfo: { ...one.deviceInfo, devEui: EUI } };
      const answer = await postIngest("chirpstack", owner.token, textOf(named), `?event=${name}`);
      // The one of the documentation measures nothing.
      const issues =
        name === "up" ? [{ index: 0, reason: "object: is missing, the device profile needs a codec" }] : [];
      expect([answer.status, answer.result?.rejected], name).toEqual([200, issues]);
    }
    const { messages: zigbees } = shared<{ messages: { topic: string; payload: object }[] }>(
      "zigbee2mqtt/messages.json",
    ) ?? { messages: [] };
    for (const { topic, payload } of zigbees) {
      const at = nextAt();
      const named = { topic, payload: { ...payload, last_seen: at, device: { ieeeAddr: `0x${EUI.toLowerCase()}` } } };
      const answer = await postIngest("zigbee2mqtt", owner.token, textOf(named));
      expect([answer.status, answer.result?.rejected], topic).toEqual([200, []]);
    }
  });

  it("drives come in whole, as readings and from a tracker, and once", async () => {
    const files = readdirSync(join(MEASUREMENTS, "tracks")).filter((name) => name.endsWith(".csv"));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { sensor, carrier } = await makeFridge(db(), owner);
      const [header = "", ...lines] = readFileSync(join(MEASUREMENTS, "tracks", file), "utf8")
        .trim()
        .split(/\r?\n/);
      const begin = Date.UTC(2026, 7, 1);
      const points = lines.map((line) => {
        const [time = "", lon, lat] = line.split(",");
        const at = header.startsWith("t_s")
          ? begin + Math.round(Number(time) * 1000)
          : Date.parse(time.replace(" ", "T"));
        return { at, lon: Number(lon), lat: Number(lat) };
      });
      const distinct = new Map(points.map((point) => [point.at, point]));
      for (let start = 0; start < points.length; start += 5000) {
        const part = points.slice(start, start + 5000);
        const body = { readings: part.map(({ at, ...position }) => ({ device: sensor.serialNumber, at, position })) };
        const { status, result } = await postIngest("readings", owner.token, textOf(body));
        expect([status, result?.rejected], file).toEqual([200, []]);
      }
      for (const { at, lon, lat } of points.filter((_, index) => index % 500 === 0)) {
        const fields = { id: sensor.serialNumber, lat: String(lat), lon: String(lon), timestamp: String(at / 1000) };
        expect((await postIngest("osmand", owner.token, null, `?${new URLSearchParams(fields)}`)).status).toBe(200);
      }
      const rows = await db().$client<{ at: number; lon: number; lat: number }[]>`
        select (extract(epoch from at) * 1000)::float8 as at, longitude as lon, latitude as lat
          from position where carrier_id = ${carrier.id} order by at`;
      expect(rows.length, file).toBe(distinct.size);
      const sorted = [...distinct.values()].sort((a, b) => a.at - b.at);
      expect(rows.map(({ at, lon, lat }) => [at, lon, lat])).toEqual(sorted.map(({ at, lon, lat }) => [at, lon, lat]));
    }
  });
});
