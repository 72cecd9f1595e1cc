import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceBinding, exception, mounting, scene } from "@/db/schema";
import { unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import {
  bindDevice,
  bindPlinth,
  changePlinthBinding,
  listDeviceBindings,
  listPlinthBindings,
  unbindDevice,
  unbindPlinth,
} from "@/features/device/replacement/binding.operations";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeSpare, makeSwitch } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Context = Awaited<ReturnType<typeof accountContext>>;
type Spare = Awaited<ReturnType<typeof makeSpare>>;

let own: Customer;
let wardId: number;
let admin: Context;
let nurse: Context;
let stranger: Context;
let place: Awaited<ReturnType<typeof makeFridge>>;
let base: Spare;
let sensor: Spare;

const as = async (options: UserOptions = {}, customerId = own.id) => {
  const ctx = await accountContext(db(), await makeUser(db(), customerId, options));
  return ctx;
};
/** Each call at its own instant. */
const later = (ctx: Context): Context => ({ ...ctx, now: new Date() });

beforeAll(async () => {
  own = await makeCustomer(db());
  const [node] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: "ward", name: "Ward" })
    .returning();
  wardId = node?.id as number;
  admin = await as();
  nurse = await as({ scopeType: 0, sceneIds: [wardId] });
  stranger = await as({}, (await makeCustomer(db())).id);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});
beforeEach(async () => {
  place = await makeFridge(db(), { id: own.id, sceneId: wardId });
  base = await makeSpare(db(), own, { kind: "base", measures: [] });
  sensor = await makeSpare(db(), own);
});

const bind = (fields: Record<string, unknown> = {}, ctx = admin) =>
  bindPlinth.call(later(ctx), { deviceId: base.id, carrierId: place.carrier.id, sensorId: sensor.id, ...fields });
const change = (id: number, fields: Record<string, unknown>, ctx = admin) =>
  changePlinthBinding.call(later(ctx), { id, ...fields } as never);
const rowsOf = async (deviceId: number) =>
  (
    await db().select().from(deviceBinding).where(eq(deviceBinding.deviceId, deviceId)).orderBy(asc(deviceBinding.id))
  ).map(({ state, carrierId, sensorId, unboundAt }) => ({ state, carrierId, sensorId, isOver: unboundAt !== null }));
const hangsAt = async ({ probes }: Spare) => {
  const [row] = await db()
    .select({ carrierId: mounting.carrierId })
    .from(mounting)
    .where(and(eq(mounting.probeId, probes.temperature as number), isNull(mounting.unmountedAt)));
  return row?.carrierId ?? null;
};
const sceneOf = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0]?.sceneId;
const refusal = (code: string, path: string, rule: string) => ({
  code,
  details: { issues: [expect.objectContaining({ path, rule })] },
});

describe("a smart base", () => {
  it("takes its sensor to the carrier, loses it, gets it back and goes with it; the history is whole", async () => {
    const bound = await bind();
    expect(bound).toMatchObject({ deviceId: base.id, state: "embedded" });
    expect(await hangsAt(sensor)).toBe(place.carrier.id);
    expect([await sceneOf(base.id), await sceneOf(sensor.id)]).toEqual([wardId, wardId]);
    expect(await trailOf(db(), own.id, "plinthBinding", bound.id)).toMatchObject([
      { operation: "plinthBinding.create", newValues: { bindingState: "embedded", carrierId: place.carrier.id } },
    ]);

    const [open] = await db()
      .insert(exception)
      .values({
        customerId: own.id,
        carrierId: place.carrier.id,
        deviceId: sensor.id,
        probeId: sensor.probes.temperature as number,
        kind: "no-data",
        severity: "major",
        startedAt: new Date(Date.now() - 60_000),
        raisedAt: new Date(Date.now() - 60_000),
      })
      .returning();
    const fallen = await change(bound.id, { action: "fallOff", reason: "door slammed" });
    expect(fallen.state).toBe("fallen-off");
    expect(await hangsAt(sensor)).toBeNull();
    expect(
      (
        await db()
          .select()
          .from(exception)
          .where(eq(exception.id, open?.id as number))
      )[0]?.endedAt,
    ).not.toBeNull();
    expect(await trailOf(db(), own.id, "plinthBinding", fallen.id)).toMatchObject([
      { oldValues: { bindingState: "embedded" }, newValues: { bindingState: "fallen-off" }, reason: "door slammed" },
    ]);

    const again = await change(fallen.id, { action: "embed" });
    expect(again.state).toBe("embedded");
    expect(await hangsAt(sensor)).toBe(place.carrier.id);

    await unbindPlinth.call(later(admin), { id: again.id, reason: "moved" });
    expect(await hangsAt(sensor)).toBeNull();
    const at = { carrierId: place.carrier.id, sensorId: sensor.id, isOver: true };
    expect(await rowsOf(base.id)).toEqual(["embedded", "fallen-off", "embedded"].map((state) => ({ ...at, state })));
    const history = await listDeviceBindings.call(admin, { id: base.id });
    expect(history.items.map(({ state }) => state)).toEqual(["embedded", "fallen-off", "embedded"]);
    for (const [index, newer] of history.items.entries())
      if (index > 0) expect(history.items[index]?.unboundAt).toBe(history.items[index - 1]?.boundAt ?? newer.unboundAt);
    expect((await listDeviceBindings.call(admin, { id: sensor.id })).total).toBe(3);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("stands empty, gets a sensor later, or holds one in the store", async () => {
    const empty = await bind({ sensorId: undefined });
    expect(empty.state).toBe("bound");
    await expect(change(empty.id, { action: "fallOff", reason: "x" })).rejects.toMatchObject(
      refusal("CONFLICT", "id", "bindingState"),
    );
    await expect(change(empty.id, { action: "embed" })).rejects.toMatchObject(
      refusal("INVALID", "sensorId", "required"),
    );
    expect((await change(empty.id, { action: "embed", sensorId: sensor.id })).state).toBe("embedded");
    expect(await hangsAt(sensor)).toBe(place.carrier.id);

    const other = await makeSpare(db(), own, { kind: "base", measures: [] });
    const stored = await makeSpare(db(), own);
    const inStore = await bindPlinth.call(later(admin), { deviceId: other.id, sensorId: stored.id });
    expect(inStore.state).toBe("embedded");
    expect(await hangsAt(stored)).toBeNull();
    await expect(bind({ deviceId: other.id, carrierId: undefined, sensorId: undefined })).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ["carrierId"] })],
    });
  });

  it("is not bound twice, and its sensor sits in one base and is not taken down alone", async () => {
    const bound = await bind();
    await expect(bind({ sensorId: undefined })).rejects.toMatchObject(refusal("CONFLICT", "deviceId", "bindingState"));
    const other = await makeSpare(db(), own, { kind: "base", measures: [] });
    await expect(bind({ deviceId: other.id })).rejects.toMatchObject(refusal("CONFLICT", "sensorId", "embedded"));
    const alone = { id: place.carrier.id, deviceId: sensor.id, reason: "x" };
    await expect(unmountDevice.call(later(admin), alone)).rejects.toMatchObject(
      refusal("CONFLICT", "deviceId", "embedded"),
    );
    const fallen = await change(bound.id, { action: "fallOff", reason: "x" });
    await expect(change(bound.id, { action: "embed" })).rejects.toMatchObject(refusal("CONFLICT", "id", "bindingOver"));
    // A fallen sensor may hang elsewhere by now: the base does not pull it away.
    const elsewhere = await makeFridge(db(), own);
    await db()
      .insert(mounting)
      .values({ customerId: own.id, probeId: sensor.probes.temperature as number, carrierId: elsewhere.carrier.id });
    await expect(change(fallen.id, { action: "embed" })).rejects.toMatchObject(
      refusal("CONFLICT", "sensorId", "mounted"),
    );
    await unbindPlinth.call(later(admin), { id: fallen.id, reason: "x" });
    expect(await hangsAt(sensor)).toBe(elsewhere.carrier.id);
  });

  it("takes sensors alone, of its customer, that are enabled, to carriers in service", async () => {
    const gas = await makeSpare(db(), own, { kind: "gas", measures: ["gas"] });
    const off = await makeSpare(db(), own, { use: "deactivated" });
    const retired = await makeFridge(db(), own, { carrier: { status: "retirement" } });
    const foreign = await makeSpare(db(), await makeCustomer(db()));
    await expect(bind({ sensorId: gas.id })).rejects.toMatchObject(refusal("INVALID", "sensorId", "sensorOnly"));
    await expect(bind({ sensorId: off.id })).rejects.toMatchObject(refusal("CONFLICT", "sensorId", "deviceStopped"));
    await expect(bind({ carrierId: retired.carrier.id })).rejects.toMatchObject(
      refusal("CONFLICT", "carrierId", "retired"),
    );
    await expect(bind({ sensorId: foreign.id })).rejects.toMatchObject(refusal("NOT_FOUND", "sensorId", "reference"));
    await expect(bind({ deviceId: sensor.id, sensorId: undefined })).rejects.toMatchObject(
      refusal("INVALID", "deviceId", "baseOnly"),
    );
    expect(await rowsOf(base.id)).toEqual([]);
    expect(await hangsAt(sensor)).toBeNull();
  });

  it("is refused without the permissions, and does not exist outside the scope", async () => {
    for (const code of ["newPlinthBinding", "editPlinth", "editSensor"] as const) {
      const brings = new Set<string>([code, `remove${code.slice(4)}`]);
      const clerk = await as({ permissions: ALL_PERMISSIONS.filter((one) => !brings.has(one)) });
      await expect(bind({}, clerk), code).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(bind({}, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(bind({}, nurse)).rejects.toMatchObject(refusal("NOT_FOUND", "deviceId", "reference"));
    const bound = await bind();
    await expect(change(bound.id, { action: "fallOff", reason: "x" }, stranger)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(unbindPlinth.call(stranger, { id: bound.id, reason: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await rowsOf(base.id)).toMatchObject([{ state: "embedded", isOver: false }]);
    const seen = await listPlinthBindings.call(nurse, { deviceId: base.id });
    expect(seen.items).toMatchObject([{ carrier: { id: place.carrier.id }, sensor: { id: sensor.id } }]);
    expect((await listPlinthBindings.call(stranger, { deviceId: base.id })).total).toBe(0);
    expect((await listPlinthBindings.call(admin, { q: sensor.serialNumber, isCurrent: "true" })).total).toBe(1);
  });
});

describe("a gateway", () => {
  it("is bound and unbound as a whole, each with its audit row", async () => {
    const gateway = await makeSpare(db(), own, { kind: "gateway", measures: [] });
    const dto = await bindDevice.call(later(admin), { id: gateway.id, carrierId: place.carrier.id });
    expect(dto).toMatchObject({ deviceId: gateway.id, state: "bound" });
    expect(await sceneOf(gateway.id)).toBe(wardId);
    await expect(bindDevice.call(later(admin), { id: gateway.id, carrierId: place.carrier.id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(change(dto.id, { action: "embed", sensorId: sensor.id })).rejects.toMatchObject(
      refusal("INVALID", "id", "baseOnly"),
    );
    await expect(unbindPlinth.call(later(admin), { id: dto.id, reason: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await unbindDevice.call(later(admin), { id: gateway.id, reason: "moved" })).toMatchObject({ state: null });
    expect(await rowsOf(gateway.id)).toMatchObject([{ state: "bound", isOver: true }]);
    await expect(unbindDevice.call(later(admin), { id: gateway.id, reason: "x" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect((await trailOf(db(), own.id, "device", gateway.id)).map(({ operation }) => operation)).toEqual([
      "device.bind",
      "device.unbind",
    ]);
  });

  it("is bound once by two at the same time, and what has probes is not bound", async () => {
    const gateway = await makeSpare(db(), own, { kind: "gateway", measures: [] });
    const other = await makeFridge(db(), own);
    const results = await Promise.allSettled(
      [place.carrier.id, other.carrier.id].map((carrierId) =>
        bindDevice.call(later(admin), { id: gateway.id, carrierId }),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rowsOf(gateway.id)).toHaveLength(1);
    await expect(bindDevice.call(admin, { id: sensor.id, carrierId: place.carrier.id })).rejects.toMatchObject({
      code: "INVALID",
    });
    await expect(bindDevice.call(admin, { id: base.id, carrierId: place.carrier.id })).rejects.toMatchObject(
      refusal("INVALID", "id", "plinthBinding"),
    );
  });
});

describe("while a device is to be switched for another", () => {
  const opened = (oldDeviceId: number, newDeviceId: number) =>
    makeSwitch(db(), { customerId: own.id, carrierId: place.carrier.id, oldDeviceId, newDeviceId });

  it("neither of the two is bound or taken off by hand", async () => {
    const [relay, next] = [
      await makeSpare(db(), own, { kind: "relay", measures: [] }),
      await makeSpare(db(), own, { kind: "relay", measures: [] }),
    ];
    await bindDevice.call(later(admin), { id: relay.id, carrierId: place.carrier.id });
    await opened(relay.id, next.id);
    const before = [await rowsOf(relay.id), await rowsOf(next.id)];
    await expect(bindDevice.call(later(admin), { id: next.id, carrierId: place.carrier.id })).rejects.toMatchObject(
      refusal("CONFLICT", "id", "switching"),
    );
    await expect(unbindDevice.call(later(admin), { id: relay.id, reason: "moved" })).rejects.toMatchObject(
      refusal("CONFLICT", "id", "switching"),
    );
    expect([await rowsOf(relay.id), await rowsOf(next.id)]).toEqual(before);
  });

  it("a base stays as it is, for itself and for the sensor in it", async () => {
    const { id } = await bind();
    await opened(sensor.id, (await makeSpare(db(), own)).id);
    const spare = await makeSpare(db(), own, { kind: "base", measures: [] });
    await opened(place.sensor.id, spare.id);
    const before = await rowsOf(base.id);
    for (const call of [
      () => change(id, { action: "fallOff", reason: "fell" }),
      () => unbindPlinth.call(later(admin), { id, reason: "moved" }),
    ])
      await expect(call()).rejects.toMatchObject(refusal("CONFLICT", "id", "switching"));
    await expect(bind({ deviceId: spare.id, sensorId: undefined })).rejects.toMatchObject(
      refusal("CONFLICT", "deviceId", "switching"),
    );
    expect(await rowsOf(base.id)).toEqual(before);
    expect(await rowsOf(spare.id)).toEqual([]);
  });
});
