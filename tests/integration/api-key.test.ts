import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as exceptionsRoute } from "@/app/service/exception/route";
import { GET as meRoute } from "@/app/service/mine/me/route";
import { GET as getZoneRoute } from "@/app/service/zone/[id]/route";
import { POST as createZoneRoute, GET as listZonesRoute } from "@/app/service/zone/route";
import { db } from "@/db/client";
import { apiKey, zone } from "@/db/schema";
import { createApiKey, listApiKeys, removeApiKey } from "@/features/customer/api-key/operations";
import { ApiKeyInput } from "@/features/customer/api-key/schema";
import type { Permission } from "@/lib/auth/permissions";
import { hashToken } from "@/lib/auth/token";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
const contextOf = async (options: UserOptions, customer: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({ name: "Ada" });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return { name: `key ${count}`, codes: ["viewDataZone"], ...fields } as never;
};
const made = (fields: Record<string, unknown> = {}, ctx = admin) => createApiKey.call(ctx, values(fields));
const issuesOf = async (call: Promise<unknown>) =>
  (await refusal(call)).issues?.map(({ path, rule }) => `${path} ${rule}`);
const stored = async (id: number) => (await db().select().from(apiKey).where(eq(apiKey.id, id)))[0];
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("an API key", () => {
  it("is shown once, kept as a hash, and the trail knows neither", async () => {
    const { key, ...dto } = await made({ name: " ERP ", codes: ["viewEx", "viewDataZone"], expiresAt: inDays(1) });
    expect(key).toMatch(/^fk_[\w-]{30,}$/);
    expect(dto).toMatchObject({
      customerId: own.id,
      customerName: own.name,
      name: "ERP",
      prefix: key.slice(0, 8),
      codes: ["viewEx", "viewDataZone"],
      state: "active",
      createdBy: "Ada",
      lastUsedAt: null,
      revokedAt: null,
    });
    expect((await stored(dto.id))?.keyHash).toBe(hashToken(key));
    const listed = JSON.stringify(await listApiKeys.call(admin, {}));
    expect(listed).toContain(dto.prefix);
    const trail = await trailOf(db(), own.id, "apiKey", dto.id);
    expect(trail).toMatchObject([{ operation: "apiKey.create", newValues: { name: "ERP", codes: dto.codes } }]);
    for (const text of [listed, JSON.stringify(trail)]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(hashToken(key));
    }
  });

  it("is revoked for good, and stays in the list", async () => {
    const { id, name } = await made();
    const dto = await removeApiKey.call(admin, { id });
    expect(dto).toMatchObject({ id, state: "revoked", revokedAt: admin.now.toISOString() });
    expect((await trailOf(db(), own.id, "apiKey", id)).at(-1)).toMatchObject({
      operation: "apiKey.revoke",
      oldValues: { state: "active", revokedAt: null },
      newValues: { state: "revoked" },
    });
    const later = { ...admin, now: new Date(admin.now.getTime() + 60_000) };
    expect((await removeApiKey.call(later, { id })).revokedAt).toBe(dto.revokedAt);
    expect((await listApiKeys.call(admin, { state: "revoked" })).items.map((item) => item.id)).toContain(id);
    // Its name is free again.
    expect((await made({ name })).name).toBe(name);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("is found by name and state, sorted and paged", async () => {
    const customer = await makeCustomer(db());
    const ctx = await contextOf({}, customer);
    const [a, b, c] = [
      await made({ name: "a_1" }, ctx),
      await made({ name: "ab1", expiresAt: inDays(1) }, ctx),
      await made({ name: "Zed" }, ctx),
    ];
    await removeApiKey.call(ctx, { id: c.id });
    const names = async (query: object, at = ctx) => (await listApiKeys.call(at, query)).items.map(({ name }) => name);
    expect(await names({ sort: "name", dir: "asc" })).toEqual(["a_1", "ab1", "Zed"]);
    expect(await names({ q: "A_" })).toEqual(["a_1"]);
    expect(await names({ q: b.prefix })).toContain("ab1");
    expect(await names({ sort: "expiresAt", dir: "desc", iDisplayLength: 1 })).toEqual(["ab1"]);
    expect(await names({ state: "active" })).toEqual(["ab1", "a_1"]);
    const tomorrow = { ...ctx, now: new Date(Date.now() + 2 * 86_400_000) };
    expect(await names({ state: "active" }, tomorrow)).toEqual([a.name]);
    expect(await names({ state: "expired" }, tomorrow)).toEqual(["ab1"]);
    expect(await names({ state: "revoked" }, tomorrow)).toEqual(["Zed"]);
  });
});

describe("a call with a key", () => {
  const call = (
    route: (request: Request, args: never) => Promise<Response>,
    key: string,
    path: string,
    body?: object,
    params: object = {},
  ) =>
    route(
      new Request(`http://localhost${path}`, {
        method: body ? "POST" : "GET",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { params: Promise.resolve(params) } as never,
    );
  const makeZone = async (customerId: number) => {
    const name = `range ${Math.random()}`;
    const [row] = await db().insert(zone).values({ customerId, name, measure: "temperature", maximum: 8 }).returning();
    return { id: row?.id as number, name };
  };

  it("works within its codes and its customer", async () => {
    const { id, key } = await made({ codes: ["newDataZone"] });
    const [mine, foreign] = [await makeZone(own.id), await makeZone(other.id)];
    const listed = await call(listZonesRoute, key, "/service/zone?iDisplayLength=100");
    const text = await listed.text();
    expect([listed.status, text.includes(mine.name), text.includes(foreign.name)]).toEqual([200, true, false]);
    const created = await call(createZoneRoute, key, "/service/zone", {
      name: `by key ${id}`,
      measure: "humidity",
      maximum: 75,
    });
    expect((await created.json()).result).toMatchObject({ customerId: own.id });
    expect((await trailOf(db(), own.id, "zone", (await zoneNamed(`by key ${id}`)) as number))[0]).toMatchObject({
      actorType: "key",
      actorId: id,
    });
    expect((await call(getZoneRoute, key, "/x", undefined, { id: String(mine.id) })).status).toBe(200);
    expect((await call(getZoneRoute, key, "/x", undefined, { id: String(foreign.id) })).status).toBe(404);
    expect((await call(exceptionsRoute, key, "/service/exception")).status).toBe(403);
    expect((await call(meRoute, key, "/service/mine/me")).status).toBe(401);
    expect((await stored(id))?.lastUsedAt).not.toBeNull();
  });
  const zoneNamed = async (name: string) => (await db().select().from(zone).where(eq(zone.name, name)))[0]?.id;

  it("is refused after its revocation, its expiry, and without the customer", async () => {
    const status = async (key: string) => (await call(listZonesRoute, key, "/service/zone")).status;
    const revoked = await made();
    expect(await status(revoked.key)).toBe(200);
    await removeApiKey.call(admin, { id: revoked.id });
    expect(await status(revoked.key)).toBe(401);
    const expired = await made({ expiresAt: inDays(1) });
    expect(await status(expired.key)).toBe(200);
    await db()
      .update(apiKey)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(apiKey.id, expired.id));
    expect(await status(expired.key)).toBe(401);
    expect(await status(`${revoked.key}x`)).toBe(401);
  });
});

const INVALID: [string, Record<string, unknown>, string][] = [
  ["no name", { name: " " }, "name required"],
  ["a name of 31 characters", { name: "名".repeat(31) }, "name too_big"],
  ["no codes", { codes: [] }, "codes required"],
  ["an unknown code", { codes: ["viewNothing"] }, "codes.0 invalid_value"],
  ["a date that is none", { expiresAt: "tomorrow" }, "expiresAt invalid_format"],
  ["a field that does not exist", { key: "fk_mine" }, " unrecognized_keys"],
];

describe("an invalid key", () => {
  it.each(INVALID)("is refused, and nothing is written: %s", async (_, fields, issue) => {
    const before = await auditLength();
    expect(ApiKeyInput.safeParse(values(fields)).success).toBe(false);
    expect(await issuesOf(made(fields))).toEqual([issue]);
    expect(await auditLength()).toBe(before);
  });

  it("has an end in the future", async () => {
    for (const expiresAt of [inDays(-1), admin.now.toISOString()])
      expect(await issuesOf(made({ expiresAt }))).toEqual(["expiresAt future"]);
  });

  it("has a name of its own among those that live", async () => {
    const { name } = await made();
    expect(await refusal(made({ name: name.toUpperCase() }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "name", rule: "unique" }],
    });
  });
});

describe("nobody gives a key what he lacks", () => {
  const TABLE: [string, readonly Permission[] | undefined, Permission, string][] = [
    ["a code that he lacks", ["newApiKey", "viewEx"], "viewDataZone", "codes.viewDataZone notHeld"],
    ["what a person signs for", undefined, "handleEx", "codes.handleEx keyCode"],
  ];
  it.each(TABLE)("%s", async (_, permissions, code, issue) => {
    const ctx = await contextOf(permissions ? { permissions } : {});
    expect(await issuesOf(made({ codes: [code] }, ctx))).toEqual([issue]);
  });

  it("nor ends one that holds it", async () => {
    const { id } = await made({ codes: ["viewEx", "viewDataZone"] });
    const narrow = await contextOf({ permissions: ["viewApiKey", "removeApiKey", "viewEx"] });
    const before = await stored(id);
    expect(await refusal(removeApiKey.call(narrow, { id }))).toMatchObject({
      code: "FORBIDDEN",
      issues: [{ path: "id", rule: "higherKey" }],
    });
    expect(await stored(id)).toEqual(before);
    const own = await made({ codes: ["viewEx"] });
    expect((await removeApiKey.call(narrow, { id: own.id })).state).toBe("revoked");
  });

  it("what reaches beyond a customer, even by Root", async () => {
    const root = await accountContext(db(), { id: 1 });
    expect(await issuesOf(made({ codes: ["viewParam"], customerId: own.id }, root))).toEqual([
      "codes.viewParam keyCode",
    ]);
  });
});

describe("without the permission, and outside the scope", () => {
  it("nothing happens", async () => {
    const { id } = await made();
    const foreign = await made({ customerId: other.id }, await accountContext(db(), { id: 1 }));
    const viewer = await contextOf({ permissions: ["viewApiKey"] });
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    const before = [await stored(id), await stored(foreign.id), await auditLength(), await auditLength(other.id)];
    expect(await refusal(made({}, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(removeApiKey.call(viewer, { id }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(listApiKeys.call(await contextOf({ permissions: ["viewEx"] }), {}))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusal(listApiKeys.call(anonymous, {}))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await refusal(made({ customerId: other.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(removeApiKey.call(admin, { id: foreign.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listApiKeys.call(admin, { iDisplayLength: 100 })).items.map((item) => item.id)).not.toContain(
      foreign.id,
    );
    expect([await stored(id), await stored(foreign.id), await auditLength(), await auditLength(other.id)]).toEqual(
      before,
    );
  });

  it("none is made for a customer that is cancelled", async () => {
    const closed = await makeCustomer(db(), { status: "cancelled" });
    const root = await accountContext(db(), { id: 1 });
    expect(await issuesOf(made({ customerId: closed.id }, root))).toEqual(["customerId customerCancelled"]);
  });
});
