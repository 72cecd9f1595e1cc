import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/service/ingest/readings/route";
import { db } from "@/db/client";
import { liveBus } from "@/lib/live/live";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { type Cast, type Element, mixtures, textOf } from "../factories/readings";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";

const RUNS = 60;
const SEEDS = [7, 2026];

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let cast: Cast;
/** Readings lie a second apart, and none has the time of another. */
let clock = Date.UTC(2026, 8, 1);
const nextAt = () => {
  clock += 1000;
  return clock;
};

beforeAll(async () => {
  [owner, other] = [await makeCustomer(db()), await makeCustomer(db())];
  gateway = await makeGateway(db(), owner.id);
  const measures = ["temperature", "humidity"] as const;
  const own = await Promise.all(
    [1, 2, 3].map(() => makeFridge(db(), owner, { measures: [...measures], gatewayId: gateway.id })),
  );
  const foreign = await makeFridge(db(), other);
  const off = await makeFridge(db(), owner, { device: { use: "deactivated" } });
  const namesOf = ({ sensor: { serialNumber, mac } }: (typeof own)[number]) => [serialNumber, mac as string];
  cast = { own: own.flatMap(namesOf), foreign: namesOf(foreign), deactivated: namesOf(off) };
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Answer = { accepted: number; duplicates: number; rejected: { index: number; reason: string }[] };

async function post(body: string | Uint8Array, headers: Record<string, string>, token = gateway.token) {
  const request = new Request("http://localhost/service/ingest/readings", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: body as BodyInit,
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, result: ((await response.json()) as { result: Answer | null }).result };
}

const JSON_TYPE = { "content-type": "application/json" };
const LINES = { "content-type": "application/x-ndjson" };
const GZIP = { "content-encoding": "gzip" };
const bodyOf = (elements: readonly Element[]) => `{"readings":[${elements.map(({ raw }) => textOf(raw)).join(",")}]}`;
const linesOf = (elements: readonly Element[]) => `${elements.map(({ raw }) => textOf(raw)).join("\n")}\n`;

const ENCODINGS: [string, (elements: readonly Element[]) => [string | Uint8Array, Record<string, string>]][] = [
  ["JSON", (elements) => [bodyOf(elements), JSON_TYPE]],
  ["lines", (elements) => [linesOf(elements), LINES]],
  ["JSON in gzip", (elements) => [gzipSync(bodyOf(elements)), { ...JSON_TYPE, ...GZIP }]],
  ["lines in gzip", (elements) => [gzipSync(linesOf(elements)), { ...LINES, ...GZIP }]],
];

type Good = { device: string; at: number | string; values: { temperature: number; humidity?: number } };
const goodOf = (elements: readonly Element[]) =>
  elements.filter(({ fate }) => fate === "stored").map(({ raw }) => raw as Good);

/** The values as they are stored, by time. */
async function storedBetween(from: number, to: number): Promise<string[]> {
  const rows = await db().$client<{ at: number; measure: string; value: number }[]>`
    select (extract(epoch from r.at) * 1000)::float8 as at, p.measure, r.value
      from reading r join probe p on p.id = r.probe_id
     where r.at > to_timestamp(${from / 1000}::float8) and r.at <= to_timestamp(${to / 1000}::float8)
     order by r.at, p.measure`;
  return rows.map(({ at, measure, value }) => `${at} ${measure} ${value}`);
}

const expectedOf = (elements: readonly Element[]) =>
  goodOf(elements).flatMap(({ at, values: { temperature, humidity } }) => {
    const time = typeof at === "string" ? Date.parse(at) : at;
    const lines = [`${time} temperature ${temperature + 0}`];
    return humidity === undefined ? lines : [`${time} humidity ${humidity}`, ...lines];
  });

const traces = async () => {
  const [row] = await db().$client`
    select (select count(*)::int from reading r join probe p on p.id = r.probe_id where p.customer_id = ${other.id}) as foreign,
           (select count(*)::int from device) as devices`;
  return row;
};

describe.each(SEEDS)("a body in which good readings stand among bad ones, seed %i", (seed) => {
  it.each(ENCODINGS)(
    "as %s: each good one is stored, each bad one is named with its reason",
    async (_, encode) => {
      const before = await traces();
      await fc.assert(
        fc.asyncProperty(mixtures(cast, Date.now(), nextAt), async (elements) => {
          const times = goodOf(elements).map(({ at }) => new Date(at).getTime());
          const [from, to] = [Math.min(...times, clock) - 1, Math.max(...times, 0)];
          const { status, result } = await post(...encode(elements));
          expect(status).toBe(200);
          const refused = elements.flatMap(({ fate }, index) => (typeof fate === "object" ? [{ index, fate }] : []));
          expect(result?.rejected.map(({ index }) => index)).toEqual(refused.map(({ index }) => index));
          for (const [place, { fate }] of refused.entries())
            expect(result?.rejected[place]?.reason).toMatch(fate.refused);
          expect(result?.accepted).toBe(goodOf(elements).length);
          expect(result?.duplicates).toBe(elements.filter(({ fate }) => fate === "repeat").length);
          expect(await storedBetween(from, to)).toEqual(expectedOf(elements));
          // Again it brings nothing, and what was refused is refused for the same reasons.
          const again = await post(...encode(elements));
          expect(again.result).toMatchObject({ accepted: 0, rejected: result?.rejected ?? [] });
        }),
        { seed, numRuns: RUNS / 4 },
      );
      expect(await traces()).toEqual(before);
    },
    60_000,
  );
});

describe("a body that was cut off", () => {
  it.each(ENCODINGS)(
    "as %s: is refused as a whole or read up to where lines end, and never half",
    async (_, encode) => {
      await fc.assert(
        fc.asyncProperty(
          mixtures(cast, Date.now(), nextAt),
          fc.double({ min: 0.01, max: 0.99, noNaN: true }),
          async (elements, share) => {
            const times = goodOf(elements).map(({ at }) => new Date(at).getTime());
            const [from, to] = [Math.min(...times, clock) - 1, Math.max(...times, 0)];
            const [body, headers] = encode(elements);
            const part = body.slice(0, Math.max(1, Math.floor(body.length * share)));
            const { status, result } = await post(part, headers);
            const stored = await storedBetween(from, to);
            if (status !== 200) {
              expect([status, result, stored]).toEqual([400, null, []]);
            } else expect(expectedOf(elements).slice(0, stored.length)).toEqual(stored);
            // The sender tries again with the whole of it.
            expect((await post(body, headers)).status).toBe(200);
            expect(await storedBetween(from, to)).toEqual(expectedOf(elements));
          },
        ),
        { seed: 11, numRuns: 12 },
      );
    },
    60_000,
  );
});

describe("any bytes at all", () => {
  it("are answered, not with a failure of ours, and store nothing", async () => {
    const from = clock;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.json({ maxDepth: 4 }),
          fc.string({ unit: "binary", maxLength: 200 }),
          fc.json().map((value) => `{"readings":${value}}`),
        ),
        fc.constantFrom(JSON_TYPE, LINES, { ...JSON_TYPE, ...GZIP }, { ...LINES, ...GZIP }),
        async (body, headers) => {
          const { status, result } = await post(body, headers);
          expect([200, 400]).toContain(status);
          if (status === 200) expect(result?.accepted).toBe(0);
        },
      ),
      { seed: 5, numRuns: 200 },
    );
    expect(await storedBetween(from, Date.now())).toEqual([]);
  });
});

describe("the same by MQTT", () => {
  let broker: EmbeddedBroker;
  let client: GatewayClient;
  beforeAll(async () => {
    broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
    client = await GatewayClient.connect(`mqtt://127.0.0.1:${broker.port}`, gateway.mac as string, gateway.token);
  });
  afterAll(async () => {
    await client.end();
    await broker.close();
  });
  const topic = () => `ingest/${gateway.mac}/readings`;

  it("stores each good reading, whatever stands beside it or comes before it, on one connection", async () => {
    await fc.assert(
      fc.asyncProperty(
        mixtures(cast, Date.now(), nextAt),
        fc.oneof(
          fc.uint8Array({ maxLength: 100 }),
          fc.json(),
          fc.constantFrom("", "{", '{"readings":', '{"readings":7}'),
        ),
        fc.constantFrom<0 | 1 | 2>(0, 1, 2),
        async (elements, rubbish, qos) => {
          const times = goodOf(elements).map(({ at }) => new Date(at).getTime());
          const [from, to] = [Math.min(...times, clock) - 1, Math.max(...times, 0)];
          await client.publish(topic(), typeof rubbish === "string" ? rubbish : Buffer.from(rubbish), { qos });
          await client.publish(topic(), bodyOf(elements), { qos });
          // Messages of one gateway are taken one after the other: what is acknowledged was after the others.
          await client.publish(topic(), bodyOf([]), { qos: 1 });
          expect(await storedBetween(from, to)).toEqual(expectedOf(elements));
          expect(client.isConnected).toBe(true);
        },
      ),
      { seed: 3, numRuns: RUNS / 2 },
    );
  });
});
