import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { scene, userScene } from "@/db/schema";
import { lockRoles } from "@/features/role/role.data";
import { createDefaultRole, createRole, getRoleDetail, listRoles, updateRole } from "@/features/role/role.operations";
import { RoleInput } from "@/features/role/role.schema";
import { fromTemplate, ROLE_TEMPLATES } from "@/features/role/template.rules";
import { listRoleChoices } from "@/features/user/grant.operations";
import { ALL_PERMISSIONS, grantable, type Permission } from "@/lib/auth/permissions";
import { systemScope } from "@/lib/auth/scope";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeRole, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const PLATFORM = { id: 1 };
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
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
type Fields = Record<string, unknown>;
const values = (fields: Fields = {}) => {
  count += 1;
  return { name: `role ${count}`, scopeType: 1, codes: ["viewEx", "viewHistory"], ...fields } as never;
};
const made = (fields: Fields = {}, ctx = admin) => createRole.call(ctx, values(fields));
const changed = (id: number, fields: Fields, ctx = admin) =>
  updateRole.call(ctx, { id, ...(values(fields) as object) } as never);
const stored = async (id: number) => (await lockRoles(db(), systemScope(), [id]))[0];
const auditLength = async (customerId = own.id) => (await auditRows(db(), customerId)).length;

const issuesOf = async (call: Promise<unknown>) =>
  (await refusal(call)).issues?.map(({ path, rule }) => `${path} ${rule}`);

describe("a role", () => {
  it("is made for the own customer, its type derived, and the trail says what it is", async () => {
    const { id, ...dto } = await made({ name: " Nurses ", scopeType: 0, sceneIds: [own.sceneId], isDelegable: true });
    expect(dto).toMatchObject({
      customerId: own.id,
      customerName: own.name,
      name: "Nurses",
      type: "normal",
      scopeType: 0,
      status: "active",
      isDelegable: true,
      isDefault: false,
      userCount: 0,
      codeCount: 2,
      codes: ["viewHistory", "viewEx"],
      scenes: [{ id: own.sceneId, name: "House" }],
      customers: [],
      isManageable: true,
      isOwn: false,
    });
    expect(await trailOf(db(), own.id, "role", id)).toMatchObject([
      {
        operation: "role.create",
        newValues: { name: "Nurses", scopeType: 0, codes: ["viewEx", "viewHistory"], sceneIds: [own.sceneId] },
      },
    ]);
    expect((await made()).type).toBe("administrator");
    expect((await made({ scopeType: 2, customerId: 1 }, root)).type).toBe("normal");
    expect((await made({ scopeType: 3, customerId: 1 }, root)).type).toBe("administrator");
  });

  it("is changed, and the trail keeps what changed, before and after", async () => {
    const { id } = await made();
    const dto = await changed(id, { name: "Auditors", codes: ["viewSysLog", "viewEx"] });
    expect(dto).toMatchObject({ name: "Auditors", codes: ["viewEx", "viewSysLog"] });
    expect((await trailOf(db(), own.id, "role", id)).at(-1)).toMatchObject({
      operation: "role.update",
      oldValues: { codes: ["viewEx", "viewHistory"] },
      newValues: { name: "Auditors", codes: ["viewEx", "viewSysLog"] },
    });
  });

  it("is made from each template by the administrator of a new customer, who had none to give", async () => {
    const fresh = await makeCustomer(db());
    const opened = await createDefaultRole.call(root, { customerId: fresh.id, name: "Administrator" });
    const ctx = await contextOf({ roleId: opened.id }, fresh);
    if (ctx.actor.type !== "user") throw new Error("no account");
    const offered = () => listRoleChoices.call(ctx, { customerId: fresh.id });
    expect(await offered()).toEqual([]);
    const { permissions } = ctx.actor.principal;
    for (const name of ROLE_TEMPLATES) {
      const { missing, ...content } = fromTemplate(name, permissions);
      expect(missing, name).toBe(0);
      const role = await createRole.call(ctx, {
        ...content,
        codes: [...content.codes],
        name,
        sceneIds: [fresh.sceneId],
      });
      expect([...role.codes].sort()).toEqual([...content.codes].sort());
    }
    expect((await offered()).map(({ name }) => name).sort()).toEqual([...ROLE_TEMPLATES].sort());
  });

  it("forgets the places that its new scope type does not have", async () => {
    const { id } = await made({ scopeType: 0, sceneIds: [own.sceneId] });
    expect(await changed(id, { scopeType: 1, sceneIds: [own.sceneId] })).toMatchObject({ scenes: [], scopeType: 1 });
  });

  it("takes from its users the places that it no longer covers", async () => {
    const [ward] = await db()
      .insert(scene)
      .values({ customerId: own.id, parentId: own.sceneId, code: `w${count}`, name: "Ward" })
      .returning();
    const [lab] = await db()
      .insert(scene)
      .values({ customerId: own.id, code: `l${count}`, name: "Lab" })
      .returning();
    const [wardId, labId] = [ward?.id as number, lab?.id as number];
    const { id } = await made({ scopeType: 0, sceneIds: [own.sceneId, labId] });
    const user = await makeUser(db(), own.id, { roleId: id, sceneIds: [wardId, labId] });
    const places = async () =>
      (await db().select().from(userScene).where(eq(userScene.userId, user.id))).map(({ sceneId }) => sceneId).sort();
    await changed(id, { scopeType: 0, sceneIds: [own.sceneId, labId], name: `renamed ${count}` });
    expect(await places()).toEqual([wardId, labId].sort());
    await changed(id, { scopeType: 0, sceneIds: [own.sceneId] });
    expect(await places()).toEqual([wardId]);
    expect((await trailOf(db(), own.id, "role", id)).at(-1)?.newValues).toMatchObject({ narrowedUserIds: [user.id] });
  });

  it("takes from nobody the last place of his own, for without one he sees all of the role's", async () => {
    const nodes = await db()
      .insert(scene)
      .values(["A", "B", "C"].map((name) => ({ customerId: own.id, parentId: own.sceneId, code: `p${name}`, name })))
      .returning();
    const [a, b, c] = nodes.map(({ id }) => id) as [number, number, number];
    const { id } = await made({ scopeType: 0, sceneIds: [a, b] });
    const nurse = await makeUser(db(), own.id, { roleId: id, sceneIds: [a] });
    const doctor = await makeUser(db(), own.id, { roleId: id, sceneIds: [a, b] });
    const before = [await stored(id), await auditLength()];
    for (const [fields, path] of [
      [{ scopeType: 0, sceneIds: [b, c] }, "sceneIds"],
      [{ scopeType: 1 }, "scopeType"],
    ] as const) {
      const { code, issues } = await refusal(changed(id, fields));
      expect([code, issues?.[0]]).toMatchObject(["CONFLICT", { path, rule: "lastPlaces" }]);
      expect(issues?.[0]?.names).toContain(nurse.username);
      expect(issues?.[0]?.names?.includes(doctor.username)).toBe(path === "scopeType");
    }
    expect([await stored(id), await auditLength()]).toEqual(before);
    const kept = await db().select().from(userScene).where(eq(userScene.userId, nurse.id));
    expect(kept).toMatchObject([{ sceneId: a }]);
  });

  it.each([-1, 2] as const)("takes from nobody of scope type %i the last customer of his own", async (scopeType) => {
    const third = await makeCustomer(db());
    const { id } = await made({ customerId: 1, scopeType, customerIds: [own.id, other.id] }, root);
    const { username } = await makeUser(db(), 1, { roleId: id, customerIds: [own.id] });
    const { code, issues } = await refusal(changed(id, { scopeType, customerIds: [other.id, third.id] }, root));
    expect([code, issues?.[0]]).toMatchObject(["CONFLICT", { path: "customerIds", rule: "lastPlaces", limit: 1 }]);
    expect(issues?.[0]?.names).toBe(username);
    expect((await stored(id))?.customerIds).toEqual([own.id, other.id]);
    // Where the role comes to govern everybody, what somebody is narrowed to stays.
    if (scopeType === 2) await changed(id, { scopeType, customerIds: [] }, root);
  });

  it("of a cancelled customer waits for it", async () => {
    const closed = await makeCustomer(db(), { status: "cancelled" });
    expect(await made({ customerId: closed.id }, root)).toMatchObject({
      status: "cancelled",
      cancelledWith: "customer",
    });
  });

  it("leaves a chain that holds", async () => expect(await brokenLink(db(), own.id)).toBeNull());
});

describe("the default role of a customer", () => {
  it("manages the customer with all that its maker may give, once", async () => {
    const customer = await makeCustomer(db());
    const role = await createDefaultRole.call(root, { customerId: customer.id, name: "Administrators" });
    expect(role).toMatchObject({ customerId: customer.id, scopeType: 1, type: "administrator", isDefault: true });
    expect((await stored(role.id))?.codes.sort()).toEqual([...grantable(1, false)].sort());
    expect(await trailOf(db(), customer.id, "role", role.id)).toMatchObject([{ operation: "role.createDefault" }]);
    expect(await refusal(createDefaultRole.call(root, { customerId: customer.id, name: "Second" }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "customerId", rule: "isDefault" }],
    });
    expect(await refusal(createDefaultRole.call(admin, { customerId: customer.id, name: "x" }))).toMatchObject({
      code: "ROLE_CUSTOMER_MISMATCH",
    });
  });

  it("holds no more than its maker", async () => {
    const customer = await makeCustomer(db());
    const maker = await contextOf({ scopeType: 3, permissions: ["newRole", "viewEx", "newCustomer"] }, PLATFORM);
    const { id } = await createDefaultRole.call(maker, { customerId: customer.id, name: "Few" });
    expect((await stored(id))?.codes.sort()).toEqual(["newRole", "viewCustomer", "viewEx", "viewRole"]);
  });
});

/** Field, value, what is refused: specification, sections 5 and 8. */
const INVALID: [string, Fields, string][] = [
  ["no name", { name: "  " }, "name required"],
  ["a name of 31 characters", { name: "名".repeat(31) }, "name too_big"],
  ["an unknown scope type", { scopeType: 4 }, "scopeType invalid_value"],
  ["no codes", { codes: [] }, "codes ROLE_RESOURCES_EMPTY"],
  ["an unknown code", { codes: ["viewEx", "viewNothing"] }, "codes.1 invalid_value"],
  ["customer use without a place", { scopeType: 0 }, "sceneIds sceneRequired"],
  ["an agent without a customer", { scopeType: -1, customerId: 1 }, "customerIds ROLE_AGENT_EMPTY"],
  ["a delegable administrator", { isDelegable: true }, "isDelegable administratorType"],
  ["a delegable platform user", { scopeType: 2, isDelegable: true }, "isDelegable administratorType"],
  ["a delegable platform administrator", { scopeType: 3, isDelegable: true }, "isDelegable administratorType"],
  ["an unknown status", { status: "asleep" }, "status invalid_value"],
  ["places that are no ids", { scopeType: 0, sceneIds: [-1] }, "sceneIds.0 too_small"],
  ["a field that does not exist", { type: "administrator" }, " unrecognized_keys"],
];

describe("an invalid role", () => {
  it.each(INVALID)("is refused, and nothing is written: %s", async (_, fields, issue) => {
    const { id } = await made();
    const before = [await stored(id), await auditLength()];
    const parsed = RoleInput.safeParse(values(fields));
    expect(parsed.success).toBe(false);
    for (const call of [() => made(fields, root), () => changed(id, { ...fields, customerId: own.id }, root)])
      expect(await issuesOf(call())).toEqual([issue]);
    expect([await stored(id), await auditLength()]).toEqual(before);
  });

  it.each([
    ["ROLE_RESOURCES_EMPTY", { codes: [] }],
    ["ROLE_AGENT_EMPTY", { scopeType: -1 }],
  ])("is told by its code of section 8: %s", async (code, fields) => {
    expect(await refusal(made(fields))).toMatchObject({ code });
  });

  it("has a longest name", () => expect(RoleInput.parse(values({ name: "名".repeat(30) }))).toBeDefined());
});

describe("a conflict", () => {
  const TAKEN = { code: "ROLE_NAME_TAKEN", issues: [{ path: "name", rule: "ROLE_NAME_TAKEN" }] };

  it("is a name that the customer has already, however it is written", async () => {
    await made({ name: "Guards" });
    const { id } = await made();
    expect(await refusal(made({ name: "GUARDS" }))).toMatchObject(TAKEN);
    expect(await refusal(changed(id, { name: "guards" }))).toMatchObject(TAKEN);
    expect((await made({ name: "Guards", customerId: other.id }, root)).customerId).toBe(other.id);
  });

  it("is one winner when two make the same name at once", async () => {
    const results = await Promise.allSettled([1, 2, 3].map(() => made({ name: "the same" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("without the permission", () => {
  it("nothing is read, made or changed", async () => {
    const { id } = await made();
    const before = [await stored(id), await auditLength()];
    const viewer = await contextOf({ permissions: ["viewRole"] });
    const nobody = await contextOf({ permissions: ["viewEx"] });
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    for (const [ctx, code] of [
      [nobody, "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const) {
      expect(await refusal(listRoles.call(ctx, {}))).toMatchObject({ code });
      expect(await refusal(getRoleDetail.call(ctx, { id }))).toMatchObject({ code });
    }
    expect(await refusal(made({}, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(changed(id, {}, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect([await stored(id), await auditLength()]).toEqual(before);
  });
});

describe("outside the scope", () => {
  it("a role does not exist, and none is made", async () => {
    const { id } = await made({ customerId: other.id }, root);
    const before = [await stored(id), await auditLength(other.id)];
    const strangers = [
      admin,
      await contextOf({ scopeType: -1, customerIds: [other.id] }, PLATFORM),
      await contextOf({ scopeType: 2, customerIds: [own.id] }, PLATFORM),
    ];
    for (const ctx of strangers) {
      expect(await refusal(getRoleDetail.call(ctx, { id }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(changed(id, {}, ctx))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(made({ customerId: other.id }, ctx))).toMatchObject({ code: "ROLE_CUSTOMER_MISMATCH" });
      expect(await listRoles.call(ctx, { customerId: other.id })).toEqual({ items: [], total: 0 });
    }
    expect([await stored(id), await auditLength(other.id)]).toEqual(before);
  });

  it("a role does not move to another customer", async () => {
    const { id } = await made();
    for (const ctx of [admin, root])
      expect(await refusal(changed(id, { customerId: other.id }, ctx))).toMatchObject({
        code: "ROLE_CUSTOMER_MISMATCH",
      });
    expect((await stored(id))?.customerId).toBe(own.id);
  });
});

describe("nobody grants what he lacks", () => {
  const FEW: Permission[] = ["newRole", "editRole", "viewEx", "viewHistory", "viewDataZone"];
  let few: OperationContext;
  let platform: OperationContext;
  let governor: OperationContext;
  beforeAll(async () => {
    few = await contextOf({ permissions: FEW });
    platform = await contextOf({ scopeType: 2 }, PLATFORM);
    governor = await contextOf({ scopeType: 2, customerIds: [PLATFORM.id, own.id] }, PLATFORM);
  });

  const ESCALATIONS: [string, () => OperationContext, () => Fields, string][] = [
    ["a code that he lacks", () => few, () => ({ codes: ["viewEx", "newUser"] }), "codes.newUser notHeld"],
    ["a code above his level", () => admin, () => ({ codes: ["newParam"] }), "codes.newParam notHeld"],
    ["a code above the role's level", () => root, () => ({ codes: ["newParam"] }), "codes.newParam roleLevel"],
    [
      "a manager's code to users",
      () => admin,
      () => ({ scopeType: 0, sceneIds: [own.sceneId], codes: ["viewUser"] }),
      "codes.viewUser roleLevel",
    ],
    [
      "Root's code, by another",
      () => platform,
      () => ({ scopeType: 2, customerId: 1, codes: ["viewUrlResource"] }),
      "codes.viewUrlResource notHeld",
    ],
    ["an agent's scope type", () => admin, () => ({ scopeType: -1, customerIds: [own.id] }), "scopeType notHeld"],
    ["the platform's scope type", () => admin, () => ({ scopeType: 2 }), "scopeType notHeld"],
    ["the scope type above his own", () => platform, () => ({ scopeType: 3, customerId: 1 }), "scopeType notHeld"],
    [
      "the platform's scope type to a customer",
      () => root,
      () => ({ scopeType: 3, customerId: own.id }),
      "scopeType scope",
    ],
    [
      "a node of another customer",
      () => admin,
      () => ({ scopeType: 0, sceneIds: [other.sceneId] }),
      "sceneIds.0 notHeld",
    ],
    [
      "a node of another customer, by Root",
      () => root,
      () => ({ customerId: own.id, scopeType: 0, sceneIds: [other.sceneId] }),
      "sceneIds.0 notHeld",
    ],
    [
      "a customer that he does not govern",
      () => governor,
      () => ({ scopeType: -1, customerId: 1, customerIds: [own.id, other.id] }),
      "customerIds.1 notHeld",
    ],
    [
      "every customer, where he governs some",
      () => governor,
      () => ({ scopeType: 2, customerId: 1 }),
      "customerIds notHeld",
    ],
    [
      "a customer that does not exist",
      () => root,
      () => ({ scopeType: -1, customerId: 1, customerIds: [999_999] }),
      "customerIds.0 notHeld",
    ],
  ];

  it.each(ESCALATIONS)("%s", async (_, who, fields, issue) => {
    const before = [await auditLength(), await auditLength(1)];
    const issues = await issuesOf(made(fields(), who()));
    expect(issues).toContain(issue);
    expect([await auditLength(), await auditLength(1)]).toEqual(before);
  });

  it("what he may give he gives: agents, platform users and all codes of Root by Root", async () => {
    expect(await made({ scopeType: -1, customerId: 1, customerIds: [own.id] }, platform)).toMatchObject({
      customers: [{ id: own.id }],
    });
    expect(await made({ scopeType: 2, customerId: 1, customerIds: [own.id] }, governor)).toMatchObject({
      scopeType: 2,
    });
    expect((await made({ scopeType: 3, customerId: 1, codes: ALL_PERMISSIONS }, root)).codes).toEqual(ALL_PERMISSIONS);
  });

  it("nor changes a role that holds more: its accounts would change with it", async () => {
    const { id } = await made({ codes: ["viewEx", "newUser", "viewUser"] });
    const before = await stored(id);
    for (const fields of [
      { codes: ["viewHistory"] },
      { name: "Renamed", codes: before?.codes },
      { status: "cancelled" },
    ])
      expect(await issuesOf(changed(id, fields as Fields, few))).toEqual(["id higherRole"]);
    expect(await stored(id)).toEqual(before);
    expect(
      await issuesOf(changed((await made({ codes: ["viewEx"] })).id, { codes: ["viewEx", "removeUser"] }, few)),
    ).toEqual(["codes.removeUser notHeld"]);
  });

  it("codes of another release stay with the role, and are nobody's", async () => {
    const { id } = await made();
    await db().$client`insert into role_permission (role_id, code) values (${id}, 'viewSomethingOld')`;
    expect((await changed(id, { codes: ["viewEx"] })).codes).toEqual(["viewEx"]);
    expect((await stored(id))?.codes).toEqual(["viewEx", "viewSomethingOld"]);
    expect((await listRoles.call(admin, { q: (await stored(id))?.name })).items[0]?.codeCount).toBe(1);
  });

  it("only who holds all its codes makes a role delegable", async () => {
    const fields = { scopeType: 0, sceneIds: [own.sceneId], codes: ["viewEx", "viewStore"] };
    const { id, name } = await made(fields);
    expect(await issuesOf(changed(id, { ...fields, isDelegable: true }, few))).toEqual(["id higherRole"]);
    expect(await changed(id, { ...fields, name, isDelegable: true })).toMatchObject({ isDelegable: true });
  });

  it("his own role he renames and narrows, no more", async () => {
    const role = await makeRole(db(), own.id, { scopeType: 1, permissions: ["editRole", "viewEx", "viewHistory"] });
    const ctx = await contextOf({ roleId: role.id });
    expect(
      await issuesOf(
        changed(role.id, { scopeType: 0, sceneIds: [own.sceneId], codes: ["viewEx"], status: "cancelled" }, ctx),
      ),
    ).toEqual(["scopeType oneself", "sceneIds oneself", "status oneself"]);
    expect(await issuesOf(changed(role.id, { codes: ["editRole", "viewEx", "newUser"] }, ctx))).toEqual([
      "codes.newUser notHeld",
    ]);
    expect(await changed(role.id, { codes: ["editRole", "viewEx"] }, ctx)).toMatchObject({
      codes: ["viewEx", "editRole"],
      isOwn: true,
    });
  });

  it("a role above his own, and Root's, he does not change", async () => {
    const high = await makeRole(db(), 1, { scopeType: 3 });
    const rootRole = (await db().$client<{ id: number }[]>`select role_id::int as id from user_account where id = 1`)[0]
      ?.id as number;
    const before = await stored(high.id);
    for (const [id, ctx] of [
      [high.id, platform],
      [rootRole, await contextOf({ scopeType: 3 }, PLATFORM)],
      [rootRole, root],
    ] as const)
      expect(await refusal(changed(id, { scopeType: 3 }, ctx))).toMatchObject({
        code: "FORBIDDEN",
        issues: [{ rule: "higherRole" }],
      });
    expect(await stored(high.id)).toEqual(before);
    expect(await getRoleDetail.call(platform, { id: high.id })).toMatchObject({ isManageable: false });
  });
});

describe("the list", () => {
  it("searches, filters, sorts and counts users and codes", async () => {
    const customer = await makeCustomer(db());
    const ctx = await contextOf({}, customer);
    const names = async (query: Fields) => {
      const { items, total } = await listRoles.call(ctx, { customerId: customer.id, ...query } as never);
      return [items.map(({ name }) => name), total];
    };
    const { id } = await made({ name: "50% nurses", scopeType: 0, sceneIds: [customer.sceneId] }, ctx);
    await made({ name: "a_b", status: "cancelled" }, ctx);
    await made({ name: "axb" }, ctx);
    for (const _ of [1, 2]) await makeUser(db(), customer.id, { roleId: id });
    const [adminsRole] = (await listRoles.call(ctx, { sort: "createdAt", dir: "asc" })).items;
    const first = adminsRole?.name as string;
    expect(adminsRole).toMatchObject({ isOwn: true, userCount: 1, codeCount: ALL_PERMISSIONS.length });
    expect(await names({ q: "%" })).toEqual([["50% nurses"], 1]);
    expect(await names({ q: "a_B" })).toEqual([["a_b"], 1]);
    expect(await names({ status: "cancelled" })).toEqual([["a_b"], 1]);
    expect(await names({ scopeType: "0" })).toEqual([["50% nurses"], 1]);
    expect(await names({ sort: "userCount", iDisplayLength: 2 })).toEqual([["50% nurses", first], 4]);
    expect(await names({ sort: "name", dir: "asc", iDisplayStart: 1, iDisplayLength: 15 })).toEqual([
      ["a_b", "axb", first],
      4,
    ]);
    expect(await refusal(listRoles.call(ctx, { sort: "codes" } as never))).toMatchObject({ code: "INVALID" });
  });
});
