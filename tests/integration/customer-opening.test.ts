import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, contactGroup, customer, role, rolePermission, scene, userAccount } from "@/db/schema";
import { createCustomer } from "@/features/customer/provisioning.operations";
import type { CustomerCreateInput } from "@/features/customer/provisioning.schema";
import { listRoleChoices } from "@/features/user/grant.operations";
import { checkPassword } from "@/lib/auth/password";
import { ALL_PERMISSIONS, grantable, type Permission } from "@/lib/auth/permissions";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
const contextOf = async (options: UserOptions, customerId = PLATFORM) =>
  accountContext(db(), await makeUser(db(), customerId, options));
const managerWithout = (...codes: Permission[]) =>
  contextOf({ scopeType: 3, permissions: ALL_PERMISSIONS.filter((code) => !codes.includes(code)) });

let manager: OperationContext;
beforeAll(async () => {
  manager = await contextOf({ scopeType: 3 });
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
type Input = Parameters<typeof createCustomer.call>[1];
const form = (fields: Partial<CustomerCreateInput> = {}): Input => {
  count += 1;
  return {
    code: `NEW${count}`,
    name: `新客户 ${count}`,
    type: "customer",
    status: "active",
    contact: "王芳",
    phone: `020-8000${1000 + count}`,
    email: `new${count}@example.com`,
    ...fields,
  } as Input;
};
const person = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    username: `first${count}`,
    name: "王芳",
    gender: 0,
    mobile: `1380000${1000 + count}`,
    email: "",
    ...fields,
  } as never;
};

const rolesOf = (id: number) => db().select().from(role).where(eq(role.customerId, id)).orderBy(role.id);
const usersOf = (id: number) => db().select().from(userAccount).where(eq(userAccount.customerId, id));
const contactsOf = (id: number) => db().select().from(contact).where(eq(contact.customerId, id));
const groupsOf = (id: number) => db().select().from(contactGroup).where(eq(contactGroup.customerId, id));

describe("opening a customer", () => {
  it("makes it with the top of its tree, its default role, its first user and that one's contact: 200", async () => {
    const administrator = person();
    const input = form({ administrator, timeZone: "Europe/Berlin" });
    const result = await createCustomer.call(manager, input);
    const { id } = result.customer;
    expect(result).toMatchObject({ code: 200, customer: { name: input.name, timeZone: "Europe/Berlin" } });
    expect(result.failure).toBeUndefined();
    expect(await db().select().from(scene).where(eq(scene.customerId, id))).toMatchObject([
      { name: input.name, parentId: null, funcType: 0 },
    ]);

    const [made] = await rolesOf(id);
    expect(made).toMatchObject({ isDefault: true, scopeType: 1, status: "active", name: "Customer administrator" });
    const codes = await db()
      .select()
      .from(rolePermission)
      .where(eq(rolePermission.roleId, made?.id as number));
    expect(codes.map(({ code }) => code).sort()).toEqual([...grantable(1, false)].sort());

    const [first] = await usersOf(id);
    expect(first).toMatchObject({ isDefault: true, mustChangePassword: true, roleId: made?.id, status: "active" });
    expect(result.password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,20}$/);
    expect(await checkPassword(first?.passwordHash as string, result.password as string)).toBe(true);

    expect(await contactsOf(id)).toMatchObject([{ userId: first?.id, level: 1, phone: first?.mobile }]);
    expect(await groupsOf(id)).toMatchObject([{ name: "Administrators" }]);
  });

  it.each([
    ["es", "Administrador del cliente", "Administradores"],
    ["en-US", "Customer administrator", "Administrators"],
  ] as const)(
    "names role and group in the customer's language, and its first contact is told in it: %s",
    async (locale, roleName, groupName) => {
      const opened = form({ locale, administrator: person() });
      const { customer: made } = await createCustomer.call({ ...manager, locale: "ja" }, opened);
      expect(made).toMatchObject({ locale });
      expect((await rolesOf(made.id))[0]).toMatchObject({ name: roleName });
      expect(await groupsOf(made.id)).toMatchObject([{ name: groupName }]);
      expect(await contactsOf(made.id)).toMatchObject([{ locale }]);
    },
  );

  it("leaves a trail in the customer's own chain, without anything secret", async () => {
    const { customer: made, password } = await createCustomer.call(manager, form({ administrator: person() }));
    const rows = await auditRows(db(), made.id);
    expect(rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["role.createDefault", "user.create", "contact.create", "customer.create"]),
    );
    expect((await trailOf(db(), made.id, "customer", made.id)).at(-1)).toMatchObject({
      operation: "customer.create",
      oldValues: null,
      newValues: { code: made.code, name: made.name, opened: 200 },
    });
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(await brokenLink(db(), made.id)).toBeNull();
  });

  it("makes a role from each template, which its first user can give to the next one", async () => {
    const { customer: made } = await createCustomer.call(manager, form({ locale: "es" }));
    const roles = await rolesOf(made.id);
    const roleId = roles.find(({ isDefault }) => isDefault)?.id as number;
    const administrator = await contextOf({ roleId }, made.id);
    const offered = await listRoleChoices.call(administrator, { customerId: made.id });
    const names = ["Auditoría", "Coordinación de transporte", "Enfermería", "Farmacia"];
    expect(offered.map(({ name }) => name)).toEqual([...names, "Responsable de calidad", "Solo lectura", "Técnico"]);
    const [top] = await db().select().from(scene).where(eq(scene.customerId, made.id));
    for (const { scopeType, sceneIds } of offered) expect(sceneIds).toEqual(scopeType === 0 ? [top?.id] : []);
    expect(roles.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(roles.every(({ isDelegable }) => !isDelegable)).toBe(true);
  });

  it("gives a role no more than its maker has, and none to a customer of the platform's own kind", async () => {
    const maker = await managerWithout("acknowledgeEx");
    const { customer: made } = await createCustomer.call(maker, form());
    const codes = await db()
      .select({ code: rolePermission.code })
      .from(rolePermission)
      .innerJoin(role, eq(role.id, rolePermission.roleId))
      .where(eq(role.customerId, made.id));
    expect(codes.map(({ code }) => code)).not.toContain("acknowledgeEx");
    const partner = await createCustomer.call(manager, form({ type: "platform" }));
    expect(await rolesOf(partner.customer.id)).toMatchObject([{ isDefault: true }]);
  });

  it("goes without a first user, and names things in the language of whoever opens it", async () => {
    const result = await createCustomer.call({ ...manager, locale: "zh-CN" }, form());
    expect(result).toMatchObject({ code: 200 });
    expect(result.password).toBeUndefined();
    const [first, ...more] = await rolesOf(result.customer.id);
    expect(first).toMatchObject({ name: "客户管理员", isDefault: true });
    expect(more.map(({ name }) => name)).toContain("护士");
    expect(await usersOf(result.customer.id)).toEqual([]);
  });

  it("that is cancelled at once leaves what was opened switched off with it", async () => {
    const result = await createCustomer.call(manager, form({ status: "cancelled", administrator: person() }));
    const { id } = result.customer;
    expect(result).toMatchObject({ code: 200, customer: { status: "cancelled" } });
    for (const made of await rolesOf(id))
      expect(made).toMatchObject({ status: "cancelled", cancelledWith: "customer" });
    expect(await usersOf(id)).toMatchObject([{ status: "cancelled", cancelledWith: "customer" }]);
    expect(await db().select().from(customer).where(eq(customer.id, id))).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("the customer stays where a later step fails", () => {
  it("201: its default role", async () => {
    const result = await createCustomer.call(await managerWithout("newRole"), form({ administrator: person() }));
    expect(result).toMatchObject({ code: 201, failure: { error: "FORBIDDEN" } });
    expect(await rolesOf(result.customer.id)).toEqual([]);
    expect(await usersOf(result.customer.id)).toEqual([]);
  });

  it("202: its first user, whose account name exists already", async () => {
    const taken = await makeUser(db(), (await makeCustomer(db())).id, { username: `Taken_${Date.now() % 100_000}` });
    const administrator = person({ username: taken.username.toUpperCase() });
    const result = await createCustomer.call(manager, form({ administrator }));
    const { id } = result.customer;
    expect(result).toMatchObject({
      code: 202,
      failure: { error: "USER_ACCOUNT_TAKEN", issues: [{ path: "username", rule: "USER_ACCOUNT_TAKEN" }] },
    });
    expect(result.password).toBeUndefined();
    expect(await db().select().from(customer).where(eq(customer.id, id))).toHaveLength(1);
    expect((await rolesOf(id))[0]).toMatchObject({ isDefault: true });
    expect([await usersOf(id), await groupsOf(id)]).toEqual([[], []]);
    const operations = (await auditRows(db(), id)).map(({ operation }) => operation);
    expect([...new Set(operations)]).toEqual(["role.createDefault", "role.create", "customer.create"]);
    expect((await trailOf(db(), id, "customer", id)).at(-1)?.newValues).toMatchObject({ opened: 202 });
    expect(await brokenLink(db(), id)).toBeNull();
  });

  it("202: its first user, whom the actor may not make, or whose mobile is another's", async () => {
    const denied = await createCustomer.call(await managerWithout("newUser"), form({ administrator: person() }));
    expect(denied).toMatchObject({ code: 202, failure: { error: "FORBIDDEN" } });
    const mobile = "13911112222";
    await makeUser(db(), (await makeCustomer(db())).id, { mobile });
    const result = await createCustomer.call(manager, form({ administrator: person({ mobile }) }));
    expect(result).toMatchObject({ code: 202, failure: { issues: [{ rule: "USER_MOBILE_TAKEN" }] } });
  });

  it("203: the contact; nothing half-made of it remains, and the password is told all the same", async () => {
    const result = await createCustomer.call(await managerWithout("syncContacts"), form({ administrator: person() }));
    const { id } = result.customer;
    expect(result).toMatchObject({ code: 203, failure: { error: "FORBIDDEN" } });
    const [first] = await usersOf(id);
    expect(first).toMatchObject({ isDefault: true });
    expect(await checkPassword(first?.passwordHash as string, result.password as string)).toBe(true);
    expect([await groupsOf(id), await contactsOf(id)]).toEqual([[], []]);
    expect((await auditRows(db(), id)).map(({ operation }) => operation)).not.toContain("contactGroup.create");
  });
});

describe("nothing is opened", () => {
  const total = async () => (await db().select({ id: customer.id }).from(customer)).length;

  it("without the code or the level", async () => {
    const before = await total();
    const own = await makeCustomer(db());
    const CASES: [OperationContext, string][] = [
      [{ ...systemContext(), actor: { type: "anonymous" } }, "UNAUTHENTICATED"],
      [await managerWithout("newCustomer"), "FORBIDDEN"],
      [await contextOf({ scopeType: 2 }), "FORBIDDEN"],
      [await contextOf({ scopeType: 1 }, own.id), "FORBIDDEN"],
    ];
    for (const [ctx, code] of CASES) expect(await refusal(createCustomer.call(ctx, form()))).toMatchObject({ code });
    expect(await total()).toBe(before + 1);
  });

  it.each([
    ["an account name that is none", { username: "a b" }, "administrator.username accountName"],
    ["no name of a person", { name: "" }, "administrator.name required"],
    ["a mobile that is none", { mobile: "12" }, "administrator.mobile phone"],
    ["an address that is none", { email: "x@" }, "administrator.email USER_EMAIL_FORMAT"],
    ["a role of one's choice", { roleId: 1 }, "administrator unrecognized_keys"],
    ["a customer of one's choice", { customerId: 1 }, "administrator unrecognized_keys"],
    ["a password of one's choice", { password: "Frost2026" }, "administrator unrecognized_keys"],
  ])("where the first user has %s", async (_, fields, issue) => {
    const before = await total();
    const { issues } = await refusal(createCustomer.call(manager, form({ administrator: person(fields) })));
    expect(issues?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
    expect(await total()).toBe(before);
  });

  it("beside what exists: name 418, code 420, e-mail 421, phone 422", async () => {
    const taken = await createCustomer.call(manager, form());
    const before = await total();
    for (const [field, code] of [
      ["name", "CUSTOMER_NAME_TAKEN"],
      ["code", "CUSTOMER_CODE_TAKEN"],
      ["email", "CUSTOMER_EMAIL_TAKEN"],
      ["phone", "CUSTOMER_MOBILE_TAKEN"],
    ] as const) {
      const value = taken.customer[field].toUpperCase();
      expect(await refusal(createCustomer.call(manager, form({ [field]: value })))).toMatchObject({
        code,
        issues: [{ path: field, rule: code }],
      });
    }
    expect(await total()).toBe(before);
  });

  it("twice when two do the same at once", async () => {
    const same = form({ administrator: person() });
    const results = await Promise.allSettled([1, 2, 3].map(() => createCustomer.call(manager, same)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
