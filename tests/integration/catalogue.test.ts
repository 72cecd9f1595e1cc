import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { CARRIER_TYPES, DEVICE_KINDS, MEASURES } from "@/db/enums";
import { carrierType, device, deviceType, unit } from "@/db/schema";
import { seedCatalogue } from "@/db/seed/catalogue";
import { devicesOf } from "@/db/seed/demo/devices";
import { GUANGZHOU_CDC } from "@/db/seed/demo/guangzhou-cdc";
import { GUANGZHOU_HOSPITAL } from "@/db/seed/demo/guangzhou-hospital";
import { MUNICH_FOODS } from "@/db/seed/demo/munich-foods";
import { carrierTypes, lookUpCarrierTypes } from "@/features/carrier/type/operations";
import { CarrierTypeInput } from "@/features/carrier/type/schema";
import { deviceTypes, lookUpDeviceTypes, lookUpDeviceTypesOfKind } from "@/features/device/type/operations";
import { SHIPPED_DEVICE_TYPES } from "@/features/device/type/rules";
import { DeviceTypeInput } from "@/features/device/type/schema";
import { lookUpUnits, units } from "@/features/unit/operations";
import { UnitInput } from "@/features/unit/schema";
import type { Issue } from "@/lib/errors";
import { failureOf } from "@/lib/http/error-response";
import { LOCALES } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import type { Operation } from "@/lib/operation/define-operation";
import { PLATFORM_CUSTOMER_ID } from "@/lib/resource/catalogue-store";
import { seededNames } from "@/lib/resource/seeded-names";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";

let admin: OperationContext;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

const platform = async (options: UserOptions = {}) =>
  accountContext(db(), await makeUser(db(), PLATFORM_CUSTOMER_ID, { scopeType: 3, ...options }));

beforeAll(async () => {
  owner = await makeCustomer(db());
  admin = await platform();
});
afterAll(() => db().$client.end({ timeout: 5 }));

let made = 0;
const unitValues = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return { code: `u_${made}`, measure: "temperature", unit: "K", unitNumber: 1000 + made, ...fields };
};
const carrierValues = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return { code: `c_${made}`, name: `type ${made}`, base: "refrigerator", ...fields };
};
const deviceValues = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return { code: `d_${made}`, name: `model ${made}`, kind: "sensor", measures: ["temperature"], ...fields };
};

type Dto = { id: number; code: string; isShipped: boolean } & Record<string, unknown>;
type Verb = "list" | "get" | "create" | "update" | "remove";
type List = {
  entity: string;
  operations: Record<Verb, Operation>;
  table: typeof unit | typeof carrierType | typeof deviceType;
  schema: z.ZodType;
  values: (fields?: Record<string, unknown>) => Record<string, unknown>;
  /** Filled in where the input leaves them open. */
  defaults: Record<string, unknown>;
  /** Values of a change, and what a shipped row keeps. */
  change: Record<string, unknown>;
  fixed: Record<string, unknown>;
};

const LISTS: List[] = [
  {
    entity: "unit",
    operations: units as unknown as List["operations"],
    table: unit,
    schema: UnitInput,
    values: unitValues,
    defaults: { unitMark: "", description: "" },
    change: { measure: "gas", unit: "°F", unitMark: "F", description: "Fahrenheit" },
    fixed: { code: "other", measure: "gas", unit: "K" },
  },
  {
    entity: "carrierType",
    operations: carrierTypes as unknown as List["operations"],
    table: carrierType,
    schema: CarrierTypeInput,
    values: carrierValues,
    defaults: { description: "", isEnabled: true },
    change: { name: "Vaccine fridge", base: "store", description: "2 to 8" },
    fixed: { code: "other", base: "vehicle" },
  },
  {
    entity: "deviceType",
    operations: deviceTypes as unknown as List["operations"],
    table: deviceType,
    schema: DeviceTypeInput,
    values: deviceValues,
    defaults: { description: "", isEnabled: true, hasGps: false, reportIntervalSeconds: 300 },
    change: { name: "Probe 9", kind: "gas", measures: ["co2", "gas"], hasGps: true, reportIntervalSeconds: 65_535 },
    fixed: { code: "other", kind: "relay" },
  },
];

const call = <T = Dto>(operation: Operation, ctx: OperationContext, input: unknown): Promise<T> =>
  operation.call(ctx, input as never) as Promise<T>;
const storedIn = async (table: List["table"], id: number) =>
  (await db().select().from(table).where(eq(table.id, id)))[0];
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("it was done")),
    (error: unknown) => failureOf(error),
  );
/** The first shipped row, and what its form would send back. */
async function shipped({ operations, schema }: List) {
  const { items } = await call<{ items: Dto[] }>(operations.list, admin, { iDisplayLength: 100 });
  const row = items.find(({ isShipped }) => isShipped) as Dto;
  const known = Object.keys((schema as z.ZodObject).shape).map((key) => [key, row[key]]);
  return { row, form: { id: row.id, ...Object.fromEntries(known) } };
}

describe.each(LISTS)("the list $entity", (list) => {
  const { entity, operations, table, values, defaults, change, fixed } = list;
  const make = (fields?: Record<string, unknown>) => call(operations.create, admin, values(fields));
  /** May be removed at once. */
  async function makeRemovable() {
    const dto = await make();
    if ("isEnabled" in table) await db().update(table).set({ isEnabled: false }).where(eq(table.id, dto.id));
    return dto;
  }

  it("takes a row, and the platform's trail says what it is", async () => {
    const input = values();
    const { id, createdAt, version, ...rest } = await call(operations.create, admin, input);
    expect(version).toBe(1);
    expect(rest).toEqual({ ...defaults, ...input, isShipped: false });
    expect(await storedIn(table, id)).toMatchObject(input);
    expect(await call(operations.get, admin, { id })).toEqual({ id, createdAt, version, ...rest });
    expect(await trailOf(db(), PLATFORM_CUSTOMER_ID, entity, id)).toMatchObject([
      { operation: `${entity}.create`, oldValues: null, newValues: { id, ...rest } },
    ]);
  });

  it("changes a row, and the trail keeps what changed", async () => {
    const dto = await make();
    const next = { ...values(), ...change };
    expect(await call(operations.update, admin, { id: dto.id, ...next })).toMatchObject({
      id: dto.id,
      code: next.code,
    });
    expect(await storedIn(table, dto.id)).toMatchObject({ code: next.code });
    const [, trail] = await trailOf(db(), PLATFORM_CUSTOMER_ID, entity, dto.id);
    expect(trail).toMatchObject({ operation: `${entity}.update`, oldValues: { code: dto.code }, newValues: next });
  });

  it("removes a row, and the trail keeps what it was", async () => {
    const { id, code } = await makeRemovable();
    expect(await call(operations.remove, admin, { id })).toMatchObject({ id, code });
    expect(await storedIn(table, id)).toBeUndefined();
    const trail = (await trailOf(db(), PLATFORM_CUSTOMER_ID, entity, id)).at(-1);
    expect(trail).toMatchObject({ operation: `${entity}.remove`, oldValues: { id, code }, newValues: null });
    for (const verb of ["get", "remove"] as const)
      expect(await refusal(call(operations[verb], admin, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(call(operations.update, admin, { id, ...values() }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await brokenLink(db(), PLATFORM_CUSTOMER_ID)).toBeNull();
  });

  it("is closed without the permission, and changed above level 2 alone", async () => {
    const { id } = await makeRemovable();
    const before = [await storedIn(table, id), (await auditRows(db(), PLATFORM_CUSTOMER_ID)).length];
    const writes: [Verb, Record<string, unknown>][] = [
      ["create", values()],
      ["update", { id, ...values() }],
      ["remove", { id }],
    ];
    const all: [Verb, Record<string, unknown>][] = [...writes, ["list", {}], ["get", { id }]];
    const customerAdmin = await accountContext(db(), await makeUser(db(), owner.id));
    const nobody = await platform({ permissions: ["viewEx"] });
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    const closed: [OperationContext, typeof all, string][] = [
      [customerAdmin, all, "FORBIDDEN"],
      [nobody, all, "FORBIDDEN"],
      [anonymous, all, "UNAUTHENTICATED"],
      [await platform({ scopeType: 2 }), writes, "FORBIDDEN"],
    ];
    for (const [ctx, calls, code] of closed)
      for (const [verb, input] of calls)
        expect(await refusal(call(operations[verb], ctx, input)), verb).toMatchObject({ code });
    expect([await storedIn(table, id), (await auditRows(db(), PLATFORM_CUSTOMER_ID)).length]).toEqual(before);
    expect(await call(operations.get, await platform({ scopeType: 2 }), { id })).toMatchObject({ id });
  });

  it("keeps what ships: no removal, no other code, but other words", async () => {
    const { row, form } = await shipped(list);
    const before = await storedIn(table, row.id);
    const removal = await refusal(call(operations.remove, admin, { id: row.id }));
    expect(removal).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "isShipped" }] });
    for (const [path, value] of Object.entries(fixed)) {
      const changing = call(operations.update, admin, { ...form, [path]: value });
      expect(await refusal(changing)).toMatchObject({ code: "CONFLICT", issues: [{ path, rule: "isShipped" }] });
    }
    expect(await storedIn(table, row.id)).toEqual(before);
    const changed = await call(operations.update, admin, { ...form, description: "of this house" });
    const expected = { ...row, description: "of this house", version: Number(row.version) + 1 };
    expect(changed).toEqual(expected);
    await seedCatalogue(db());
    expect(await call(operations.get, admin, { id: row.id })).toEqual(changed);
  });

  it("has each code once, however it is written", async () => {
    const { code } = await make({ code: `Same_${entity}` });
    const other = await make();
    const taken = { code: "CONFLICT", issues: [{ path: "code", rule: "unique", message: "already exists" }] };
    expect(await refusal(make({ code: code.toUpperCase() }))).toMatchObject(taken);
    const renaming = call(operations.update, admin, { id: other.id, ...values({ code: code.toLowerCase() }) });
    expect(await refusal(renaming)).toMatchObject(taken);
    const results = await Promise.allSettled([1, 2, 3].map(() => make({ code: `race_${entity}` })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("searches literally, sorts and pages", async () => {
    await make({ code: "zz_a", description: "100% of it" });
    await make({ code: "ZZ_b", description: "zzxb" });
    const codes = async (query: Record<string, unknown>) => {
      const { items, total } = await call<{ items: Dto[]; total: number }>(operations.list, admin, query);
      return [items.map(({ code }) => code), total];
    };
    expect(await codes({ q: "zz_", sort: "code" })).toEqual([["zz_a", "ZZ_b"], 2]);
    expect(await codes({ q: "ZZ_", sort: "code", dir: "desc", iDisplayLength: 1 })).toEqual([["ZZ_b"], 2]);
    expect(await codes({ q: "zz_", sort: "code", iDisplayStart: 1 })).toEqual([["ZZ_b"], 2]);
    expect(await codes({ q: "100%" })).toEqual([["zz_a"], 1]);
    expect(await codes({ q: "zz%" })).toEqual([[], 0]);
    expect(await refusal(codes({ sort: "isShipped" }))).toMatchObject({ code: "INVALID" });
  });
});

/** What is no value of its type: the texts for it are those of a value that is missing, or of one of the wrong kind. */
const WRONG_TYPE = "invalid_type";
const told = (issues: readonly Issue[] = []) =>
  issues.map(({ path, rule }) => [path.split(".")[0], rule === "required" ? WRONG_TYPE : rule]);
const LONG = "长".repeat(31);
const CODES: [string, unknown, string][] = [
  ["code", "", "required"],
  ["code", "a b", "word"],
  ["code", "a-b", "word"],
  ["code", "冷", "word"],
  ["code", "x".repeat(51), "too_big"],
  ["description", "x".repeat(251), "too_big"],
  ["colour", "red", "unrecognized_keys"],
];
const NAMES: [string, unknown, string][] = [
  ["name", " ", "required"],
  ["name", LONG, "too_big"],
  ["name", 7, WRONG_TYPE],
];
const INVALID: [string, [field: string, value: unknown, rule: string][]][] = [
  [
    "unit",
    [
      ...CODES,
      ["measure", "pressure", "invalid_value"],
      ["unit", "", "required"],
      ["unit", "x".repeat(11), "too_big"],
      ["unitMark", "x".repeat(11), "too_big"],
      ["unitNumber", undefined, "required"],
      ["unitNumber", 0, "too_small"],
      ["unitNumber", -1, "too_small"],
      ["unitNumber", 1.5, WRONG_TYPE],
      ["unitNumber", 100_000, "too_big"],
      ["unitNumber", "7", WRONG_TYPE],
    ],
  ],
  ["carrierType", [...CODES, ...NAMES, ["base", "8", "invalid_value"]]],
  [
    "deviceType",
    [
      ...CODES,
      ...NAMES,
      ["kind", "probe", "invalid_value"],
      ["measures", ["pressure"], "invalid_value"],
      ["measures", "temperature", WRONG_TYPE],
      ["hasGps", "yes", WRONG_TYPE],
      ["reportIntervalSeconds", 0, "too_small"],
      ["reportIntervalSeconds", 65_536, "too_big"],
      ["reportIntervalSeconds", 1.5, WRONG_TYPE],
    ],
  ],
];

describe.each(INVALID)("an invalid %s is refused by form and server", (entity, cases) => {
  const { operations, schema, table, values } = LISTS.find((list) => list.entity === entity) as List;

  it.each(cases)("%s = %j: %s", async (field, value, rule) => {
    const { id } = await call(operations.create, admin, values());
    const before = [await storedIn(table, id), await db().$count(table)];
    const broken = { ...values(), [field]: value };
    const wanted = [[rule === "unrecognized_keys" ? "" : field, rule === "required" ? WRONG_TYPE : rule]];
    const parsed = schema.safeParse(broken);
    const ofForm = parsed.success ? [] : issuesOf(parsed.error);
    expect(told(ofForm)).toEqual(wanted);
    for (const work of [call(operations.create, admin, broken), call(operations.update, admin, { id, ...broken })])
      expect(told((await refusal(work)).issues)).toEqual(wanted);
    expect([await storedIn(table, id), await db().$count(table)]).toEqual(before);
  });
});

describe("units", () => {
  it("have each number once, also when two come at once", async () => {
    const { unitNumber } = await units.create.call(admin, unitValues() as never);
    const other = await units.create.call(admin, unitValues() as never);
    const taken = { code: "CONFLICT", issues: [{ path: "unitNumber", rule: "unique", message: "already exists" }] };
    expect(await refusal(units.create.call(admin, unitValues({ unitNumber }) as never))).toMatchObject(taken);
    const change = { id: other.id, ...unitValues({ unitNumber }) };
    expect(await refusal(units.update.call(admin, change as never))).toMatchObject(taken);
    const racing = [1, 2, 3].map(() => refusal(units.create.call(admin, unitValues({ unitNumber: 77_777 }) as never)));
    const outcomes = await Promise.allSettled(racing);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(refused).toMatchObject([taken, taken]);
  });

  it("ship one for each measure, and are looked up in the order of their numbers", async () => {
    const all = await lookUpUnits.call(admin, {});
    expect(all.slice(0, MEASURES.length).map(({ measure, unitNumber }) => [measure, unitNumber])).toEqual(
      MEASURES.map((measure, index) => [measure, index + 1]),
    );
    expect(all[0]).toMatchObject({ code: "temperature", unit: "°C", unitMark: "T" });
    const filtered = await units.list.call(admin, { measure: "humidity" });
    expect(filtered.items.map(({ unit }) => unit)).toEqual(["%RH"]);
  });
});

const SWITCHES = [
  ["carrierType", carrierTypes, carrierType, carrierValues],
  ["deviceType", deviceTypes, deviceType, deviceValues],
] as const;

describe.each(SWITCHES)("the switch of a %s", (entity, operations, table, values) => {
  const flip = operations.switch as unknown as Operation;
  const make = () => call((operations as unknown as List["operations"]).create, admin, values());

  it("turns it off and on, with a trail; only what is off is removed", async () => {
    const { id } = await make();
    const removal = () => operations.remove.call(admin, { id });
    expect(await refusal(removal())).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "isEnabled" }] });
    expect(await call(flip, admin, { id, isEnabled: false })).toMatchObject({ id, isEnabled: false });
    expect((await trailOf(db(), PLATFORM_CUSTOMER_ID, entity, id)).at(-1)).toMatchObject({
      operation: `${entity}.switch`,
      oldValues: { isEnabled: true },
      newValues: { isEnabled: false },
    });
    const off = await operations.list.call(admin, { isEnabled: "false", q: "_", iDisplayLength: 100 });
    expect(off.items.map((item) => item.id)).toContain(id);
    expect((await operations.list.call(admin, { isEnabled: "true", iDisplayLength: 100 })).items).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    await removal();
  });

  it("is refused without the permission, for nothing, and for no row", async () => {
    const { id } = await make();
    const viewer = await platform({ permissions: [`view${entity === "carrierType" ? "CarrierType" : "DeviceType"}`] });
    expect(await refusal(call(flip, viewer, { id, isEnabled: false }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(call(flip, admin, { id, isEnabled: "off" }))).toMatchObject({ code: "INVALID" });
    expect(await refusal(call(flip, admin, { id: 999_999_999, isEnabled: false }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await storedIn(table, id)).toMatchObject({ isEnabled: true });
  });
});

describe("names", () => {
  const inLanguage = (locale: string): OperationContext => ({ ...admin, locale });

  it("of what ships are those of the reader's language, in lists, searches and lookups", async () => {
    const fridge = async (locale: string, q: string) =>
      (await carrierTypes.list.call(inLanguage(locale), { q })).items.map(({ code, name }) => `${code} ${name}`);
    expect(await fridge("zh-CN", "冰箱")).toEqual(["2 冰箱"]);
    expect(await fridge("en-US", "refrigerator")).toEqual(["2 Refrigerator"]);
    expect(await fridge("en-US", "冰箱")).toEqual([]);
    const sorted = await deviceTypes.list.call(inLanguage("zh-CN"), { q: "网关", sort: "name" });
    expect(sorted.items.map(({ code }) => code)).toEqual(["gt_1", "gt_2", "gt_3"]);
    for (const locale of LOCALES) {
      const names = await seededNames(locale, ["deviceType", "name"]);
      const looked = await lookUpDeviceTypes.call(inLanguage(locale), {});
      expect(looked.find(({ code }) => code === "0x0A")?.name).toBe(names["0x0A"]);
    }
  });

  it("that stay as they are in any language stay so in every language", async () => {
    const [{ id } = { id: 0 }] = await db().select().from(carrierType).where(eq(carrierType.code, "3"));
    const form = { id, code: "3", base: "vehicle" as const };
    await carrierTypes.update.call(inLanguage("zh-CN"), { ...form, name: "冷藏车", description: "x" });
    expect((await carrierTypes.get.call(inLanguage("en-US"), { id })).name).toBe("Vehicle");
    await carrierTypes.update.call(inLanguage("zh-CN"), { ...form, name: "Lorry" });
    expect((await carrierTypes.get.call(inLanguage("ja"), { id })).name).toBe("Lorry");
    await carrierTypes.update.call(inLanguage("zh-CN"), { ...form, name: "vehicle" });
    expect((await carrierTypes.get.call(inLanguage("zh-CN"), { id })).name).toBe("冷藏车");

    const [gateway] = await db().select().from(deviceType).where(eq(deviceType.code, "gt_2"));
    const model = { id: gateway?.id as number, code: "gt_2", kind: "gateway" as const, hasGps: true };
    await deviceTypes.update.call(inLanguage("es"), { ...model, name: "Tracker" });
    expect((await deviceTypes.get.call(inLanguage("ja"), model)).name).toBe("Tracker");
    await deviceTypes.update.call(inLanguage("es"), { ...model, name: "网关 GW1（GPS）" });
    expect((await deviceTypes.get.call(inLanguage("en-US"), model)).name).toBe("Gateway GW1 (GPS)");
  });

  it("are each there once, the shipped ones in every language", async () => {
    const taken = { code: "CONFLICT", issues: [{ path: "name", rule: "unique", message: "already exists" }] };
    for (const name of ["冰箱", "REFRIGERATOR"])
      expect(await refusal(carrierTypes.create.call(admin, carrierValues({ name }) as never))).toMatchObject(taken);
    for (const name of ["门磁 m1", "Methane detector"])
      expect(await refusal(deviceTypes.create.call(admin, deviceValues({ name }) as never))).toMatchObject(taken);
    await carrierTypes.create.call(admin, carrierValues({ name: "Ice box" }) as never);
    expect(await refusal(carrierTypes.create.call(admin, carrierValues({ name: "ICE BOX" }) as never))).toMatchObject(
      taken,
    );
    await deviceTypes.create.call(admin, deviceValues({ name: "Probe X" }) as never);
    expect(await refusal(deviceTypes.create.call(admin, deviceValues({ name: "probe x" }) as never))).toMatchObject(
      taken,
    );
  });

  it("exist for every shipped model in every language, and fit their field", async () => {
    const codes = SHIPPED_DEVICE_TYPES.map(({ code }) => code).sort();
    for (const locale of LOCALES) {
      const names = await seededNames(locale, ["deviceType", "name"]);
      expect(Object.keys(names).sort()).toEqual(codes);
      for (const name of Object.values(names)) expect(name.length, name).toBeLessThanOrEqual(30);
      expect(new Set(Object.values(names)).size).toBe(codes.length);
    }
  });
});

describe("carrier types", () => {
  it("ship the seven of the specification by number, and are looked up with it", async () => {
    const looked = await lookUpCarrierTypes.call(admin, {});
    expect(looked.slice(0, 7).map(({ code, base, type }) => [code, base, type])).toEqual(
      CARRIER_TYPES.map((base, index) => [String(index + 1), base, index + 1]),
    );
    const own = await carrierTypes.create.call(
      admin,
      carrierValues({ name: "Blood bank", base: "refrigeratory" }) as never,
    );
    const choice = { id: own.id, code: own.code, name: "Blood bank", base: "refrigeratory", type: 4 };
    expect(await lookUpCarrierTypes.call(admin, {})).toContainEqual(choice);
    await carrierTypes.switch.call(admin, { id: own.id, isEnabled: false });
    expect(await lookUpCarrierTypes.call(admin, {})).not.toContainEqual(choice);
    const stores = await carrierTypes.list.call(admin, { base: "refrigeratory" });
    expect(stores.items.map(({ code }) => code).sort()).toEqual(["4", own.code].sort());
  });
});

describe("device types", () => {
  it("ship every model of the demo world", () => {
    const known = new Map(SHIPPED_DEVICE_TYPES.map(({ code, kind }) => [code, kind]));
    const devices = [GUANGZHOU_CDC, GUANGZHOU_HOSPITAL, MUNICH_FOODS].flatMap((plan, index) => devicesOf(plan, index));
    for (const { typeCode, kind } of devices) expect(known.get(typeCode), typeCode).toBe(kind);
    expect(new Set(SHIPPED_DEVICE_TYPES.map(({ code }) => code.toLowerCase())).size).toBe(SHIPPED_DEVICE_TYPES.length);
  });

  it("in use neither go nor become another, but may be called otherwise", async () => {
    const dto = await deviceTypes.create.call(admin, deviceValues({ code: "Own_model" }) as never);
    await deviceTypes.switch.call(admin, { id: dto.id, isEnabled: false });
    const { sensor } = await makeFridge(db(), owner);
    await db().update(device).set({ typeCode: "own_MODEL" }).where(eq(device.id, sensor.id));
    const before = [await storedIn(deviceType, dto.id), (await auditRows(db(), PLATFORM_CUSTOMER_ID)).length];
    const form = { id: dto.id, code: dto.code, name: dto.name, kind: dto.kind };
    const inUse = (path: string) => ({
      code: "CONFLICT",
      issues: [{ path, rule: "inUse", message: "1 device is of this type" }],
    });
    expect(await refusal(deviceTypes.remove.call(admin, { id: dto.id }))).toMatchObject(inUse("id"));
    expect(await refusal(deviceTypes.update.call(admin, { ...form, code: "x9" }))).toMatchObject(inUse("code"));
    expect(await refusal(deviceTypes.update.call(admin, { ...form, kind: "gas" }))).toMatchObject(inUse("kind"));
    expect([await storedIn(deviceType, dto.id), (await auditRows(db(), PLATFORM_CUSTOMER_ID)).length]).toEqual(before);
    expect(await deviceTypes.update.call(admin, { ...form, name: "Renamed" })).toMatchObject({ name: "Renamed" });
  });

  it("are looked up by kind, by its name or number; an unknown kind is invalid", async () => {
    const codes = async (id: string | number) =>
      (await lookUpDeviceTypesOfKind.call(admin, { id: id as never })).map(({ code }) => code);
    expect(await codes("gateway")).toEqual(["gt_1", "gt_2", "gt_3"]);
    for (const [index, kind] of DEVICE_KINDS.entries()) expect(await codes(index + 1)).toEqual(await codes(kind));
    for (const kind of ["0", "8", "sensors", "1.0", ""])
      expect(await refusal(codes(kind)), kind).toMatchObject({ code: "INVALID", issues: [{ path: "id" }] });
    const all = (await lookUpDeviceTypes.call(admin, {})).map(({ kind }) => DEVICE_KINDS.indexOf(kind));
    expect(all).toEqual([...all].sort((a, b) => a - b));
  });

  it("keep each measure once, in the order of the measures", async () => {
    const measures = ["signal", "temperature", "signal"];
    expect((await deviceTypes.create.call(admin, deviceValues({ measures }) as never)).measures).toEqual([
      "temperature",
      "signal",
    ]);
  });
});

describe("the lookups", () => {
  it("are for everybody who is signed in, and for nobody else", async () => {
    const user = await accountContext(db(), await makeUser(db(), owner.id, { scopeType: 0, permissions: [] }));
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    for (const operation of [lookUpUnits, lookUpCarrierTypes, lookUpDeviceTypes] as const) {
      expect((await operation.call(user, {})).length).toBeGreaterThan(6);
      expect(await refusal(operation.call(anonymous, {}))).toMatchObject({ code: "UNAUTHENTICATED" });
    }
  });
});
