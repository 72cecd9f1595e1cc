import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { device, deviceCommand, parameter, probe, scene } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { disableDevices } from "@/features/device/activation.operations";
import { devices } from "@/features/device/kinds.operations";
import { createDevices, getQuota } from "@/features/device/registration.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeDevice, TYPE_CODES, uniqueText } from "../factories/device";
import { makeCertificate } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let viewer: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewSensor", "viewGateway"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const fields = (kind: DeviceKind, more: Record<string, unknown> = {}) => {
  const text = uniqueText();
  return { typeCode: TYPE_CODES[kind], serialNumber: `N-${text}`, mac: text, name: `new ${text}`, ...more };
};
const stored = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];
const trailLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;
const createSensor = (more: Record<string, unknown> = {}, ctx = admin) =>
  devices.sensor.create.call(ctx, fields("sensor", more) as never);
const changeSensor = (id: number, more: Record<string, unknown>, ctx = admin) =>
  devices.sensor.update.call(ctx, { ...fields("sensor"), ...more, id });

const rule = async (call: Promise<unknown>) => {
  const { code, issues } = await refusal(call);
  return [code, issues?.[0]?.path, issues?.[0]?.rule];
};

describe.each(DEVICE_KINDS)("a %s", (kind) => {
  it("is made with the probes of its type, changed and deleted, and the trail tells of it", async () => {
    const calls = devices[kind];
    const input = fields(kind, { sceneId: own.sceneId, use: "unactivated" });
    const made = await calls.create.call(admin, input as never);
    expect(made).toMatchObject({ ...input, kind, customerId: own.id, onlineStatus: "unknown", isAbnormal: false });
    expect(made.reportIntervalSeconds).toBeGreaterThan(0);
    const measures = await db().select({ measure: probe.measure }).from(probe).where(eq(probe.deviceId, made.id));
    expect(made.probes.map(({ measure }) => measure).sort()).toEqual(measures.map(({ measure }) => measure).sort());
    expect(measures.length === 0).toBe(kind === "gateway");
    expect(await calls.get.call(admin, { id: made.id })).toEqual(made);
    expect((await calls.list.call(admin, { q: input.serialNumber.toLowerCase() })).items).toEqual([made]);

    const changed = await calls.update.call(admin, { ...input, id: made.id, name: "moved", sceneId: null });
    expect(changed).toMatchObject({ id: made.id, name: "moved", sceneId: null, use: "unactivated" });
    expect(await calls.remove.call(admin, { id: made.id })).toEqual({ id: made.id });
    expect(await stored(made.id)).toBeUndefined();
    expect(await trailOf(db(), own.id, kind, made.id)).toMatchObject([
      { operation: `${kind}.create`, oldValues: null, newValues: { serialNumber: input.serialNumber, mac: input.mac } },
      { operation: `${kind}.update`, oldValues: { name: input.name }, newValues: { name: "moved", sceneId: null } },
      { operation: `${kind}.remove`, oldValues: { name: "moved" }, newValues: null },
    ]);
  });

  it("is not another kind's", async () => {
    const stranger = DEVICE_KINDS.find((one) => one !== kind) as DeviceKind;
    const { id } = await makeDevice(db(), own, stranger);
    for (const call of [
      () => devices[kind].get.call(admin, { id }),
      () => devices[kind].remove.call(admin, { id }),
      () => devices[kind].update.call(admin, { ...fields(kind), id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect(
      await rule(devices[kind].create.call(admin, fields(kind, { typeCode: TYPE_CODES[stranger] }) as never)),
    ).toEqual(["INVALID", "typeCode", "unknown"]);
  });
});

describe("without the permission", () => {
  const ANONYMOUS = { ...systemContext(), actor: { type: "anonymous" as const } };

  it("nothing is read, made, changed or deleted", async () => {
    const { id } = await makeDevice(db(), own, "sensor");
    const before = [await stored(id), await trailLength()];
    const nobody = await contextOf({ permissions: ["viewGateway"] });
    for (const [ctx, code] of [
      [nobody, "FORBIDDEN"],
      [ANONYMOUS, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(devices.sensor.list.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(devices.sensor.get.call(ctx, { id }))).toMatchObject({ code });
    }
    for (const [ctx, code] of [
      [viewer, "FORBIDDEN"],
      [ANONYMOUS, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(createSensor({}, ctx))).toMatchObject({ code });
      expect(await refusal(changeSensor(id, {}, ctx))).toMatchObject({ code });
      expect(await refusal(devices.sensor.remove.call(ctx, { id }))).toMatchObject({ code });
    }
    expect([await stored(id), await trailLength()]).toEqual(before);
  });
});

describe("outside the scope", () => {
  it("a device does not exist, and stays as it is", async () => {
    const { id } = await makeDevice(db(), other, "sensor", { use: "deactivated" });
    const [annex] = await db()
      .insert(scene)
      .values({ customerId: own.id, code: uniqueText(), name: "Annex" })
      .returning();
    const elsewhere = await makeDevice(db(), { id: own.id, sceneId: annex?.id as number }, "sensor");
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const before = [await stored(id), await stored(elsewhere.id)];
    for (const [ctx, hidden] of [
      [admin, id],
      [nurse, elsewhere.id],
    ] as const) {
      expect(await refusal(devices.sensor.get.call(ctx, { id: hidden }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(changeSensor(hidden, {}, ctx))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(devices.sensor.remove.call(ctx, { id: hidden }))).toMatchObject({ code: "NOT_FOUND" });
      expect((await devices.sensor.list.call(ctx, { ids: String(hidden) })).total).toBe(0);
    }
    expect([await stored(id), await stored(elsewhere.id)]).toEqual(before);
  });

  it("none is put, and none leads there", async () => {
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const gateway = await makeDevice(db(), other, "gateway");
    expect(await refusal(createSensor({ customerId: other.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await rule(createSensor({ sceneId: other.sceneId }))).toEqual(["NOT_FOUND", "sceneId", "unknown"]);
    expect(await rule(createSensor({ gatewayId: gateway.id }))).toEqual(["NOT_FOUND", "gatewayId", "unknown"]);
    expect(await rule(createSensor({}, nurse))).toEqual(["INVALID", "sceneId", "required"]);
    expect(await createSensor({ sceneId: own.sceneId }, nurse)).toMatchObject({ sceneId: own.sceneId });
    const { id } = await createSensor();
    expect(await rule(changeSensor(id, { gatewayId: gateway.id }))).toEqual(["NOT_FOUND", "gatewayId", "unknown"]);
    expect(await rule(changeSensor(id, { customerId: other.id }))).toEqual(["INVALID", "customerId", "ownerStays"]);
  });
});

describe("an account bound to a node", () => {
  it("changes, disables and counts what stands there as anybody else", async () => {
    const nurse = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const { id } = await makeDevice(db(), own, "sensor");
    const name = uniqueText();
    const changed = await changeSensor(id, { name, sceneId: own.sceneId }, nurse);
    expect(changed).toMatchObject({ name });
    expect(await stored(id)).toMatchObject({ name });
    await disableDevices.call(nurse, { ids: [id] });
    expect(await stored(id)).toMatchObject({ use: "deactivated" });
    const all = await db().$count(device, eq(device.customerId, own.id));
    expect(await getQuota.call(nurse, { customerId: own.id })).toMatchObject({ used: all });
  });
});

describe("a device that is mounted as it is created", () => {
  it("is on its carrier and at its node, and the trail tells of both", async () => {
    const { carrier: place } = await makeFridge(db(), own);
    const made = await createSensor({ carrierId: place.id });
    expect(made).toMatchObject({ carriers: [{ id: place.id, name: place.name }], sceneId: own.sceneId });
    expect((await trailOf(db(), own.id, "sensor", made.id)).length).toBeGreaterThan(0);
    const trail = await auditRows(db(), own.id);
    expect(
      trail.some(({ operation, entityId }) => operation === "carrier.mount" && entityId === String(place.id)),
    ).toBe(true);
  });

  it("is not created if the carrier does not take it", async () => {
    const { carrier: retired } = await makeFridge(db(), own, { carrier: { status: "retirement" } });
    const { carrier: foreign } = await makeFridge(db(), other);
    const before = await db().$count(device, eq(device.customerId, own.id));
    const refused = await refusal(createSensor({ carrierId: retired.id }));
    expect([refused.code, refused.issues?.[0]?.path]).toEqual(["CONFLICT", "carrierId"]);
    expect((await refusal(createSensor({ carrierId: foreign.id }))).code).toBe("NOT_FOUND");
    const blind = await contextOf({ permissions: ["viewSensor", "newSensor", "editSensor"] });
    const { carrier: place } = await makeFridge(db(), own);
    const ofFridges = await db().$count(device, eq(device.customerId, own.id));
    expect((await refusal(createSensor({ carrierId: place.id }, blind))).code).toBe("FORBIDDEN");
    expect(await db().$count(device, eq(device.customerId, own.id))).toBe(ofFridges);
    // The fridge of the factory has a sensor of its own.
    expect(ofFridges).toBe(before + 1);
  });
});

describe("what is unique", () => {
  it("are serial numbers and MACs, whoever's and however written", async () => {
    const there = await makeDevice(db(), other, "relay", { mac: "00124B0011223344" });
    expect(await rule(createSensor({ serialNumber: there.serialNumber.toLowerCase() }))).toEqual([
      "CONFLICT",
      "serialNumber",
      "unique",
    ]);
    expect(await rule(createSensor({ mac: "00:12:4b:00:11:22:33:44" }))).toEqual(["CONFLICT", "mac", "unique"]);
    const { id } = await createSensor();
    expect(await rule(changeSensor(id, { mac: "00-12-4B-00-11-22-33-44" }))).toEqual(["CONFLICT", "mac", "unique"]);
  });

  it("are the names of a customer's gateways and displays, not those of its sensors", async () => {
    for (const kind of ["gateway", "display"] as const) {
      const first = await devices[kind].create.call(admin, fields(kind) as never);
      const again = fields(kind, { name: first.name.toUpperCase() });
      expect(await rule(devices[kind].create.call(admin, again as never))).toEqual(["CONFLICT", "name", "unique"]);
      const second = await devices[kind].create.call(admin, fields(kind) as never);
      expect(await rule(devices[kind].update.call(admin, { ...again, id: second.id }))).toEqual([
        "CONFLICT",
        "name",
        "unique",
      ]);
      const stranger = await contextOf({}, other);
      await devices[kind].create.call(stranger, again as never);
    }
    const { name } = await createSensor();
    expect((await createSensor({ name })).name).toBe(name);
  });
});

describe("the device quota", () => {
  it("stops at its limit and names it, for one and for many", async () => {
    const small = await makeCustomer(db());
    const boss = await contextOf({}, small);
    await db()
      .insert(parameter)
      .values({ customerId: small.id, code: "customer.deviceQuota", type: "integer", content: "2" });
    await makeDevice(db(), small, "sensor");
    expect(await getQuota.call(boss, {})).toEqual({ used: 1, limit: 2 });
    await createSensor({}, boss);
    const { code, issues } = await refusal(createSensor({}, boss));
    expect([code, issues?.[0]]).toMatchObject(["CONFLICT", { path: "customerId", rule: "deviceQuota", limit: 2 }]);
    const two = { kind: "gas" as const, items: [fields("gas"), fields("gas")] };
    expect(await rule(createDevices.call(boss, two))).toEqual(["CONFLICT", "customerId", "deviceQuota"]);
    expect(await getQuota.call(boss, {})).toEqual({ used: 2, limit: 2 });
    expect(await refusal(getQuota.call(boss, { customerId: own.id }))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("many at once", () => {
  it("are made with one row of the trail, all or none", async () => {
    const items = [fields("display"), fields("display", { name: "second" })];
    const before = await trailLength();
    const { ids } = await createDevices.call(admin, { kind: "display", items });
    expect(await Promise.all(ids.map(async (id) => (await stored(id))?.name))).toEqual([items[0]?.name, "second"]);
    expect(await trailLength()).toBe(before + 1);
    const twice = fields("display");
    for (const [more, path] of [
      [[fields("display"), { ...fields("display"), serialNumber: "" }], "items.1.serialNumber"],
      [[twice, { ...fields("display"), mac: twice.mac.toLowerCase() }], "items.1.mac"],
      [[fields("display"), fields("display", { name: "SECOND" })], "items.1.name"],
      [[fields("display", { typeCode: "gt_1" })], "items.0.typeCode"],
    ] as const)
      expect((await refusal(createDevices.call(admin, { kind: "display", items: [...more] }))).issues?.[0]?.path).toBe(
        path,
      );
    // Every value that is taken is named, so that a whole series can be put right at once.
    const [known] = items;
    const series = [fields("display"), { ...fields("display"), serialNumber: known?.serialNumber }, twice, twice];
    const { issues } = await refusal(createDevices.call(admin, { kind: "display", items: series }));
    expect(issues?.map(({ path, rule: broken }) => `${path} ${broken}`)).toEqual([
      "items.1.serialNumber unique",
      "items.3.serialNumber unique",
      "items.3.mac unique",
      "items.3.name unique",
    ]);
    expect(await trailLength()).toBe(before + 1);
    const half = await contextOf({ permissions: ["importSensor"] });
    expect(await refusal(createDevices.call(half, { kind: "display", items }))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("what a device is tied to", () => {
  const tied: [string, () => Promise<number>, string][] = [
    ["being enabled", async () => (await makeDevice(db(), own, "sensor")).id, "isEnabled"],
    [
      "hanging on a place",
      async () => (await makeFridge(db(), own, { device: { use: "deactivated" } })).sensor.id,
      "mounted",
    ],
    [
      "a command under way",
      async () => {
        const { id } = await makeDevice(db(), own, "sensor", { use: "deactivated" });
        await db().insert(deviceCommand).values({ customerId: own.id, deviceId: id, settings: {} });
        return id;
      },
      "configuring",
    ],
  ];

  it.each(tied)("%s keeps it from being deleted", async (_name, make, expected) => {
    const id = await make();
    const before = [await stored(id), await trailLength()];
    expect(await rule(devices.sensor.remove.call(admin, { id }))).toEqual(["CONFLICT", "id", expected]);
    expect([await stored(id), await trailLength()]).toEqual(before);
  });

  it("devices behind a gateway keep that", async () => {
    const gateway = await makeDevice(db(), own, "gateway", { use: "deactivated" });
    const { id } = await makeDevice(db(), own, "sensor", { gatewayId: gateway.id });
    expect(await rule(devices.gateway.remove.call(admin, { id: gateway.id }))).toEqual(["CONFLICT", "id", "hasBehind"]);
    await changeSensor(id, { gatewayId: null });
    expect(await devices.gateway.remove.call(admin, { id: gateway.id })).toEqual({ id: gateway.id });
  });

  it("a certificate says until when it is calibrated; nobody else does", async () => {
    const { id, ...sensor } = await makeDevice(db(), own, "sensor", { calibrationDueOn: "2027-01-15" });
    const same = { serialNumber: sensor.serialNumber, mac: sensor.mac };
    const revoked = { customerId: own.id, deviceId: id, dueOn: "2026-12-24", revokedAt: new Date() };
    await makeCertificate(db(), revoked);
    const byHand = await changeSensor(id, { ...same, calibrationDueOn: "2028-01-15" });
    expect(byHand).toMatchObject({ calibrationDueOn: "2028-01-15", hasCertificate: false });
    await makeCertificate(db(), { ...revoked, revokedAt: null });
    await db().update(device).set({ calibrationDueOn: "2026-12-24" }).where(eq(device.id, id));
    for (const calibrationDueOn of ["2030-01-15", null])
      expect(await rule(changeSensor(id, { ...same, calibrationDueOn }))).toEqual([
        "CONFLICT",
        "calibrationDueOn",
        "certificateDecides",
      ]);
    expect((await stored(id))?.calibrationDueOn).toBe("2026-12-24");
    // A form sends what it shows.
    for (const calibrationDueOn of ["2026-12-24", undefined])
      expect(await changeSensor(id, { ...same, calibrationDueOn, description: "checked" })).toMatchObject({
        calibrationDueOn: "2026-12-24",
        hasCertificate: true,
        description: "checked",
      });
  });

  it("its place and its reports keep node and type as they are", async () => {
    const { sensor } = await makeFridge(db(), own);
    const same = { serialNumber: sensor.serialNumber, mac: sensor.mac, name: "new name" };
    expect(await rule(changeSensor(sensor.id, { ...same, sceneId: null }))).toEqual([
      "CONFLICT",
      "sceneId",
      "mountedPlace",
    ]);
    expect(await rule(changeSensor(sensor.id, { ...same, typeCode: "lora_1" }))).toEqual([
      "CONFLICT",
      "typeCode",
      "typeInUse",
    ]);
    expect(await changeSensor(sensor.id, same)).toMatchObject({ name: "new name", sceneId: own.sceneId });
    const spare = await createSensor();
    const measures = (await changeSensor(spare.id, { typeCode: "lora_1" })).probes.map(({ measure }) => measure);
    expect(measures.sort()).toEqual(["signal", "temperature", "voltage"]);
  });
});

describe("parameters", () => {
  const KEY = "0123456789ABCDEF0123456789abcdef";
  const lora = (settings: Record<string, unknown>) => ({ typeCode: "lora_2", settings });

  it("keep their secrets: they are stored, and neither answered nor written into the trail", async () => {
    const made = await createSensor(lora({ appKey: KEY, devEui: "AB12345678" }));
    expect(made.settings).toEqual({ devEui: "AB12345678" });
    const serialNumber = made.serialNumber;
    await changeSensor(made.id, { ...lora({ devEui: "AB12345679" }), serialNumber });
    expect((await stored(made.id))?.settings).toEqual({ appKey: KEY, devEui: "AB12345679" });
    expect(JSON.stringify(await trailOf(db(), own.id, "sensor", made.id))).not.toContain(KEY);
  });

  it("are to be sent again once changed, and stay while they are being sent", async () => {
    const { id } = await makeDevice(db(), own, "sensor", {
      settings: { sampleIntervalSeconds: 60 },
      appliedSettings: { sampleIntervalSeconds: 60 },
      configStatus: "configured",
    });
    expect((await changeSensor(id, {})).configStatus).toBe("configured");
    expect((await changeSensor(id, { settings: { sampleIntervalSeconds: 90 } })).configStatus).toBe("wait");
    expect((await changeSensor(id, { settings: { sampleIntervalSeconds: 60 } })).configStatus).toBe("configured");
    await db().update(device).set({ configStatus: "configuring" }).where(eq(device.id, id));
    expect(await rule(changeSensor(id, { settings: { sampleIntervalSeconds: 70 } }))).toEqual([
      "CONFLICT",
      "settings",
      "configuring",
    ]);
  });
});

it("leaves a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
