import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { menuResource } from "@/db/schema";
import { seedMenu } from "@/db/seed/menu";
import {
  createMenuEntry,
  getMenuEntry,
  listMenu,
  loadMenu,
  removeMenuEntry,
  sortMenu,
  updateMenuEntry,
} from "@/features/menu/menu.operations";
import type { MenuNode } from "@/features/menu/menu.rules";
import { MenuInput } from "@/features/menu/menu.schema";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import { MENU_GROUPS, SCREENS } from "@/lib/page/screens";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

const PLATFORM = 1;
let customer: Awaited<ReturnType<typeof makeCustomer>>;
let root: OperationContext;
const groupId: Record<string, number> = {};

const contextOf = async (options: UserOptions, customerId = customer.id) =>
  accountContext(db(), await makeUser(db(), customerId, options));

beforeAll(async () => {
  customer = await makeCustomer(db());
  root = await accountContext(db(), { id: 1 });
  for (const { code, id } of await rows()) groupId[code] = id;
});
afterAll(() => db().$client.end({ timeout: 5 }));

const rows = () => db().select().from(menuResource).orderBy(asc(menuResource.position), asc(menuResource.id));
const stored = async (id: number) => (await rows()).find((row) => row.id === id);
const fingerprint = async () => JSON.stringify([await rows(), (await auditRows(db(), PLATFORM)).length]);
const idOf = (code: string) => groupId[code] as number;

let count = 0;
const values = (fields: Record<string, unknown> = {}) => {
  count += 1;
  const code = `own_${count}`;
  return { parentId: idOf("sys"), code, name: `own ${count}`, icon: "globe", url: "https://example.com/a", ...fields };
};
const made = (fields: Record<string, unknown> = {}, ctx = root) => createMenuEntry.call(ctx, values(fields) as never);
const change = (id: number, fields: Record<string, unknown>, ctx = root) =>
  updateMenuEntry.call(ctx, { id, ...fields } as never);

const issueOf = async (call: Promise<unknown>) => {
  const { code, issues } = await refusal(call);
  return `${code} ${issues?.map(({ path, rule }) => `${path} ${rule}`).join(", ")}`;
};

const flat = (menu: MenuNode[]) => menu.flatMap(({ code, children }) => [code, ...children.map((child) => child.code)]);
const menuOf = async (ctx: OperationContext) => flat(await loadMenu.call(ctx, {}));

describe("somebody's menu", () => {
  it("holds the screens of his permissions, named in his language", async () => {
    const ctx = await contextOf({ permissions: ["viewEx", "viewContacts"] });
    const menu = await loadMenu.call({ ...ctx, locale: "zh-CN" }, {});
    const link = { path: "/abnormal/dataex", url: null, children: [] };
    expect(menu).toMatchObject([
      {
        code: "arch",
        children: [{ code: "/arch/alarmRecord" }, { code: "/arch/contacts", icon: "contact" }, { code: "/arch/duty" }],
      },
      {
        code: "abnormal",
        name: "异常管理",
        icon: "siren",
        path: null,
        url: null,
        children: [{ ...link, code: link.path }],
      },
    ]);
    expect((await loadMenu.call(ctx, {}))[1]?.children[0]?.name).toBe("Exception records");
  });

  it("holds the resources for Root alone", async () => {
    expect(await menuOf(root)).toContain("/sys/resource");
    for (const options of [{ scopeType: 3 }, { scopeType: 2 }, { scopeType: 1 }] as const)
      expect(await menuOf(await contextOf(options, PLATFORM))).not.toContain("/sys/resource");
  });

  it("lacks what is hidden, switched off, or stands in such a group", async () => {
    const { id } = await made({ parentId: idOf("abnormal") });
    const inMenu = async () => (await menuOf(root)).includes(`own_${count}`);
    expect(await inMenu()).toBe(true);
    for (const field of ["isHidden", "isEnabled"] as const) {
      for (const target of [id, idOf("abnormal")]) {
        await change(target, { [field]: field === "isHidden" });
        expect(await inMenu(), `${field} ${target}`).toBe(false);
        await change(target, { [field]: field !== "isHidden" });
        expect(await inMenu()).toBe(true);
      }
    }
    await removeMenuEntry.call(root, { id });
  });

  const VISIBLE = [
    ["all", { scopeType: 0 }, true],
    ["all", { scopeType: -1 }, true],
    ["admin", { scopeType: 0 }, false],
    ["admin", { scopeType: -1 }, false],
    ["admin", { scopeType: 1 }, true],
    ["admin", { scopeType: 2 }, false],
    ["admin", { scopeType: 3 }, true],
    ["system", { scopeType: 1 }, false],
    ["system", { scopeType: 2 }, true],
    ["system", { scopeType: 3 }, true],
  ] as const;
  it.each(VISIBLE)("shows an entry for %s to scope type %j: %s", async (visibility, options, isSeen) => {
    const { id, code } = await made({ visibility });
    expect(await menuOf(root)).toContain(code);
    expect(
      (await menuOf(await contextOf(options, options.scopeType > 1 ? PLATFORM : customer.id))).includes(code),
    ).toBe(isSeen);
    await removeMenuEntry.call(root, { id });
  });

  it("shows an own entry to those who hold its function code, and may open the page that it leads to", async () => {
    const coded = await made({ functionCode: "viewUser" });
    const leading = await made({ url: "/user/userinfo?status=active" });
    const holder = await contextOf({ permissions: ["viewUser"] });
    const other = await contextOf({ permissions: ["viewEx"] });
    expect(await menuOf(holder)).toEqual(expect.arrayContaining([coded.code, leading.code]));
    for (const { code } of [coded, leading]) expect(await menuOf(other)).not.toContain(code);
    const children = (await loadMenu.call(holder, {})).flatMap((group) => group.children);
    expect(children.find(({ id }) => id === coded.id)).toMatchObject({ path: null, url: "https://example.com/a" });
    expect(children.find(({ id }) => id === leading.id)).toMatchObject({
      path: "/user/userinfo?status=active",
      url: null,
    });
    for (const { id } of [coded, leading]) await removeMenuEntry.call(root, { id });
  });
});

describe("the shipped menu", () => {
  it("is a row for each group and each screen in one", async () => {
    const shipped = (await rows()).filter((row) => row.isShipped);
    const linked = SCREENS.filter((screen) => screen.group !== null);
    expect(shipped.map(({ code }) => code).sort()).toEqual([...MENU_GROUPS, ...linked.map(({ path }) => path)].sort());
    for (const { path, group, permission } of linked)
      expect(shipped.find(({ code }) => code === path)).toMatchObject({
        parentId: idOf(group as string),
        name: null,
        url: path,
        functionCode: permission,
      });
  });

  it("keeps what Root has changed when seeded again, and follows the release", async () => {
    const path = "/arch/contacts";
    const { id } = (await rows()).find(({ code }) => code === path) ?? { id: 0 };
    await change(id, { name: "People", icon: "bell", isHidden: true, visibility: "admin", parentId: idOf("user") });
    const [gone] = await db()
      .insert(menuResource)
      .values([{ code: "/sys/gone", parentId: idOf("sys"), isShipped: true }])
      .returning();
    const [kept, empty] = await db()
      .insert(menuResource)
      .values([
        { code: "oldgroup", isShipped: true },
        { code: "emptygroup", isShipped: true },
      ])
      .returning();
    const inside = await made({ parentId: kept?.id });
    await db().update(menuResource).set({ functionCode: "viewOld" }).where(eq(menuResource.id, id));
    await transaction(db(), seedMenu);
    expect(await stored(id)).toMatchObject({
      name: "People",
      icon: "bell",
      isHidden: true,
      visibility: "admin",
      parentId: idOf("user"),
      functionCode: "viewContacts",
    });
    expect([await stored(gone?.id as number), await stored(empty?.id as number)]).toEqual([undefined, undefined]);
    expect(await stored(kept?.id as number)).toMatchObject({ isShipped: false, name: "oldgroup" });
    expect(await stored(inside.id)).toBeDefined();
    await db().update(menuResource).set({ icon: "gone-icon" }).where(eq(menuResource.id, id));
    await transaction(db(), seedMenu);
    expect(await stored(id)).toMatchObject({ icon: "contact", name: "People" });
    const before = await fingerprint();
    await transaction(db(), seedMenu);
    expect(await fingerprint()).toBe(before);
    await change(id, { name: null, icon: "contact", isHidden: false, visibility: "all", parentId: idOf("arch") });
  });

  it("can be renamed, but is not removed, and keeps code, address and function code", async () => {
    const { id } = (await rows()).find(({ code }) => code === "/user/userinfo") ?? { id: 0 };
    const before = await fingerprint();
    expect(await issueOf(removeMenuEntry.call(root, { id }))).toBe("CONFLICT id isShipped");
    for (const [field, value] of [
      ["code", "other"],
      ["url", "https://example.com/"],
      ["functionCode", "viewEx"],
    ] as const)
      expect(await issueOf(change(id, { [field]: value }))).toBe(`INVALID ${field} isShipped`);
    expect(await fingerprint()).toBe(before);
    expect(await change(id, { name: "Staff" })).toMatchObject({ name: "Staff", label: "Staff" });
    expect(await change(id, { name: null })).toMatchObject({ name: null, label: "Users" });
  });

  it("keeps the way back to its own screen", async () => {
    const own = (await rows()).find(({ code }) => code === "/sys/resource")?.id as number;
    const hidden = await made({ parentId: null, url: "", isHidden: true });
    const before = await fingerprint();
    for (const id of [own, idOf("sys")]) {
      expect(await issueOf(change(id, { isHidden: true }))).toBe("CONFLICT isHidden menuWayBack");
      expect(await issueOf(change(id, { isEnabled: false }))).toBe("CONFLICT isEnabled menuWayBack");
    }
    expect(await issueOf(change(own, { parentId: hidden.id }))).toBe("CONFLICT parentId menuWayBack");
    expect(await issueOf(sortMenu.call(root, { parentId: hidden.id, ids: [own] }))).toBe("CONFLICT ids menuWayBack");
    expect(await fingerprint()).toBe(before);
    await removeMenuEntry.call(root, { id: hidden.id });
  });
});

describe("entries", () => {
  it("are made at the end of their group, changed and removed, and the trail says so", async () => {
    const dto = await made({ extraCode: "x1", functionCode: "viewEx", visibility: "admin" });
    const { label, defaultLabel: _label, version: _version, ...row } = dto;
    expect(label).toBe(dto.name);
    expect(await stored(dto.id)).toMatchObject(row);
    expect((await rows()).filter(({ parentId }) => parentId === idOf("sys")).at(-1)?.id).toBe(dto.id);
    expect(await getMenuEntry.call(root, { id: dto.id })).toEqual(dto);
    await change(dto.id, { name: "another", isHidden: true });
    expect(await stored(dto.id)).toMatchObject({ name: "another", isHidden: true, extraCode: "x1" });
    await removeMenuEntry.call(root, { id: dto.id });
    expect(await stored(dto.id)).toBeUndefined();
    expect(await trailOf(db(), PLATFORM, "menu", dto.id)).toMatchObject([
      { operation: "menu.create", oldValues: null, newValues: row },
      {
        operation: "menu.update",
        oldValues: { name: dto.name, isHidden: false },
        newValues: { name: "another", isHidden: true },
      },
      { operation: "menu.remove", oldValues: { name: "another" }, newValues: null },
    ]);
    expect(await brokenLink(db(), PLATFORM)).toBeNull();
  });

  it("are found by name or code, with their group", async () => {
    const { id, code } = await made({ name: "Weather 100%" });
    const found = async (q: string) =>
      (await listMenu.call(root, { q })).items.map((group) => [
        group.code,
        ...group.children.map((child) => child.code),
      ]);
    expect(await found("weather 100%")).toEqual([["sys", code]]);
    expect(await found(code.toUpperCase())).toEqual([["sys", code]]);
    expect(await found("no such entry")).toEqual([]);
    expect((await found("System")).find(([group]) => group === "sys")).toContain("/sys/customer");
    expect((await listMenu.call(root, {})).total).toBe((await rows()).length);
    await removeMenuEntry.call(root, { id });
  });

  it("are put in order and moved by one call", async () => {
    const group = await made({ parentId: null, url: "" });
    const [a, b, c] = [await made({ parentId: group.id }), await made({ parentId: group.id }), await made()];
    const ids = async () => (await rows()).filter(({ parentId }) => parentId === group.id).map(({ id }) => id);
    expect(await sortMenu.call(root, { parentId: group.id, ids: [c.id, b.id] })).toEqual({
      parentId: group.id,
      ids: [c.id, b.id, a.id],
    });
    expect(await ids()).toEqual([c.id, b.id, a.id]);
    expect(await trailOf(db(), PLATFORM, "menu", group.id)).toMatchObject([
      {},
      { operation: "menu.sort", oldValues: { ids: [a.id, b.id] }, newValues: { ids: [c.id, b.id, a.id] } },
    ]);
    const groups = (await rows()).filter(({ parentId }) => parentId === null).map(({ id }) => id);
    expect((await sortMenu.call(root, { ids: [group.id] })).ids).toEqual([
      group.id,
      ...groups.filter((id) => id !== group.id),
    ]);
    expect((await loadMenu.call(root, {}))[0]?.code).toBe(group.code);
    expect(await issueOf(removeMenuEntry.call(root, { id: group.id }))).toBe("CONFLICT id inUse");
    for (const id of [a.id, b.id, c.id, group.id]) await removeMenuEntry.call(root, { id });
  });

  it("stay as they are when the order makes no sense", async () => {
    const { id } = await made();
    const before = await fingerprint();
    const sort = (input: Record<string, unknown>) => issueOf(sortMenu.call(root, input as never));
    expect(await sort({ parentId: null, ids: [id] })).toBe("INVALID ids menuLevels");
    expect(await sort({ parentId: idOf("sys"), ids: [idOf("user")] })).toBe("INVALID ids menuLevels");
    expect(await sort({ parentId: id, ids: [id] })).toBe("INVALID parentId menuLevels");
    expect(await sort({ parentId: 999_999, ids: [id] })).toBe("MENU_PARENT_MISSING parentId MENU_PARENT_MISSING");
    expect(await sort({ parentId: idOf("sys"), ids: [999_999] })).toBe("NOT_FOUND undefined");
    expect(await sort({ parentId: idOf("sys"), ids: [] })).toBe("INVALID ids required");
    expect(await fingerprint()).toBe(before);
  });
});

const PERMITTED = { permissions: ["viewEx"] } as const;

describe("anybody but Root", () => {
  it("reads, makes, changes, removes and sorts nothing", async () => {
    const { id } = await made();
    const before = await fingerprint();
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    for (const [ctx, code] of [
      [await contextOf({ scopeType: 3 }, PLATFORM), "FORBIDDEN"],
      [await contextOf(PERMITTED), "FORBIDDEN"],
      [anonymous, "UNAUTHENTICATED"],
    ] as const)
      for (const call of [
        listMenu.call(ctx, {}),
        getMenuEntry.call(ctx, { id }),
        made({}, ctx),
        change(id, { name: "x" }, ctx),
        removeMenuEntry.call(ctx, { id }),
        sortMenu.call(ctx, { parentId: idOf("sys"), ids: [id] }),
      ])
        expect(await refusal(call)).toMatchObject({ code });
    expect(await refusal(loadMenu.call(anonymous, {}))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await fingerprint()).toBe(before);
  });
});

const INVALID: [string, Record<string, unknown>, string][] = [
  ["no name", { name: "  " }, "name required"],
  ["a name of 31 characters", { name: "x".repeat(31) }, "name too_big"],
  ["no code", { code: "" }, "code required"],
  ["a code with a blank", { code: "a b" }, "code word"],
  ["a code of 51 characters", { code: "x".repeat(51) }, "code too_big"],
  ["an icon that does not exist", { icon: "unicorn" }, "icon invalid_value"],
  ["a script as address", { url: "javascript:alert(1)" }, "url menuUrl"],
  ["a script in capitals", { url: " JavaScript://example.com/%0aalert(1)" }, "url menuUrl"],
  ["data as address", { url: "data:text/html,x" }, "url menuUrl"],
  ["http", { url: "http://example.com/" }, "url menuUrl"],
  ["another host by two slashes", { url: "//example.com/" }, "url menuUrl"],
  ["a name and password", { url: "https://root@example.com/" }, "url menuUrl"],
  ["a page that does not exist", { url: "/sys/nothing" }, "url menuUrl"],
  ["a page of the login", { url: "/login" }, "url menuUrl"],
  ["an address of 256 characters", { url: `https://example.com/${"x".repeat(236)}` }, "url too_big"],
  ["an unknown function code", { functionCode: "viewNothing" }, "functionCode unknown"],
  ["an extra code of 51 characters", { extraCode: "x".repeat(51) }, "extraCode too_big"],
  ["an unknown visibility", { visibility: "nobody" }, "visibility invalid_value"],
  ["a switch that is a text", { isHidden: "yes" }, "isHidden invalid_type"],
  ["a field that does not exist", { colour: "red" }, " unrecognized_keys"],
];

describe("an invalid entry", () => {
  it.each(INVALID)("is refused: %s", async (_, fields, issue) => {
    const { id } = await made();
    const before = await fingerprint();
    const parsed = MenuInput.safeParse(values(fields));
    expect(parsed.error && issuesOf(parsed.error).map(({ path, rule }) => `${path} ${rule}`)).toEqual([issue]);
    for (const call of [made(fields), change(id, fields)]) expect(await issueOf(call)).toBe(`INVALID ${issue}`);
    expect(await fingerprint()).toBe(before);
    await removeMenuEntry.call(root, { id });
  });

  it("of a wrong place is refused", async () => {
    const entry = await made();
    const group = await made({ parentId: null, url: "" });
    const before = await fingerprint();
    const MISSING = "MENU_PARENT_MISSING parentId MENU_PARENT_MISSING";
    expect(await issueOf(made({ parentId: 999_999 }))).toBe(MISSING);
    expect(await issueOf(change(entry.id, { parentId: 999_999 }))).toBe(MISSING);
    expect(await issueOf(made({ parentId: entry.id }))).toBe("INVALID parentId menuLevels");
    expect(await issueOf(change(entry.id, { parentId: null, url: "" }))).toBe("INVALID parentId menuLevels");
    expect(await issueOf(change(group.id, { parentId: idOf("sys") }))).toBe("INVALID parentId menuLevels");
    expect(await issueOf(made({ parentId: null }))).toBe("INVALID url menuGroup");
    expect(await issueOf(made({ url: "" }))).toBe("INVALID url required");
    expect(await issueOf(change(entry.id, { url: "" }))).toBe("INVALID url required");
    expect(await issueOf(change(entry.id, { name: null }))).toBe("INVALID name required");
    expect(await refusal(change(999_999, { name: "x" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(removeMenuEntry.call(root, { id: 999_999 }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await fingerprint()).toBe(before);
    for (const { id } of [entry, group]) await removeMenuEntry.call(root, { id });
  });
});

describe("a conflict", () => {
  it("is a name of the same group, also one that the release gives in some language, or a code", async () => {
    const first = await made({ name: "Portal" });
    const second = await made();
    const before = await fingerprint();
    const NAME = "MENU_NAME_TAKEN name MENU_NAME_TAKEN";
    for (const name of ["portal", "customers", "客户管理"]) {
      expect(await issueOf(made({ name })), name).toBe(NAME);
      expect(await issueOf(change(second.id, { name })), name).toBe(NAME);
    }
    expect(await issueOf(made({ code: first.code.toUpperCase() }))).toBe("MENU_CODE_TAKEN code MENU_CODE_TAKEN");
    expect(await issueOf(change(second.id, { code: first.code }))).toBe("MENU_CODE_TAKEN code MENU_CODE_TAKEN");
    expect(await fingerprint()).toBe(before);
    const elsewhere = await made({ name: "Portal", parentId: idOf("user") });
    expect(await issueOf(sortMenu.call(root, { parentId: idOf("sys"), ids: [elsewhere.id] }))).toBe(NAME);
    for (const { id } of [first, second, elsewhere]) await removeMenuEntry.call(root, { id });
  });

  it("is one winner when two make the same code at once", async () => {
    const results = await Promise.allSettled([1, 2, 3].map((n) => made({ code: "same_code", name: `n${n}` })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(failureOf(result.reason)).toMatchObject({ code: "MENU_CODE_TAKEN" });
  });

  it("is more than a menu can hold", async () => {
    const missing = 200 - (await rows()).length;
    await db()
      .insert(menuResource)
      .values(
        Array.from({ length: missing }, (_, n) => ({ parentId: idOf("sys"), code: `many_${n}`, name: `many ${n}` })),
      );
    expect(await issueOf(made())).toBe("CONFLICT  tooMany");
  });
});
