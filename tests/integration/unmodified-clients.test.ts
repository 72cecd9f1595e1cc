import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { type Product, startProduct } from "../support/server";

let product: Product;
let db: Db;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;

beforeAll(async () => {
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 4);
  owner = await makeCustomer(db);
  fridge = await makeFridge(db, owner);
}, 500_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${product.baseUrl}${path}`, { redirect: "manual", signal: AbortSignal.timeout(15_000), ...init });
const valuesOf = async (deviceId: number) => {
  const rows = await db.$client<{ value: number }[]>`
    select r.value from reading r join probe p on p.id = r.probe_id where p.device_id = ${deviceId} and p.measure = 'temperature'
     order by r.at`;
  return rows.map(({ value }) => value);
};
const SECONDS = Math.floor(Date.now() / 1000) - 600;
const line = (value: unknown, second: number, device = fridge.sensor.serialNumber) =>
  `cold,device=${device} temperature=${value} ${second}`;

it("a device of ThingsBoard posts telemetry and attributes where it looks for them", async () => {
  const gateway = await makeGateway(db, owner.id);
  const json = { "content-type": "application/json" };
  const telemetry = await call(`/api/v1/${gateway.token}/telemetry`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ temperature: 21 }),
  });
  expect(telemetry.status).toBe(200);
  expect(await valuesOf(gateway.id)).toEqual([21]);
  const attributes = await call(`/api/v1/${gateway.token}/attributes`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ firmware_version: "2.0" }),
  });
  expect(attributes.status).toBe(200);
  const [row] = await db.$client`select properties from device where id = ${gateway.id}`;
  expect(row?.properties).toMatchObject({ firmware_version: "2.0" });
  expect((await call("/api/v1/wrong/telemetry", { method: "POST", headers: json, body: "{}" })).status).toBe(401);
});

it("a sensor of ThingsBoard has an access token of its own, which is good for nothing else", async () => {
  const { sensor } = await makeFridge(db, owner);
  const session = (await openSessionOf(db, await makeUser(db, owner.id))).token;
  const issued = await call(`/service/sensor/${sensor.id}/token`, {
    method: "POST",
    headers: { authorization: `Bearer ${session}`, "content-type": "application/json" },
    body: "{}",
  });
  const { result } = (await issued.json()) as { result: { id: number; token: string } };
  expect([issued.status, result.id]).toEqual([200, sensor.id]);
  const send = (path: string, body: unknown) =>
    call(`/api/v1/${result.token}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await send("telemetry", { temperature: 4.2 })).status).toBe(200);
  expect((await send("attributes", { model: "T1" })).status).toBe(200);
  expect(await valuesOf(sensor.id)).toEqual([4.2]);
  const [row] = await db.$client`select properties from device where id = ${sensor.id}`;
  expect(row?.properties).toMatchObject({ model: "T1" });
  const another = { index: 0, reason: "device: the token is another device's" };
  const other = await send(`telemetry?device=${fridge.sensor.serialNumber}`, { temperature: 9 });
  expect(await other.json()).toMatchObject({ result: { accepted: 0, rejected: [another] } });
  const told = await send(`attributes?device=${fridge.sensor.serialNumber}`, { model: "T9" });
  expect(await told.json()).toMatchObject({ result: { accepted: 0, rejected: [another] } });
  await send("telemetry?device=NOBODY-9", { temperature: 9 });
  expect(await db.$client`select from unknown_device where key = 'NOBODY-9'`).toHaveLength(0);
  const [untouched] = await db.$client`select properties from device where id = ${fridge.sensor.id}`;
  expect(untouched?.properties).not.toHaveProperty("model");
});

it("Telegraf's output for InfluxDB 1 makes its database, writes and is told nothing but 204", async () => {
  expect((await call("/ping")).status).toBe(204);
  const basic = { authorization: `Basic ${Buffer.from(`telegraf:${owner.token}`).toString("base64")}` };
  const made = await call("/query", {
    method: "POST",
    headers: { ...basic, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ q: 'CREATE DATABASE "cold"' }),
  });
  expect([made.status, await made.json()]).toEqual([200, { results: [{ statement_id: 0 }] }]);
  const written = await call("/write?db=cold&rp=&precision=s&consistency=any", {
    method: "POST",
    headers: { ...basic, "content-encoding": "gzip", "content-type": "text/plain; charset=utf-8" },
    body: new Uint8Array(gzipSync(`${line(4.1, SECONDS)}\n`)),
  });
  expect([written.status, await written.text()]).toEqual([204, ""]);
  expect(await valuesOf(fridge.sensor.id)).toEqual([4.1]);
});

it.each<[string, (token: string) => [string, Record<string, string>]]>([
  ["user and password in the query", (token) => [`/write?db=cold&u=any&p=${token}&precision=s`, {}]],
  ["a token in the header", (token) => ["/write?db=cold&precision=s", { authorization: `Token ${token}` }]],
  [
    "a path before the address of the console's own",
    (token) => ["/service/ingest/influx/write?precision=s", { authorization: `Bearer ${token}` }],
  ],
])("a client of InfluxDB 1 signs in by %s", async (_, request) => {
  const device = await makeFridge(db, owner);
  const [path, headers] = request(owner.token);
  const body = line(5, SECONDS, device.sensor.serialNumber);
  expect((await call(path, { method: "POST", headers, body })).status).toBe(204);
  expect(await valuesOf(device.sensor.id)).toEqual([5]);
  const [wrong, others] = request("wrong");
  expect((await call(wrong, { method: "POST", headers: others, body })).status).toBe(401);
});

it("says what it has dropped as InfluxDB does, and counts minutes and hours", async () => {
  const device = await makeFridge(db, owner);
  const { serialNumber } = device.sensor;
  const hour = Math.floor(Date.now() / 3_600_000);
  const hours = await call(`/write?precision=h&p=${owner.token}`, {
    method: "POST",
    body: line(6, hour, serialNumber),
  });
  expect(hours.status).toBe(204);
  const partly = await call(`/write?precision=s&p=${owner.token}`, {
    method: "POST",
    body: `${line("NaN", SECONDS, serialNumber)}\n${line(7, SECONDS, serialNumber)}\n`,
  });
  expect([partly.status, await partly.json()]).toEqual([
    400,
    { error: "partial write: temperature: must be a number dropped=1" },
  ]);
  expect((await valuesOf(device.sensor.id)).sort()).toEqual([6, 7]);
});

it("keeps what is of an unknown device, and tells trackers that it is unknown", async () => {
  const sent = await call(`/write?precision=s&p=${owner.token}`, {
    method: "POST",
    body: line(4, SECONDS, "NOBODY-1"),
  });
  expect(sent.status).toBe(204);
  const tracker = (id: string) => call(`/service/ingest/osmand?token=${owner.token}&id=${id}&lat=1&lon=2`);
  expect((await tracker("NOBODY-2")).status).toBe(400);
  expect((await tracker(fridge.sensor.serialNumber)).status).toBe(200);
  const rows = await db.$client`select key from unknown_device where customer_id = ${owner.id} order by key`;
  expect(rows.map(({ key }) => key)).toEqual(["NOBODY-1", "NOBODY-2"]);
});
