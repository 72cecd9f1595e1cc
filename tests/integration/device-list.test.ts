import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { CALIBRATION_STATES, DEVICE_KINDS, ONLINE_STATUSES } from "@/db/enums";
import { deviceBinding, parameter, probeState, scene } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { devices } from "@/features/device/kinds.operations";
import { findSensorPage, listAnyDevices, listSensorsOfType } from "@/features/device/list.operations";
import type { OperationContext } from "@/lib/operation/context";
import { makeException } from "../contract/access-world";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice, TYPE_CODES, uniqueText } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
/** 21 November in Shanghai already. */
const NOW = new Date("2026-11-20T20:00:00Z");
let own: Customer;
let admin: OperationContext;

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const ask = async (filter: Record<string, unknown>, ctx = admin) => {
  const { items, total } = await devices.sensor.list.call(ctx, { iDisplayLength: 100, ...filter } as never);
  expect(items.length).toBe(total);
  return items;
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  admin = await accountContext(db(), await makeUser(db(), own.id), { now: NOW });
  await db()
    .insert(parameter)
    .values({ customerId: own.id, code: "device.faultToleranceCoefficient", type: "decimal", content: "2.5" });
  const days = [null, "2026-11-20", "2026-11-21", "2026-12-21", "2026-12-22"];
  const uses = ["activated", "unactivated", "deactivated"] as const;
  const heard = [null, ago(149), ago(151), ago(9999)];
  for (const [index, calibrationDueOn] of days.entries())
    for (const [at, lastSeenAt] of heard.entries())
      await makeDevice(db(), own, "sensor", {
        name: `row ${index} ${at}`,
        calibrationDueOn,
        lastSeenAt,
        use: uses[(index + at) % 3] as (typeof uses)[number],
        reportIntervalSeconds: 60,
      });
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("states", () => {
  it.each(ONLINE_STATUSES)("%s are found as the rules have it", async (onlineStatus) => {
    const all = await ask({});
    const expected = idsOf(all.filter((row) => row.onlineStatus === onlineStatus));
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(await ask({ onlineStatus }))).toEqual(expected);
  });

  it.each(CALIBRATION_STATES)(
    "calibrations that are %s are found as the rules have it, by the customer's day",
    async (calibration) => {
      const all = await ask({});
      const expected = idsOf(all.filter((row) => row.calibrationState === calibration));
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(await ask({ calibration }))).toEqual(expected);
      const due = all.find((row) => row.calibrationDueOn === "2026-11-20");
      expect(due?.calibrationState).toBe("expired");
    },
  );
});

describe("criteria", () => {
  it("find by name, serial number and MAC, wildcards taken as they are", async () => {
    const { id, serialNumber, mac } = await makeDevice(db(), own, "sensor", { name: "50%_of\\it" });
    for (const q of ["50%_OF\\", serialNumber.slice(3).toLowerCase(), mac?.toLowerCase()])
      expect(idsOf(await ask({ q }))).toEqual([id]);
    expect(await ask({ q: "50__of" })).toEqual([]);
  });

  it("find by node with what is below, gateway, place, exceptions and configuration", async () => {
    const [wing] = await db()
      .insert(scene)
      .values({ customerId: own.id, parentId: own.sceneId, code: uniqueText(), name: "Wing" })
      .returning();
    const place = { id: own.id, sceneId: wing?.id as number };
    const gateway = await makeDevice(db(), place, "gateway");
    const fridge = await makeFridge(db(), place, { gatewayId: gateway.id });
    const bound = await makeDevice(db(), place, "sensor", { configStatus: "fail", name: "bound" });
    await db().insert(deviceBinding).values({ customerId: own.id, deviceId: bound.id, carrierId: fridge.carrier.id });
    const lonely = await makeDevice(db(), place, "sensor", { typeCode: "lora_1", name: "lonely" });
    await makeException(db(), { customer: own } as never, fridge);
    const below = { sceneId: place.sceneId };
    const three = [fridge.sensor.id, bound.id, lonely.id].sort();
    expect(idsOf(await ask(below)).sort()).toEqual(three);
    expect(idsOf(await ask({ sceneId: own.sceneId }))).toEqual(expect.arrayContaining(three));
    expect(idsOf(await ask({ gatewayId: gateway.id }))).toEqual([fridge.sensor.id]);
    expect(idsOf(await ask({ ...below, isMounted: true })).sort()).toEqual([fridge.sensor.id, bound.id].sort());
    expect(idsOf(await ask({ ...below, isMounted: "false" }))).toEqual([lonely.id]);
    expect(idsOf(await ask({ ...below, isAbnormal: "true" }))).toEqual([fridge.sensor.id]);
    expect(idsOf(await ask({ ...below, isAbnormal: false })).sort()).toEqual([bound.id, lonely.id].sort());
    expect(idsOf(await ask({ ...below, configStatus: "fail" }))).toEqual([bound.id]);
    expect(idsOf(await ask({ ...below, typeCode: "LORA_1" }))).toEqual([lonely.id]);
    for (const type of ["lora_1", "LORA_1"]) {
      const ofType = await listSensorsOfType.call(admin, { type, sceneId: place.sceneId });
      expect([idsOf(ofType.items), ofType.total]).toEqual([[lonely.id], 1]);
    }

    const [hung] = await ask({ ids: String(fridge.sensor.id) });
    expect(hung).toMatchObject({
      gateway: { id: gateway.id, name: gateway.name },
      carriers: [{ id: fridge.carrier.id, name: fridge.carrier.name }],
      openExceptions: 1,
      isAbnormal: true,
      sceneName: "Wing",
      typeName: "ZigBee temp-humidity",
    });
    expect((await devices.gateway.get.call(admin, { id: gateway.id })).behind).toBe(1);
  });

  it("do not find a type that does not exist, or one of another kind", async () => {
    for (const type of ["lora_99", TYPE_CODES.gateway])
      expect(await refusal(listSensorsOfType.call(admin, { type })), type).toMatchObject({ code: "NOT_FOUND" });
    // A type that no sensor has is there all the same.
    expect(await listSensorsOfType.call(admin, { type: "lora_2" })).toEqual({ items: [], total: 0 });
  });

  it("show the newest values with their age", async () => {
    const { id, probes } = await makeDevice(db(), own, "sensor", { measures: ["temperature", "battery"] });
    await db()
      .insert(probeState)
      .values({ probeId: probes.temperature as number, lastAt: ago(30), lastValue: 4.5, trend: 0.1 })
      .onConflictDoUpdate({ target: probeState.probeId, set: { lastAt: ago(30), lastValue: 4.5, trend: 0.1 } });
    const [row] = await ask({ ids: String(id) });
    const bare = { channel: "", faultAt: null, unconfirmed: null };
    expect(row?.probes).toEqual([
      { id: probes.temperature, measure: "temperature", ...bare, value: 4.5, at: ago(30).getTime(), trend: 0.1 },
      { id: probes.battery, measure: "battery", ...bare, value: null, at: null, trend: null },
    ]);
  });
});

describe("order and pages", () => {
  it("sort by what is asked for, empty last, and cut pages without overlap", async () => {
    const down = await ask({ sort: "lastSeenAt", dir: "desc" });
    const times = down.map(({ lastSeenAt }) => lastSeenAt);
    const known = times.filter((at): at is number => at !== null);
    expect(times).toEqual([...known.toSorted((a, b) => b - a), ...times.filter((at) => at === null)]);
    const all = idsOf(await ask({ sort: "name" }));
    const pages = [];
    for (let start = 0; start < all.length; start += 7) {
      const query = { sort: "name", iDisplayStart: start, iDisplayLength: 7 } as const;
      pages.push(...idsOf((await devices.sensor.list.call(admin, query)).items));
    }
    expect(pages).toEqual(all);
    for (const sort of [
      "name",
      "serialNumber",
      "typeCode",
      "use",
      "lastSeenAt",
      "calibrationDueOn",
      "createdAt",
    ] as const)
      expect(idsOf(await ask({ sort, dir: "desc" })).length).toBe(all.length);
  });

  it("refuse what no column is", async () => {
    await expect(devices.sensor.list.call(admin, { sort: "settings" } as never)).rejects.toThrow();
    await expect(devices.sensor.list.call(admin, { iDisplayLength: 101 })).rejects.toThrow();
  });
});

describe("the list of every kind", () => {
  it("shows the kinds that the account may look at, and no other", async () => {
    for (const kind of DEVICE_KINDS) await makeDevice(db(), own, kind, { name: "of every kind" });
    const kindsFor = async (ctx: OperationContext, query = {}) => {
      const { items, total } = await listAnyDevices.call(ctx, { q: "of every kind", ...query });
      expect(items.length).toBe(total);
      return items.map(({ kind }) => kind).sort();
    };
    expect(await kindsFor(admin)).toEqual([...DEVICE_KINDS].sort());
    expect(await kindsFor(admin, { kind: "gas" })).toEqual(["gas"]);
    const some = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewSensor", "editGas"] }));
    expect(await kindsFor(some)).toEqual(["gas", "sensor"]);
    expect(await kindsFor(some, { kind: "relay" })).toEqual([]);
    expect((await findSensorPage.call(some, { q: "of every kind" })).items.map(({ kind }) => kind)).toEqual(["sensor"]);
  });
});

it("never shows another customer's", async () => {
  const other = await makeCustomer(db());
  const stranger = await accountContext(db(), await makeUser(db(), other.id));
  expect(await ask({}, stranger)).toEqual([]);
});
