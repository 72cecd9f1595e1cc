import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { customer, scene } from "@/db/schema";
import {
  getCustomerById,
  issueCustomerToken,
  listCustomers,
  updateCustomer,
} from "@/features/customer/customer.operations";
import { CustomerInput } from "@/features/customer/customer.schema";
import { createCustomer } from "@/features/customer/provisioning.operations";
import { hashToken } from "@/lib/auth/token";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
const contextOf = async (options: UserOptions, customerId = PLATFORM) =>
  accountContext(db(), await makeUser(db(), customerId, options));

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let manager: OperationContext;
let user: OperationContext;
let admin: OperationContext;
beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  manager = await contextOf({ scopeType: 3 });
  user = await contextOf({ scopeType: 2 });
  admin = await contextOf({ scopeType: 1 }, own.id);
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
type Form = Parameters<typeof createCustomer.call>[1];
const form = (fields: Record<string, unknown> = {}): Form => {
  count += 1;
  return {
    code: `C${count}`,
    name: `customer of the form ${count}`,
    type: "customer",
    status: "active",
    contact: "Wang",
    phone: `010-${20_000_000 + count}`,
    email: `c${count}@example.com`,
    ...fields,
  } as Form;
};
const stored = async (id: number) => (await db().select().from(customer).where(eq(customer.id, id)))[0];
const change = (id: number, fields: Record<string, unknown> = {}, ctx = manager) =>
  updateCustomer.call(ctx, { ...form(), id, ...fields } as never);

describe("a customer", () => {
  it("is changed, its top node follows its name, and the trail keeps what changed", async () => {
    const { customer: made } = await createCustomer.call(manager, form());
    const next = form({
      name: "  北京市 <b>第一</b> 医院 ",
      shortName: "一院",
      organisationType: "02",
      area: "北京市/东城区",
      areaCode: "110_101",
      address: "东单北大街 53 号",
      notifyByEmail: false,
      notifyBySms: true,
      description: "'; drop table customer; --",
      timeZone: "America/Argentina/Buenos_Aires",
      locale: "es",
    });
    const dto = await updateCustomer.call(user, { ...next, id: made.id } as never);
    expect(dto).toEqual({ ...made, ...next, name: "北京市 <b>第一</b> 医院", version: made.version + 1 });
    expect(await stored(made.id)).toMatchObject({
      ...{ name: dto.name, description: "'; drop table customer; --", locale: "es" },
    });
    expect(await db().select().from(scene).where(eq(scene.customerId, made.id))).toMatchObject([{ name: dto.name }]);
    expect((await trailOf(db(), made.id, "customer", made.id)).at(-1)).toMatchObject({
      operation: "customer.update",
      oldValues: { name: made.name, notifyBySms: false },
      newValues: { name: dto.name, notifyBySms: true },
    });
    expect(await brokenLink(db(), made.id)).toBeNull();
  });

  it("has the language that was chosen, else that of whoever opens it, and keeps it where a change names none", async () => {
    const open = async (fields: Record<string, unknown>, locale = "en-US") =>
      (await createCustomer.call({ ...manager, locale }, form(fields))).customer;
    const { id } = await open({ locale: "ja" });
    expect([await getCustomerById.call(manager, { id }), await stored(id)]).toMatchObject([
      { locale: "ja" },
      { locale: "ja" },
    ]);
    expect(await change(id)).toMatchObject({ locale: "ja" });
    expect(await change(id, { locale: "zh-CN" })).toMatchObject({ locale: "zh-CN" });
    expect(await stored(id)).toMatchObject({ locale: "zh-CN" });
    expect([await open({}), await open({}, "es")]).toMatchObject([{ locale: "en-US" }, { locale: "es" }]);
  });

  it("keeps a top node that was renamed", async () => {
    const { customer: made } = await createCustomer.call(manager, form());
    await db().update(scene).set({ name: "Campus" }).where(eq(scene.customerId, made.id));
    await change(made.id);
    expect(await db().select().from(scene).where(eq(scene.customerId, made.id))).toMatchObject([{ name: "Campus" }]);
  });

  it("is shown with how many users, carriers and devices it has, and nothing secret", async () => {
    const owner = await makeCustomer(db());
    const reader = await contextOf({}, owner.id);
    for (let made = 0; made < 3; made += 1) await makeFridge(db(), owner);
    await makeGateway(db(), owner.id);
    const dto = await getCustomerById.call(reader, { id: owner.id });
    expect(dto).toMatchObject({ id: owner.id, users: 1, carriers: 3, devices: 4, hasIngestToken: true });
    expect(Object.keys(dto)).not.toContain("ingestTokenHash");
    expect((await listCustomers.call(reader, {})).items).toEqual([dto]);
  });

  it("cannot take what another one has: name, code, e-mail, phone", async () => {
    const { customer: taken } = await createCustomer.call(manager, form());
    const { customer: made } = await createCustomer.call(manager, form());
    const before = [await stored(made.id), (await auditRows(db(), made.id)).length];
    for (const [field, code] of [
      ["name", "CUSTOMER_NAME_TAKEN"],
      ["code", "CUSTOMER_CODE_TAKEN"],
      ["email", "CUSTOMER_EMAIL_TAKEN"],
      ["phone", "CUSTOMER_MOBILE_TAKEN"],
    ] as const)
      expect(await refusal(change(made.id, { [field]: taken[field].toLowerCase() }))).toMatchObject({ code });
    expect([await stored(made.id), (await auditRows(db(), made.id)).length]).toEqual(before);
    const digits = taken.phone.replaceAll("-", "");
    for (const phone of [digits, `+86 ${digits.slice(1, 3)} ${digits.slice(3)}`])
      expect(await refusal(change(made.id, { phone }))).toMatchObject({ code: "CUSTOMER_MOBILE_TAKEN" });
    const { id, name, code, email, phone } = made;
    expect(await change(id, { name: name.toUpperCase(), code, email, phone })).toMatchObject({ id });
  });
});

describe("the platform's own customer", () => {
  const platform = (fields: Record<string, unknown> = {}) => ({
    ...form({ code: "PLATFORM", name: "Frostline", type: "platform", ...fields }),
    id: PLATFORM,
  });

  it("is edited by platform management alone, and keeps type and status", async () => {
    const before = await stored(PLATFORM);
    expect(await refusal(updateCustomer.call(user, platform() as never))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(updateCustomer.call(manager, platform({ type: "customer" }) as never))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "type", rule: "platformCustomer" }],
    });
    expect(await refusal(updateCustomer.call(manager, platform({ status: "cancelled" }) as never))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "status", rule: "platformCustomer" }],
    });
    expect(await stored(PLATFORM)).toEqual(before);
    const dto = await updateCustomer.call(manager, platform({ description: "ours" }) as never);
    expect(dto).toMatchObject({ type: "platform", status: "active", description: "ours" });
  });

  it("is not joined by a customer except by platform management, nor left with roles of the platform", async () => {
    const owner = await makeCustomer(db());
    expect(await refusal(change(owner.id, { type: "platform" }, user))).toMatchObject({ code: "FORBIDDEN" });
    expect(await change(owner.id, { type: "platform" })).toMatchObject({ type: "platform" });
    await makeRole(db(), owner.id, { scopeType: 2 });
    expect(await refusal(change(owner.id, { type: "customer" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "type", rule: "platformRoles" }],
    });
    expect(await stored(owner.id)).toMatchObject({ type: "platform" });
  });
});

/** Field, value, the rule that it breaks; null: it is right (specification, section 5). */
const RULES: [string, unknown, string | null][] = [
  ["code", "x".repeat(20), null],
  ["code", "x".repeat(21), "CUSTOMER_CODE_FORMAT"],
  ["code", "a-b", "CUSTOMER_CODE_FORMAT"],
  ["code", "a b", "CUSTOMER_CODE_FORMAT"],
  ["code", "客户", "CUSTOMER_CODE_FORMAT"],
  ["code", "1' or '1'='1", "CUSTOMER_CODE_FORMAT"],
  ["code", "", "required"],
  ["code", undefined, "required"],
  ["name", "名".repeat(50), null],
  ["name", "名".repeat(51), "too_big"],
  ["name", "   ", "required"],
  ["name", undefined, "required"],
  ["shortName", "s".repeat(30), null],
  ["shortName", "s".repeat(31), "too_big"],
  ["type", "platform", null],
  ["type", "", "CUSTOMER_TYPE_EMPTY"],
  ["type", undefined, "CUSTOMER_TYPE_EMPTY"],
  ["type", "agent", "invalid_value"],
  ["status", "", "required"],
  ["status", undefined, "required"],
  ["status", "deleted", "invalid_value"],
  ["organisationType", "05", null],
  ["organisationType", "09", null],
  ["organisationType", "06", "invalid_value"],
  ["organisationType", 1, "invalid_value"],
  ["area", "a".repeat(120), null],
  ["area", "a".repeat(121), "too_big"],
  ["areaCode", "Az_09".repeat(4), null],
  ["areaCode", "", null],
  ["areaCode", "x".repeat(21), "too_big"],
  ["areaCode", "44-01", "word"],
  ["areaCode", "广州", "word"],
  ["address", "a".repeat(255), null],
  ["address", "a".repeat(256), "too_big"],
  ["contact", "c".repeat(30), null],
  ["contact", "c".repeat(31), "too_big"],
  ["contact", "", "required"],
  ["phone", "020-81234567", null],
  ["phone", "1".repeat(20), null],
  ["phone", "1".repeat(21), "too_big"],
  ["phone", "+491701234567", null],
  ["phone", "+86 x", "customerPhone"],
  ["phone", "----", "customerPhone"],
  ["phone", "", "required"],
  ["email", "a.b+c@sub.example.com", null],
  ["email", "nobody", "email"],
  ["email", "a@b@example.com", "email"],
  ["email", `${"x".repeat(95)}@example.com`, "too_big"],
  ["email", "", "required"],
  ["notifyByEmail", false, null],
  ["description", "d".repeat(250), null],
  ["description", "d".repeat(251), "too_big"],
  ["timeZone", "Asia/Kathmandu", null],
  ["timeZone", "Asia/Nowhere", "timeZone"],
  ["timeZone", "+08:00", "timeZone"],
  ["timeZone", "", "timeZone"],
  ["locale", "ja", null],
  ["locale", "de", "invalid_value"],
  ["locale", "zh_CN", "invalid_value"],
  ["locale", "", "invalid_value"],
  ["locale", null, "invalid_value"],
];

describe("the rules of section 5", () => {
  it.each(RULES)("%s %j: %s", async (field, value, rule) => {
    const sent = form({ [field]: value });
    const parsed = CustomerInput.safeParse(sent);
    const expected = rule === null ? [] : [`${field} ${rule}`];
    const told = (issues: { path: string; rule: string }[] = []) => issues.map((one) => `${one.path} ${one.rule}`);
    expect(told(parsed.success ? [] : issuesOf(parsed.error))).toEqual(expected);

    const before = [await stored(other.id), (await db().select().from(customer)).length];
    if (rule === null) {
      const { customer: made } = await createCustomer.call(manager, sent);
      expect(made).toMatchObject({ [field]: value });
      return;
    }
    for (const call of [
      createCustomer.call(manager, sent),
      updateCustomer.call(manager, { ...sent, id: other.id } as never),
    ]) {
      const answer = await refusal(call);
      expect(told(answer.issues)).toEqual(expected);
      expect(answer.code).toBe(rule.startsWith("CUSTOMER_") ? rule : "INVALID");
    }
    expect([await stored(other.id), (await db().select().from(customer)).length]).toEqual(before);
  });

  it.each([
    ["name", 5],
    ["name", null],
    ["notifyByEmail", "yes"],
    ["notifyBySms", 1],
    ["timeZone", ["UTC"]],
  ])("take no %s of another kind: %j", async (field, value) => {
    const answer = await refusal(createCustomer.call(manager, form({ [field]: value })));
    expect(answer).toMatchObject({ code: "INVALID", issues: [{ path: field }] });
  });

  it("know no other fields, least of all those that the server keeps", async () => {
    const before = await stored(other.id);
    for (const field of ["colour", "ingestTokenHash", "createdAt", "hasIngestToken", "customerId", "users"]) {
      expect(await refusal(createCustomer.call(manager, form({ [field]: "1" })))).toMatchObject({
        issues: [{ rule: "unrecognized_keys" }],
      });
      expect(await refusal(change(other.id, { [field]: "1" }))).toMatchObject({
        issues: [{ rule: "unrecognized_keys" }],
      });
    }
    expect(await stored(other.id)).toEqual(before);
  });
});

describe("without the permission or outside of the scope", () => {
  it("nothing is read or changed", async () => {
    const nobody = await contextOf({ permissions: ["viewEx"] }, own.id);
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    const before = [await stored(own.id), (await auditRows(db(), own.id)).length];
    for (const [ctx, code] of [
      [nobody, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(listCustomers.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(getCustomerById.call(ctx, { id: own.id }))).toMatchObject({ code });
      expect(await refusal(change(own.id, {}, ctx))).toMatchObject({ code });
    }
    // A customer's administrator looks at it; editing is for the platform.
    expect(await refusal(change(own.id, {}, admin))).toMatchObject({ code: "FORBIDDEN" });
    expect([await stored(own.id), (await auditRows(db(), own.id)).length]).toEqual(before);
  });

  it("another customer does not exist, in path, body or filter", async () => {
    const agent = await makeUser(db(), PLATFORM, { scopeType: -1, customerIds: [own.id, other.id] });
    const governor = await contextOf({ scopeType: 2, customerIds: [own.id] });
    const scoped = [admin, await accountContext(db(), agent, { proxyCustomerId: own.id }), governor];
    for (const ctx of scoped) {
      expect((await listCustomers.call(ctx, {})).items.map(({ id }) => id)).toEqual([own.id]);
      expect(await listCustomers.call(ctx, { q: other.name })).toEqual({ items: [], total: 0 });
      expect(await refusal(getCustomerById.call(ctx, { id: other.id }))).toMatchObject({ code: "NOT_FOUND" });
    }
    const before = await stored(other.id);
    expect(await refusal(change(other.id, {}, governor))).toMatchObject({ code: "NOT_FOUND" });
    expect(await stored(other.id)).toEqual(before);
    const undecided = await accountContext(db(), agent);
    expect(await listCustomers.call(undecided, {})).toEqual({ items: [], total: 0 });
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] }, own.id);
    expect(await refusal(listCustomers.call(bound, {}))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the list", () => {
  const PREFIX = "Zz";
  const make = (name: string, fields: Partial<typeof customer.$inferInsert> = {}) =>
    makeCustomer(db(), { name: `${PREFIX} ${name}`, ...fields });
  beforeAll(async () => {
    await make("50% clinic", { code: "ZzA", organisationType: "01", area: "广东省/广州市", areaCode: "4401" });
    await make("a_b", { code: "ZzB", status: "cancelled", contact: "李_雷" });
    await make("axb", { code: "ZzC", phone: "020-31415926", area: "广东省/深圳市", areaCode: "4403" });
    await make("<script>alert(1)</script>", { code: "ZzD", email: "zz'--@example.com", type: "platform" });
  });
  const list = async (query: Parameters<typeof listCustomers.call>[1]) => {
    const { items, total } = await listCustomers.call(manager, { sort: "name", dir: "asc", ...query });
    return [items.map(({ name }) => name.slice(PREFIX.length + 1)), total];
  };

  it("searches names, codes and contacts literally, filters, sorts and pages", async () => {
    expect(await list({ q: "Zz " })).toEqual([["50% clinic", "<script>alert(1)</script>", "a_b", "axb"], 4]);
    expect(await list({ q: "zz a_" })).toEqual([["a_b"], 1]);
    expect(await list({ q: "Zz 50%" })).toEqual([["50% clinic"], 1]);
    expect(await list({ q: "李_" })).toEqual([["a_b"], 1]);
    expect(await list({ q: "3141" })).toEqual([["axb"], 1]);
    expect(await list({ q: "zz'--" })).toEqual([["<script>alert(1)</script>"], 1]);
    expect(await list({ q: "ZzC" })).toEqual([["axb"], 1]);
    expect(await list({ q: "Zz ", status: "cancelled" })).toEqual([["a_b"], 1]);
    expect(await list({ q: "Zz ", type: "platform" })).toEqual([["<script>alert(1)</script>"], 1]);
    expect(await list({ q: "Zz ", organisationType: "01" })).toEqual([["50% clinic"], 1]);
    expect(await list({ area: "广州" })).toEqual([["50% clinic"], 1]);
    expect(await list({ area: "44" })).toEqual([["50% clinic", "axb"], 2]);
    expect(await list({ q: "Zz ", dir: "desc", iDisplayLength: 2 })).toEqual([["axb", "a_b"], 4]);
    expect(await list({ q: "Zz ", iDisplayStart: 3, iDisplayLength: 20 })).toEqual([["axb"], 4]);
    expect(await list({ q: "Zz ", sort: "code", dir: "desc", iDisplayLength: 1 })).toEqual([
      ["<script>alert(1)</script>"],
      4,
    ]);
  });

  it.each([
    ["a column that is none", { sort: "ingestTokenHash" }, "sort invalid_value"],
    ["SQL for a column", { sort: "name; drop table customer" }, "sort invalid_value"],
    ["a direction that is none", { dir: "sideways" }, "dir invalid_value"],
    ["a hundred thousand rows", { iDisplayLength: 100_000 }, "iDisplayLength too_big"],
    ["no rows", { iDisplayLength: 0 }, "iDisplayLength too_small"],
    ["a start before the first", { iDisplayStart: -1 }, "iDisplayStart too_small"],
    ["a filter that does not exist", { customerId: 1 }, " unrecognized_keys"],
    ["a status that does not exist", { status: "on" }, "status invalid_value"],
  ])("refuses %s", async (_, query, issue) => {
    const { code, issues } = await refusal(listCustomers.call(manager, query as never));
    expect(code).toBe("INVALID");
    expect(issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
  });

  it("of 500 customers is paged without a row twice or left out", async () => {
    await db().$client`
      insert into customer (code, name, created_at)
      select 'Many' || n, 'Many ' || n, '2020-01-01'::timestamptz from generate_series(1, 500) n`;
    const seen = new Set<number>();
    for (let start = 0; start < 500; start += 100) {
      const page = await listCustomers.call(manager, { q: "Many ", iDisplayStart: start, iDisplayLength: 100 });
      expect(page.total).toBe(500);
      for (const { id } of page.items) seen.add(id);
    }
    expect(seen.size).toBe(500);
  });
});

describe("the token of a customer", () => {
  const hashOf = async (id: number) => (await stored(id))?.ingestTokenHash;

  it("is made anew, and the trail does not know it", async () => {
    const before = await hashOf(own.id);
    const { token } = await issueCustomerToken.call(user, { id: own.id });
    expect(await hashOf(own.id)).toBe(hashToken(token));
    expect(await hashOf(own.id)).not.toBe(before);
    const trail = await trailOf(db(), own.id, "customer", own.id);
    expect(trail.at(-1)).toMatchObject({ operation: "customer.issueToken" });
    expect(JSON.stringify(trail)).not.toContain(token);
  });

  it("of the platform is its management's to replace, nobody's below", async () => {
    const branch = await makeCustomer(db(), { type: "platform" });
    const before = [await hashOf(branch.id), (await auditRows(db(), branch.id)).length];
    expect(await refusal(issueCustomerToken.call(user, { id: branch.id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(issueCustomerToken.call(admin, { id: branch.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect([await hashOf(branch.id), (await auditRows(db(), branch.id)).length]).toEqual(before);
    const { token } = await issueCustomerToken.call(manager, { id: branch.id });
    expect(await hashOf(branch.id)).toBe(hashToken(token));
  });
});
