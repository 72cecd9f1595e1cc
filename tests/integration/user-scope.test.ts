import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { role, roleScene, scene, userAccount, userCustomer, userScene } from "@/db/schema";
import {
  activateRole,
  activateRoles,
  cancelRole,
  cancelRoles,
  removeRole,
  removeRoles,
} from "@/features/role/lifecycle.operations";
import { updateRole } from "@/features/role/role.operations";
import { listCustomerChoices, listRoleChoices } from "@/features/user/grant.operations";
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
import { createUser, getOneUser, listUsers, updateUser } from "@/features/user/user.operations";
import type { UserInput } from "@/features/user/user.schema";
import type { Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { newNurse } from "../factories/nurse";
import { makeCustomer } from "../factories/world";
import { systemContext } from "../support/contexts";
import { longSuite } from "../support/long";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const PLATFORM = { id: 1 };
let own: Customer;
let other: Customer;
let admin: OperationContext;
let adminId: number;
let nurses: { id: number };

const contextOf = async (options: UserOptions, of: { id: number } = own) =>
  accountContext(db(), await makeUser(db(), of.id, options));
const roleOf = (scopeType: ScopeType, of: { id: number } = own, permissions: readonly Permission[] = ["viewEx"]) =>
  makeRole(db(), of.id, { scopeType, permissions });

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  const account = await makeUser(db(), own.id);
  adminId = account.id;
  admin = await accountContext(db(), account);
  nurses = await roleOf(0);
});
afterAll(() => db().$client.end({ timeout: 5 }));

const nurse = (fields: Partial<UserInput> = {}) => newNurse({ roleId: nurses.id, sceneIds: [own.sceneId], ...fields });
const everything = async () => [
  await db().select().from(userAccount).orderBy(userAccount.id),
  await db().select().from(userScene),
  await db().select().from(userCustomer),
];

/** Nobody is made of it, and the account it would make of another stays as it was. */
async function refuses(ctx: OperationContext, id: number, input: UserInput, expected: object) {
  const before = await everything();
  expect(await refusal(createUser.call(ctx, input))).toMatchObject(expected);
  expect(await refusal(updateUser.call(ctx, { ...input, id }))).toMatchObject(expected);
  expect(await everything()).toEqual(before);
}

describe("what belongs to another customer", () => {
  it("does not exist: accounts in the path and the filter, customers, roles and places in the body", async () => {
    const foreign = await makeUser(db(), other.id);
    const theirs = await roleOf(1, other);
    const { user } = await createUser.call(admin, nurse());
    const before = await everything();
    expect(await refusal(getOneUser.call(admin, { id: foreign.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(updateUser.call(admin, { ...nurse(), id: foreign.id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await listUsers.call(admin, { customerId: other.id })).toEqual({ items: [], total: 0 });
    expect(await listUsers.call(admin, { q: foreign.username })).toEqual({ items: [], total: 0 });
    expect(await listRoleChoices.call(admin, { customerId: other.id })).toEqual([]);
    expect(await listCustomerChoices.call(admin, { ids: [own.id, other.id] })).toEqual([
      { id: own.id, name: own.name },
    ]);
    expect(await refusal(createUser.call(admin, nurse({ customerId: other.id })))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(updateUser.call(admin, { ...nurse({ customerId: other.id }), id: user.id }))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "customerId", rule: "scope" }],
    });
    const absent = (path: string) => ({ code: "NOT_FOUND", issues: [{ path, rule: "unknown" }] });
    await refuses(admin, user.id, nurse({ roleId: theirs.id }), absent("roleId"));
    await refuses(admin, user.id, nurse({ sceneIds: [own.sceneId, other.sceneId] }), absent("sceneIds.1"));
    await refuses(admin, user.id, nurse({ customerIds: [other.id] }), absent("customerIds.0"));
    expect(await everything()).toEqual(before);
  });

  it("is as absent for an agent who works for another one, and for somebody who governs another one", async () => {
    const foreign = await makeUser(db(), other.id);
    const agent = await makeUser(db(), 1, { scopeType: -1, customerIds: [own.id, other.id] });
    const scoped = [
      await accountContext(db(), agent, { proxyCustomerId: own.id }),
      await contextOf({ scopeType: 2, customerIds: [own.id] }, PLATFORM),
    ];
    for (const ctx of scoped) {
      expect(await refusal(getOneUser.call(ctx, { id: foreign.id }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(createUser.call(ctx, nurse({ customerId: other.id })))).toMatchObject({ code: "NOT_FOUND" });
      expect((await createUser.call(ctx, nurse({ customerId: own.id }))).user.customerId).toBe(own.id);
      expect((await listUsers.call(ctx, {})).items.every(({ customerId }) => customerId === own.id)).toBe(true);
    }
    const undecided = await accountContext(db(), agent);
    expect(await listUsers.call(undecided, {})).toEqual({ items: [], total: 0 });
    expect(await refusal(createUser.call(undecided, nurse({ customerId: own.id })))).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("gives no role to an account of this one, even where both are in reach", async () => {
    const theirs = await roleOf(1, other);
    const call = createUser.call(systemContext(), newNurse({ customerId: own.id, roleId: theirs.id }));
    expect(await refusal(call)).toMatchObject({ code: "INVALID", issues: [{ path: "roleId", rule: "scope" }] });
  });
});

describe("somebody who reaches for more", () => {
  it("gives no role of a higher scope type, and none with a code that he lacks", async () => {
    const clerk = await contextOf({ permissions: ["newUser", "editUser", "viewEx"] });
    const { user } = await createUser.call(admin, nurse());
    const notHeld = { code: "INVALID", issues: [{ path: "roleId", rule: "notHeld" }] };
    const higher = [await roleOf(2), await roleOf(3)];
    for (const { id } of higher) await refuses(admin, user.id, nurse({ roleId: id, sceneIds: [] }), notHeld);
    const wider = await roleOf(1, own, ["viewEx", "handleEx"]);
    await refuses(clerk, user.id, nurse({ roleId: wider.id, sceneIds: [] }), notHeld);
    const choices = (ctx: OperationContext) =>
      listRoleChoices.call(ctx, { customerId: own.id }).then((roles) => roles.map(({ id }) => id));
    expect(await choices(clerk)).toContain(nurses.id);
    for (const { id } of [...higher, wider]) expect(await choices(clerk)).not.toContain(id);
    expect(await choices(admin)).toContain(wider.id);
  });

  it("does not give his own role on unless it says so", async () => {
    const input = nurse({ roleId: (admin.actor as { principal: { roleId: number } }).principal.roleId, sceneIds: [] });
    expect(await refusal(createUser.call(admin, input))).toMatchObject({
      issues: [{ path: "roleId", rule: "notHeld" }],
    });
    const { id: roleId } = await makeRole(db(), own.id, { isDelegable: true });
    const holder = await contextOf({ roleId });
    expect((await createUser.call(holder, nurse({ roleId, sceneIds: [] }))).user.roleId).toBe(roleId);
  });

  it("does not change an account of a higher scope type, and Root's not at all", async () => {
    const [platformRole, rootRole] = [await roleOf(2, PLATFORM), await roleOf(3, PLATFORM)];
    const boss = await makeUser(db(), 1, { scopeType: 3 });
    const platform = await contextOf({ scopeType: 2 }, PLATFORM);
    const forbidden = { code: "FORBIDDEN", issues: [{ rule: "higherAccount" }] };
    const peer = await contextOf({ scopeType: 3 }, PLATFORM);
    const before = await everything();
    const demotion = newNurse({ roleId: platformRole.id });
    expect(await refusal(updateUser.call(platform, { ...demotion, id: boss.id }))).toMatchObject(forbidden);
    expect(await refusal(updateUser.call(peer, { ...newNurse({ roleId: rootRole.id }), id: 1 }))).toMatchObject(
      forbidden,
    );
    expect(await everything()).toEqual(before);
    const { items } = await listUsers.call(platform, { iDisplayLength: 100 });
    expect(items.find(({ id }) => id === boss.id)).toMatchObject({ isManageable: false });
    expect(items.find(({ id }) => id === 1)).toMatchObject({ isManageable: false });
  });

  it("an administrator of a customer is managed by an equal, not by a user of a ward", async () => {
    const colleague = await makeUser(db(), own.id);
    const input = { ...nurse({ roleId: colleague.roleId, sceneIds: [] }), id: colleague.id };
    expect((await updateUser.call(admin, input)).user.mobile).toBe(input.mobile);
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    expect(await refusal(updateUser.call(bound, input))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("changes of himself neither role nor standing nor places", async () => {
    const [self] = await db().select().from(userAccount).where(eq(userAccount.id, adminId));
    const kept = { ...nurse({ roleId: self?.roleId as number, sceneIds: [] }), id: adminId };
    const other = await roleOf(1);
    for (const [fields, path] of [
      [{ roleId: other.id }, "roleId"],
      [{ status: "cancelled" as const }, "status"],
    ] as const)
      expect(await refusal(updateUser.call(admin, { ...kept, ...fields }))).toMatchObject({
        code: "INVALID",
        issues: [{ path, rule: "oneself" }],
      });
    expect((await updateUser.call(admin, { ...kept, name: "Chen Guodong" })).user.name).toBe("Chen Guodong");
  });

  it("Root changes what is his own, but not what makes him Root", async () => {
    const root = await accountContext(db(), { id: 1 });
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, 1));
    const kept = { ...newNurse({ roleId: row?.roleId as number, username: "root", name: "Root" }), id: 1 };
    const wider = await roleOf(3, PLATFORM);
    expect(await refusal(updateUser.call(root, { ...kept, roleId: wider.id }))).toMatchObject({
      issues: [{ path: "roleId", rule: "root" }],
    });
    expect(await refusal(updateUser.call(root, { ...kept, status: "cancelled" }))).toMatchObject({
      issues: [{ path: "status", rule: "root" }],
    });
    expect((await updateUser.call(root, kept)).user.mobile).toBe(kept.mobile);
  });

  it("who governs some customers makes nobody who sees all", async () => {
    const governor = await contextOf({ scopeType: 2, customerIds: [1, own.id] }, PLATFORM);
    const platformRole = await roleOf(2, PLATFORM);
    const input = (customerIds: number[]) => newNurse({ customerId: 1, roleId: platformRole.id, customerIds });
    expect(await refusal(createUser.call(governor, input([])))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "customerIds", rule: "notHeld" }],
    });
    expect(await refusal(createUser.call(governor, input([other.id])))).toMatchObject({ code: "NOT_FOUND" });
    const { user } = await createUser.call(governor, input([own.id]));
    expect(user.customers).toEqual([{ id: own.id, name: own.name }]);
    // One who governs another one besides sees more than the governor, who changes nothing of his.
    const wide = await makeUser(db(), 1, { roleId: platformRole.id, customerIds: [own.id, other.id] });
    const shown = await getOneUser.call(governor, { id: wide.id });
    expect(shown).toMatchObject({ customers: [{ id: own.id, name: own.name }], isManageable: false });
    const before = await everything();
    expect(await refusal(updateUser.call(governor, { ...input([own.id]), id: wide.id }))).toMatchObject({
      code: "FORBIDDEN",
      issues: [{ rule: "higherAccount" }],
    });
    expect(await everything()).toEqual(before);
  });

  it("with few codes changes nobody who has more, by no way", async () => {
    const codes = ["viewUser", "newUser", "editUser", "removeUser", "resetUser", "viewRole", "editRole", "removeRole"];
    const clerk = await contextOf({ permissions: [...codes, "viewEx"] as Permission[] });
    const fullRole = await makeRole(db(), own.id, { scopeType: 1 });
    const full = await makeUser(db(), own.id, { roleId: fullRole.id });
    const forbidden = { code: "FORBIDDEN", issues: [{ rule: "higherAccount" }] };
    const before = [await everything(), await db().select().from(role).orderBy(role.id)];
    const renamed = newNurse({ roleId: fullRole.id, sceneIds: [], name: "Renamed" });
    expect(await refusal(updateUser.call(clerk, { ...renamed, id: full.id }))).toMatchObject(forbidden);
    for (const { call } of [cancelUser, activateUser, removeUser, resetPassword])
      expect(await refusal(call(clerk, { id: full.id }))).toMatchObject(forbidden);
    for (const { call } of [cancelUsers, activateUsers, removeUsers, resetPasswords])
      expect(await refusal(call(clerk, { ids: [full.id] }))).toMatchObject(forbidden);
    const higher = { code: "FORBIDDEN", issues: [{ rule: "higherRole" }] };
    const values = { name: "Renamed", scopeType: 1, codes: ["viewEx"], sceneIds: [], customerIds: [] } as const;
    const changed = { ...values, id: fullRole.id, isDelegable: false, status: "active" } as never;
    expect(await refusal(updateRole.call(clerk, changed))).toMatchObject(higher);
    for (const { call } of [cancelRole, activateRole])
      expect(await refusal(call(clerk, { id: fullRole.id }))).toMatchObject(higher);
    expect(await refusal(removeRole.call(clerk, { id: fullRole.id, confirm: true }))).toMatchObject(higher);
    for (const { call } of [cancelRoles, activateRoles])
      expect(await refusal(call(clerk, { ids: [fullRole.id] }))).toMatchObject(higher);
    expect(await refusal(removeRoles.call(clerk, { ids: [fullRole.id], confirm: true }))).toMatchObject(higher);
    expect([await everything(), await db().select().from(role).orderBy(role.id)]).toEqual(before);
  });
});

describe("the places of an account", () => {
  it("fit its role, and lie inside of those of the role", async () => {
    const [below] = await db()
      .insert(scene)
      .values({ customerId: own.id, parentId: own.sceneId, code: "below", name: "Below" })
      .returning();
    const [beside] = await db()
      .insert(scene)
      .values({ customerId: own.id, code: "beside", name: "Beside" })
      .returning();
    const ward = await roleOf(0);
    await db().insert(roleScene).values({ roleId: ward.id, sceneId: own.sceneId });
    const { user } = await createUser.call(admin, nurse());
    const of = (roleId: number, sceneIds: number[]) => nurse({ roleId, sceneIds });
    const broken = (path: string, rule: string) => ({ code: "INVALID", issues: [{ path, rule }] });
    await refuses(admin, user.id, of(nurses.id, []), broken("sceneIds", "sceneRequired"));
    await refuses(admin, user.id, of(ward.id, [beside?.id as number]), broken("sceneIds", "scope"));
    await refuses(admin, user.id, of((await roleOf(1)).id, [own.sceneId]), broken("sceneIds", "scope"));
    await refuses(admin, user.id, nurse({ customerIds: [own.id] }), broken("customerIds", "scope"));
    const agents = await roleOf(-1);
    await refuses(admin, user.id, of(agents.id, []), broken("customerIds", "ROLE_AGENT_EMPTY"));
    expect((await createUser.call(admin, of(ward.id, []))).user.scenes).toEqual([]);
    const narrowed = await updateUser.call(admin, { ...of(ward.id, [below?.id as number]), id: user.id });
    expect(narrowed.user.scenes).toEqual([{ id: below?.id, name: "Below" }]);
  });
});

describe("a key of the customer", () => {
  it("makes accounts within its codes", async () => {
    const key: OperationContext = {
      ...admin,
      actor: {
        type: "key",
        keyId: 1,
        customerId: own.id,
        name: "hr",
        permissions: new Set(["newUser", "viewUser", "viewEx"]),
      },
    };
    expect((await createUser.call(key, nurse())).user.customerId).toBe(own.id);
    const wider = await roleOf(0, own, ["handleEx"]);
    expect(await refusal(createUser.call(key, nurse({ roleId: wider.id })))).toMatchObject({
      issues: [{ path: "roleId", rule: "notHeld" }],
    });
  });
});

longSuite(null)("with 20,000 accounts", () => {
  const MANY = 20_000;

  it("the list answers at once, with role and customer in each row", async () => {
    const place = await makeCustomer(db());
    const { id: roleId } = await makeRole(db(), place.id, { scopeType: 0, permissions: ["viewEx"] });
    await db().$client`
      insert into user_account (customer_id, role_id, username, name, mobile, email, password_hash)
      select ${place.id}, ${roleId}, 'many_' || i, 'Person ' || i, (15000000000 + i)::text, 'p' || i || '@many.example.com', 'x'
        from generate_series(1, ${MANY}) i`;
    await db()
      .$client`insert into session (user_id, expires_at) select id, now() from user_account where customer_id = ${place.id}`;
    await db().$client`analyze user_account, session`;
    const platform = await contextOf({ scopeType: 3 }, PLATFORM);
    const queries: Parameters<typeof listUsers.call>[1][] = [
      { iDisplayLength: 100 },
      { customerId: place.id, sort: "name", dir: "asc", iDisplayStart: 10_000, iDisplayLength: 100 },
      { q: "person 1999", iDisplayLength: 100 },
      { q: "p19999@many", status: "active" },
    ];
    for (const query of queries) {
      const started = performance.now();
      const { items, total } = await listUsers.call(platform, query);
      const ms = performance.now() - started;
      expect(items.length).toBeGreaterThan(0);
      expect(total).toBeGreaterThanOrEqual(items.length);
      expect(items.every(({ roleName, customerName }) => roleName && customerName)).toBe(true);
      expect(ms, JSON.stringify(query)).toBeLessThan(5000);
    }
  });
});
