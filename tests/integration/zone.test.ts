import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { carrierZone, zone } from "@/db/schema";
import { zones } from "@/features/zone/zone.operations";
import { ZoneInput } from "@/features/zone/zone.schema";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
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
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewDataZone"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { name: `range ${count}`, measure: "temperature" as const, minimum: 2, maximum: 8, ...fields };
};
const made = (fields: Record<string, unknown> = {}, ctx = admin) => zones.create.call(ctx, values(fields));
const stored = async (id: number) => (await db().select().from(zone).where(eq(zone.id, id)))[0];
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;

async function bind(zoneId: number, customer = own) {
  const { carrier } = await makeFridge(db(), customer);
  await db().insert(carrierZone).values({ carrierId: carrier.id, measure: "temperature", zoneId });
  return carrier;
}

describe("monitoring ranges", () => {
  it("are made with the own customer, and the trail says what they are", async () => {
    const dto = await made({ name: "  2 to 8 ℃  ", maximum: 8.25 });
    const { id, createdAt, version, ...rest } = dto;
    expect(version).toBe(1);
    const expected = {
      customerId: own.id,
      name: "2 to 8 ℃",
      measure: "temperature",
      minimum: 2,
      maximum: 8.25,
      description: "",
    };
    expect(rest).toEqual(expected);
    expect(await stored(id)).toMatchObject(expected);
    expect(await zones.get.call(viewer, { id })).toEqual(dto);
    expect(await trailOf(db(), own.id, "zone", id)).toMatchObject([
      { operation: "zone.create", oldValues: null, newValues: { ...expected, id, createdAt } },
    ]);
  });

  it("are changed, and the trail keeps what changed, before and after", async () => {
    const { id, name } = await made();
    const dto = await zones.update.call(admin, { id, name, measure: "temperature", minimum: null, maximum: -18 });
    expect(dto).toMatchObject({ id, name, minimum: null, maximum: -18 });
    expect(await stored(id)).toMatchObject({ minimum: null, maximum: -18 });
    expect((await trailOf(db(), own.id, "zone", id)).at(-1)).toMatchObject({
      operation: "zone.update",
      oldValues: { minimum: 2, maximum: 8 },
      newValues: { minimum: null, maximum: -18 },
    });
  });

  it("are removed, and the trail keeps what they were", async () => {
    const dto = await made();
    const { version: _, ...last } = dto;
    expect(await zones.remove.call(admin, { id: dto.id })).toEqual(dto);
    expect(await stored(dto.id)).toBeUndefined();
    expect((await trailOf(db(), own.id, "zone", dto.id)).at(-1)).toMatchObject({
      operation: "zone.remove",
      oldValues: last,
      newValues: null,
    });
    expect(await refusal(zones.remove.call(admin, { id: dto.id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("leave a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
});

describe("without the permission", () => {
  const ANONYMOUS = { ...systemContext(), actor: { type: "anonymous" as const } };

  it("nothing is read, made, changed or removed", async () => {
    const { id } = await made();
    const before = [await stored(id), await auditLength()];
    const nobody = await contextOf({ permissions: ["viewEx"] });
    for (const [ctx, code] of [
      [nobody, "FORBIDDEN"],
      [ANONYMOUS, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(zones.list.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(zones.get.call(ctx, { id }))).toMatchObject({ code });
    }
    for (const [ctx, code] of [
      [viewer, "FORBIDDEN"],
      [ANONYMOUS, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(zones.create.call(ctx, values()))).toMatchObject({ code });
      expect(await refusal(zones.update.call(ctx, { id, ...values() }))).toMatchObject({ code });
      expect(await refusal(zones.remove.call(ctx, { id }))).toMatchObject({ code });
    }
    expect([await stored(id), await auditLength()]).toEqual(before);
  });
});

describe("outside the scope", () => {
  it("a range does not exist, and stays as it is", async () => {
    const { id } = await zones.create.call(systemContext(), values({ customerId: other.id }));
    const before = [await stored(id), await auditLength(other.id), await auditLength()];
    const scoped: OperationContext[] = [
      admin,
      await contextOf({ scopeType: 0, sceneIds: [own.sceneId] }),
      await contextOf({ scopeType: -1, customerIds: [other.id] }),
      await contextOf({ scopeType: 2, customerIds: [own.id] }),
    ];
    for (const ctx of scoped) {
      expect(await refusal(zones.get.call(ctx, { id }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(zones.update.call(ctx, { id, ...values() }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(zones.remove.call(ctx, { id }))).toMatchObject({ code: "NOT_FOUND" });
      expect((await zones.list.call(ctx, { iDisplayLength: 100 })).items.map((item) => item.id)).not.toContain(id);
      expect(await zones.list.call(ctx, { customerId: other.id })).toEqual({ items: [], total: 0 });
    }
    expect([await stored(id), await auditLength(other.id), await auditLength()]).toEqual(before);
  });

  it("a bound range is as absent as an unbound one", async () => {
    const { id } = await zones.create.call(systemContext(), values({ customerId: other.id }));
    await bind(id, other);
    expect(await refusal(zones.remove.call(admin, { id }))).toEqual({
      code: "NOT_FOUND",
      message: `zone ${id} not found`,
    });
  });

  it("nothing lands, neither when made nor when changed", async () => {
    const { id } = await made();
    expect(await refusal(made({ customerId: other.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(zones.update.call(admin, { id, ...values({ customerId: other.id }) }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await stored(id)).toMatchObject({ customerId: own.id });
    // A customer user's scope is made of nodes; a range has none.
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    expect(await refusal(zones.create.call(bound, values()))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("for several customers", () => {
  const DESTINATIONS: [string, ScopeType, boolean][] = [
    ["a platform administrator", 3, false],
    ["a platform user", 2, false],
    ["a platform user who governs it", 2, true],
  ];

  it.each(DESTINATIONS)("%s says for which one", async (_, scopeType, governs) => {
    const platform = { ...own, id: 1 };
    const ctx = await contextOf({ scopeType, customerIds: governs ? [other.id] : [] }, platform);
    const dto = await zones.create.call(ctx, values({ customerId: other.id }));
    expect(dto.customerId).toBe(other.id);
    expect(await trailOf(db(), other.id, "zone", dto.id)).toHaveLength(1);
    expect((await zones.list.call(ctx, { customerId: other.id, q: dto.name })).items).toEqual([
      { ...dto, customerName: other.name, carrierCount: 0 },
    ]);
    if (governs) expect(await refusal(zones.create.call(ctx, values()))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("an agent works for the chosen one", async () => {
    const agent = await makeUser(db(), 1, { scopeType: -1, customerIds: [own.id, other.id] });
    const ctx = await accountContext(db(), agent, { proxyCustomerId: other.id });
    expect((await zones.create.call(ctx, values())).customerId).toBe(other.id);
    expect(await refusal(zones.create.call(ctx, values({ customerId: own.id })))).toMatchObject({ code: "NOT_FOUND" });
    const undecided = await accountContext(db(), agent);
    expect(await refusal(zones.create.call(undecided, values()))).toMatchObject({ code: "NOT_FOUND" });
    expect(await zones.list.call(undecided, {})).toEqual({ items: [], total: 0 });
  });

  it("a range moves to another one only while no carrier needs it", async () => {
    const root = await contextOf({ scopeType: 3 });
    const free = await made();
    const moved = await zones.update.call(root, { id: free.id, ...values({ customerId: other.id }) });
    expect(moved.customerId).toBe(other.id);
    expect((await trailOf(db(), other.id, "zone", free.id)).at(-1)).toMatchObject({
      oldValues: { customerId: own.id },
    });
    const bound = await made();
    await bind(bound.id);
    expect(await refusal(zones.update.call(root, { id: bound.id, ...values({ customerId: other.id }) }))).toMatchObject(
      {
        code: "CONFLICT",
        issues: [{ path: "customerId", rule: "inUse" }],
      },
    );
    expect(await stored(bound.id)).toMatchObject({ customerId: own.id });
  });
});

const INVALID: [string, Record<string, unknown>, string][] = [
  ["no name", { name: "  " }, "name required"],
  ["a name of 31 characters", { name: "x".repeat(31) }, "name too_big"],
  ["a name that is no text", { name: 5 }, "name invalid_type"],
  ["an unknown measure", { measure: "pressure" }, "measure invalid_value"],
  ["a limit as text", { minimum: "2" }, "minimum invalid_type"],
  ["a limit that is no number", { maximum: Number.NaN }, "maximum invalid_type"],
  ["an endless limit", { maximum: Number.POSITIVE_INFINITY }, "maximum invalid_type"],
  ["three decimals", { minimum: 2.125 }, "minimum twoDecimals"],
  ["no limit", { minimum: null, maximum: null }, "minimum oneLimit"],
  ["equal limits", { minimum: 8, maximum: 8 }, "maximum aboveMinimum"],
  ["limits the wrong way round", { minimum: 8, maximum: 2 }, "maximum aboveMinimum"],
  ["colder than can be set", { minimum: -327.68 }, "minimum temperatureSetting"],
  ["more than all humidity", { measure: "humidity", maximum: 100.01 }, "maximum humiditySetting"],
  ["a field that does not exist", { colour: "red" }, " unrecognized_keys"],
  ["a customer that is no number", { customerId: "own" }, "customerId invalid_type"],
];

describe("an invalid range", () => {
  it.each(INVALID)("is refused: %s", async (_, fields, issue) => {
    const { id } = await made();
    const before = [await stored(id), await auditLength()];
    for (const call of [made(fields), zones.update.call(admin, { id, ...values(fields) })]) {
      const { code, issues } = await refusal(call);
      expect(code).toBe("INVALID");
      expect(issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
    }
    expect([await stored(id), await auditLength()]).toEqual(before);
  });

  it.each(["0", "-1", "1.5", "a", "9007199254740993"])("is not found by the id %j", async (id) => {
    expect(await refusal(zones.get.call(admin, { id }))).toMatchObject({ code: "INVALID" });
  });

  it("has the limits of the longest name and two decimals inside", () => {
    const longest = { name: "名".repeat(30), measure: "temperature", minimum: -327.67, maximum: 327.67 };
    expect(ZoneInput.parse(longest)).toEqual({ ...longest, description: "" });
    expect(ZoneInput.parse({ name: "a", measure: "gas", maximum: 1 })).toMatchObject({ minimum: null });
  });
});

describe("a conflict", () => {
  const TAKEN = { code: "CONFLICT", issues: [{ path: "name", rule: "unique", message: "already exists" }] };

  it("is a name that the customer has already, however it is written", async () => {
    const { id, name } = await made({ name: "Cold Room" });
    const { id: second } = await made();
    expect(await refusal(made({ name: "COLD room" }))).toMatchObject(TAKEN);
    expect(await refusal(zones.update.call(admin, { id: second, ...values({ name }) }))).toMatchObject(TAKEN);
    expect(await zones.update.call(admin, { id, ...values({ name: "cold room" }) })).toMatchObject({ id });
    const foreign = await zones.create.call(systemContext(), values({ customerId: other.id, name }));
    expect(foreign.name).toBe(name);
  });

  it("is one winner when two make the same name at once", async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => made({ name: "the same" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is a carrier that is bound to it: it cannot go, nor measure something else, but its limits may change", async () => {
    const { id, name } = await made();
    const [first, second] = [await bind(id), await bind(id)];
    const before = [await stored(id), await auditLength()];
    const removal = await refusal(zones.remove.call(admin, { id }));
    expect(removal).toMatchObject({ code: "CONFLICT", issues: [{ path: "id", rule: "inUse" }] });
    expect(removal.message).toContain(first.name);
    expect(removal.message).toContain(second.name);
    const humidity = { id, name, measure: "humidity" as const, minimum: 35, maximum: 75 };
    expect(await refusal(zones.update.call(admin, humidity))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "measure", rule: "inUse" }],
    });
    expect([await stored(id), await auditLength()]).toEqual(before);
    expect(
      await zones.update.call(admin, { ...humidity, measure: "temperature", minimum: 3, maximum: 7 }),
    ).toMatchObject({
      minimum: 3,
    });
  });
});

describe("the list", () => {
  it("searches literally, filters, sorts and pages", async () => {
    const customer = await makeCustomer(db());
    const ctx = await contextOf({}, customer);
    for (const fields of [
      { name: "50% room", measure: "humidity" as const, minimum: 35, maximum: 75 },
      { name: "a_b", minimum: -25 },
      { name: "axb" },
      { name: "Zulu" },
    ])
      await zones.create.call(ctx, values(fields));
    const list = async (query: Parameters<typeof zones.list.call>[1]) => {
      const { items, total } = await zones.list.call(ctx, query);
      return [items.map(({ name }) => name), total];
    };
    expect(await list({})).toEqual([["50% room", "a_b", "axb", "Zulu"], 4]);
    expect(await list({ dir: "desc", iDisplayLength: 2 })).toEqual([["Zulu", "axb"], 4]);
    expect(await list({ iDisplayStart: 3, iDisplayLength: 15 })).toEqual([["Zulu"], 4]);
    expect(await list({ q: "%" })).toEqual([["50% room"], 1]);
    expect(await list({ q: "a_b" })).toEqual([["a_b"], 1]);
    expect(await list({ q: "ZUL" })).toEqual([["Zulu"], 1]);
    expect(await list({ measure: "humidity" })).toEqual([["50% room"], 1]);
    expect(await list({ sort: "createdAt", dir: "desc" })).toEqual([["Zulu", "axb", "a_b", "50% room"], 4]);
    expect(await refusal(list({ sort: "customerId" } as never))).toMatchObject({ code: "INVALID" });
  });
});
