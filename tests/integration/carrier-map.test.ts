import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, carrierState, scene } from "@/db/schema";
import { listCarriersOnMap } from "@/features/carrier/map/operations";
import { carriersOf } from "@/features/carrier/map/rules";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let ward: number;

async function makeScene(parentId: number, code: string, place: { longitude?: number; latitude?: number } = {}) {
  const [row] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId, code, name: code, ...(place.longitude && { funcType: 2 }), ...place })
    .returning();
  return row?.id ?? 0;
}

async function makeCarrier(name: string, sceneId: number, values: Partial<typeof carrier.$inferInsert> = {}, of = own) {
  const [row] = await db()
    .insert(carrier)
    .values({ customerId: of.id, sceneId, name, type: "refrigerator", ...values })
    .returning();
  return row?.id ?? 0;
}

const list = async (query: Record<string, unknown> = {}, options: UserOptions = {}) => {
  const user = await makeUser(db(), own.id, options);
  const dto = await listCarriersOnMap.call(await accountContext(db(), user), query);
  return { total: dto.total, carriers: carriersOf(dto) };
};

beforeAll(async () => {
  own = await makeCustomer(db());
  const other = await makeCustomer(db());
  const site = await makeScene(own.sceneId, "site", { longitude: 113.2, latitude: 23.2 });
  ward = await makeScene(site, "ward");
  const annexe = await makeScene(site, "annexe", { longitude: 113.3, latitude: 23.3 });
  await makeCarrier("of the unit", ward);
  await makeCarrier("of the annexe", annexe);
  await makeCarrier("entered", ward, { longitude: 113.4, latitude: 23.4 });
  const vehicle = await makeCarrier("vehicle", ward, { type: "vehicle", longitude: 113.4, latitude: 23.4 });
  await makeCarrier("nowhere", own.sceneId);
  await makeCarrier("abroad", other.sceneId, { longitude: 1, latitude: 1 }, other);
  await db()
    .insert(carrierState)
    .values({
      carrierId: vehicle,
      positionAt: new Date(5_000),
      longitude: 113.5,
      latitude: 23.5,
      speedKmh: 60,
      course: 45,
    });
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

describe("the map", () => {
  it("shows a carrier where its device is, else where it was entered, else where its unit stands", async () => {
    const { total, carriers } = await list();
    expect(total).toBe(5);
    expect(Object.fromEntries(carriers.map(({ name, place, source }) => [name, [...place, source]]))).toEqual({
      "of the unit": [113.2, 23.2, "scene"],
      "of the annexe": [113.3, 23.3, "scene"],
      entered: [113.4, 23.4, "carrier"],
      vehicle: [113.5, 23.5, "position"],
    });
    expect(carriers.find(({ name }) => name === "vehicle")).toMatchObject({
      type: "vehicle",
      status: "unknown",
      at: 5_000,
      course: 45,
      speedKmh: 60,
    });
  });

  it("narrows by node, type, name and ids", async () => {
    const names = async (query: Record<string, unknown>) => (await list(query)).carriers.map(({ name }) => name).sort();
    expect(await names({ sceneId: ward })).toEqual(["entered", "of the unit", "vehicle"]);
    expect(await names({ type: "vehicle" })).toEqual(["vehicle"]);
    expect(await names({ q: "OF THE" })).toEqual(["of the annexe", "of the unit"]);
    const [row] = await db().select({ id: carrier.id }).from(carrier).where(eq(carrier.name, "entered"));
    expect(await names({ ids: `${row?.id},999999` })).toEqual(["entered"]);
    expect(await names({ q: "nothing" })).toEqual([]);
  });

  it("shows an account that is bound to a node what stands there alone", async () => {
    const { total, carriers } = await list({}, { scopeType: 0, sceneIds: [ward] });
    expect(total).toBe(3);
    expect(carriers.map(({ name }) => name).sort()).toEqual(["entered", "of the unit", "vehicle"]);
  });

  it("refuses what is no list of ids", async () => {
    await expect(list({ ids: "1;2" })).rejects.toMatchObject({ name: "ZodError" });
  });

  it("neither takes nor shows the positions of a carrier whose GPS is switched off", async () => {
    const { carrier: van, sensor } = await makeFridge(db(), own, { carrier: { type: "vehicle" } });
    const send = (at: number, lon: number) =>
      ingest(deviceContext(own.id), [{ device: sensor.serialNumber, at, position: { lon, lat: 23 } }]);
    const places = async () => (await list({ ids: String(van.id) })).carriers.map(({ place }) => place);
    const stored = () => db().$client`select 1 from position where carrier_id = ${van.id}`;
    const now = Date.now();
    expect(await send(now - 2_000, 113)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await places()).toEqual([[113, 23]]);
    await db().update(carrier).set({ isGpsOn: false, longitude: 110, latitude: 22 }).where(eq(carrier.id, van.id));
    expect(await places()).toEqual([[110, 22]]);
    expect(await send(now - 1_000, 114)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await stored()).toHaveLength(1);
    await db().update(carrier).set({ isGpsOn: true }).where(eq(carrier.id, van.id));
    expect(await places()).toEqual([[113, 23]]);
  });
});
