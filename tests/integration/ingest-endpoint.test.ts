import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { rawPost } from "../support/raw-request";
import { type Product, startProduct } from "../support/server";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Result = { accepted: number; duplicates: number; rejected: { index: number; reason: string }[] };
type Answer = { state: { code: number; msg: string; detail?: string; requestId?: string }; result: Result | null };

const PATH = "/service/ingest/readings";
let product: Product;
let db: Db;
let owner: Customer;
let other: Customer;
let fridge: Fridge;
let foreign: Fridge;

beforeAll(async () => {
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 4);
  [owner, other] = [await makeCustomer(db), await makeCustomer(db)];
  [fridge, foreign] = [await makeFridge(db, owner), await makeFridge(db, other)];
}, 300_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

/** Each call gets an instant of its own, a second after the last, so that no two tests meet. */
let clock = Date.UTC(2026, 8, 1);
const tick = () => {
  clock += 1000;
  return clock;
};
const reading = (fields: Record<string, unknown> = {}) => ({
  device: fridge.sensor.serialNumber,
  at: tick(),
  values: { temperature: 4.25 },
  ...fields,
});

type Send = { token?: string | null; headers?: Record<string, string>; body: string | Uint8Array };

async function send({ token = owner.token, headers = {}, body }: Send) {
  const response = await fetch(product.baseUrl + PATH, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: body as BodyInit,
    signal: AbortSignal.timeout(15_000),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}
const sendReadings = (readings: unknown, fields: Partial<Send> = {}) =>
  send({ ...fields, body: JSON.stringify({ readings }) });

/** Everything that an ingest writes, as one text. */
async function traces(): Promise<string> {
  const tables = ["reading", "position", "probe", "probe_state", "reading_hour", "exception", "outbox"];
  const counts = tables.map((table) => `select '${table}' as what, count(*)::text as many from ${table}`);
  const rows = await db.$client.unsafe<{ what: string; many: string }[]>(
    `${counts.join(" union all ")} union all select 'seen', max(last_seen_at)::text from device where customer_id = ${other.id}`,
  );
  return rows.map(({ what, many }) => `${what} ${many}`).join("\n");
}

const storedAt = async (at: number, probeId = fridge.probes.temperature as number) => {
  const rows = await db.$client<{ value: number }[]>`
    select value from reading where probe_id = ${probeId} and at = to_timestamp(${at}::float8 / 1000)`;
  return rows[0]?.value;
};

describe("who may knock", () => {
  it("is who holds a token of the customer or of one of its gateways", async () => {
    const gateway = await makeGateway(db, owner.id);
    for (const token of [owner.token, gateway.token]) {
      const one = reading();
      const { status, answer } = await sendReadings([one], { token });
      expect([status, answer]).toEqual([
        200,
        { state: { code: 200000, msg: "ok" }, result: { accepted: 1, duplicates: 0, rejected: [] } },
      ]);
      expect(await storedAt(one.at)).toBe(4.25);
    }
  });

  it.each<[string, () => Promise<string | null> | string | null]>([
    ["no token", () => null],
    ["an unknown one", () => "x".repeat(43)],
    ["its hash instead of itself", () => owner.ingestTokenHash],
    [
      "one of a gateway that is switched off",
      async () => (await makeGateway(db, owner.id, { use: "deactivated" })).token,
    ],
    ["one of a cancelled customer", async () => (await makeCustomer(db, { status: "cancelled" })).token],
  ])("is not who has %s", async (_, token) => {
    const before = await traces();
    const { status, answer } = await sendReadings([reading()], { token: await token() });
    expect([status, answer.state.code, answer.result]).toEqual([401, 500100, null]);
    expect(await traces()).toBe(before);
  });

  it("is asked before the body: a stranger's four megabytes are not waited for", async () => {
    const headers = { "content-type": "application/json", "content-length": "4000000" };
    expect(await rawPost(product.baseUrl, PATH, { headers })).toMatch(/^HTTP\/1\.1 401 /);
    const wrong = { ...headers, authorization: "Bearer wrong" };
    expect(await rawPost(product.baseUrl, PATH, { headers: wrong, body: '{"readings":[' })).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("does so by POST alone", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const headers = { authorization: `Bearer ${owner.token}` };
      expect((await fetch(product.baseUrl + PATH, { method, headers })).status).toBe(405);
    }
  });

  it("knows no device of another customer, and leaves no trace there", async () => {
    const before = await traces();
    for (const device of [foreign.sensor.serialNumber, foreign.sensor.mac, "no-such-device"]) {
      const { status, answer } = await sendReadings([reading({ device, position: { lon: 113, lat: 23 } })]);
      expect([status, answer.result]).toEqual([
        200,
        { accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "device: unknown" }] },
      ]);
    }
    expect(await traces()).toBe(before);
  });
});

describe("a reading that cannot be", () => {
  const future = () => Date.now() + 11 * 60_000;
  const REASONS: [string, () => Record<string, unknown>, string][] = [
    ["a value as text", () => ({ values: { temperature: "4" } }), "values.temperature: must be a finite number"],
    ["no value", () => ({ values: { temperature: null } }), "values.temperature: must be a finite number"],
    ["an unknown measure", () => ({ values: { pressure: 4 } }), "values.pressure: unknown measure"],
    ["a measure of another kind", () => ({ values: { __proto__x: 4 } }), "values.__proto__x: unknown measure"],
    [
      "colder than absolute zero",
      () => ({ values: { temperature: -273.16 } }),
      "values.temperature: must be from -273.15 to 1000",
    ],
    ["half an open door", () => ({ values: { door: 0.5 } }), "values.door: must be 0 or 1"],
    ["nothing measured", () => ({ values: {} }), "values: at least one measure or a position is required"],
    ["values in a list", () => ({ values: [4] }), "values: must be an object"],
    ["tomorrow", () => ({ at: future() }), "at: more than 10 minutes in the future"],
    ["tomorrow in words", () => ({ at: new Date(future()).toISOString() }), "at: more than 10 minutes in the future"],
    [
      "a time without a zone",
      () => ({ at: "2026-09-01T08:00:00" }),
      "at: must be ISO-8601 with an offset, or epoch milliseconds",
    ],
    ["no such day", () => ({ at: "2026-13-40T08:00:00Z" }), "at: no such date"],
    ["a clock that was never set", () => ({ at: 0 }), "at: before 2000-01-01"],
    ["no time", () => ({ at: null }), "at: must be ISO-8601 with an offset, or epoch milliseconds"],
    ["no device", () => ({ device: " " }), "device: must be a serial number or MAC of 1 to 64 characters"],
    [
      "a device that is a number",
      () => ({ device: 5 }),
      "device: must be a serial number or MAC of 1 to 64 characters",
    ],
    ["a device with a NUL", () => ({ device: "SN\0" }), "device: must be a serial number or MAC of 1 to 64 characters"],
    ["a place that is none", () => ({ position: { lon: 181, lat: 0 } }), "position.lon: must be from -180 to 180"],
  ];

  it.each(REASONS)("is refused with its reason, and its neighbours are kept: %s", async (_, fields, reason) => {
    const [before, after] = [reading(), reading()];
    const { status, answer } = await sendReadings([before, reading(fields()), after]);
    expect(status).toBe(200);
    expect(answer.result).toEqual({ accepted: 2, duplicates: 0, rejected: [{ index: 1, reason }] });
    expect([await storedAt(before.at), await storedAt(after.at)]).toEqual([4.25, 4.25]);
  });

  it("is refused where JSON's numbers end", async () => {
    const one = reading();
    const infinite = JSON.stringify({ readings: [reading(), one] }).replace("4.25", "1e999");
    expect((await send({ body: infinite })).answer.result).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [{ index: 0, reason: "values.temperature: must be a finite number" }],
    });
    const before = await traces();
    for (const word of ["NaN", "Infinity", "-", "04"])
      expect((await send({ body: `{"readings":[{"values":{"temperature":${word}}}]}` })).status, word).toBe(400);
    expect(await traces()).toBe(before);
  });

  it.each([null, 5, "x", [], true])("is refused when it is %j", async (what) => {
    const one = reading();
    expect((await sendReadings([what, one])).answer.result).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, reason: expect.stringMatching(/^(reading|device): must be/) }],
    });
  });
});

describe("a body that is not one", () => {
  const good = (count = 1) => JSON.stringify({ readings: Array.from({ length: count }, () => reading()) });
  const gzip = { "content-encoding": "gzip" };
  const ndjson = { "content-type": "application/x-ndjson" };
  const line = () => JSON.stringify(reading());

  const CASES: [string, () => Send, number, string][] = [
    ["half a document", () => ({ body: good(3).slice(0, -20) }), 400, "body: is not valid JSON"],
    ["nothing at all", () => ({ body: "" }), 400, "body: readings"],
    ["a list", () => ({ body: "[]" }), 400, "body: must be a JSON object"],
    ["another shape", () => ({ body: '{"readings":{"0":1}}' }), 400, "body: readings"],
    ["another name", () => ({ body: '{"reading":[]}' }), 400, "body: readings"],
    [
      "bytes that are no text",
      () => ({ body: Buffer.concat([Buffer.from(good()), Buffer.from([0xff])]) }),
      400,
      "body: is not valid UTF-8",
    ],
    [
      "a text of another coding",
      () => ({ body: Buffer.from(good().replace("SN-", "\u00fc"), "latin1") }),
      400,
      "body: is not valid UTF-8",
    ],
    ["what is said to be gzip", () => ({ body: good(), headers: gzip }), 400, "body: is not valid gzip"],
    [
      "half a gzip",
      () => ({ body: gzipSync(good(50)).subarray(0, -30), headers: gzip }),
      400,
      "body: is not valid gzip",
    ],
    [
      "an unknown coding",
      () => ({ body: good(), headers: { "content-encoding": "br" } }),
      400,
      "body: content-encoding br",
    ],
    [
      "a broken line",
      () => ({ body: `${line()}\n{"device":\n${line()}\n`, headers: ndjson }),
      400,
      "body: line 2 is not valid JSON",
    ],
    ["five megabytes", () => ({ body: `${good()}${" ".repeat(5 * 1024 * 1024)}` }), 413, "body: at most 4194304 bytes"],
    [
      "a bomb of 200 megabytes",
      () => ({ body: gzipSync(" ".repeat(200_000_000)), headers: gzip }),
      413,
      "body: at most 4194304 bytes",
    ],
    ["10,001 readings", () => ({ body: good(10_001) }), 413, "readings: at most 10000"],
    ["10,001 lines", () => ({ body: `${line()}\n`.repeat(10_001), headers: ndjson }), 413, "readings: at most 10000"],
  ];

  it.each(CASES)("stores nothing: %s", async (_, request, status, message) => {
    const before = await traces();
    const { status: given, answer } = await send(request());
    expect([given, answer.state.code, answer.result]).toEqual([status, status, null]);
    expect(answer.state.detail).toContain(message);
    expect(await traces()).toBe(before);
  });

  it("stores nothing when the connection is lost in the middle, by an end or a reset", async () => {
    const before = await traces();
    const body = good(200);
    const headers = { authorization: `Bearer ${owner.token}`, "content-type": "application/json" };
    for (const hangUp of ["end", "reset"] as const) {
      // Cut behind a whole reading, too: what came is not taken for the whole.
      for (const cut of [body.length - 2, Math.floor(body.length / 2)]) {
        const declared = { ...headers, "content-length": String(body.length) };
        const answer = await rawPost(product.baseUrl, PATH, { headers: declared, body: body.slice(0, cut), hangUp });
        expect(answer).toMatch(/^$|^HTTP\/1\.1 400 /);
      }
      const chunked = { ...headers, "transfer-encoding": "chunked" };
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
      expect(await rawPost(product.baseUrl, PATH, { headers: chunked, body: chunk, hangUp })).toMatch(
        /^$|^HTTP\/1\.1 400 /,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await traces()).toBe(before);
    expect((await send({ body: good() })).status).toBe(200);
  });

  it("stores nothing when more comes than was said to come, in chunks without a length", async () => {
    const before = await traces();
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(256 * 1024).fill(32));
      },
    });
    const endless = fetch(product.baseUrl + PATH, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}` },
      body: stream,
      duplex: "half",
      signal: AbortSignal.timeout(15_000),
    } as RequestInit);
    // The server answers and hangs up; a client that keeps sending may see the one or the other.
    expect(
      await endless.then(
        ({ status }) => status,
        () => "hung up",
      ),
    ).toSatisfy((end) => end === 413 || end === "hung up");
    expect(await traces()).toBe(before);
  });
});

describe("what is taken", () => {
  const lines = (count: number) => Array.from({ length: count }, () => JSON.stringify(reading())).join("\n");

  it.each<[string, () => Send, number]>([
    [
      "gzip",
      () => ({
        body: gzipSync(JSON.stringify({ readings: [reading(), reading()] })),
        headers: { "content-encoding": "gzip" },
      }),
      2,
    ],
    ["lines", () => ({ body: lines(3), headers: { "content-type": "application/x-ndjson" } }), 3],
    [
      "lines with a last line break and blank ones",
      () => ({ body: `\n${lines(3)}\r\n\n`, headers: { "content-type": "application/x-ndjson; charset=utf-8" } }),
      3,
    ],
    [
      "lines in gzip",
      () => ({
        body: gzipSync(lines(4)),
        headers: { "content-type": "application/x-ndjson", "content-encoding": "gzip" },
      }),
      4,
    ],
    [
      "JSON under a type with a charset",
      () => ({ body: `{"readings":[${lines(1)}]}`, headers: { "content-type": "application/json; charset=utf-8" } }),
      1,
    ],
    [
      "JSON that calls itself text",
      () => ({ body: `{"readings":[${lines(1)}]}`, headers: { "content-type": "text/plain" } }),
      1,
    ],
    [
      "JSON that calls itself bytes",
      () => ({ body: `{"readings":[${lines(1)}]}`, headers: { "content-type": "application/octet-stream" } }),
      1,
    ],
    [
      "JSON under an odd type",
      () => ({ body: `{"readings":[${lines(1)}]}`, headers: { "content-type": "😀; ;=".replace("😀", "x/y") } }),
      1,
    ],
    ["JSON with a byte order mark", () => ({ body: `\uFEFF{"readings":[${lines(1)}]}` }), 1],
    ["no readings", () => ({ body: '{"readings":[]}' }), 0],
  ])("is %s", async (_, request, accepted) => {
    const { status, answer } = await send(request());
    expect([status, answer.result]).toEqual([200, { accepted, duplicates: 0, rejected: [] }]);
  });

  it("is a full batch of 10,000", async () => {
    const readings = Array.from({ length: 10_000 }, () => reading());
    expect((await sendReadings(readings)).answer.result).toEqual({ accepted: 10_000, duplicates: 0, rejected: [] });
    expect((await sendReadings(readings)).answer.result).toEqual({ accepted: 0, duplicates: 10_000, rejected: [] });
  });

  it("is there when the answer comes, for any other connection", async () => {
    for (let round = 0; round < 25; round += 1) {
      const value = round / 4;
      const one = reading({ values: { temperature: value } });
      expect((await sendReadings([one])).answer.result?.accepted).toBe(1);
      expect(await storedAt(one.at)).toBe(value);
    }
  });

  it("is taken once, however many send it at once", async () => {
    const readings = Array.from({ length: 20 }, () => reading());
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendReadings(readings)));
    const sum = (key: "accepted" | "duplicates") =>
      answers.reduce((total, { answer }) => total + (answer.result?.[key] ?? 0), 0);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect([sum("accepted"), sum("duplicates")]).toEqual([20, 100]);
  });
});
