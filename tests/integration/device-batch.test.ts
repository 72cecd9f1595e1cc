import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { customer, device } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { disableDevices, enableDevices } from "@/features/device/activation.operations";
import { editDevices } from "@/features/device/batch.operations";
import { removeDevices } from "@/features/device/removal.operations";
import type { Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let platform: OperationContext;

beforeAll(async () => {
  await seedReference(db(), { rootPassword: "Frost2026" });
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id));
  platform = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Values = Parameters<typeof makeDevice>[3];
const make = async (kind: DeviceKind, values: Values = {}, owner = own) =>
  (await makeDevice(db(), owner, kind, values)).id;
const sensor = (values: Values = {}) => make("sensor", values);
const stored = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await db().select().from(device).where(eq(device.id, id)))[0]));
const usesOf = async (ids: readonly number[]) => (await stored(ids)).map((row) => row?.use);

const rule = async (call: Promise<unknown>) => {
  const { code, issues } = await refusal(call);
  return [code, issues?.[0]?.path, issues?.[0]?.rule];
};
const holding = async (...permissions: Permission[]) =>
  accountContext(db(), await makeUser(db(), own.id, { permissions }));

const BATCHES = {
  enable: (ctx: OperationContext, ids: number[]) => enableDevices.call(ctx, { ids }),
  disable: (ctx: OperationContext, ids: number[]) => disableDevices.call(ctx, { ids }),
  edit: (ctx: OperationContext, ids: number[]) => editDevices.call(ctx, { ids, changes: { description: "new" } }),
  remove: (ctx: OperationContext, ids: number[]) => removeDevices.call(ctx, { ids }),
};
const USABLE = { enable: "deactivated", disable: "activated", edit: "activated", remove: "deactivated" } as const;
const CODES = { enable: "editSensor", disable: "editSensor", edit: "editSensor", remove: "removeSensor" } as const;
const names = Object.keys(BATCHES) as (keyof typeof BATCHES)[];

describe.each(names)("to %s several devices", (name) => {
  const act = BATCHES[name];
  const use = USABLE[name];
  let good: number;
  let before: unknown;
  const unchanged = async () => [await stored([good]), (await auditRows(db(), own.id)).length];
  beforeEach(async () => {
    good = await sensor({ use });
    before = await unchanged();
  });

  it("needs the permission for their kind", async () => {
    expect(await refusal(act(await holding("viewSensor"), [good]))).toMatchObject({ code: "FORBIDDEN" });
    const ofGas = await holding(name === "remove" ? "removeGas" : "editGas");
    expect(await refusal(act(ofGas, [good]))).toMatchObject({ code: "FORBIDDEN" });
    expect(await unchanged()).toEqual(before);
    await act(await holding(CODES[name]), [good]);
  });

  it("stops at one that does not exist, or not for the actor", async () => {
    const strange = await make("sensor", { use }, other);
    for (const id of [strange, 2_000_000_000])
      expect(await rule(act(admin, [good, id]))).toEqual(["NOT_FOUND", "ids.1", "unknown"]);
    expect(await unchanged()).toEqual(before);
  });

  it("stops at one of another customer", async () => {
    const strange = await make("sensor", { use }, other);
    expect(await rule(act(platform, [good, strange]))).toEqual(["INVALID", "ids.1", "sameCustomer"]);
    expect(await unchanged()).toEqual(before);
  });

  it("asks for at least one and at most a page", async () => {
    expect(await rule(act(admin, []))).toEqual(["INVALID", "ids", "required"]);
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await rule(act(admin, many))).toEqual(["INVALID", "ids", "too_big"]);
  });
});

describe("use", () => {
  it("is switched for all, each with its own row of the trail", async () => {
    const ids = [await sensor({ use: "unactivated" }), await make("relay", { use: "deactivated" })];
    await enableDevices.call(admin, { ids });
    expect(await usesOf(ids)).toEqual(["activated", "activated"]);
    await disableDevices.call(admin, { ids });
    expect(await usesOf(ids)).toEqual(["deactivated", "deactivated"]);
    expect(await trailOf(db(), own.id, "relay", ids[1] as number)).toMatchObject([
      { operation: "relay.enable", oldValues: { use: "deactivated" }, newValues: { use: "activated" } },
      { operation: "relay.disable", oldValues: { use: "activated" }, newValues: { use: "deactivated" } },
    ]);
    expect(await trailOf(db(), own.id, "deviceBatch", ids.join(","))).toHaveLength(2);
  });

  it("takes no way that there is not, and none of the batch then", async () => {
    const [off, on, fresh] = [
      await sensor({ use: "deactivated" }),
      await sensor(),
      await sensor({ use: "unactivated" }),
    ] as const;
    expect(await rule(enableDevices.call(admin, { ids: [off, on] }))).toEqual(["CONFLICT", "ids.1", "enabledAlready"]);
    expect(await rule(disableDevices.call(admin, { ids: [on, fresh] }))).toEqual([
      "CONFLICT",
      "ids.1",
      "disabledAlready",
    ]);
    expect(await usesOf([off, on, fresh])).toEqual(["deactivated", "activated", "unactivated"]);
  });

  it("does not begin under a cancelled customer", async () => {
    const gone = await makeCustomer(db());
    const id = await make("sensor", { use: "deactivated" }, gone);
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, gone.id));
    expect(await rule(enableDevices.call(platform, { ids: [id] }))).toEqual(["CONFLICT", "ids.0", "customerCancelled"]);
  });
});

describe("a batch edit", () => {
  it("changes what is named, and nothing else", async () => {
    const gateway = await make("gateway");
    const settings = { sampleIntervalSeconds: 60, transmitPower: 5 };
    const ids = [await sensor({ settings }), await sensor()];
    const names = (await stored(ids)).map((row) => row?.name);
    await editDevices.call(admin, {
      ids,
      changes: { gatewayId: gateway, reportIntervalSeconds: 120, settings: { sampleIntervalSeconds: 90 } },
    });
    const rows = await stored(ids);
    expect(rows).toMatchObject([
      { gatewayId: gateway, reportIntervalSeconds: 120, settings: { sampleIntervalSeconds: 90, transmitPower: 5 } },
      { gatewayId: gateway, reportIntervalSeconds: 120, settings: { sampleIntervalSeconds: 90 } },
    ]);
    expect(rows.map((row) => row?.name)).toEqual(names);
    expect(await trailOf(db(), own.id, "sensor", ids[0] as number)).toMatchObject([
      { operation: "sensor.update", oldValues: { gatewayId: null }, newValues: { gatewayId: gateway } },
    ]);
  });

  const together: [string, () => Promise<number[]>, string | null][] = [
    ["sensors of two types", async () => [await sensor(), await sensor({ typeCode: "zbp_1" })], "sameType"],
    ["two kinds", async () => [await make("relay"), await make("display")], "sameKind"],
    [
      "carbon dioxide and methane",
      async () => [await make("gas", { typeCode: "gs_6" }), await make("gas")],
      "carbonDioxide",
    ],
    [
      "methane and carbon dioxide",
      async () => [await make("gas"), await make("gas", { typeCode: "gs_6" })],
      "carbonDioxide",
    ],
    ["methane and propane", async () => [await make("gas"), await make("gas", { typeCode: "0x0A" })], null],
    [
      "two carbon dioxide",
      async () => [await make("gas", { typeCode: "gs_6" }), await make("gas", { typeCode: "gs_6" })],
      null,
    ],
  ];
  it.each(together)("of %s", async (_name, makeAll, expected) => {
    const ids = await makeAll();
    const call = editDevices.call(admin, { ids, changes: { description: "same" } });
    if (expected) expect(await rule(call)).toEqual(["INVALID", "ids.1", expected]);
    else await call;
    expect((await stored(ids)).map((row) => row?.description)).toEqual(expected ? ["", ""] : ["same", "same"]);
  });

  it("is refused as a whole by one row, which it names", async () => {
    const { sensor: hung } = await makeFridge(db(), own);
    const loose = await sensor();
    const strict = await sensor({ settings: { exceptionSampleIntervalSeconds: 50 } });
    expect(await rule(editDevices.call(admin, { ids: [loose, hung.id], changes: { sceneId: null } }))).toEqual([
      "CONFLICT",
      "ids.1",
      "mountedPlace",
    ]);
    const faster = { settings: { sampleIntervalSeconds: 40 } };
    expect(await rule(editDevices.call(admin, { ids: [loose, strict], changes: faster }))).toEqual([
      "INVALID",
      "ids.1",
      "exceptionOverSampling",
    ]);
    expect(await stored([loose])).toMatchObject([{ sceneId: own.sceneId, settings: {} }]);
  });

  it("leads to nobody else's gateway or node, and changes something", async () => {
    const ids = [await sensor()];
    const foreign = await make("gateway", {}, other);
    expect(await rule(editDevices.call(admin, { ids, changes: { gatewayId: foreign } }))).toEqual([
      "NOT_FOUND",
      "changes.gatewayId",
      "unknown",
    ]);
    expect(await rule(editDevices.call(admin, { ids, changes: { sceneId: other.sceneId } }))).toEqual([
      "NOT_FOUND",
      "changes.sceneId",
      "unknown",
    ]);
    expect(await rule(editDevices.call(admin, { ids, changes: {} }))).toEqual(["INVALID", "changes", "noChange"]);
  });
});

describe("deleting several", () => {
  it("deletes all or none, and names what stands in the way", async () => {
    const ids = [await sensor({ use: "deactivated", measures: ["temperature"] }), await sensor()];
    expect(await rule(removeDevices.call(admin, { ids }))).toEqual(["CONFLICT", "ids.1", "isEnabled"]);
    const another = await refusal(removeDevices.call(admin, { ids: [...ids, await sensor()] }));
    expect(another.issues).toMatchObject([
      { path: "ids.1", rule: "isEnabled" },
      { path: "ids.2", rule: "isEnabled" },
    ]);
    expect((await stored(ids)).every(Boolean)).toBe(true);
    const off = await refusal(
      disableDevices.call(admin, { ids: [ids[0] as number, await sensor({ use: "deactivated" })] }),
    );
    expect(off.issues?.map(({ path, rule: why }) => [path, why])).toEqual([
      ["ids.0", "disabledAlready"],
      ["ids.1", "disabledAlready"],
    ]);
    await disableDevices.call(admin, { ids: ids.slice(1) });
    await removeDevices.call(admin, { ids });
    expect(await stored(ids)).toEqual([undefined, undefined]);
  });
});

it("leaves a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
