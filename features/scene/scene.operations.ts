import "server-only";
import { createTranslator } from "use-intl/core";
import { assertVersion } from "@/lib/audit/assert-version";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { AppError, notFound } from "@/lib/errors";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import {
  countHeld,
  deleteScene,
  findAbove,
  findChildIds,
  findCustomers,
  findHeight,
  findNames,
  findSceneOfCarrier,
  findScenes,
  getScene,
  hasRange,
  insertScene,
  listScenes,
  lockScene,
  lockTree,
  orderChildren,
  updateScene,
} from "./scene.data";
import {
  creationIssues,
  customerTrees,
  depthIssues,
  kindIssues,
  moveIssues,
  refuse,
  removalIssues,
  reordered,
  underAll,
} from "./scene.rules";
import {
  type FullSceneDto,
  FullSceneQuery,
  NewSceneInput,
  SceneChange,
  type SceneDto,
  SceneListQuery,
  SceneMove,
  SceneTreeQuery,
} from "./scene.schema";
import type { SceneTreeNode } from "./tree.schema";

const audit = { entity: "scene", id: ({ id }: { id: number }) => id };

async function allLabel(name: string): Promise<string> {
  const locale = toLocale(name) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "shell" });
  return t("allNode");
}

/** Returns the organisation tree visible to the account; used by every screen that selects a place. */
export const getSceneTree = defineOperation({
  name: "scene.tree",
  kind: "query",
  permission: SIGNED_IN,
  input: SceneTreeQuery,
  async run({ db, scope, actor, locale }, { all, customerId }): Promise<SceneTreeNode[]> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { scopeType, customer } = actor.principal;
    const isAll = all === true && customerId === undefined && (scopeType === 2 || scopeType === 3);
    const only = isAll ? undefined : (customerId ?? customer.id);
    const [customers, scenes] = await Promise.all([findCustomers(db, scope, only), findScenes(db, scope, only)]);
    if (customerId !== undefined && customers.length === 0) throw notFound("customer", customerId);
    const trees = customerTrees(customers, scenes);
    return isAll ? [underAll(trees, await allLabel(locale))] : trees;
  },
});

/** Lists nodes without hierarchy, filtered by criteria. */
export const listSceneNodes = defineOperation({
  name: "scene.list",
  kind: "query",
  permission: "viewScene",
  input: SceneListQuery,
  run: (ctx, query): Promise<Page<SceneDto>> => listScenes(ctx, query),
});

export const getSceneNode = defineOperation({
  name: "scene.get",
  kind: "query",
  permission: "viewScene",
  input: ById,
  run: (ctx, { id }): Promise<SceneDto> => getScene(ctx, id),
});

/** Locks a parent node and its tree. With `field`, the input field that names it, its customer must be active. */
async function lockParent(ctx: OperationContext & { tx: Db }, id: number, field?: string): Promise<SceneDto> {
  const { customerId } = await getScene(ctx, id);
  if (field) await lockActiveCustomer(ctx.tx, customerId, field);
  await lockTree(ctx.tx, customerId);
  return lockScene(ctx, id);
}

/** Creates a node below another. A customer without nodes gets its range node with `parentId: null`. */
export const createScene = defineOperation({
  name: "scene.create",
  kind: "mutation",
  permission: "newScene",
  input: NewSceneInput,
  async run(ctx, { parentId, customerId: wanted, position, ...values }): Promise<SceneDto> {
    const parent = parentId === null ? null : await lockParent(ctx, parentId, "parentId");
    const customerId = parent ? parent.customerId : resolveWriteTarget(ctx, { customerId: wanted }).customerId;
    if (wanted !== undefined && wanted !== customerId)
      refuse(
        [{ path: "customerId", rule: "sameCustomer", message: "the node above is of another customer" }],
        "INVALID",
      );
    if (!parent) {
      await lockActiveCustomer(ctx.tx, customerId);
      await lockTree(ctx.tx, customerId);
    }
    const isFirst = !parent && ctx.scope.sceneIds === "all" && !(await hasRange(ctx.tx, customerId));
    if (!isFirst) refuse(creationIssues(parent), "INVALID");
    if (parent) refuse(depthIssues((await findAbove(ctx.tx, parent.id)).length, 1), "INVALID");
    const siblings = parent ? await findChildIds(ctx.tx, parent.id) : [];
    const made = await insertScene(ctx.tx, { ...values, customerId, parentId, sortOrder: siblings.length });
    if (position !== undefined) await orderChildren(ctx.tx, reordered(siblings, made.id, position));
    ctx.audit({ customerId, new: made });
    return made;
  },
  audit,
});

export const updateSceneNode = defineOperation({
  name: "scene.update",
  kind: "mutation",
  permission: "editScene",
  input: SceneChange,
  async run(ctx, { id, version, ...values }): Promise<SceneDto> {
    const old = await lockParent(ctx, id);
    await assertVersion(ctx, { entity: "scene", id, version }, async () => old);
    const children = await findChildIds(ctx.tx, id);
    refuse(kindIssues(old, values.funcType, { children: children.length, hasPicture: old.picture !== null }));
    const changed = await updateScene(ctx.tx, id, values);
    ctx.audit({ customerId: old.customerId, old, new: changed });
    return changed;
  },
  audit,
});

/** Moves a node, with its subtree, within its customer's tree or among its siblings. */
export const moveScene = defineOperation({
  name: "scene.move",
  kind: "mutation",
  permission: "editScene",
  input: SceneMove,
  async run(ctx, { id, parentId, position }): Promise<SceneDto> {
    const { tx } = ctx;
    const node = await lockParent(ctx, id);
    // A node can only be moved away from a parent that is visible to the actor.
    if (node.parentId !== null) await getScene(ctx, node.parentId);
    const parent = parentId === null ? null : await lockScene(ctx, parentId);
    const above = parent ? await findAbove(tx, parent.id) : [];
    refuse(moveIssues(node, parent, above), "INVALID");
    refuse(depthIssues(above.length, await findHeight(tx, id)), "INVALID");
    const to = parentId as number;
    const siblings = await findChildIds(tx, to);
    const moved = await updateScene(tx, id, { parentId: to });
    await orderChildren(tx, reordered(siblings, id, position));
    const after = { ...moved, sortOrder: (await findChildIds(tx, to)).indexOf(id) };
    ctx.audit({
      customerId: node.customerId,
      old: { parentId: node.parentId, position: node.parentId === to ? siblings.indexOf(id) : null },
      new: { parentId: to, position: after.sortOrder },
    });
    return after;
  },
  audit,
});

/** Deletes an empty node, and the image of a floor plan with it. */
export const removeScene = defineOperation({
  name: "scene.remove",
  kind: "mutation",
  permission: "removeScene",
  input: ById,
  async run(ctx, { id }): Promise<SceneDto> {
    const node = await lockParent(ctx, id);
    refuse(removalIssues(node, await countHeld(ctx.tx, id)));
    await deleteScene(ctx.tx, id);
    await deleteFiles(ctx.tx, [node.picture?.id ?? null]);
    ctx.audit({ customerId: node.customerId, old: node });
    return node;
  },
  audit,
});

/** Returns the names down to a node, or to a carrier's node, from the top of what is visible to the account. */
export const getFullScene = defineOperation({
  name: "scene.full",
  kind: "query",
  permission: "viewScene",
  input: FullSceneQuery,
  async run({ db, scope }, { sceneId, carrierId }): Promise<FullSceneDto> {
    const id = sceneId ?? (await findSceneOfCarrier(db, scope, carrierId as number));
    if (id === undefined) throw notFound("carrier", carrierId as number);
    const names = await findNames(db, scope, id);
    if (names.length === 0) throw notFound("scene", id);
    return { sceneId: id, names, fullName: names.join("/") };
  },
});

/** Larger trees are fetched by the browser, because they would delay the first render. */
const NODES_SENT = 2000;

const countNodes = (nodes: readonly SceneTreeNode[]): number =>
  nodes.reduce((sum, { item }) => sum + 1 + countNodes(item), 0);

/** Loads the screen of the organisation tree. Accounts with several customers select one first. */
export async function loadArchitectureScreen(ctx: PageContext) {
  const customers = await findCustomers(ctx.db, ctx.scope);
  const asked = customers.find(({ id }) => id === Number(ctx.search.customerId));
  const customerId = (asked ?? (customers.length === 1 ? customers[0] : undefined))?.id ?? null;
  const tree = customerId === null ? null : await getSceneTree.call(ctx, { customerId });
  const { permissions } = ctx.principal;
  return {
    customers,
    customerId,
    tree: tree && countNodes(tree) <= NODES_SENT ? tree : null,
    rights: {
      create: permissions.has("newScene"),
      edit: permissions.has("editScene"),
      remove: permissions.has("removeScene"),
      values: permissions.has("viewMonitorPointRealTime"),
    },
    now: ctx.now.getTime(),
  };
}
