import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { carrierZone, zone } from "@/db/schema";
import { bindZone, getCarrierZones, getProbeRange, setCarrierZones } from "@/features/zone/binding.operations";
import { listBoundCarriers, removeZones, zones } from "@/features/zone/zone.operations";
import { ZoneInput } from "@/features/zone/zone.schema";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { bindingRules, rangeRules } from "../contract/rules/range";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
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
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewRefrigerator", "viewDataZone"] });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let count = 0;
async function range(measure: Measure = "temperature", customer = own) {
  count += 1;
  const [row] = await db()
    .insert(zone)
    .values({ customerId: customer.id, name: `range ${count}`, measure, minimum: 2, maximum: 8 })
    .returning();
  return row as typeof zone.$inferSelect;
}
const BOTH: FridgeOptions = { measures: ["temperature", "humidity"] };
const fridge = async (options: FridgeOptions = BOTH, customer = own) =>
  (await makeFridge(db(), customer, options)).carrier;
const bound = async (carrierId: number) =>
  (await db().select().from(carrierZone).where(eq(carrierZone.carrierId, carrierId)))
    .map(({ measure, zoneId }) => [measure, zoneId])
    .sort();
const told = async (call: Promise<unknown>) => {
  const { code, issues = [] } = await refusal(call);
  return [code, ...issues.map(({ path, rule }) => `${path} ${rule}`)];
};
const length = async (customerId = own.id) => (await auditRows(db(), customerId)).length;

describe("the ranges of a carrier", () => {
  it("are set at once, one for each measure, and the trail tells of both", async () => {
    const { id } = await fridge();
    const [cold, damp, colder] = [await range(), await range("humidity"), await range()];
    await setCarrierZones.call(admin, { id, zones: [{ measure: "temperature", zoneId: cold.id }] });
    const now = await setCarrierZones.call(admin, {
      id,
      zones: [
        { measure: "humidity", zoneId: damp.id },
        { measure: "temperature", zoneId: colder.id },
      ],
    });
    expect(now).toMatchObject({
      id,
      mountedMeasures: ["humidity", "temperature"],
      zones: [
        { measure: "humidity", zoneId: damp.id, name: damp.name, minimum: 2, maximum: 8 },
        { measure: "temperature", zoneId: colder.id },
      ],
    });
    expect(await getCarrierZones.call(viewer, { id })).toEqual(now);
    expect((await trailOf(db(), own.id, "carrier", id)).at(-1)).toMatchObject({
      operation: "carrier.setZones",
      oldValues: { zones: [{ measure: "temperature", zoneId: cold.id }] },
      newValues: { zones: [{ measure: "humidity" }, { measure: "temperature", zoneId: colder.id }] },
    });
    await setCarrierZones.call(admin, { id, zones: [] });
    expect(await bound(id)).toEqual([]);
  });

  it("are out of reach without the code, for another type and in another customer", async () => {
    const { id } = await fridge();
    const { id: foreign } = await fridge(BOTH, other);
    const zones = [{ measure: "temperature" as const, zoneId: (await range()).id }];
    const carEditor = await contextOf({ permissions: ["editCar"] });
    const before = await length();
    expect(await told(setCarrierZones.call(viewer, { id, zones }))).toEqual(["FORBIDDEN"]);
    expect(await told(setCarrierZones.call(carEditor, { id, zones }))).toEqual(["FORBIDDEN"]);
    expect(await told(getCarrierZones.call(carEditor, { id }))).toEqual(["FORBIDDEN"]);
    expect(await told(setCarrierZones.call(admin, { id: foreign, zones }))).toEqual(["NOT_FOUND"]);
    expect(await told(getCarrierZones.call(admin, { id: foreign }))).toEqual(["NOT_FOUND"]);
    expect([await bound(id), await bound(foreign), await length()]).toEqual([[], [], before]);
  });

  it("are of the same customer and measure", async () => {
    const { id } = await fridge();
    const [strange, damp] = [await range("temperature", other), await range("humidity")];
    const set = (zoneId: number) =>
      told(setCarrierZones.call(admin, { id, zones: [{ measure: "temperature", zoneId }] }));
    expect(await set(strange.id)).toEqual(["NOT_FOUND", "zones.0 reference"]);
    expect(await set(damp.id)).toEqual(["INVALID", "zones.0 rangeMeasure"]);
    expect(await bound(id)).toEqual([]);
  });
});

describe("a range for several carriers", () => {
  it("takes the place of the one of its measure, and each carrier's trail tells so", async () => {
    const [before, after, damp] = [await range(), await range(), await range("humidity")];
    const [first, second] = [await fridge(), await fridge()];
    await setCarrierZones.call(admin, {
      id: first.id,
      zones: [
        { measure: "temperature", zoneId: before.id },
        { measure: "humidity", zoneId: damp.id },
      ],
    });
    await bindZone.call(admin, { id: after.id, carrierIds: [second.id, first.id] });
    expect(await bound(first.id)).toEqual([
      ["humidity", damp.id],
      ["temperature", after.id],
    ]);
    expect(await bound(second.id)).toEqual([["temperature", after.id]]);
    expect((await trailOf(db(), own.id, "carrier", first.id)).at(-1)).toMatchObject({
      operation: "carrier.setZones",
      oldValues: { zones: [{ zoneId: before.id }] },
      newValues: { zones: [{ zoneId: after.id }] },
    });
    expect((await trailOf(db(), own.id, "zone", after.id)).at(-1)).toMatchObject({
      operation: "zone.bind",
      newValues: { carriers: [second.name, first.name] },
    });
    const listed = await zones.list.call(admin, { q: after.name });
    expect(listed.items).toMatchObject([{ id: after.id, carrierCount: 2, customerName: own.name }]);
    expect(await listBoundCarriers.call(viewer, { id: after.id })).toEqual({
      total: 2,
      items: [first, second]
        .map(({ id, name, type }) => ({ id, name, type }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("is refused as a whole, and the carrier that is in the way is named", async () => {
    const [cold, damp] = [await range(), await range("humidity")];
    const [good, dry] = [await fridge(), await fridge({})];
    const foreign = await fridge(BOTH, other);
    const before = await length();
    const everywhere = systemContext();
    const bind = (id: number, carrierIds: number[], ctx = admin) => told(bindZone.call(ctx, { id, carrierIds }));
    expect(await bind(cold.id, [good.id, foreign.id])).toEqual(["NOT_FOUND", "carrierIds.1 reference"]);
    expect(await bind(cold.id, [good.id, foreign.id], everywhere)).toEqual(["INVALID", "carrierIds.1 sameCustomer"]);
    expect(await bind(damp.id, [good.id, dry.id])).toEqual(["INVALID", "carrierIds.1 thermometerOnly"]);
    expect((await refusal(bindZone.call(admin, { id: damp.id, carrierIds: [dry.id] }))).message).toContain(dry.name);
    expect(await bind(cold.id, [])).toEqual(["INVALID", "carrierIds required"]);
    expect(await bind(cold.id, [good.id], viewer)).toEqual(["FORBIDDEN"]);
    expect([await bound(good.id), await bound(dry.id), await length()]).toEqual([[], [], before]);
  });
});

describe("removing several ranges", () => {
  it("removes all of them, each with its row", async () => {
    const ids = [(await range()).id, (await range()).id];
    await removeZones.call(admin, { ids });
    for (const id of ids) {
      expect(await db().select().from(zone).where(eq(zone.id, id))).toEqual([]);
      expect((await trailOf(db(), own.id, "zone", id)).at(-1)).toMatchObject({ operation: "zone.remove" });
    }
  });

  it("removes none where one is in use or absent", async () => {
    const [free, used, foreign] = [await range(), await range(), await range("temperature", other)];
    const carrier = await fridge();
    await bindZone.call(admin, { id: used.id, carrierIds: [carrier.id] });
    const failure = await refusal(removeZones.call(admin, { ids: [free.id, used.id] }));
    expect(failure).toMatchObject({ code: "CONFLICT", issues: [{ path: "ids.1", rule: "inUse" }] });
    expect(failure.message).toContain(carrier.name);
    expect(await told(removeZones.call(admin, { ids: [free.id, foreign.id] }))).toEqual([
      "NOT_FOUND",
      "ids.1 reference",
    ]);
    expect(await told(removeZones.call(viewer, { ids: [free.id] }))).toEqual(["FORBIDDEN"]);
    expect(await told(removeZones.call(admin, { ids: [] }))).toEqual(["INVALID", "ids required"]);
    expect(await db().select().from(zone).where(eq(zone.id, free.id))).toHaveLength(1);
  });
});

describe("the range of a probe", () => {
  it("is found by the probe, or the serial number or MAC of its device", async () => {
    const { carrier, sensor, probes } = await makeFridge(db(), own, BOTH);
    const cold = await range();
    await bindZone.call(admin, { id: cold.id, carrierIds: [carrier.id] });
    const expected = {
      probeId: probes.temperature,
      tag: "temperature",
      unit: "°C",
      carrierId: carrier.id,
      zoneId: cold.id,
      name: cold.name,
      minimum: 2,
      maximum: 8,
    };
    for (const key of [String(probes.temperature), sensor.serialNumber.toLowerCase(), sensor.mac as string])
      expect(await getProbeRange.call(admin, { key, tag: "temperature" }), key).toEqual([expected]);
    expect(await getProbeRange.call(admin, { key: sensor.serialNumber })).toMatchObject([
      expected,
      { tag: "humidity", zoneId: null, minimum: null },
    ]);
    const stranger = await contextOf({}, other);
    expect(await told(getProbeRange.call(stranger, { key: sensor.serialNumber }))).toEqual(["NOT_FOUND"]);
    expect(await told(getProbeRange.call(admin, { key: "no such device" }))).toEqual(["NOT_FOUND"]);
  });
});

describe("section 5", () => {
  const valid = { name: "range", measure: "temperature", minimum: 2, maximum: 8 };

  it.each(rangeRules)("$line: $field", async ({ field, passes, fails, rule }) => {
    expect(ZoneInput.safeParse({ ...valid, ...(passes as object) }).success).toBe(true);
    const parsed = ZoneInput.safeParse({ ...valid, ...(fails as object) });
    expect(parsed.error && issuesOf(parsed.error).map((issue) => `${issue.path} ${issue.rule}`)).toEqual([
      `${field} ${rule}`,
    ]);
    const before = await length();
    expect(await told(zones.create.call(admin, { ...valid, ...(fails as object) } as never))).toContain(
      `${field} ${rule}`,
    );
    expect(await length()).toBe(before);
  });

  it.each(bindingRules)("$line", async ({ field, passes, fails, rule }) => {
    const isThermometer = rule === "thermometerOnly";
    const { id } = await fridge(isThermometer ? {} : BOTH);
    const choose = async (measures: unknown) => {
      const chosen = [];
      for (const measure of measures as Measure[]) chosen.push({ measure, zoneId: (await range(measure)).id });
      return { id, zones: chosen };
    };
    expect(await told(setCarrierZones.call(admin, await choose(fails)))).toContain(`${field} ${rule}`);
    expect(await bound(id)).toEqual([]);
    await setCarrierZones.call(admin, await choose(passes));
    expect(await bound(id)).toHaveLength((passes as unknown[]).length);
  });
});
