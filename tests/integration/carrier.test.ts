import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, carrierType, carrierZone, device, mounting, notificationPlanRow, scene, zone } from "@/db/schema";
import {
  createCarrier,
  getAtomCarrier,
  getMonitoringPointDetail,
  getOneCarrier,
  removeCarrier,
  updateCarrier,
} from "@/features/carrier/carrier.operations";
import type { CarrierDto } from "@/features/carrier/carrier.schema";
import { chooseGateway, chooseTrigger, chooseZone } from "@/features/carrier/choice.operations";
import { listCarriers } from "@/features/carrier/list.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeRange } from "../factories/scene";
import { type FridgeOptions, makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let elsewhereId: number;
let admin: OperationContext;
let stranger: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const node = async (customerId: number, name: string, parentId?: number) => {
  const values = { customerId, code: `n${Math.random()}`, name, parentId: parentId ?? null };
  const [row] = await db().insert(scene).values(values).returning({ id: scene.id });
  return row?.id as number;
};

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  elsewhereId = await node(own.id, "elsewhere");
  for (const { id } of [own, other]) await makeRange(db(), id);
  admin = await contextOf({});
  stranger = await contextOf({}, other);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { type: "refrigerator" as const, name: `own ${count}`, sceneId: own.sceneId, ...fields };
};
const made = (fields: Record<string, unknown> = {}, ctx = admin) => createCarrier.call(ctx, values(fields));
const fridge = (options: FridgeOptions = {}, customer = own) => makeFridge(db(), customer, options);
const stored = async (id: number) => (await db().select().from(carrier).where(eq(carrier.id, id)))[0];
const range = async (fields: Partial<typeof zone.$inferInsert> = {}) => {
  count += 1;
  const row = { customerId: own.id, name: `range ${count}`, measure: "temperature" as const, maximum: 8, ...fields };
  return (await db().insert(zone).values(row).returning({ id: zone.id }))[0]?.id as number;
};
/** What a form sends of a carrier that it has read. */
const inputOf = (dto: CarrierDto, fields: Record<string, unknown> = {}) => {
  const { id, type, name, sceneId, carrierTypeId, description, alarmTriggerId, mode, longitude, latitude } = dto;
  const { isTraceable, isGpsOn, extension, attributes } = dto;
  const zones = dto.zones.map(({ measure, zoneId }) => ({ measure, zoneId }));
  const place = { sceneId, mode, longitude, latitude, isTraceable, isGpsOn };
  return {
    id,
    type,
    name,
    carrierTypeId,
    description,
    alarmTriggerId,
    extension,
    attributes,
    zones,
    ...place,
    ...fields,
  };
};

describe("a carrier", () => {
  it("is made with the fields of its type, and the trail says what it is", async () => {
    const zoneId = await range();
    const fields = {
      type: "vehicle" as const,
      name: " Truck 7 ",
      description: "north",
      mode: "transport" as const,
      longitude: 113.43,
      latitude: 23.17,
      isTraceable: true,
      isGpsOn: false,
      extension: [{ name: "Driver", value: "Li" }],
      attributes: { plateNumber: " 粤A12345 ", volumeCubicMetres: 12.5, model: "" },
      zones: [{ measure: "temperature" as const, zoneId }],
    };
    const dto = await made(fields);
    const expected = { ...fields, name: "Truck 7", attributes: { plateNumber: "粤A12345", volumeCubicMetres: 12.5 } };
    expect(dto).toMatchObject({
      ...expected,
      zones: [{ measure: "temperature", zoneId, maximum: 8 }],
      customerId: own.id,
      customerName: own.name,
      scenePath: [expect.stringMatching(/^node /), "House"],
      typeNumber: 3,
      status: "running",
      alarmSwitch: "none",
      deviceCount: 0,
    });
    expect(await getOneCarrier.call(admin, { id: dto.id })).toEqual(dto);
    const { extension: _, ...plain } = expected;
    expect(await trailOf(db(), own.id, "carrier", dto.id)).toMatchObject([
      {
        operation: "carrier.create",
        oldValues: null,
        newValues: {
          ...plain,
          workMode: "continuous",
          bearingType: null,
          extension: { Driver: "Li" },
          sceneId: own.sceneId,
          customerId: own.id,
        },
      },
    ]);
  });

  it("is changed, and the trail keeps what changed, before and after", async () => {
    const dto = await made({ attributes: { volumeLitres: 340 } });
    const zoneId = await range();
    const change = { name: "Renamed", attributes: { volumeLitres: 200 }, zones: [{ measure: "temperature", zoneId }] };
    const after = await updateCarrier.call(admin, inputOf(dto, change) as never);
    expect(after).toMatchObject({ id: dto.id, name: "Renamed", attributes: { volumeLitres: 200 } });
    expect((await trailOf(db(), own.id, "carrier", dto.id)).at(-1)).toMatchObject({
      operation: "carrier.update",
      oldValues: { name: dto.name, attributes: { volumeLitres: 340 }, zones: [] },
      newValues: { name: "Renamed", attributes: { volumeLitres: 200 }, zones: change.zones },
    });
    await updateCarrier.call(admin, inputOf(after, { zones: [] }));
    expect(await db().select().from(carrierZone).where(eq(carrierZone.carrierId, dto.id))).toEqual([]);
  });

  it("takes its mounted devices along when it moves, and no other's", async () => {
    const moving = await fridge();
    const staying = await fridge();
    const dto = await getOneCarrier.call(admin, { id: moving.carrier.id });
    await updateCarrier.call(admin, inputOf(dto, { sceneId: elsewhereId }));
    const sceneOf = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0]?.sceneId;
    expect(await sceneOf(moving.sensor.id)).toBe(elsewhereId);
    expect(await sceneOf(staying.sensor.id)).toBe(own.sceneId);
    expect(await trailOf(db(), own.id, "sensor", moving.sensor.id)).toMatchObject([
      {
        operation: "sensor.move",
        oldValues: { sceneId: own.sceneId },
        newValues: { sceneId: elsewhereId, carrierId: dto.id, carrierName: dto.name },
      },
    ]);
    expect(await trailOf(db(), own.id, "sensor", staying.sensor.id)).toEqual([]);
  });

  it.each([
    ["another customer's node", () => ({ sceneId: other.sceneId }), { code: "NOT_FOUND" }],
    ["a node that is not there", () => ({ sceneId: 999_999_999 }), { code: "NOT_FOUND" }],
    ["no node", () => ({ sceneId: undefined }), { code: "INVALID", issues: [{ path: "sceneId", rule: "required" }] }],
    [
      "half a position",
      () => ({ longitude: 113 }),
      { code: "INVALID", issues: [{ path: "latitude", rule: "positionPair" }] },
    ],
    [
      "a field of another type",
      () => ({ attributes: { plateNumber: "A" } }),
      { code: "INVALID", issues: [{ path: "attributes", rule: "unrecognized_keys" }] },
    ],
  ] as const)("is not made with %s", async (_, fields, expected) => {
    expect(await refusal(made(fields()))).toMatchObject(expected);
  });

  it("has a name of its own within its customer, in whatever case", async () => {
    const { name } = await made();
    const taken = { code: "CONFLICT", issues: [{ path: "name", rule: "unique" }] };
    expect(await refusal(made({ name: name.toUpperCase() }))).toMatchObject(taken);
    const second = await made();
    expect(await refusal(updateCarrier.call(admin, inputOf(second, { name })))).toMatchObject(taken);
    expect(await createCarrier.call(stranger, { ...values({ name }), sceneId: other.sceneId })).toHaveProperty("id");
  });

  it("keeps its type and its customer", async () => {
    const dto = await made();
    expect(await refusal(updateCarrier.call(admin, inputOf(dto, { type: "store" }) as never))).toMatchObject({
      issues: [{ path: "type", rule: "fixed" }],
    });
    const platform = await contextOf({ scopeType: 3 });
    expect(await refusal(updateCarrier.call(platform, inputOf(dto, { sceneId: other.sceneId })))).toMatchObject({
      issues: [{ path: "sceneId", rule: "sameCustomer" }],
    });
  });

  it("refers to what is its customer's and fits it alone", async () => {
    const foreign = await fridge({}, other);
    const types = [
      { code: `v${Math.random()}`.slice(2, 12), name: `van ${Math.random()}`, base: "vehicle" as const },
      {
        code: `f${Math.random()}`.slice(2, 12),
        name: `off ${Math.random()}`,
        base: "refrigerator" as const,
        isEnabled: false,
      },
    ];
    const [van, off] = await db().insert(carrierType).values(types).returning({ id: carrierType.id });
    const humidity = await range({ measure: "humidity" });
    const foreignZone = await range({ customerId: other.id });
    const temperature = (zoneId: number) => [{ measure: "temperature", zoneId }];
    const cases: [Record<string, unknown>, string, string][] = [
      [{ alarmTriggerId: foreign.trigger.id }, "alarmTriggerId", "reference"],
      [{ carrierTypeId: 999_999_999 }, "carrierTypeId", "reference"],
      [{ carrierTypeId: van?.id }, "carrierTypeId", "carrierTypeBase"],
      [{ carrierTypeId: off?.id }, "carrierTypeId", "disabled"],
      [{ zones: temperature(foreignZone) }, "zones.0", "reference"],
      [{ zones: temperature(humidity) }, "zones.0", "rangeMeasure"],
    ];
    for (const [fields, path, rule] of cases)
      expect(await refusal(made(fields)), path).toMatchObject({ issues: [{ path, rule }] });
  });

  it("with thermometers alone takes no humidity range, but keeps one that it has", async () => {
    const dry = await range({ measure: "humidity" });
    const zones = [{ measure: "humidity", zoneId: dry }];
    const update = async (id: number, fields: Record<string, unknown>) =>
      updateCarrier.call(admin, inputOf(await getOneCarrier.call(admin, { id }), fields) as never);
    const thermometer = await fridge();
    expect(await refusal(update(thermometer.carrier.id, { zones }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "zones.0", rule: "thermometerOnly" }],
    });
    const both = await fridge({ measures: ["temperature", "humidity"] });
    expect(await update(both.carrier.id, { zones })).toMatchObject({ zones: [{ zoneId: dry }] });
    await db().insert(carrierZone).values({ carrierId: thermometer.carrier.id, measure: "humidity", zoneId: dry });
    expect(await update(thermometer.carrier.id, { description: "old" })).toMatchObject({ zones: [{ zoneId: dry }] });
  });

  it("is nobody's who lacks the code of its very type", async () => {
    const nurse = await contextOf({ permissions: ["newCar", "editCar", "removeCar"] });
    const dto = await made();
    for (const call of [
      () => made({}, nurse),
      () => getOneCarrier.call(nurse, { id: dto.id }),
      () => updateCarrier.call(nurse, inputOf(dto, { name: "taken over" })),
      () => removeCarrier.call(nurse, { id: dto.id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    expect(await stored(dto.id)).toMatchObject({ name: dto.name });
    const truck = await made({ type: "vehicle" }, nurse);
    const { items } = await listCarriers.call(nurse, { iDisplayLength: 100 });
    expect(items.map(({ id }) => id)).toContain(truck.id);
    expect(items.every(({ type }) => type === "vehicle")).toBe(true);
  });

  it("is not there for others, and stays as it is", async () => {
    const dto = await made();
    const bound = await contextOf({ scopeType: 0, sceneIds: [elsewhereId] });
    for (const ctx of [stranger, bound])
      for (const call of [
        () => getOneCarrier.call(ctx, { id: dto.id }),
        () => getAtomCarrier.call(ctx, { id: dto.id }),
        () => updateCarrier.call(ctx, inputOf(dto, { name: "taken over" })),
        () => removeCarrier.call(ctx, { id: dto.id }),
      ])
        expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    expect(await stored(dto.id)).toMatchObject({ name: dto.name });
  });

  it("moves to no node that the account is not bound to", async () => {
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const dto = await made({}, bound);
    expect(await refusal(updateCarrier.call(bound, inputOf(dto, { sceneId: elsewhereId })))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "sceneId" }],
    });
    expect(await stored(dto.id)).toMatchObject({ sceneId: own.sceneId });
  });

  it("tells what is bound to it, and its live values", async () => {
    const gateway = await makeGateway(db(), own.id, { sceneId: own.sceneId });
    const { carrier: row, sensor } = await fridge({ gatewayId: gateway.id });
    expect(await getAtomCarrier.call(admin, { id: row.id })).toMatchObject({
      id: row.id,
      deviceCount: 1,
      mountedMeasures: ["temperature"],
      devices: [{ id: sensor.id, kind: "sensor", measures: ["temperature"], gatewayId: gateway.id }],
      gateways: [{ id: gateway.id, name: gateway.name }],
    });
    expect(await getMonitoringPointDetail.call(admin, { id: row.id })).toMatchObject({
      id: row.id,
      alarmSwitch: "on",
      point: { id: row.id, status: "unknown", probes: [{ measure: "temperature", value: null }] },
    });
  });
});

describe("the removal of a carrier", () => {
  it("deletes one that never had a value, and the trail keeps what it was", async () => {
    const dto = await made();
    expect(await removeCarrier.call(admin, { id: dto.id })).toMatchObject({ outcome: "removed" });
    expect(await stored(dto.id)).toBeUndefined();
    expect((await trailOf(db(), own.id, "carrier", dto.id)).at(-1)).toMatchObject({
      operation: "carrier.remove",
      oldValues: { name: dto.name },
      newValues: null,
    });
    expect(await refusal(removeCarrier.call(admin, { id: dto.id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused while devices are mounted, which it names, or exceptions are open", async () => {
    const { carrier: row, sensor, probes, condition } = await fridge();
    expect(await refusal(removeCarrier.call(admin, { id: row.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "hasDevices", message: `devices are mounted: ${sensor.name}` }],
    });
    await db().update(mounting).set({ unmountedAt: new Date() }).where(eq(mounting.carrierId, row.id));
    await db().$client`
      insert into exception (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, started_at, raised_at)
      values (${own.id}, ${row.id}, ${sensor.id}, ${probes.temperature as number}, ${condition.id}, 'range', 'temperature', 'major', now(), now())`;
    expect(await refusal(removeCarrier.call(admin, { id: row.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "openExceptions" }],
    });
    expect(await stored(row.id)).toMatchObject({ status: "running" });
  });

  it("retires one that has a history, once", async () => {
    const { carrier: row, probes } = await fridge();
    await db()
      .$client`update probe_state set last_value = 5, last_at = now() where probe_id = ${probes.temperature as number}`;
    await db().update(mounting).set({ unmountedAt: new Date() }).where(eq(mounting.carrierId, row.id));
    expect(await removeCarrier.call(admin, { id: row.id })).toMatchObject({ outcome: "retired" });
    expect(await stored(row.id)).toMatchObject({ status: "retirement" });
    expect((await trailOf(db(), own.id, "carrier", row.id)).at(-1)).toMatchObject({
      operation: "carrier.remove",
      oldValues: { status: "running" },
      newValues: { status: "retirement" },
    });
    expect(await refusal(removeCarrier.call(admin, { id: row.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ rule: "hasHistory" }],
    });
  });

  it("forgets mountings that never brought a value", async () => {
    const { carrier: row } = await fridge();
    await db().update(mounting).set({ unmountedAt: new Date() }).where(eq(mounting.carrierId, row.id));
    expect(await removeCarrier.call(admin, { id: row.id })).toMatchObject({ outcome: "removed" });
  });
});

describe("what carriers may be bound to", () => {
  it("is offered within the customer, to those who are bound to nodes as well", async () => {
    const gateway = await makeGateway(db(), own.id, { sceneId: own.sceneId });
    const { trigger } = await fridge();
    const zoneId = await range({ name: "to be found" });
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    const find = async (ctx: OperationContext) => [
      (await chooseTrigger.call(ctx, { q: trigger.name })).items.map(({ id }) => id),
      (await chooseZone.call(ctx, { q: "TO BE", measure: "temperature" })).items.map(({ id }) => id),
      (await chooseGateway.call(ctx, { q: gateway.serialNumber.toLowerCase() })).items.map(({ id }) => id),
    ];
    expect(await find(admin)).toEqual([[trigger.id], [zoneId], [gateway.id]]);
    expect(await find(bound)).toEqual([[trigger.id], [zoneId], [gateway.id]]);
    expect(await find(stranger)).toEqual([[], [], []]);
    expect((await chooseZone.call(admin, { q: "to be", measure: "humidity" })).items).toEqual([]);
    const row = { triggerId: trigger.id, afterMinutes: 0 };
    await db()
      .insert(notificationPlanRow)
      .values([
        { ...row, channels: ["sms"] },
        { ...row, channels: ["sms", "popup"] },
      ]);
    const [offered] = (await chooseTrigger.call(admin, { q: trigger.name })).items;
    expect(offered?.channels).toEqual(["popup", "sms"]);
  });
});
