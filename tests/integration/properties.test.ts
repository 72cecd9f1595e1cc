import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/service/ingest/properties/route";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { MAXIMUM_DEVICES } from "@/features/device/properties.schema";
import { liveBus } from "@/lib/live/live";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeGateway } from "../factories/world";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let sensor: Awaited<ReturnType<typeof makeDevice>>;
let foreign: Awaited<ReturnType<typeof makeDevice>>;

beforeAll(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id);
  sensor = await makeDevice(db(), owner, "sensor");
  foreign = await makeDevice(db(), await makeCustomer(db()), "sensor");
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function send(body: unknown, token: string | null = gateway.token) {
  const request = new Request("http://localhost/service/ingest/properties", {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  const { result } = (await response.json()) as { result: unknown };
  return { status: response.status, result };
}

const stored = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];

describe("POST /service/ingest/properties", () => {
  it("keeps what a gateway tells of itself and of others, the last report in full", async () => {
    const first = { firmware: "2.0", links: { tcp: "up" } };
    expect(
      await send({ gateway: first, devices: [{ device: sensor.serialNumber.toLowerCase(), properties: { lqi: 9 } }] }),
    ).toEqual({ status: 200, result: { accepted: 2, rejected: [] } });
    expect(await stored(gateway.id)).toMatchObject({ firmware: "2.0", properties: first });
    expect((await stored(sensor.id))?.properties).toEqual({ lqi: 9 });
    await send({ gateway: { ip: "10.0.0.1" } });
    // The version is still known although this report says nothing of it.
    expect(await stored(gateway.id)).toMatchObject({ firmware: "2.0", properties: { ip: "10.0.0.1" } });
  });

  it("names what it does not take, and refuses nobody else", async () => {
    const result = await send({
      devices: [
        { device: foreign.serialNumber, properties: { lqi: 1 } },
        { device: "no-such-device", properties: {} },
        { device: sensor.mac, properties: { text: "x".repeat(20_000) } },
        { device: sensor.mac, properties: { lqi: 77 } },
      ],
    });
    expect(result).toEqual({
      status: 200,
      result: {
        accepted: 1,
        rejected: [
          { index: 0, reason: "device: unknown" },
          { index: 1, reason: "device: unknown" },
          { index: 2, reason: "properties: at most 16384 bytes" },
        ],
      },
    });
    expect((await stored(sensor.id))?.properties).toEqual({ lqi: 77 });
    expect(await stored(foreign.id)).toMatchObject({ properties: {}, propertiesAt: null });
  });

  it.each<[string, unknown, string]>([
    [
      "a name with a NUL",
      { device: "ZB\0", properties: {} },
      "device: must be a serial number or MAC of 1 to 64 characters",
    ],
    ["no name", { properties: {} }, "device: must be a serial number or MAC of 1 to 64 characters"],
    [
      "too long a name",
      { device: "x".repeat(65), properties: {} },
      "device: must be a serial number or MAC of 1 to 64 characters",
    ],
    ["no properties", { device: "x" }, "properties: must be an object"],
    ["no object", 5, "device: must be a serial number or MAC of 1 to 64 characters"],
  ])("refuses a device with %s alone", async (_, bad, reason) => {
    const good = { device: sensor.serialNumber, properties: { lqi: 11 } };
    expect(await send({ devices: [bad, good] })).toEqual({
      status: 200,
      result: { accepted: 1, rejected: [{ index: 0, reason }] },
    });
    expect((await stored(sensor.id))?.properties).toEqual({ lqi: 11 });
  });

  it("takes a customer-wide token for devices, but not for a gateway that it does not name", async () => {
    const devices = [{ device: sensor.serialNumber, properties: { lqi: 5 } }];
    expect(await send({ devices }, owner.token)).toMatchObject({ status: 200, result: { accepted: 1 } });
    expect((await send({ gateway: { a: 1 }, devices }, owner.token)).status).toBe(400);
  });

  it.each<[string, unknown]>([
    ["no JSON", "not json"],
    ["a gateway that is no object", { gateway: 5 }],
    ["devices that are no list", { devices: {} }],
    ["too many devices", { devices: Array(MAXIMUM_DEVICES + 1).fill({ device: "x", properties: {} }) }],
    ["a gateway that tells too much", { gateway: { text: "x".repeat(20_000) } }],
  ])("calls %s malformed, and keeps nothing", async (_, body) => {
    const before = JSON.stringify(await stored(gateway.id));
    expect((await send(body)).status).toBe(400);
    expect(JSON.stringify(await stored(gateway.id))).toBe(before);
  });

  it("is closed to strangers", async () => {
    for (const token of [null, "wrong", gateway.ingestTokenHash]) expect((await send({}, token)).status).toBe(401);
  });

  it("lets two gateways tell of the same devices at once", async () => {
    const neighbour = await makeGateway(db(), owner.id);
    const others = await Promise.all([1, 2, 3, 4].map(() => makeDevice(db(), owner, "sensor")));
    const devices = others.map(({ serialNumber }) => ({ device: serialNumber, properties: { lqi: 3 } }));
    const reports = Array.from({ length: 20 }, (_, index) =>
      send({ devices: index % 2 ? devices : [...devices].reverse() }, index % 2 ? gateway.token : neighbour.token),
    );
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});
