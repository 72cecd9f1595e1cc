import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSwitchLog, carrier, carrierZone, device, scene, zone } from "@/db/schema";
import {
  bindTrigger,
  changeStatuses,
  editCarriers,
  moveCarriers,
  switchAlarms,
} from "@/features/carrier/batch/operations";
import { changeStatus } from "@/features/carrier/status/status.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeRange } from "../factories/scene";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type CarrierValues = NonNullable<FridgeOptions["carrier"]>;
let own: Customer;
let other: Customer;
let elsewhereId: number;
let rangeId: number;
let admin: OperationContext;
let platform: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  const values = { customerId: own.id, code: "elsewhere", name: "elsewhere" };
  elsewhereId = (await db().insert(scene).values(values).returning({ id: scene.id }))[0]?.id as number;
  rangeId = await makeRange(db(), own.id);
  await makeRange(db(), other.id);
  admin = await contextOf({});
  platform = await contextOf({ scopeType: 3 });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const fridge = (values: CarrierValues = {}, customer = own) => makeFridge(db(), customer, { carrier: values });
const two = async (first: CarrierValues = {}, second: CarrierValues = {}) => {
  const [a, b] = [await fridge(first), await fridge(second)];
  return { a, b, ids: [a.carrier.id, b.carrier.id] };
};
const stored = async (id: number) => (await db().select().from(carrier).where(eq(carrier.id, id)))[0];
const lastOf = async (id: number) => (await trailOf(db(), own.id, "carrier", id)).at(-1);

type Call = (ctx: OperationContext, ids: number[]) => Promise<unknown>;
const CALLS: [name: string, call: Call][] = [
  ["edit", (ctx, ids) => editCarriers.call(ctx, { ids, description: "x" })],
  ["status", (ctx, ids) => changeStatuses.call(ctx, { ids, status: "backup", reason: "spare" })],
  ["alarm switch", (ctx, ids) => switchAlarms.call(ctx, { ids, alarmSwitch: "off", reason: "cleaning" })],
  ["trigger", (ctx, ids) => bindTrigger.call(ctx, { ids, alarmTriggerId: null })],
  ["move", (ctx, ids) => moveCarriers.call(ctx, { ids, sceneId: elsewhereId })],
];

describe.each(CALLS)("a batch: %s", (_name, call) => {
  it("is refused for carriers of several customers, naming the row", async () => {
    const [mine, foreign] = [await fridge(), await fridge({}, other)];
    const before = [await stored(mine.carrier.id), await stored(foreign.carrier.id)];
    expect(await refusal(call(platform, [mine.carrier.id, foreign.carrier.id]))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "ids.1", rule: "sameCustomer", message: expect.stringContaining(foreign.carrier.name) }],
    });
    expect([await stored(mine.carrier.id), await stored(foreign.carrier.id)]).toEqual(before);
  });

  it("touches nothing where one row is out of scope, and names it", async () => {
    const [mine, foreign] = [await fridge(), await fridge({}, other)];
    const before = await stored(mine.carrier.id);
    expect(await refusal(call(admin, [mine.carrier.id, foreign.carrier.id]))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "ids.1" }],
    });
    expect(await stored(mine.carrier.id)).toEqual(before);
  });

  it("is denied without the code, also that of the type", async () => {
    const { ids, a } = await two();
    const before = await stored(a.carrier.id);
    for (const permissions of [["viewCarrier"], ["editCar", "switchCarrier"]] as const)
      expect(await refusal(call(await contextOf({ permissions: [...permissions] }), ids))).toMatchObject({
        code: "FORBIDDEN",
      });
    expect(await stored(a.carrier.id)).toEqual(before);
  });

  it("wants at least one row, and a page of them at most", async () => {
    expect(await refusal(call(admin, []))).toMatchObject({ code: "INVALID", issues: [{ path: "ids" }] });
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await refusal(call(admin, tooMany))).toMatchObject({ code: "INVALID", issues: [{ path: "ids" }] });
  });
});

describe("a batch edit", () => {
  it("changes what was chosen, keeps the rest, and each carrier has its line in the trail", async () => {
    const { a, b, ids } = await two({ description: "first" }, { mode: "transport" });
    const rows = [
      { customerId: own.id, name: "cold", measure: "temperature" as const, maximum: 8 },
      { customerId: own.id, name: "power", measure: "voltage" as const, minimum: 2 },
    ];
    const [cold, power] = await db().insert(zone).values(rows).returning({ id: zone.id });
    await db()
      .insert(carrierZone)
      .values({ carrierId: a.carrier.id, measure: "voltage", zoneId: power?.id as number });
    const zones = [{ measure: "temperature" as const, zoneId: cold?.id as number }];
    expect(await editCarriers.call(admin, { ids, isTraceable: true, zones })).toEqual({ ids });
    expect(await stored(a.carrier.id)).toMatchObject({ isTraceable: true, description: "first", mode: "storage" });
    expect(await stored(b.carrier.id)).toMatchObject({ isTraceable: true, mode: "transport" });
    const bound = await db().select().from(carrierZone).where(eq(carrierZone.carrierId, a.carrier.id));
    expect(bound.map(({ measure }) => measure).sort()).toEqual(["temperature", "voltage"]);
    for (const id of ids)
      expect(await lastOf(id)).toMatchObject({
        operation: "carrier.update",
        oldValues: { isTraceable: false },
        newValues: { isTraceable: true },
      });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it.each([
    [{ alarmSwitch: "off" }],
    [{ alarmSwitch: "paused", alarmPausedUntil: new Date(Date.now() + 3_600_000) }],
    [{ alarmTriggerId: null }],
  ] satisfies [CarrierValues][])("is refused where an alarm switch stands differently: %o", async (values) => {
    const { ids, b } = await two({}, values);
    expect(await refusal(editCarriers.call(admin, { ids, description: "x" }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "ids.1", rule: "sameAlarmSwitch", message: expect.stringContaining(b.carrier.name) }],
    });
    expect(await stored(ids[0] as number)).toMatchObject({ description: "" });
  });

  it("counts a pause that is over as on", async () => {
    const { ids } = await two({}, { alarmSwitch: "paused", alarmPausedUntil: new Date(Date.now() - 3_600_000) });
    expect(await editCarriers.call(admin, { ids, description: "x" })).toEqual({ ids });
  });

  it("is all or none: a humidity range that one row cannot have leaves all as they were", async () => {
    const [first, second] = [
      await makeFridge(db(), own, { measures: ["temperature", "humidity"] }),
      await makeFridge(db(), own, { measures: ["temperature"] }),
    ];
    const values = { customerId: own.id, name: "dry", measure: "humidity" as const, maximum: 60 };
    const [dry] = await db().insert(zone).values(values).returning({ id: zone.id });
    const ids = [first.carrier.id, second.carrier.id];
    const zones = [{ measure: "humidity" as const, zoneId: dry?.id as number }];
    expect(await refusal(editCarriers.call(admin, { ids, zones }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "ids.1", rule: "thermometerOnly" }],
    });
    expect(await db().select().from(carrierZone).where(eq(carrierZone.carrierId, first.carrier.id))).toEqual([]);
  });

  it("wants a field to change", async () => {
    const { ids } = await two();
    expect(await refusal(editCarriers.call(admin, { ids }))).toMatchObject({ issues: [{ rule: "nothingChosen" }] });
  });
});

describe("a batch of switches", () => {
  it("switches every alarm and logs each with its reason", async () => {
    const { ids } = await two();
    await switchAlarms.call(admin, { ids, alarmSwitch: "off", reason: "cleaning" });
    for (const id of ids) {
      expect(await stored(id)).toMatchObject({ alarmSwitch: "off" });
      expect(await db().select().from(alarmSwitchLog).where(eq(alarmSwitchLog.carrierId, id))).toMatchObject([
        { fromSwitch: "on", toSwitch: "off", reason: "cleaning" },
      ]);
      expect(await lastOf(id)).toMatchObject({ operation: "carrier.switchAlarm", reason: "cleaning" });
    }
  });

  it("refuses mixed states, a missing reason and what has no trigger", async () => {
    const mixed = await two({}, { alarmSwitch: "off" });
    expect(await refusal(switchAlarms.call(admin, { ids: mixed.ids, alarmSwitch: "off", reason: "x" }))).toMatchObject({
      issues: [{ path: "ids.1", rule: "sameAlarmSwitch" }],
    });
    const on = await two();
    expect(await refusal(switchAlarms.call(admin, { ids: on.ids, alarmSwitch: "off" }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "reason", rule: "required" }],
    });
    const none = await two({ alarmTriggerId: null }, { alarmTriggerId: null });
    expect(await refusal(switchAlarms.call(admin, { ids: none.ids, alarmSwitch: "off", reason: "x" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "ids.0", rule: "noTrigger" }],
    });
  });
});

describe("a batch of triggers and moves", () => {
  it("binds and unbinds, and tells both in the trail", async () => {
    const { a, b, ids } = await two();
    await bindTrigger.call(admin, { ids, alarmTriggerId: a.trigger.id });
    expect(await stored(b.carrier.id)).toMatchObject({ alarmTriggerId: a.trigger.id });
    await bindTrigger.call(admin, { ids, alarmTriggerId: null });
    expect(await stored(b.carrier.id)).toMatchObject({ alarmTriggerId: null });
    const trail = await trailOf(db(), own.id, "carrier", b.carrier.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["carrier.bindTrigger", "carrier.unbindTrigger"]);
  });

  it("binds no trigger of another customer", async () => {
    const { ids } = await two();
    const foreign = await fridge({}, other);
    expect(await refusal(bindTrigger.call(admin, { ids, alarmTriggerId: foreign.trigger.id }))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "alarmTriggerId" }],
    });
  });

  it("moves no carrier to the range node", async () => {
    const { a, ids } = await two();
    expect(await refusal(moveCarriers.call(admin, { ids, sceneId: rangeId }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "sceneId", rule: "rangeCarrier" }],
    });
    expect(await stored(a.carrier.id)).toMatchObject({ sceneId: own.sceneId });
  });

  it("edits work mode and contents", async () => {
    const { a, b, ids } = await two({ bearingType: "blood" });
    await editCarriers.call(admin, { ids, workMode: "standby", bearingType: "vaccine" });
    for (const { carrier } of [a, b])
      expect(await stored(carrier.id)).toMatchObject({ workMode: "standby", bearingType: "vaccine" });
    await editCarriers.call(admin, { ids, bearingType: null });
    expect(await stored(a.carrier.id)).toMatchObject({ workMode: "standby", bearingType: null });
  });

  it("moves carriers with what is mounted on them, within their customer", async () => {
    const { a, b, ids } = await two();
    await moveCarriers.call(admin, { ids, sceneId: elsewhereId });
    expect(await stored(a.carrier.id)).toMatchObject({ sceneId: elsewhereId });
    expect((await db().select().from(device).where(eq(device.id, a.sensor.id)))[0]).toMatchObject({
      sceneId: elsewhereId,
    });
    expect(await lastOf(a.carrier.id)).toMatchObject({
      operation: "carrier.move",
      oldValues: { sceneId: own.sceneId },
      newValues: { sceneId: elsewhereId },
    });
    // Each device tells of itself with which carrier it went; what did not move has nothing to tell.
    await moveCarriers.call(admin, { ids, sceneId: elsewhereId });
    for (const { carrier, sensor } of [a, b])
      expect(await trailOf(db(), own.id, "sensor", sensor.id)).toMatchObject([
        {
          operation: "sensor.move",
          actorId: admin.actor.type === "user" ? admin.actor.principal.user.id : null,
          oldValues: { sceneId: own.sceneId },
          newValues: { sceneId: elsewhereId, carrierId: carrier.id, carrierName: carrier.name },
        },
      ]);
    expect(await brokenLink(db(), own.id)).toBeNull();
    expect(await refusal(moveCarriers.call(platform, { ids, sceneId: other.sceneId }))).toMatchObject({
      issues: [{ path: "sceneId", rule: "sameCustomer" }],
    });
    expect(await refusal(moveCarriers.call(admin, { ids, sceneId: other.sceneId }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a batch of statuses", () => {
  it("goes where the table leads, and names the row that cannot", async () => {
    const { ids } = await two({}, { status: "retirement" });
    expect(await refusal(changeStatuses.call(admin, { ids, status: "defrost", reason: "ice" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "ids.1", rule: "statusTransition" }],
    });
    expect(await stored(ids[0] as number)).toMatchObject({ status: "running" });
    const both = await two();
    await changeStatuses.call(admin, { ids: both.ids, status: "defrost", defrostMinutes: 30, reason: "ice" });
    for (const id of both.ids) {
      expect(await stored(id)).toMatchObject({ status: "defrost" });
      expect(await lastOf(id)).toMatchObject({ operation: "carrier.changeStatus", reason: "ice" });
    }
  });

  it("is what a single change does", async () => {
    const { a } = await two();
    const dto = await changeStatus.call(admin, { id: a.carrier.id, status: "repaired", reason: "fan" });
    expect(dto).toEqual({ id: a.carrier.id, status: "repaired", defrostUntil: null });
  });
});
