import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { AppError, fieldError, type Issue, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, toLocale } from "@/lib/i18n/routing";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { tolerant } from "@/lib/resource/list-query";
import { deleteEntry, findAll, findShown, insertEntry, lockAll, placeEntries, updateEntry } from "./menu.data";
import {
  assertWayBack,
  MAXIMUM_ENTRIES,
  type MenuNode,
  type MenuRow,
  menuFor,
  nameKeyOf,
  narrowed,
  placeIssues,
  shippedIssues,
} from "./menu.rules";
import {
  type MenuDto,
  type MenuGroupDto,
  MenuInput,
  MenuListQuery,
  type MenuResource,
  MenuSort,
  MenuUpdate,
} from "./menu.schema";

type Named = Pick<MenuRow, "code" | "name">;

/** The names of shipped entries by code, cached per language because every page needs them. */
const shippedNames = new WeakMap<object, Map<string, string>>();

/** The name of an entry: the one set by Root, else that of the language. */
async function namesIn(name: string): Promise<(row: Named) => string> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const known = shippedNames.get(messages) ?? new Map<string, string>();
  shippedNames.set(messages, known);
  const t = createTranslator({ locale, messages, namespace: "shell" });
  const shippedName = (code: string): string => {
    const key = nameKeyOf(code);
    return key && t.has(key) ? t(key) : code;
  };
  return (row) => {
    if (row.name !== null) return row.name;
    const shipped = known.get(row.code) ?? shippedName(row.code);
    known.set(row.code, shipped);
    return shipped;
  };
}

const dtoIn = async (locale: string): Promise<(row: MenuResource) => MenuDto> => {
  const nameOf = await namesIn(locale);
  return (row) => ({ ...row, label: nameOf(row), defaultLabel: nameOf({ ...row, name: null }) });
};

/** The menu of the logged-in account, in the language of the request. */
export const loadMenu = defineOperation({
  name: "menu.mine",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ db, actor, locale }): Promise<MenuNode[]> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const [rows, nameOf] = await Promise.all([findShown(db), namesIn(locale)]);
    return menuFor(rows, actor.principal, nameOf);
  },
});

/** All groups with their entries, including disabled ones. */
export const listMenu = defineOperation({
  name: "menu.list",
  kind: "query",
  permission: "viewUrlResource",
  input: MenuListQuery,
  async run({ db, locale }, { q }): Promise<{ items: MenuGroupDto[]; total: number }> {
    const [rows, toDto] = await Promise.all([findAll(db), dtoIn(locale)]);
    const entries = rows.map(toDto);
    const groups = entries
      .filter(({ parentId }) => parentId === null)
      .map((group) => ({ ...group, children: entries.filter(({ parentId }) => parentId === group.id) }));
    const items = q ? narrowed<MenuDto>(groups, q) : groups;
    return { items, total: items.reduce((sum, { children }) => sum + 1 + children.length, 0) };
  },
});

export const getMenuEntry = defineOperation({
  name: "menu.get",
  kind: "query",
  permission: "viewUrlResource",
  input: ById,
  async run({ db, locale }, { id }): Promise<MenuDto> {
    return (await dtoIn(locale))(entryIn(await findAll(db), id));
  },
});

export const createMenuEntry = defineOperation({
  name: "menu.create",
  kind: "mutation",
  permission: "newUrlResource",
  input: MenuInput,
  async run({ tx, locale, audit }, values): Promise<MenuDto> {
    const rows = await lockAll(tx);
    assertParent(rows, values.parentId);
    if (rows.length >= MAXIMUM_ENTRIES)
      throw refused("CONFLICT", [{ path: "", rule: "tooMany", message: "too many entries", limit: MAXIMUM_ENTRIES }]);
    await assertNameFree(rows, { id: 0, ...values });
    const made = await insertEntry(tx, { ...values, position: endOf(rows, values.parentId) });
    audit({ new: made });
    return (await dtoIn(locale))(made);
  },
  audit: { entity: "menu", id: ({ id }) => id },
});

export const updateMenuEntry = defineOperation({
  name: "menu.update",
  kind: "mutation",
  permission: "editUrlResource",
  input: MenuUpdate,
  async run(ctx, { id, version, ...change }): Promise<MenuDto> {
    const { tx, locale, audit } = ctx;
    const rows = await lockAll(tx);
    const old = entryIn(rows, id);
    await assertVersion(ctx, { entity: "menu", id, version }, async () => old);
    const next: MenuResource = { ...old, ...change };
    assertParent(rows, next.parentId);
    assertFits(old, next);
    await assertNameFree(rows, next);
    const blamed = next.isHidden ? "isHidden" : next.isEnabled ? "parentId" : "isEnabled";
    assertWayBack(
      rows.map((row) => (row.id === id ? next : row)),
      blamed,
    );
    const place = next.parentId === old.parentId ? {} : { position: endOf(rows, next.parentId) };
    const made = await updateEntry(tx, id, { ...change, ...place });
    audit({ old, new: made });
    return (await dtoIn(locale))(made);
  },
  audit: { entity: "menu", id: ({ id }) => id },
});

export const removeMenuEntry = defineOperation({
  name: "menu.remove",
  kind: "mutation",
  permission: "removeUrlResource",
  input: ById,
  async run({ tx, audit }, { id }): Promise<MenuResource> {
    const rows = await lockAll(tx);
    const old = entryIn(rows, id);
    if (old.isShipped)
      throw refused("CONFLICT", [{ path: "id", rule: "isShipped", message: "belongs to the release" }]);
    if (rows.some(({ parentId }) => parentId === id))
      throw refused("CONFLICT", [{ path: "id", rule: "inUse", message: "the group has entries" }]);
    await deleteEntry(tx, id);
    audit({ old });
    return old;
  },
  audit: { entity: "menu", id: ({ id }) => id },
});

/** Sorts the entries of a group, or the groups. Entries that are not named follow in their present order. */
export const sortMenu = defineOperation({
  name: "menu.sort",
  kind: "mutation",
  permission: "editUrlResource",
  input: MenuSort,
  async run({ tx, audit }, { parentId, ids }): Promise<{ parentId: number | null; ids: number[] }> {
    const rows = await lockAll(tx);
    assertParent(rows, parentId);
    const moved = ids.map((id) => entryIn(rows, id));
    if (moved.some((row) => (row.parentId === null) !== (parentId === null))) throw wrongLevel("ids");
    const placed = rows.map((row) => (ids.includes(row.id) ? { ...row, parentId } : row));
    for (const row of placed.filter(({ id }) => ids.includes(id))) await assertNameFree(placed, row);
    assertWayBack(placed, "ids");
    const before = rows.filter((row) => row.parentId === parentId).map(({ id }) => id);
    const after = [...ids, ...before.filter((id) => !ids.includes(id))];
    await placeEntries(tx, parentId, after);
    audit({ old: { ids: before }, new: { ids: after } });
    return { parentId, ids: after };
  },
  audit: { entity: "menu", id: ({ parentId }) => parentId ?? 0 },
});

/** Loads the page: the groups with the entries that match the search, and the choices of the form. */
export async function loadMenuScreen(ctx: PageContext) {
  const query = tolerant(MenuListQuery, ctx.search);
  const [{ items }, all] = await Promise.all([listMenu.call(ctx, query), listMenu.call(ctx, {})]);
  const { permissions } = ctx.principal;
  return {
    groups: items,
    choices: all.items.map(({ id, label }) => ({ id, label })),
    q: query.q ?? "",
    rights: {
      create: permissions.has("newUrlResource"),
      edit: permissions.has("editUrlResource"),
      remove: permissions.has("removeUrlResource"),
    },
    timeZone: ctx.principal.customer.timeZone,
    now: ctx.now.getTime(),
  };
}

const refused = (code: "CONFLICT" | "INVALID", issues: Issue[]) =>
  new AppError(code, issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { issues });

const wrongLevel = (path: "parentId" | "ids") =>
  refused("INVALID", [{ path, rule: "menuLevels", message: "a menu has groups and their entries, no more levels" }]);

function entryIn(rows: readonly MenuResource[], id: number): MenuResource {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw notFound("menu", id);
  return row;
}

function assertParent(rows: readonly MenuResource[], parentId: number | null): void {
  if (parentId === null) return;
  const parent = rows.find(({ id }) => id === parentId);
  if (!parent) throw fieldError("MENU_PARENT_MISSING", "the parent menu does not exist or may have been deleted");
  if (parent.parentId !== null) throw wrongLevel("parentId");
}

/**
 * Throws if a group would become an entry or vice versa, if a release field of a shipped entry would change, or if a
 * custom entry would have no name.
 */
function assertFits(old: MenuResource, next: MenuResource): void {
  if ((old.parentId === null) !== (next.parentId === null)) throw wrongLevel("parentId");
  const issues = old.isShipped ? shippedIssues(old, next) : placeIssues(next);
  if (!old.isShipped && next.name === null) issues.push({ path: "name", rule: "required", message: "is required" });
  if (issues.length > 0) throw refused("INVALID", issues);
}

/** Throws if two entries of a group would have the same name in any language. Shipped names differ already. */
async function assertNameFree(rows: readonly MenuResource[], row: Named & { id: number; parentId: number | null }) {
  const inLanguages = await Promise.all(LOCALES.map(namesIn));
  const namesOf = (one: Named) => inLanguages.map((nameOf) => nameOf(one).toLocaleLowerCase());
  const names = new Set(namesOf(row));
  const isTaken = rows
    .filter(({ id, parentId }) => id !== row.id && parentId === row.parentId)
    .some((sibling) => (row.name ?? sibling.name) !== null && namesOf(sibling).some((name) => names.has(name)));
  if (isTaken) throw fieldError("MENU_NAME_TAKEN", "already exists");
}

/** The position after all entries of a group. */
const endOf = (rows: readonly MenuResource[], parentId: number | null): number =>
  Math.max(-1, ...rows.filter((row) => row.parentId === parentId).map(({ position }) => position)) + 1;
