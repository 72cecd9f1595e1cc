import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import {
  getCatalogue,
  listEditorChoices,
  listHolders,
  listRoleTypes,
  listScopeTypes,
} from "@/features/role/catalogue.operations";
import { ALL_PERMISSIONS, entryOf } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";

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
  admin = await contextOf({ permissions: ["viewRole", "viewEx", "newUser"], name: "Ada" });
  root = await accountContext(db(), { id: 1 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("the catalogue", () => {
  it("holds every code once, with what it brings along and whether the caller may grant it", async () => {
    const groups = await getCatalogue.call(admin, {});
    const codes = groups.flatMap(({ subjects }) => subjects.flatMap((subject) => subject.codes));
    // Those of a family come with its members', and reserved ones open nothing: nobody is offered them.
    const offered = ALL_PERMISSIONS.filter((code) => !entryOf(code).isFamily && !entryOf(code).isReserved);
    expect(codes.map(({ code }) => code).sort()).toEqual([...offered].sort());
    const grantable = codes.filter(({ isGrantable }) => isGrantable).map(({ code }) => code);
    expect(grantable.sort()).toEqual(["newUser", "viewEx", "viewRole", "viewUser"]);
    const found = (code: string) => codes.find((candidate) => candidate.code === code);
    expect(found("handleEx")).toMatchObject({ level: 0, isImplied: false, implies: ["viewEx"] });
    expect(found("viewEx")).toMatchObject({ isImplied: true, implies: [] });
    expect(found("viewStore")).toMatchObject({ implies: [] });
    expect(found("editHistory")).toBeUndefined();
    expect(found("newParam")).toMatchObject({ level: 3 });
  });
});

describe("who has this", () => {
  it("are the roles and users of the scope that hold the code, by itself or by one that brings it along", async () => {
    const viewers = await makeRole(db(), own.id, { name: "a viewers", scopeType: 0, permissions: ["viewEx"] });
    const handlers = await makeRole(db(), own.id, { name: "b handlers", scopeType: 0, permissions: ["handleEx"] });
    await makeRole(db(), own.id, { name: "c others", scopeType: 0, permissions: ["viewHistory"] });
    await makeRole(db(), other.id, { name: "d strangers", permissions: ["viewEx"] });
    for (const name of ["Bob", "Cid"]) await makeUser(db(), own.id, { roleId: handlers.id, name });
    const { roles, users } = await listHolders.call(admin, { code: "viewEx", iDisplayLength: 2 });
    expect(roles.items.map(({ name }) => name).slice(0, 2)).toEqual(["a viewers", "b handlers"]);
    expect(roles).toMatchObject({
      total: 3,
      items: [{ id: viewers.id, userCount: 0 }, { userCount: 2 }, { userCount: 1 }],
    });
    expect(users).toMatchObject({ total: 3, items: [{ name: "Ada" }, { name: "Bob", roleName: "b handlers" }] });
    const rest = await listHolders.call(admin, { code: "viewEx", iDisplayStart: 2, iDisplayLength: 2 });
    expect(rest.users.items.map(({ name }) => name)).toEqual(["Cid"]);
    const searched = await listHolders.call(admin, { code: "viewEx", q: "HANDLERS" });
    expect([searched.roles.total, searched.users.total]).toEqual([1, 2]);
  });

  it("does not count a role that its scope type keeps from the code", async () => {
    await makeRole(db(), own.id, { name: "e too low", scopeType: 0, permissions: ["newRole"] });
    const { roles } = await listHolders.call(root, { code: "newRole", q: "e too low" });
    expect(roles.total).toBe(0);
  });

  it("is Root alone, for what only Root reaches", async () => {
    await makeUser(db(), 1, { scopeType: 3 });
    const { roles, users } = await listHolders.call(root, { code: "viewUrlResource" });
    expect(roles.items.map(({ name }) => name)).toEqual(["Root"]);
    expect(users.items.map(({ id }) => id)).toEqual([1]);
    expect(await listHolders.call(admin, { code: "viewUrlResource" })).toMatchObject({
      roles: { total: 0 },
      users: { total: 0 },
    });
  });
});

describe("the choices", () => {
  it("are the customers of the scope and the places of one of them", async () => {
    expect(await listEditorChoices.call(admin, { customerId: own.id })).toEqual({
      customers: [{ id: own.id, name: own.name, type: "customer", status: "active" }],
      scenes: [{ id: own.sceneId, name: "House", parentId: null }],
    });
    expect((await listEditorChoices.call(admin, { customerId: other.id })).scenes).toEqual([]);
    const all = await listEditorChoices.call(root, {});
    expect(all.customers.map(({ id }) => id)).toEqual(expect.arrayContaining([1, own.id, other.id]));
    expect(all.scenes).toEqual([]);
  });

  const TYPES: [string, () => Promise<OperationContext>, number[]][] = [
    ["a customer administrator", async () => admin, [0, 1]],
    ["a customer user", () => contextOf({ scopeType: 0 }), [0]],
    ["an agent", () => contextOf({ scopeType: -1, customerIds: [own.id] }, { id: 1 }), [0, 1]],
    ["a platform user", () => contextOf({ scopeType: 2 }, { id: 1 }), [-1, 0, 1, 2]],
    ["Root", async () => root, [-1, 0, 1, 2, 3]],
  ];
  it.each(TYPES)("of role types are those that %s may give", async (_, who, types) => {
    expect((await listRoleTypes.call(await who(), {})).map(({ scopeType }) => scopeType)).toEqual(types);
  });

  it("are named in the language asked for, however it is spelt", async () => {
    expect((await listRoleTypes.call(admin, { locale: "en_US" }))[1]).toEqual({
      scopeType: 1,
      type: "administrator",
      name: "Customer administrator",
    });
    expect((await listScopeTypes.call(admin, { locale: "zh_CN" }))[0]).toEqual({ type: -1, name: "代理管理" });
    expect((await listScopeTypes.call(admin, {})).map(({ name }) => name)[4]).toBe("Platform administrator");
  });
});
