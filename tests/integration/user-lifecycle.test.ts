import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { backupCode, customer, role, session, userAccount } from "@/db/schema";
import {
  activateUser,
  activateUsers,
  cancelUser,
  cancelUsers,
  removeUser,
  removeUsers,
  resetPassword,
  resetPasswords,
} from "@/features/user/lifecycle.operations";
import { checkPassword } from "@/lib/auth/password";
import { findPrincipal } from "@/lib/auth/principal";
import { failureOf } from "@/lib/http/error-response";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let adminId: number;
let roleId: number;

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  const account = await makeUser(db(), own.id);
  adminId = account.id;
  admin = await accountContext(db(), account);
  roleId = (await makeRole(db(), own.id, { scopeType: 0, permissions: ["viewEx"] })).id;
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const nurse = (options: UserOptions = {}, of = own) =>
  makeUser(db(), of.id, of === own ? { roleId, sceneIds: [own.sceneId], ...options } : options);
const nurses = async (count: number): Promise<{ id: number }[]> =>
  Promise.all(Array.from({ length: count }, () => nurse()));
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const stored = async (id: number) => (await db().select().from(userAccount).where(eq(userAccount.id, id)))[0];
const storedAll = (ids: number[]) => db().select().from(userAccount).where(inArray(userAccount.id, ids));
const everything = async () => [
  await db().select().from(userAccount).orderBy(userAccount.id),
  (await db().select().from(session)).filter(({ endedAt }) => endedAt).length,
  await auditRows(db(), own.id),
];
const trail = async (id: number, of = own) => trailOf(db(), of.id, "user", id);

/** What the bus tells of ended sessions while the work runs. */
async function publishedBy(work: () => Promise<unknown>): Promise<unknown[]> {
  const heard: LiveEvent[] = [];
  const stop = await liveBus().subscribe((events) => heard.push(...events));
  await work();
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await stop();
  return heard.map(({ data }) => data);
}

describe("cancelling", () => {
  it("ends the sessions at once, tells their open pages, and can be taken back", async () => {
    const user = await nurse();
    const { id: sessionId } = await openSessionOf(db(), user);
    expect(await findPrincipal(db(), sessionId)).not.toBeNull();
    expect(await publishedBy(() => cancelUser.call(admin, { id: user.id }))).toEqual([
      { sessionIds: [sessionId], reason: "cancelled" },
    ]);
    expect(await stored(user.id)).toMatchObject({ status: "cancelled", cancelledWith: null });
    expect(await findPrincipal(db(), sessionId)).toBeNull();
    await activateUser.call(admin, { id: user.id });
    expect(await stored(user.id)).toMatchObject({ status: "active" });
    expect(await trail(user.id)).toMatchObject([
      { operation: "user.cancel", oldValues: { status: "active" }, newValues: { status: "cancelled" } },
      { operation: "user.activate", oldValues: { status: "cancelled" }, newValues: { status: "active" } },
    ]);
  });

  it("makes it one's own doing what was cancelled with a role", async () => {
    const user = await nurse({ status: "cancelled", cancelledWith: "role" });
    await cancelUser.call(admin, { id: user.id });
    expect(await stored(user.id)).toMatchObject({ status: "cancelled", cancelledWith: null });
  });

  it("of several writes a line for each", async () => {
    const rows = await nurses(3);
    const ids = idsOf(rows).reverse();
    for (const row of rows) await openSessionOf(db(), row);
    const told = (await publishedBy(() => cancelUsers.call(admin, { ids }))) as { sessionIds: string[] }[];
    expect(told.flatMap(({ sessionIds }) => sessionIds)).toHaveLength(3);
    expect((await storedAll(ids)).every(({ status }) => status === "cancelled")).toBe(true);
    for (const id of ids) expect(await trail(id)).toMatchObject([{ operation: "user.cancel" }]);
    expect(await trailOf(db(), own.id, "userBatch", ids.join(","))).toMatchObject([{ operation: "user.cancelBatch" }]);
    await activateUsers.call(admin, { ids });
    expect((await storedAll(ids)).every(({ status }) => status === "active")).toBe(true);
    for (const id of ids) expect((await trail(id)).at(-1)).toMatchObject({ operation: "user.activate" });
    expect(await brokenLink(db(), own.id)).toBeNull();
  });
});

describe("activating", () => {
  it("is refused under a role or customer that is off, and says which", async () => {
    const place = await makeCustomer(db());
    const user = await makeUser(db(), place.id, { status: "cancelled" });
    const call = () => activateUser.call(systemContext(), { id: user.id });
    await db().update(role).set({ status: "cancelled" }).where(eq(role.id, user.roleId));
    expect(await refusal(call())).toMatchObject({ code: "INVALID", issues: [{ path: "id", rule: "roleCancelled" }] });
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, place.id));
    expect(await refusal(call())).toMatchObject({ issues: [{ path: "id", rule: "customerCancelled" }] });
    expect(await stored(user.id)).toMatchObject({ status: "cancelled" });
    await db().update(role).set({ status: "active" }).where(eq(role.id, user.roleId));
    await db().update(customer).set({ status: "active" }).where(eq(customer.id, place.id));
    await call();
    expect(await stored(user.id)).toMatchObject({ status: "active" });
  });
});

describe("a reset password", () => {
  it("is a one-time password, opens a locked account and ends its sessions", async () => {
    const user = await nurse({ failedLogins: 5, lockedUntil: new Date(Date.now() + 60_000) });
    const { id: sessionId } = await openSessionOf(db(), user);
    let answer: Awaited<ReturnType<typeof resetPassword.call>> | undefined;
    const told = await publishedBy(async () => {
      answer = await resetPassword.call(admin, { id: user.id });
    });
    expect(told).toEqual([{ sessionIds: [sessionId], reason: "password-changed" }]);
    const row = await stored(user.id);
    expect(answer?.code).toBe(200);
    expect(await checkPassword(row?.passwordHash as string, answer?.password as string)).toBe(true);
    expect(await checkPassword(row?.passwordHash as string, TEST_PASSWORD)).toBe(false);
    expect(row).toMatchObject({ mustChangePassword: true, failedLogins: 0, lockedUntil: null });
    const lines = await trail(user.id);
    expect(lines).toMatchObject([{ operation: "user.resetPassword", newValues: { mustChangePassword: true } }]);
    expect(JSON.stringify(lines)).not.toContain(answer?.password);
  });

  it("takes the second factor along, whose phone may be lost", async () => {
    const user = await nurse({ totpSecret: "sealed", totpConfirmedAt: new Date(), totpLastStep: 7 });
    await db().insert(backupCode).values({ userId: user.id, codeHash: "hash" });
    await resetPassword.call(admin, { id: user.id });
    expect(await stored(user.id)).toMatchObject({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null });
    expect(await db().select().from(backupCode).where(eq(backupCode.userId, user.id))).toEqual([]);
    expect(await trail(user.id)).toMatchObject([{ newValues: { hasSecondFactor: false } }]);
  });

  it("of several is another one for each, by account", async () => {
    const rows = await nurses(3);
    const { code, items } = await resetPasswords.call(admin, { ids: idsOf(rows) });
    expect([code, new Set(items.map(({ password }) => password)).size]).toEqual([200, 3]);
    for (const { id, username, password } of items) {
      const row = await stored(id);
      expect(row?.username).toBe(username);
      expect(await checkPassword(row?.passwordHash as string, password)).toBe(true);
    }
    const written = JSON.stringify(await auditRows(db(), own.id));
    for (const { password } of items) expect(written).not.toContain(password);
  });

  it("is not had for an account that does not exist: 404", async () => {
    expect(await refusal(resetPassword.call(admin, { id: 2 ** 40 }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("is not had for an account that holds more than one's own", async () => {
    const clerk = await accountContext(
      db(),
      await makeUser(db(), own.id, { permissions: ["resetUser", "editUser", "viewEx"] }),
    );
    const stronger = await makeUser(db(), own.id, { permissions: ["resetUser", "editUser", "viewEx", "handleEx"] });
    const weaker = await nurse();
    const before = await stored(stronger.id);
    expect(await refusal(resetPassword.call(clerk, { id: stronger.id }))).toMatchObject({
      issues: [{ path: "id", rule: "higherAccount" }],
    });
    expect(await refusal(resetPasswords.call(clerk, { ids: [weaker.id, stronger.id] }))).toMatchObject({
      issues: [{ path: "ids.1", rule: "higherAccount" }],
    });
    expect(await stored(stronger.id)).toEqual(before);
    expect((await resetPassword.call(clerk, { id: weaker.id })).code).toBe(200);
  });
});

describe("removing", () => {
  it("takes the account, its places and sessions, and the trail keeps what it was", async () => {
    const user = await nurse();
    await openSessionOf(db(), user);
    await removeUser.call(admin, { id: user.id });
    expect(await stored(user.id)).toBeUndefined();
    expect((await trail(user.id)).at(-1)).toMatchObject({
      operation: "user.remove",
      oldValues: { username: user.username, sceneIds: [own.sceneId] },
      newValues: null,
    });
    expect(await refusal(removeUser.call(admin, { id: user.id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("of several is all or none", async () => {
    const rows = await nurses(2);
    const ids = idsOf(rows);
    const shipped = await nurse({ isDefault: true });
    const before = await everything();
    expect(await refusal(removeUsers.call(admin, { ids: [...ids, shipped.id] }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "ids.2", rule: "isDefault" }],
    });
    expect(await everything()).toEqual(before);
    await removeUsers.call(admin, { ids });
    expect(await storedAll(ids)).toEqual([]);
    for (const id of ids) expect((await trail(id)).at(-1)).toMatchObject({ operation: "user.remove" });
  });

  it("stops at a person whose name stands in a record", async () => {
    const rows = await nurses(2);
    const [first, second] = rows as [{ id: number }, { id: number }];
    await makeException(db(), await makeFridge(db(), own), { acknowledgedBy: second.id, acknowledgedAt: new Date() });
    expect(await refusal(removeUser.call(admin, { id: second.id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "id", rule: "hasRecords" }],
    });
    expect(await refusal(removeUsers.call(admin, { ids: [first.id, second.id] }))).toMatchObject({
      issues: [{ path: "ids.1", rule: "hasRecords" }],
    });
    expect(await storedAll(idsOf(rows))).toHaveLength(2);
  });

  it("leaves a customer at least one account, also when two remove at once", async () => {
    const place = await makeCustomer(db());
    const rows = [await makeUser(db(), place.id), await makeUser(db(), place.id)];
    const lastUser = { code: "CONFLICT", issues: [{ rule: "lastUser" }] };
    expect(await refusal(removeUsers.call(systemContext(), { ids: idsOf(rows) }))).toMatchObject(lastUser);
    const results = await Promise.allSettled(rows.map(({ id }) => removeUser.call(systemContext(), { id })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(failureOf(refused?.reason)).toMatchObject(lastUser);
  });
});

type Verb = [name: string, call: (ctx: OperationContext, id: number) => Promise<unknown>, needs: string];
const VERBS: Verb[] = [
  ["cancel", (ctx, id) => cancelUser.call(ctx, { id }), "editUser"],
  ["cancel several", (ctx, id) => cancelUsers.call(ctx, { ids: [id] }), "editUser"],
  ["activate", (ctx, id) => activateUser.call(ctx, { id }), "editUser"],
  ["activate several", (ctx, id) => activateUsers.call(ctx, { ids: [id] }), "editUser"],
  ["reset", (ctx, id) => resetPassword.call(ctx, { id }), "resetUser"],
  ["reset several", (ctx, id) => resetPasswords.call(ctx, { ids: [id] }), "resetUser"],
  ["remove", (ctx, id) => removeUser.call(ctx, { id }), "removeUser"],
  ["remove several", (ctx, id) => removeUsers.call(ctx, { ids: [id] }), "removeUser"],
];

describe.each(VERBS)("to %s", (name, call) => {
  const path = name.endsWith("several") ? "ids.0" : "id";

  it("needs the permission, the scope, and somebody else", async () => {
    const user = await nurse();
    const foreign = await nurse({}, other);
    const viewer = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewUser"] }));
    const bound = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 0, sceneIds: [own.sceneId] }));
    const before = await everything();
    expect(await refusal(call(viewer, user.id))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(call(bound, user.id))).toMatchObject({ code: "FORBIDDEN" });
    const anonymous: OperationContext = { ...systemContext(), actor: { type: "anonymous" } };
    expect(await refusal(call(anonymous, user.id))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await refusal(call(admin, foreign.id))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(call(admin, adminId))).toMatchObject({ code: "INVALID", issues: [{ path, rule: "oneself" }] });
    expect(await everything()).toEqual(before);
  });

  it("does not reach Root, nor an account of a higher scope type", async () => {
    const boss = await makeUser(db(), 1, { scopeType: 3 });
    const platform = await accountContext(db(), await makeUser(db(), 1, { scopeType: 2 }));
    const peer = await accountContext(db(), boss);
    const before = await everything();
    const higher = { code: "FORBIDDEN", issues: [{ path, rule: "higherAccount" }] };
    expect(await refusal(call(platform, boss.id))).toMatchObject(higher);
    expect(await refusal(call(peer, 1))).toMatchObject(higher);
    expect(await refusal(call(systemContext(), 1))).toMatchObject(higher);
    const root = await accountContext(db(), { id: 1 });
    expect(await refusal(call(root, 1))).toMatchObject({ code: "INVALID", issues: [{ path, rule: "oneself" }] });
    expect((await everything())[0]).toEqual(before[0]);
  });
});

describe("a batch", () => {
  const BATCHES = [cancelUsers, activateUsers, resetPasswords, removeUsers];

  it.each(BATCHES)("takes accounts of one customer, each of them known: $name", async (operation) => {
    const rows = await nurses(2);
    const foreign = await nurse({}, other);
    const before = await everything();
    const ids = [...idsOf(rows), foreign.id];
    expect(await refusal(operation.call(systemContext(), { ids }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "ids.2", rule: "sameCustomer" }],
    });
    expect(await refusal(operation.call(admin, { ids }))).toMatchObject({
      code: "NOT_FOUND",
      issues: [{ path: "ids.2", rule: "unknown" }],
    });
    expect(await refusal(operation.call(admin, { ids: [] }))).toMatchObject({
      issues: [{ path: "ids", rule: "required" }],
    });
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await refusal(operation.call(admin, { ids: many }))).toMatchObject({ issues: [{ rule: "too_big" }] });
    expect(await everything()).toEqual(before);
  });
});
