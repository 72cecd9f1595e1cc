import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmSilence, role, session, userAccount } from "@/db/schema";
import {
  activateRole,
  activateRoles,
  cancelRole,
  cancelRoles,
  listRoleUsers,
  removeRole,
  removeRoles,
} from "@/features/role/lifecycle.operations";
import { updateRole } from "@/features/role/role.operations";
import { findPrincipal } from "@/lib/auth/principal";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { makeException } from "../contract/access-world";
import { accountContext, makeRole, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;
let root: OperationContext;

const contextOf = async (options: UserOptions, customer: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  root = await accountContext(db(), { id: 1 });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const roleIn = (customer: { id: number } = own, values: Partial<typeof role.$inferInsert> = {}) =>
  makeRole(db(), customer.id, { scopeType: 0, permissions: ["viewEx"], ...values });
const userIn = async (roleId: number, values: UserOptions = {}, customerId = own.id) =>
  (await makeUser(db(), customerId, { roleId, ...values })).id;
const roleState = async (id: number) => (await db().select().from(role).where(eq(role.id, id)))[0];
const usersState = async (ids: number[]) => {
  const { id, status, cancelledWith } = userAccount;
  const rows = await db().select({ id, status, cancelledWith }).from(userAccount).where(inArray(id, ids)).orderBy(id);
  return rows.map((row) => `${row.status} ${row.cancelledWith}`);
};
const endOf = async (id: string) =>
  (await db().select({ reason: session.endReason }).from(session).where(eq(session.id, id)))[0]?.reason;
const refused = async (call: Promise<unknown>) => {
  const { code, issues } = await refusal(call);
  return [code, ...(issues ?? []).map(({ path, rule }) => `${path} ${rule}`)].join(" ");
};
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;

describe("cancelling and activating a role", () => {
  it("switches off exactly its active users, ends their sessions, and restores exactly those", async () => {
    const { id } = await roleIn();
    const users = [
      await userIn(id),
      await userIn(id, { status: "cancelled" }),
      await userIn(id),
      await userIn((await roleIn()).id),
    ];
    const sessions = [];
    for (const userId of users) sessions.push(await openSessionOf(db(), { id: userId }));

    expect(await cancelRole.call(admin, { id })).toEqual({ ids: [id], users: 2 });
    expect(await roleState(id)).toMatchObject({ status: "cancelled", cancelledWith: null });
    expect(await usersState(users)).toEqual(["cancelled role", "cancelled null", "cancelled role", "active null"]);
    const reasons = [];
    for (const { id: sessionId } of sessions) reasons.push(await endOf(sessionId));
    expect(reasons).toEqual(["cancelled", null, "cancelled", null]);
    expect(await findPrincipal(db(), sessions[0]?.id as string)).toBeNull();

    // Somebody is cancelled by hand meanwhile: that one stays off.
    await db()
      .update(userAccount)
      .set({ cancelledWith: null })
      .where(eq(userAccount.id, users[2] as number));
    expect(await activateRole.call(admin, { id })).toEqual({ ids: [id], users: 1 });
    expect(await roleState(id)).toMatchObject({ status: "active", cancelledWith: null });
    expect(await usersState(users)).toEqual(["active null", "cancelled null", "cancelled null", "active null"]);
  });

  it("leaves a line for the role and for each user that went along", async () => {
    const { id } = await roleIn();
    const [on, off] = [await userIn(id), await userIn(id, { status: "cancelled" })];
    await cancelRole.call(admin, { id });
    await activateRole.call(admin, { id });
    expect(await trailOf(db(), own.id, "role", id)).toMatchObject([
      { operation: "role.cancel", oldValues: { status: "active" }, newValues: { status: "cancelled" } },
      { operation: "role.activate", oldValues: { status: "cancelled" }, newValues: { status: "active" } },
    ]);
    expect(await trailOf(db(), own.id, "user", on)).toMatchObject([
      { operation: "role.cancel", newValues: { status: "cancelled", cancelledWith: "role" } },
      { operation: "role.activate", oldValues: { cancelledWith: "role" }, newValues: { status: "active" } },
    ]);
    expect(await trailOf(db(), own.id, "user", off)).toEqual([]);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("tells the open pages once the change is durable", async () => {
    const { id } = await roleIn();
    const { id: sessionId } = await openSessionOf(db(), { id: await userIn(id) });
    const told: unknown[] = [];
    const stop = await liveBus().subscribe((events) => void told.push(...events.map(({ data }) => data)));
    await cancelRole.call(admin, { id });
    await expect.poll(() => told).toContainEqual({ sessionIds: [sessionId], reason: "cancelled" });
    await stop();
  });

  it("changes nothing twice", async () => {
    const { id } = await roleIn();
    await userIn(id);
    expect((await activateRole.call(admin, { id })).users).toBe(0);
    await cancelRole.call(admin, { id });
    expect((await cancelRole.call(admin, { id })).users).toBe(0);
    expect((await roleState(id))?.status).toBe("cancelled");
  });

  it("waits for the customer", async () => {
    const closed = await makeCustomer(db(), { status: "cancelled" });
    const { id } = await roleIn(closed, { status: "cancelled", cancelledWith: "customer" });
    expect(await refused(activateRole.call(root, { id }))).toBe("CONFLICT id customerCancelled");
    expect(await roleState(id)).toMatchObject({ status: "cancelled", cancelledWith: "customer" });
  });

  it("comes with the form as well", async () => {
    const { id } = await roleIn(own, { scopeType: 1 });
    const user = await userIn(id);
    const values = { id, name: `guards ${id}`, scopeType: 1, codes: ["viewEx"] } as const;
    expect(await updateRole.call(admin, { ...values, codes: ["viewEx"], status: "cancelled" })).toMatchObject({
      status: "cancelled",
    });
    expect(await usersState([user])).toEqual(["cancelled role"]);
    await updateRole.call(admin, { ...values, codes: ["viewEx"], status: "active" });
    expect(await usersState([user])).toEqual(["active null"]);
  });

  it("takes several, all or none", async () => {
    const [a, b] = [await roleIn(), await roleIn()];
    const users = [await userIn(a.id), await userIn(b.id)];
    const foreign = await roleIn(other);
    expect(await refused(cancelRoles.call(admin, { ids: [a.id, foreign.id] }))).toBe("NOT_FOUND");
    expect(await usersState(users)).toEqual(["active null", "active null"]);
    expect(await cancelRoles.call(admin, { ids: [b.id, a.id] })).toEqual({ ids: [b.id, a.id], users: 2 });
    expect(await trailOf(db(), own.id, "role", a.id)).toMatchObject([{ operation: "role.cancel" }]);
    expect(await activateRoles.call(admin, { ids: [a.id, b.id] })).toMatchObject({ users: 2 });
    expect(await usersState(users)).toEqual(["active null", "active null"]);
  });
});

describe("deleting a role", () => {
  it("names its users first, and takes them with it when that is confirmed", async () => {
    const { id, name } = await roleIn();
    const users = [await userIn(id, { name: "Zoe" }), await userIn(id, { name: "Ann", status: "cancelled" })];
    const { id: sessionId } = await openSessionOf(db(), { id: users[0] as number });
    expect(await listRoleUsers.call(admin, { id })).toMatchObject({
      total: 2,
      users: [{ name: "Ann" }, { name: "Zoe" }],
    });
    const before = await auditLength();
    expect(await refusal(removeRole.call(admin, { id }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "confirm", rule: "confirmUsers", limit: 2 }],
    });
    expect([await auditLength(), (await usersState(users)).length]).toEqual([before, 2]);

    expect(await removeRole.call(admin, { id, confirm: "true" })).toEqual({ ids: [id], users: 2 });
    expect([await roleState(id), await usersState(users), await endOf(sessionId)]).toEqual([undefined, [], undefined]);
    expect((await trailOf(db(), own.id, "role", id)).at(-1)).toMatchObject({
      operation: "role.remove",
      oldValues: { name, codes: ["viewEx"] },
      newValues: null,
    });
    expect((await trailOf(db(), own.id, "user", users[0] as number)).at(-1)).toMatchObject({
      operation: "role.remove",
      oldValues: { name: "Zoe" },
    });
    expect(await refused(removeRole.call(admin, { id }))).toBe("NOT_FOUND");
  });

  it("needs no word where it has no users", async () => {
    const { id } = await roleIn();
    expect(await removeRole.call(admin, { id })).toEqual({ ids: [id], users: 0 });
  });

  it("is refused for the default one, the own one, one above, and within a selection", async () => {
    const standard = await roleIn(own, { isDefault: true });
    const free = await roleIn();
    const ownRole = admin.actor.type === "user" ? admin.actor.principal.roleId : 0;
    const high = await makeRole(db(), 1, { scopeType: 3 });
    const platform = await contextOf({ scopeType: 2 }, { id: 1 });
    const before = await auditLength();
    expect(await refused(removeRole.call(admin, { id: standard.id }))).toBe("CONFLICT id isDefault");
    expect(await refused(removeRoles.call(admin, { ids: [free.id, standard.id] }))).toBe("CONFLICT ids.1 isDefault");
    for (const call of [removeRole, cancelRole])
      expect(await refused(call.call(admin, { id: ownRole }))).toBe("CONFLICT id oneself");
    for (const call of [removeRole, cancelRole, activateRole])
      expect(await refused(call.call(platform, { id: high.id }))).toBe("FORBIDDEN id higherRole");
    expect([await auditLength(), (await roleState(free.id))?.status]).toEqual([before, "active"]);
  });

  it("leaves each customer a user, its default user, and those who signed records", async () => {
    const customer = await makeCustomer(db());
    const [a, b] = [await roleIn(customer), await roleIn(customer)];
    const users = [await userIn(a.id, {}, customer.id), await userIn(b.id, {}, customer.id)];
    const both = { ids: [a.id, b.id], confirm: true };
    expect(await refused(removeRoles.call(root, both))).toBe("CONFLICT ids.0 lastUser");
    const set = (values: Partial<typeof userAccount.$inferInsert>) =>
      db()
        .update(userAccount)
        .set(values)
        .where(eq(userAccount.id, users[0] as number));
    await set({ isDefault: true });
    expect(await refused(removeRole.call(root, { id: a.id, confirm: true }))).toBe("CONFLICT id defaultUser");
    await set({ isDefault: false });
    const hour = { startsAt: new Date(), endsAt: new Date(Date.now() + 3_600_000) };
    const [silence] = await db()
      .insert(alarmSilence)
      .values({ customerId: customer.id, reason: "cleaning", ...hour, createdBy: users[0] as number })
      .returning();
    expect(await refused(removeRole.call(root, { id: a.id, confirm: true }))).toBe("CONFLICT id hasRecords");
    await db()
      .delete(alarmSilence)
      .where(eq(alarmSilence.id, silence?.id as number));
    const fridge = await makeFridge(db(), customer);
    await makeException(db(), { customer }, fridge, { acknowledgedBy: users[0] as number });
    expect(await refused(removeRole.call(root, { id: a.id, confirm: true }))).toBe("CONFLICT id hasRecords");
    expect(await usersState(users)).toHaveLength(2);
    expect(await removeRole.call(root, { id: b.id, confirm: true })).toMatchObject({ users: 1 });
  });

  it("leaves a user when two delete the two last roles at once", async () => {
    const customer = await makeCustomer(db());
    const roles = [await roleIn(customer), await roleIn(customer)];
    const users = [];
    for (const { id } of roles) users.push(await userIn(id, {}, customer.id));
    const results = await Promise.allSettled(roles.map(({ id }) => removeRole.call(root, { id, confirm: true })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await usersState(users)).toHaveLength(1);
  });

  it("takes several with their users, all or none", async () => {
    const [a, b] = [await roleIn(), await roleIn()];
    const user = await userIn(a.id);
    expect(await refused(removeRoles.call(admin, { ids: [a.id, b.id] }))).toBe("CONFLICT confirm confirmUsers");
    expect(await removeRoles.call(admin, { ids: [a.id, b.id], confirm: true })).toEqual({
      ids: [a.id, b.id],
      users: 1,
    });
    expect([await roleState(a.id), await roleState(b.id), await usersState([user])]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe("without the permission, and outside the scope", () => {
  it("nothing happens", async () => {
    const { id } = await roleIn();
    const foreign = await roleIn(other);
    const viewer = await contextOf({ permissions: ["viewRole"] });
    const before = [await roleState(id), await roleState(foreign.id), await auditLength(), await auditLength(other.id)];
    for (const call of [cancelRole, activateRole, removeRole]) {
      expect(await refused(call.call(viewer, { id }))).toBe("FORBIDDEN");
      expect(await refused(call.call(admin, { id: foreign.id }))).toBe("NOT_FOUND");
    }
    for (const call of [cancelRoles, activateRoles, removeRoles]) {
      expect(await refused(call.call(viewer, { ids: [id] }))).toBe("FORBIDDEN");
      expect(await refused(call.call(admin, { ids: [foreign.id] }))).toBe("NOT_FOUND");
      expect(await refused(call.call(admin, { ids: [] }))).toMatch(/^INVALID ids/);
    }
    expect(await refused(listRoleUsers.call(admin, { id: foreign.id }))).toBe("NOT_FOUND");
    expect([
      await roleState(id),
      await roleState(foreign.id),
      await auditLength(),
      await auditLength(other.id),
    ]).toEqual(before);
  });
});
