import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { carrier, customer, scene, userAccount, zone } from "@/db/schema";
import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { editCarriers } from "@/features/carrier/batch/operations";
import { getOneCarrier, updateCarrier } from "@/features/carrier/carrier.operations";
import type { CarrierDto } from "@/features/carrier/carrier.schema";
import { mountDevice, unmountDevice } from "@/features/carrier/mounting/mounting.operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { createCalibration, revokeCalibration } from "@/features/device/calibration/calibration.operations";
import type { DeviceDto } from "@/features/device/device.schema";
import { devices } from "@/features/device/kinds.operations";
import { bindDevice } from "@/features/device/replacement/binding.operations";
import { createSwitch } from "@/features/device/replacement/switch.operations";
import { carrierInputOf } from "@/features/setup-wizard/wizard.rules";
import { getOneUser, updateUser } from "@/features/user/user.operations";
import { setCarrierZones } from "@/features/zone/binding.operations";
import { zones } from "@/features/zone/zone.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeSpare } from "../factories/mounting";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let ada: OperationContext;
let ben: OperationContext;
beforeAll(async () => {
  own = await makeCustomer(db());
  ada = await accountContext(db(), await makeUser(db(), own.id, { name: "Ada" }));
  ben = await accountContext(db(), await makeUser(db(), own.id, { name: "Ben" }));
});
afterAll(() => db().$client.end({ timeout: 5 }));

const makeZone = (ctx = ada) =>
  zones.create.call(ctx, {
    name: `range ${Math.random()}`.slice(0, 30),
    measure: "temperature",
    minimum: 2,
    maximum: 8,
  });
const inputOf = ({ id, name, measure, minimum, maximum, description }: Awaited<ReturnType<typeof makeZone>>) => ({
  ...{ id, name, measure, minimum, maximum, description },
});

describe("two people who save one record", () => {
  it("at once, from the same version: one wins, the other is told of the winner's values", async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await makeZone();
      const save = (ctx: OperationContext, maximum: number) =>
        zones.update.call(ctx, { ...inputOf(made), maximum, version: made.version });
      const results = await Promise.allSettled([save(ada, 9), save(ben, 10)]);
      const won = results.findIndex(({ status }) => status === "fulfilled");
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [row] = await db().select().from(zone).where(eq(zone.id, made.id));
      expect(row).toMatchObject({ maximum: [9, 10][won], version: 2 });
      const lost = results[1 - won] as PromiseRejectedResult;
      expect(lost.reason).toMatchObject({
        code: "RECORD_CHANGED",
        details: { version: 2, changes: [{ field: "maximum", value: [9, 10][won], by: ["Ada", "Ben"][won] }] },
      });
      expect(await trailOf(db(), own.id, "zone", made.id)).toHaveLength(2);
    }
  });

  it("one after the other: the second sees field by field what the first changed, and when", async () => {
    const made = await makeZone();
    await zones.update.call(ada, { ...inputOf(made), maximum: 9, description: "wide" });
    await zones.update.call(ben, { ...inputOf(made), name: "Renamed", maximum: 8, description: "wider" });
    const failure = await refusal(zones.update.call(ada, { ...inputOf(made), version: 1 }));
    expect(failure).toMatchObject({ code: "RECORD_CHANGED", version: 3 });
    // The maximum is again what it was.
    expect(failure.changes).toEqual([
      { field: "description", value: "wider", by: "Ben", at: ben.now.toISOString() },
      { field: "name", value: "Renamed", by: "Ben", at: ben.now.toISOString() },
    ]);
    expect((await zones.update.call(ada, { ...inputOf(made), name: "Mine", version: 3 })).version).toBe(4);
  });

  it("and can take what the first changed of a trigger as it is answered", async () => {
    const conditions = [
      { kind: "range", measure: "temperature", minimum: 2, maximum: 8, deadBand: 0.5 },
      { kind: "cumulative", measure: "temperature", maximum: 8, outsideMinutes: 600, windowMinutes: 1440 },
      { kind: "no-data", measure: "temperature", severity: "minor" },
      { kind: "state", measure: "door", delaySeconds: 120 },
      { kind: "trend", measure: "temperature", horizonMinutes: 30 },
    ] as const;
    const name = `trigger ${Math.random()}`.slice(0, 30);
    const made = await alarmTriggers.create.call(ada, { name, conditions: [...conditions] });
    const [first, ...others] = conditions;
    const changed = [{ ...first, id: made.conditions[0]?.id as number, maximum: 9 }, ...others];
    await alarmTriggers.update.call(ben, { id: made.id, name, conditions: changed });
    const failure = await refusal(
      alarmTriggers.update.call(ada, { id: made.id, name: "Mine", conditions: [...conditions], version: made.version }),
    );
    const theirs = failure.changes?.find(({ field }) => field === "conditions")?.value as typeof changed;
    expect(theirs).toMatchObject(changed);
    const saved = {
      id: made.id,
      name: "Mine",
      conditions: theirs,
      ...(failure.version && { version: failure.version }),
    };
    expect(await alarmTriggers.update.call(ada, saved)).toMatchObject({ name: "Mine", conditions: changed });
  });

  it("without a version: the last write wins, as callers of the older API expect", async () => {
    const made = await makeZone();
    await zones.update.call(ada, { ...inputOf(made), maximum: 9 });
    expect(await zones.update.call(ben, { ...inputOf(made), maximum: 7 })).toMatchObject({ maximum: 7, version: 3 });
  });

  it("of which one may not see the record: it does not exist, whatever the version", async () => {
    const made = await makeZone();
    const other = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id));
    for (const version of [1, 2])
      expect(await refusal(zones.update.call(other, { ...inputOf(made), version }))).toMatchObject({
        code: "NOT_FOUND",
      });
  });
});

describe("a change outside of the form", () => {
  const open = async (id: number): Promise<CarrierDto> => getOneCarrier.call(ada, { id });
  const late = async (opened: CarrierDto) =>
    refusal(updateCarrier.call(ada, { ...carrierInputOf(opened), version: opened.version }));

  it("of a carrier, by a batch or to its ranges, is seen like one by the form", async () => {
    const { carrier: fridge } = await makeFridge(db(), own);
    const range = await makeZone();
    const opened = await open(fridge.id);
    await editCarriers.call(ben, { ids: [fridge.id], description: "moved" });
    const wanted = [{ measure: "temperature" as const, zoneId: range.id }];
    await setCarrierZones.call(ben, { id: fridge.id, zones: wanted });
    const failure = await late(opened);
    expect(failure).toMatchObject({ code: "RECORD_CHANGED", version: opened.version + 2 });
    expect(failure.changes).toMatchObject([
      { field: "description", value: "moved", by: "Ben" },
      { field: "zones", value: wanted, by: "Ben" },
    ]);
  });

  it("of what no form shows makes no next version", async () => {
    const { carrier: fridge } = await makeFridge(db(), own);
    const opened = await open(fridge.id);
    await changeStatus.call(ben, { id: fridge.id, status: "backup", reason: "spare" });
    expect((await open(fridge.id)).version).toBe(opened.version);
    await updateCarrier.call(ada, { ...carrierInputOf(opened), description: "cold", version: opened.version });
    const [row] = await db().select().from(carrier).where(eq(carrier.id, fridge.id));
    expect(row).toMatchObject({ description: "cold", status: "backup", version: opened.version + 1 });
  });

  describe("of a device", () => {
    const openDevice = ({ id, kind }: { id: number; kind: DeviceKind }) => devices[kind].get.call(ada, { id });
    const saveDevice = async (opened: DeviceDto) => {
      const { id, kind, version, typeCode, serialNumber, name, mac, description, use } = opened;
      const values = { ...{ id, version, typeCode, serialNumber, name, mac, description, use }, sceneId: null };
      const save = devices[kind as "sensor" | "gateway"].update;
      return refusal(save.call(ada, values as never));
    };
    const elsewhere = async () => {
      const [node] = await db()
        .insert(scene)
        .values({ customerId: own.id, parentId: own.sceneId, code: `n${Math.random()}`.slice(0, 12), name: "Ward 7" })
        .returning();
      return (await makeFridge(db(), { id: own.id, sceneId: node?.id as number })).carrier;
    };

    it("by mounting it, is named with the new place; at the place where it is already, it is none", async () => {
      const spare = await makeSpare(db(), own, { measures: ["temperature", "humidity"] });
      const before = await openDevice(spare);
      const fridge = await elsewhere();
      await mountDevice.call(ben, { id: fridge.id, deviceId: spare.id, measures: ["temperature"] });
      const change = { field: "sceneId", value: fridge.sceneId, text: "Ward 7", by: "Ben" };
      expect(await saveDevice(before)).toMatchObject({ code: "RECORD_CHANGED", changes: [change] });
      const after = await openDevice(spare);
      expect(after.version).toBe(before.version + 1);
      await mountDevice.call(ben, { id: fridge.id, deviceId: spare.id, measures: ["humidity"] });
      await unmountDevice.call(ben, { id: fridge.id, deviceId: spare.id, reason: "spare" });
      expect((await openDevice(spare)).version).toBe(after.version);
    });

    it("by binding it as a whole, is named with the new place", async () => {
      const spare = await makeSpare(db(), own, { kind: "gateway", measures: [] });
      const before = await openDevice(spare);
      const fridge = await elsewhere();
      await bindDevice.call(ben, { id: spare.id, carrierId: fridge.id });
      expect(await saveDevice(before)).toMatchObject({
        code: "RECORD_CHANGED",
        changes: [{ field: "sceneId", value: fridge.sceneId, text: "Ward 7", by: "Ben" }],
      });
    });

    it("by replacing it with another, is named on both", async () => {
      const old = await makeSpare(db(), own);
      const next = await makeSpare(db(), own);
      const fridge = await elsewhere();
      await mountDevice.call(ben, { id: fridge.id, deviceId: old.id });
      const opened = await Promise.all([openDevice(old), openDevice(next)]);
      const pair = { carrierId: fridge.id, oldDeviceId: old.id, newDeviceId: next.id };
      await createSwitch.call(ben, { ...pair, type: "direct", reason: "broken", oldDevice: "store" } as never);
      const [ofOld, ofNext] = await Promise.all(opened.map(saveDevice));
      expect(ofOld?.changes).toContainEqual(expect.objectContaining({ field: "sceneId", value: null, by: "Ben" }));
      expect(ofNext?.changes).toContainEqual(expect.objectContaining({ field: "sceneId", value: fridge.sceneId }));
    });

    it("by its certificates, is named with the day until which it is calibrated", async () => {
      const spare = await makeSpare(db(), own);
      const before = await openDevice(spare);
      const certificate = (number: string, year: number) =>
        createCalibration.call(ben, {
          ...{ deviceId: spare.id, certificateNumber: number, laboratory: "Institute", points: [], remark: "" },
          ...{ calibratedOn: `${year}-01-05`, dueOn: `${year + 1}-01-05` },
        } as never);
      const recent = await certificate("C-2", 2026);
      await certificate("C-1", 2024);
      expect(await saveDevice(before)).toMatchObject({
        version: before.version + 1,
        changes: [{ field: "calibrationDueOn", value: "2027-01-05", by: "Ben" }],
      });
      const between = await openDevice(spare);
      await revokeCalibration.call(ben, { id: recent.id, reason: "wrong device" });
      expect((await saveDevice(between)).changes).toMatchObject([{ field: "calibrationDueOn", value: "2025-01-05" }]);
    });
  });

  it("by a login makes no next version of an account", async () => {
    const { id, version } = await makeUser(db(), own.id, {});
    await db().update(userAccount).set({ failedLogins: 2 }).where(eq(userAccount.id, id));
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, id));
    expect(row?.version).toBe(version);
  });
});

describe("what the second is told", () => {
  it("names what a field refers to, and holds nothing that they may not see", async () => {
    const hidden = await makeCustomer(db());
    const platform = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3, name: "Root's deputy" }));
    const agent = await makeUser(db(), 1, {
      ...{ scopeType: -1, customerIds: [own.id], mobile: "+8613800138000", username: `a_${Date.now() % 1e12}` },
    });
    const limited = await accountContext(db(), await makeUser(db(), 1, { scopeType: 2, customerIds: [1, own.id] }));
    const opened = await getOneUser.call(platform, { id: agent.id });
    const input = (ids: number[]) => ({
      ...{ id: agent.id, roleId: opened.roleId, username: opened.username, name: opened.name, gender: opened.gender },
      ...{ mobile: opened.mobile, email: opened.email, status: opened.status, sceneIds: [], customerIds: ids },
    });
    await updateUser.call(platform, { ...input([own.id, hidden.id]), remarks: "covers two" } as never);
    const failure = await refusal(
      updateUser.call(platform, { ...input([own.id]), version: opened.version, remarks: "" } as never),
    );
    const names = async (ids: number[]) => {
      const rows = await db().select({ id: customer.id, name: customer.name }).from(customer);
      return rows.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
    };
    const told = failure.changes?.find(({ field }) => field === "customerIds");
    expect(told?.value).toEqual(expect.arrayContaining([own.id, hidden.id]));
    for (const name of await names([own.id, hidden.id])) expect(told?.text).toContain(name);
    const toLimited = await refusal(
      updateUser.call(limited, { ...input([own.id]), version: opened.version, remarks: "" } as never),
    );
    expect(JSON.stringify(toLimited)).not.toContain(hidden.name);
  });
});
