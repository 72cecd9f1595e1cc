import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { parameter } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import {
  createParameter,
  getParameterById,
  listParameters,
  listParameterValues,
  readParameters,
  removeParameter,
  updateParameterById,
} from "@/features/parameter/parameter.operations";
import { DEFINITIONS } from "@/features/parameter/parameter.rules";
import { ParameterInput } from "@/features/parameter/parameter.schema";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
const SENSOR = "device.sensorReportIntervalSeconds";
type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let manager: OperationContext;
let viewer: OperationContext;

const contextOf = async (options: UserOptions, customerId = PLATFORM) =>
  accountContext(db(), await makeUser(db(), customerId, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  manager = await contextOf({ scopeType: 3 });
  viewer = await contextOf({ scopeType: 2 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const rows = () => db().select().from(parameter).orderBy(asc(parameter.id));
const stored = async (id: number) => (await rows()).find((row) => row.id === id);
const shipped = async (code: string) =>
  (
    await db()
      .select()
      .from(parameter)
      .where(and(eq(parameter.code, code), isNull(parameter.customerId)))
  )[0]?.id as number;
const fingerprint = async () =>
  JSON.stringify([
    await rows(),
    ...(await Promise.all([PLATFORM, own.id, other.id].map(async (id) => (await auditRows(db(), id)).length))),
  ]);

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { code: `own_${count}`, name: `own ${count}`, type: "integer", content: "5", ...fields };
};
const made = (fields: Record<string, unknown> = {}, ctx = manager) =>
  createParameter.call(ctx, values(fields) as never);
const ownValue = (customerId: number, content = "60", code = SENSOR, ctx = manager) =>
  createParameter.call(ctx, { customerId, code, content });
const change = (id: number, fields: Record<string, unknown>, ctx = manager) =>
  updateParameterById.call(ctx, { id, ...fields } as never);
const remove = (id: number, ctx = manager) => removeParameter.call(ctx, { id });

const issueOf = async (call: Promise<unknown>) => {
  const { code, issues } = await refusal(call);
  return `${code} ${issues?.map(({ path, rule }) => `${path} ${rule}`).join(", ")}`;
};

describe("the shipped parameters", () => {
  it("have the keeper of the audit chains among them: an address or nothing, and not for every account", async () => {
    const keeper = "audit_keeper_email";
    const id = await shipped(keeper);
    expect(await getParameterById.call(manager, { id })).toMatchObject({ type: "text", content: "", isShipped: true });
    expect(await issueOf(change(id, { content: "nobody" }))).toBe("INVALID content email");
    for (const content of ["keeper@example.com", ""]) {
      await change(id, { content });
      expect((await stored(id))?.content).toBe(content);
    }
    expect(Object.keys(await listParameterValues.call(viewer, {}))).not.toContain(keeper);
    expect(await readParameters(db(), null)).toHaveProperty(keeper, "");
  });

  it("are there, and named in the language of the request", async () => {
    const base = (await rows()).filter(({ isShipped }) => isShipped);
    expect(base.map(({ code }) => code).sort()).toEqual(DEFINITIONS.map(({ code }) => code).sort());
    const id = await shipped(SENSOR);
    expect(await getParameterById.call({ ...viewer, locale: "zh-CN" }, { id })).toMatchObject({
      name: "传感器默认上报间隔",
      content: "300",
      unit: "seconds",
      minimum: 1,
      maximum: 65_535,
      defaultContent: "300",
      isPerCustomer: true,
      isChanged: false,
    });
  });

  it("change their value, and the trail keeps both", async () => {
    const id = await shipped(SENSOR);
    expect(await change(id, { content: " 0120 " })).toMatchObject({ content: "120", isChanged: true });
    expect(await stored(id)).toMatchObject({ content: "120", name: null, isShipped: true });
    expect((await trailOf(db(), PLATFORM, "parameter", id)).at(-1)).toMatchObject({
      operation: "parameter.update",
      oldValues: { content: "300" },
      newValues: { content: "120" },
    });
    expect((await change(id, { content: "300" })).isChanged).toBe(false);
  });

  it("keep everything else, stay, and are marked as shipped again at a start", async () => {
    const id = await shipped(SENSOR);
    const before = await fingerprint();
    for (const [field, value] of [
      ["code", "other"],
      ["name", "Other"],
      ["description", "other"],
      ["type", "text"],
    ] as const)
      expect(await issueOf(change(id, { [field]: value }))).toBe(`INVALID ${field} isShipped`);
    expect(await issueOf(remove(id))).toBe("PARAMETER_DELETE_FAILED id PARAMETER_DELETE_FAILED");
    expect(await fingerprint()).toBe(before);
    await db().update(parameter).set({ isShipped: false }).where(eq(parameter.id, id));
    await db().insert(parameter).values({ code: "device.gone", type: "integer", content: "1", isShipped: true });
    await db().insert(parameter).values({ code: "device.gone", type: "integer", content: "1", customerId: own.id });
    await seedReference(db());
    expect(await fingerprint()).toBe(before);
  });
});

describe("a parameter of the installation's own", () => {
  it("is made, changed and removed, and the trail says so", async () => {
    const dto = await made({ name: " Sender ", description: "for SMS", type: "text", content: "Frostline" });
    expect(await stored(dto.id)).toMatchObject({
      customerId: null,
      code: dto.code,
      name: "Sender",
      description: "for SMS",
      type: "text",
      content: "Frostline",
      isShipped: false,
    });
    expect(await getParameterById.call(viewer, { id: dto.id })).toEqual(dto);
    expect(await change(dto.id, { type: "boolean", content: "true", name: "Sends" })).toMatchObject({ name: "Sends" });
    expect(await remove(dto.id)).toEqual({ code: 1, id: dto.id });
    expect(await stored(dto.id)).toBeUndefined();
    expect(await trailOf(db(), PLATFORM, "parameter", dto.id)).toMatchObject([
      { operation: "parameter.create", oldValues: null, newValues: { name: "Sender", content: "Frostline" } },
      {
        operation: "parameter.update",
        oldValues: { name: "Sender", type: "text", content: "Frostline" },
        newValues: { name: "Sends", type: "boolean", content: "true" },
      },
      { operation: "parameter.remove", oldValues: { name: "Sends" }, newValues: null },
    ]);
    expect(await brokenLink(db(), PLATFORM)).toBeNull();
  });

  it("may have its description sent by the older name, which gives way to the newer", async () => {
    const dto = await made({ desc: " for SMS " });
    expect([dto.description, (await stored(dto.id))?.description]).toEqual(["for SMS", "for SMS"]);
    expect((await made({ desc: "older", description: "newer" })).description).toBe("newer");
    expect(await change(dto.id, { desc: " for calls " })).toMatchObject({ description: "for calls", name: dto.name });
    expect((await stored(dto.id))?.description).toBe("for calls");
    expect((await trailOf(db(), PLATFORM, "parameter", dto.id)).at(-1)).toMatchObject({
      oldValues: { description: "for SMS" },
      newValues: { description: "for calls" },
    });
    expect((await change(dto.id, { desc: "older", description: "newer" })).description).toBe("newer");
    expect((await change(dto.id, { name: "without words" })).description).toBe("newer");
    expect((await change(dto.id, { desc: "" })).description).toBe("");
    expect(await issueOf(change(await shipped(SENSOR), { desc: "other" }))).toBe("INVALID description isShipped");
  });

  it("has a code and a name that nobody else has", async () => {
    const first = await made({ name: "Portal" });
    const second = await made();
    const before = await fingerprint();
    const NAME = "PARAMETER_NAME_TAKEN name PARAMETER_NAME_TAKEN";
    const CODE = "PARAMETER_CODE_TAKEN code PARAMETER_CODE_TAKEN";
    for (const name of ["PORTAL", "login duration", "登录有效时长"]) {
      expect(await issueOf(made({ name })), name).toBe(NAME);
      expect(await issueOf(change(second.id, { name })), name).toBe(NAME);
    }
    expect(await issueOf(made({ code: first.code }))).toBe(CODE);
    expect(await issueOf(change(second.id, { code: first.code }))).toBe(CODE);
    expect(await fingerprint()).toBe(before);
    const racers = await Promise.allSettled([1, 2, 3].map((n) => made({ code: "raced", name: `racer ${n}` })));
    expect(racers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a customer's own value", () => {
  it("holds for that customer alone, is told to its chain, and gives way when removed", async () => {
    const admin = await accountContext(db(), await makeUser(db(), own.id, {}));
    const stranger = await accountContext(db(), await makeUser(db(), other.id, { scopeType: 0, permissions: [] }));
    const valueFor = async (ctx: OperationContext) => (await listParameterValues.call(ctx, {}))[SENSOR];
    const dto = await ownValue(own.id, "060");
    expect(dto).toMatchObject({ customerId: own.id, content: "60", type: "integer", isShipped: false });
    expect([await valueFor(admin), await valueFor(stranger)]).toEqual(["60", "300"]);
    expect((await readParameters(db(), own.id))[SENSOR]).toBe("60");
    expect((await readParameters(db(), null))[SENSOR]).toBe("300");
    expect((await listParameters.call(viewer, { customerId: own.id })).items).toEqual([dto]);
    await change(dto.id, { content: "90" });
    expect(await valueFor(admin)).toBe("90");
    expect(await remove(dto.id)).toEqual({ code: 1, id: dto.id });
    expect(await valueFor(admin)).toBe("300");
    expect((await trailOf(db(), own.id, "parameter", dto.id)).map(({ operation }) => operation)).toEqual([
      "parameter.create",
      "parameter.update",
      "parameter.remove",
    ]);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("is made once, of what may differ, within the bounds, for a customer that exists", async () => {
    const { id } = await ownValue(own.id);
    const before = await fingerprint();
    expect(await issueOf(ownValue(own.id))).toBe("PARAMETER_CODE_TAKEN code PARAMETER_CODE_TAKEN");
    for (const code of ["session.hours", "nothing"])
      expect(await issueOf(ownValue(own.id, "5", code))).toBe("INVALID code notPerCustomer");
    expect(await issueOf(ownValue(other.id, "0"))).toBe("INVALID content atLeast");
    expect(await issueOf(change(id, { content: "65536" }))).toBe("INVALID content atMost");
    expect(await issueOf(change(id, { name: "x" }))).toBe("INVALID name isShipped");
    expect(await refusal(ownValue(999_999))).toMatchObject({ code: "NOT_FOUND" });
    expect(await fingerprint()).toBe(before);
    await remove(id);
  });

  it("does not exist for who does not govern the customer", async () => {
    const { id } = await ownValue(other.id);
    const narrow = await contextOf({ scopeType: 2, customerIds: [own.id] });
    expect(await refusal(getParameterById.call(narrow, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await listParameters.call(narrow, { customerId: other.id })).toEqual({ items: [], total: 0 });
    expect((await listParameters.call(narrow, { q: SENSOR })).items).toHaveLength(1);
    // Nobody below platform management changes one; the scope holds on its own as well.
    const lent = { ...manager, scope: narrow.scope };
    const before = await fingerprint();
    expect(await refusal(change(id, { content: "61" }, lent))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(remove(id, lent))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(ownValue(other.id, "5", "customer.deviceQuota", lent))).toMatchObject({ code: "NOT_FOUND" });
    expect(await fingerprint()).toBe(before);
    await remove(id);
  });
});

describe("without the permission", () => {
  it("nothing is read, made, changed or removed", async () => {
    const { id } = await made();
    const before = await fingerprint();
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    const administrator = await accountContext(db(), await makeUser(db(), own.id, {}));
    for (const [ctx, code] of [
      [administrator, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const)
      for (const call of [listParameters.call(ctx, {}), getParameterById.call(ctx, { id })])
        expect(await refusal(call)).toMatchObject({ code });
    for (const [ctx, code] of [
      [administrator, "FORBIDDEN"],
      [viewer, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const)
      for (const call of [
        made({}, ctx),
        change(id, { content: "6" }, ctx),
        remove(id, ctx),
        ownValue(own.id, "6", SENSOR, ctx),
      ])
        expect(await refusal(call)).toMatchObject({ code });
    expect(await refusal(listParameterValues.call(anonymous, {}))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await fingerprint()).toBe(before);
  });
});

const INVALID: [string, Record<string, unknown>, string][] = [
  ["no code", { code: " " }, "code required"],
  ["a code with a blank", { code: "a b" }, "code word"],
  ["the code of a shipped one", { code: SENSOR }, "code word"],
  ["a code of 51 characters", { code: "x".repeat(51) }, "code too_big"],
  ["no name", { name: "" }, "name required"],
  ["a name of 31 characters", { name: "x".repeat(31) }, "name too_big"],
  ["a description of 251 characters", { description: "x".repeat(251) }, "description too_big"],
  ["one of 251 characters by the older name", { desc: "x".repeat(251) }, "desc too_big"],
  ["no content", { content: "  " }, "content required"],
  ["a content that is no whole number", { content: "1.5" }, "content wholeNumber"],
  ["a content that is no decimal", { type: "decimal", content: "1.125" }, "content decimals"],
  ["a content that is neither true nor false", { type: "boolean", content: "1" }, "content yesNo"],
  ["a text of 251 characters", { type: "text", content: "x".repeat(251) }, "content too_big"],
  ["an unknown type", { type: "date" }, "type invalid_value"],
  ["a field that does not exist", { isShipped: true }, " unrecognized_keys"],
];

describe("an invalid parameter", () => {
  it.each(INVALID)("is refused: %s", async (_, fields, issue) => {
    const { id } = await made();
    const before = await fingerprint();
    const parsed = ParameterInput.safeParse(values(fields));
    expect(parsed.error && issuesOf(parsed.error).map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
    for (const call of [made(fields), change(id, fields)]) expect(await issueOf(call)).toBe(`INVALID ${issue}`);
    expect(await fingerprint()).toBe(before);
    await remove(id);
  });

  it("is not found by an id that does not exist", async () => {
    expect(await refusal(change(999_999, { content: "5" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(remove(999_999))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the list", () => {
  it("searches codes and names of the language literally, filters, sorts and pages", async () => {
    await made({ code: "zz_last", name: "50% off", type: "decimal", content: "1.5" });
    const list = async (query: Record<string, unknown>, ctx = viewer) => {
      const { items, total } = await listParameters.call(ctx, { iDisplayLength: 100, ...query } as never);
      return [items.map(({ code }) => code), total];
    };
    expect(await list({ q: "%" })).toEqual([["zz_last"], 1]);
    expect(await list({ q: "ZZ_L" })).toEqual([["zz_last"], 1]);
    expect(await list({ q: "device quota" })).toEqual([["customer.deviceQuota"], 1]);
    expect(await list({ q: "设备配额" }, { ...viewer, locale: "zh-CN" })).toEqual([["customer.deviceQuota"], 1]);
    expect(await list({ type: "decimal" })).toEqual([["device.faultToleranceCoefficient", "zz_last"], 2]);
    expect(await list({ code: SENSOR })).toEqual([[SENSOR], 1]);
    expect((await list({ dir: "desc", iDisplayLength: 1 }))[0]).toEqual(["zz_last"]);
    expect(await refusal(list({ sort: "content" }))).toMatchObject({ code: "INVALID" });
  });
});
