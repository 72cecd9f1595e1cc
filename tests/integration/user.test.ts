import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, contactGroup, customer, role, session, userAccount, userCustomer, userScene } from "@/db/schema";
import { activateRole, cancelRole } from "@/features/role/lifecycle.operations";
import { cancelUser } from "@/features/user/lifecycle.operations";
import { createUser, getOneUser, listUsers, updateUser } from "@/features/user/user.operations";
import type { UserInput } from "@/features/user/user.schema";
import { checkPassword } from "@/lib/auth/password";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { newNurse } from "../factories/nurse";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let admin: OperationContext;
let viewer: OperationContext;
let nurses: { id: number; name: string };

const contextOf = async (options: UserOptions, of: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), of.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await contextOf({});
  viewer = await contextOf({ permissions: ["viewUser"] });
  nurses = await makeRole(db(), own.id, { scopeType: 0, permissions: ["viewEx"] });
});
afterAll(() => db().$client.end({ timeout: 5 }));

const nurse = (fields: Partial<UserInput> = {}) => newNurse({ roleId: nurses.id, sceneIds: [own.sceneId], ...fields });
const made = async (fields: Partial<UserInput> = {}, ctx = admin) => (await createUser.call(ctx, nurse(fields))).user;
const stored = async (id: number) => (await db().select().from(userAccount).where(eq(userAccount.id, id)))[0];
const everything = async () => [
  await db().select().from(userAccount),
  await db().select().from(userScene),
  await auditRows(db(), own.id),
];

async function groupOf(of: { id: number }) {
  const name = `group ${Math.random()}`.slice(0, 30);
  return (await db().insert(contactGroup).values({ customerId: of.id, name }).returning())[0]?.id as number;
}
const contactsOf = (id: number) => db().select().from(contact).where(eq(contact.userId, id));

describe("a new account", () => {
  it("has a one-time password that must be changed, and the trail holds everything but that", async () => {
    const input = nurse({ email: `${Math.random()}@example.com`, gender: 0, remarks: "nights" });
    const { code, user, password } = await createUser.call(admin, input);
    expect(code).toBe(200);
    const { sceneIds, customerIds, ...fields } = input;
    expect(user).toMatchObject({ ...fields, customerId: own.id, customerName: own.name, roleName: nurses.name });
    expect(user).toMatchObject({ scopeType: 0, isDefault: false, isManageable: true, mustChangePassword: true });
    expect(user.scenes).toEqual([{ id: own.sceneId, name: "House" }]);
    expect(await getOneUser.call(admin, { id: user.id })).toEqual(user);
    // Who lacks one of its codes may look at it, no more.
    expect(await getOneUser.call(viewer, { id: user.id })).toEqual({ ...user, isManageable: false });
    expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{18}$/);
    const row = await stored(user.id);
    expect(row).toMatchObject({ mustChangePassword: true, isDefault: false, cancelledWith: null });
    expect(await checkPassword(row?.passwordHash ?? null, password)).toBe(true);
    const trail = await trailOf(db(), own.id, "user", user.id);
    expect(trail).toMatchObject([
      {
        operation: "user.create",
        oldValues: null,
        newValues: { ...fields, sceneIds, customerIds, customerId: own.id },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(password);
    expect(JSON.stringify(trail)).not.toContain(row?.passwordHash as string);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("that is cancelled is saved, and said to be: 501, without becoming a contact", async () => {
    const groupId = await groupOf(own);
    const { code, user } = await createUser.call(admin, nurse({ status: "cancelled", contact: { groupId, level: 1 } }));
    expect([code, (await stored(user.id))?.status]).toEqual([501, "cancelled"]);
    expect(await contactsOf(user.id)).toEqual([]);
  });

  it("becomes a contact where that is asked for", async () => {
    const groupId = await groupOf(own);
    const { code, user } = await createUser.call(admin, nurse({ contact: { groupId, level: 2 } }));
    expect(code).toBe(200);
    expect(await contactsOf(user.id)).toMatchObject([{ groupId, level: 2, name: user.name, phone: user.mobile }]);
    // Once more is a duplicate, which is no failure.
    const again = { ...nurse(), id: user.id, mobile: user.mobile, contact: { groupId, level: 2 } };
    expect((await updateUser.call(admin, again)).code).toBe(200);
    expect(await contactsOf(user.id)).toHaveLength(1);
  });

  it("stays where it cannot be made a contact: 201", async () => {
    const foreign = await groupOf(await makeCustomer(db()));
    const unable = await contextOf({ permissions: ["newUser", "viewEx"] });
    for (const [ctx, groupId] of [
      [admin, foreign],
      [admin, 2 ** 40],
      [unable, await groupOf(own)],
    ] as const) {
      const { code, user } = await createUser.call(ctx, nurse({ contact: { groupId, level: 1 } }));
      expect(code).toBe(201);
      expect(await stored(user.id)).toBeDefined();
      expect(await contactsOf(user.id)).toEqual([]);
      expect(await trailOf(db(), own.id, "user", user.id)).toHaveLength(1);
    }
  });

  it("of the platform names proxy or governed customers", async () => {
    const root = await contextOf({ scopeType: 3 }, { id: 1 });
    const agents = await makeRole(db(), 1, { scopeType: -1, permissions: ["viewEx"] });
    const input = newNurse({ customerId: 1, roleId: agents.id, customerIds: [own.id] });
    const { user } = await createUser.call(root, input);
    expect(user.customers).toEqual([{ id: own.id, name: own.name }]);
    expect(await db().select().from(userCustomer).where(eq(userCustomer.userId, user.id))).toHaveLength(1);
  });
});

describe("a changed account", () => {
  it("keeps its password, and the trail what changed, before and after", async () => {
    const user = await made();
    const before = await stored(user.id);
    const input = { ...nurse(), id: user.id, username: user.username, mobile: user.mobile, name: "林晓梅" };
    const { code, user: after } = await updateUser.call(admin, { ...input, gender: 1, remarks: "days" });
    const changes = { name: "林晓梅", gender: 1, remarks: "days", version: user.version + 1 };
    expect(code).toBe(200);
    expect(await stored(user.id)).toEqual({ ...before, ...changes });
    expect(after).toEqual({ ...user, ...changes });
    expect((await trailOf(db(), own.id, "user", user.id)).at(-1)).toMatchObject({
      operation: "user.update",
      oldValues: { name: user.name, gender: null, remarks: "" },
      newValues: { name: "林晓梅", gender: 1, remarks: "days" },
    });
  });

  it("that is cancelled loses its sessions, and 501 says so as long as it is", async () => {
    const user = await made();
    const { id } = await openSessionOf(db(), user);
    const input = { ...nurse(), id: user.id, username: user.username };
    expect((await updateUser.call(admin, { ...input, status: "cancelled" })).code).toBe(501);
    const [ended] = await db().select().from(session).where(eq(session.id, id));
    expect(ended).toMatchObject({ endReason: "cancelled" });
    expect((await updateUser.call(admin, { ...input, status: "cancelled", remarks: "left" })).code).toBe(501);
    expect((await updateUser.call(admin, input)).code).toBe(200);
  });

  it("keeps what it was cancelled with, until somebody switches it himself", async () => {
    const user = await made({ status: "cancelled" });
    await db().update(userAccount).set({ cancelledWith: "role" }).where(eq(userAccount.id, user.id));
    const input = { ...nurse(), id: user.id, status: "cancelled" as const };
    await updateUser.call(admin, input);
    expect(await stored(user.id)).toMatchObject({ cancelledWith: "role" });
    await updateUser.call(admin, { ...input, status: "active" });
    expect(await stored(user.id)).toMatchObject({ status: "active", cancelledWith: null });
  });

  it("that went off with its old role does not come back with its new one", async () => {
    const [old, next] = [await makeRole(db(), own.id), await makeRole(db(), own.id)];
    const { id } = await makeUser(db(), own.id, { roleId: old.id });
    await cancelRole.call(systemContext(), { id: old.id });
    expect(await stored(id)).toMatchObject({ status: "cancelled", cancelledWith: "role" });
    await updateUser.call(systemContext(), { ...newNurse({ roleId: next.id, status: "cancelled" }), id });
    await cancelRole.call(systemContext(), { id: next.id });
    await activateRole.call(systemContext(), { id: next.id });
    expect(await stored(id)).toMatchObject({ roleId: next.id, status: "cancelled", cancelledWith: null });
  });

  it("is not switched on under a role or customer that is off", async () => {
    const place = await makeCustomer(db());
    const { id: roleId } = await makeRole(db(), place.id, { permissions: ["viewEx"] });
    const { user } = await createUser.call(
      systemContext(),
      newNurse({ customerId: place.id, roleId, status: "cancelled" }),
    );
    const call = () => updateUser.call(systemContext(), { ...newNurse({ roleId }), id: user.id });
    await db().update(role).set({ status: "cancelled" }).where(eq(role.id, roleId));
    expect(await refusal(call())).toMatchObject({ issues: [{ path: "status", rule: "roleCancelled" }] });
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, place.id));
    expect(await refusal(call())).toMatchObject({ issues: [{ path: "status", rule: "customerCancelled" }] });
    expect(await stored(user.id)).toMatchObject({ status: "cancelled" });
  });
});

describe("without the permission", () => {
  it("nothing is read, made or changed", async () => {
    const user = await made();
    const before = await everything();
    const nobody = await contextOf({ permissions: ["viewEx"] });
    const anonymous: OperationContext = { ...systemContext(), actor: { type: "anonymous" } };
    for (const [ctx, code] of [
      [nobody, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(listUsers.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(getOneUser.call(ctx, { id: user.id }))).toMatchObject({ code });
    }
    for (const [ctx, code] of [
      [viewer, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(createUser.call(ctx, nurse()))).toMatchObject({ code });
      expect(await refusal(updateUser.call(ctx, { ...nurse(), id: user.id }))).toMatchObject({ code });
    }
    expect((await everything())[0]).toHaveLength((before[0] as unknown[]).length + 1);
    expect((await everything())[2]).toEqual(before[2]);
  });
});

describe("a conflict", () => {
  it("is an account name, mobile or e-mail that anybody has, and a name that the customer has", async () => {
    const email = `${Math.random()}@example.com`;
    const taken = await made({ name: "Li Na", email });
    const second = await made();
    const elsewhere = await makeCustomer(db());
    const there = await makeRole(db(), elsewhere.id, { permissions: ["viewEx"] });
    const abroad = (fields: Partial<UserInput>) =>
      createUser.call(systemContext(), newNurse({ customerId: elsewhere.id, roleId: there.id, ...fields }));
    const CASES: [Partial<UserInput>, string, string][] = [
      [{ username: taken.username.toUpperCase() }, "username", "USER_ACCOUNT_TAKEN"],
      [{ mobile: taken.mobile }, "mobile", "USER_MOBILE_TAKEN"],
      [{ email: email.toUpperCase() }, "email", "USER_EMAIL_TAKEN"],
    ];
    for (const [fields, path, code] of [...CASES, [{ name: "LI NA" }, "name", "USER_NAME_TAKEN"] as const]) {
      const expected = { code, issues: [{ path, rule: code }] };
      const before = await everything();
      expect(await refusal(made(fields))).toMatchObject(expected);
      expect(await refusal(updateUser.call(admin, { ...nurse(fields), id: second.id }))).toMatchObject(expected);
      expect(await everything()).toEqual(before);
    }
    for (const [fields, , code] of CASES) expect(await refusal(abroad(fields))).toMatchObject({ code });
    expect((await abroad({ name: "Li Na" })).user.name).toBe("Li Na");
  });

  it("is none among those without an e-mail", async () => {
    await made({ email: "" });
    expect((await made({ email: "" })).email).toBe("");
  });

  it("is one winner when several make the same account at once", async () => {
    const input = nurse();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => createUser.call(admin, input)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("the list", () => {
  it("searches literally, filters, sorts and pages", async () => {
    const place = await makeCustomer(db());
    const nights = await makeRole(db(), place.id, { scopeType: 0, permissions: ["viewEx"], name: "nights" });
    const ctx = await contextOf({ username: "the_boss", name: "Boss" }, place);
    const add = (fields: Partial<UserInput>) =>
      createUser.call(ctx, newNurse({ roleId: nights.id, sceneIds: [place.sceneId], ...fields }));
    const { user: zulu } = await add({ name: "Zulu", gender: 1, mobile: "13712345678" });
    const { user: alpha } = await add({ name: "Alpha 100", gender: 0, email: "alpha_100@example.com" });
    await cancelUser.call(ctx, { id: zulu.id });
    const list = async (query: Parameters<typeof listUsers.call>[1]) => {
      const { items, total } = await listUsers.call(ctx, query);
      return [items.map(({ name }) => name), total];
    };
    expect(await list({})).toEqual([["Alpha 100", "Zulu", "Boss"], 3]);
    expect(await list({ sort: "name", dir: "asc", iDisplayLength: 2 })).toEqual([["Alpha 100", "Boss"], 3]);
    expect(await list({ sort: "name", dir: "asc", iDisplayStart: 2 })).toEqual([["Zulu"], 3]);
    expect(await list({ sort: "roleName", dir: "asc", roleId: nights.id })).toEqual([["Zulu", "Alpha 100"], 2]);
    expect(await list({ q: "the_" })).toEqual([["Boss"], 1]);
    expect(await list({ q: "alpha_100@EXAMPLE" })).toEqual([["Alpha 100"], 1]);
    expect(await list({ q: "37123" })).toEqual([["Zulu"], 1]);
    expect(await list({ q: "%" })).toEqual([[], 0]);
    expect(await list({ status: "cancelled" })).toEqual([["Zulu"], 1]);
    expect(await list({ gender: 0 })).toEqual([["Alpha 100"], 1]);
    expect(await list({ customerId: own.id })).toEqual([[], 0]);
    for (const query of [{ sort: "passwordHash" }, { status: "gone" }, { gender: 2 }, { mobile: "1" }])
      expect(await refusal(listUsers.call(ctx, query as never))).toMatchObject({ code: "INVALID" });
    expect((await listUsers.call(ctx, { q: "Alpha" })).items[0]).toEqual(
      (({ scenes: _, customers: __, ...rest }) => rest)(alpha),
    );
  });

  it("says when somebody was last there, and nothing secret", async () => {
    const user = await made();
    await openSessionOf(db(), user, { createdAt: new Date("2026-01-02T03:04:05Z") });
    await openSessionOf(db(), user, { createdAt: new Date("2026-01-01T00:00:00Z"), endedAt: new Date() });
    await db()
      .update(userAccount)
      .set({ totpSecret: "top secret", totpConfirmedAt: new Date() })
      .where(eq(userAccount.id, user.id));
    const { items } = await listUsers.call(viewer, { q: user.username });
    expect(items).toMatchObject([{ lastLoginAt: "2026-01-02T03:04:05.000Z", hasSecondFactor: true }]);
    const text = JSON.stringify([items, await getOneUser.call(viewer, { id: user.id })]);
    expect(text).not.toMatch(/top secret|argon2|passwordHash|totpSecret/);
  });
});
