import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, customer, scene } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import type { OperationContext } from "@/lib/operation/context";
import { tableRows } from "@/lib/resource/table-rows";
import { type CustomerRow, type Holdings, isRange, NODE_TYPES, type SceneRow } from "./scene.rules";
import type { SceneDto, SceneInput, SceneListQuery } from "./scene.schema";

/** The active customers of the scope, or one of them whatever its status, by name. */
export async function findCustomers(db: Db, scope: Scope, id?: number): Promise<CustomerRow[]> {
  return (
    db
      .select({ id: customer.id, code: customer.code, name: customer.name })
      .from(customer)
      // Accounts bound to nodes are included, because they know the customer of their tree.
      .where(
        and(
          scope.customerIds === "all" ? undefined : inArray(customer.id, [...scope.customerIds]),
          id === undefined ? eq(customer.status, "active") : eq(customer.id, id),
        ),
      )
      .orderBy(asc(sql`lower(${customer.name})`), asc(customer.id))
  );
}

/** The nodes of the scope, of one customer or of all, in tree order. */
export async function findScenes(db: Db, scope: Scope, customerId?: number): Promise<SceneRow[]> {
  const { id, parentId, code, name, funcType } = scene;
  return db
    .select({ id, customerId: scene.customerId, parentId, code, name, funcType })
    .from(scene)
    .where(
      and(
        inScope(scope, { customerId: scene.customerId, sceneId: scene.id }),
        customerId === undefined ? undefined : eq(scene.customerId, customerId),
      ),
    )
    .orderBy(asc(scene.sortOrder), asc(scene.id));
}

const FIELDS = { customerId: scene.customerId, sceneId: scene.id };

/** A node as its calls show it. */
export function toDto(row: typeof scene.$inferSelect): SceneDto {
  const { planFileId, planWidth, planHeight, createdAt, ...rest } = row;
  return {
    ...rest,
    nodeType: NODE_TYPES[row.funcType],
    isRange: isRange(row),
    picture: planFileId === null ? null : { id: planFileId, width: planWidth as number, height: planHeight as number },
    createdAt: createdAt.toISOString(),
  };
}

const table = tableRows<typeof scene, SceneDto, SceneListQuery>({
  entity: "scene",
  table: scene,
  filters: { customerId: scene.customerId, parentId: scene.parentId, funcType: scene.funcType },
  visible: ({ scope }) => inScope(scope, FIELDS),
  view: () => ({
    search: [scene.name, scene.code],
    sort: { name: sql`lower(${scene.name})`, code: scene.code, createdAt: scene.createdAt },
    toDto,
  }),
});
export const listScenes = table.find;
export const getScene = table.get;
/** Locks a node until the transaction ends: it cannot be changed, and nothing can be added to it. */
export const lockScene = async (ctx: OperationContext, id: number): Promise<SceneDto> =>
  (await table.lock(ctx, id)).old;

/** Changes to the shape of a customer's tree are serialised, because two concurrent moves could create a cycle. */
const TREE_LOCK = 7_301;
export async function lockTree(tx: Db, customerId: number): Promise<void> {
  await tx.$client`select pg_advisory_xact_lock(${TREE_LOCK}, ${customerId})`;
}

/** The ids from the node up to the top of its tree, starting with its own. */
export async function findAbove(db: Db, id: number): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    with recursive up as (
      select id, parent_id, 0 as height from scene where id = ${id}
      union all select s.id, s.parent_id, up.height + 1 from scene s join up on s.id = up.parent_id)
    select id::int from up order by height`;
  return rows.map((row) => row.id);
}

/** Number of levels of the node's subtree, its own included. */
export async function findHeight(db: Db, id: number): Promise<number> {
  const [row] = await db.$client<{ height: number }[]>`
    with recursive down as (
      select id, 1 as height from scene where id = ${id}
      union all select s.id, down.height + 1 from scene s join down on s.parent_id = down.id)
    select max(height)::int as height from down`;
  return row?.height ?? 0;
}

/** The ids of the children of a node in their order. */
export async function findChildIds(db: Db, parentId: number): Promise<number[]> {
  const rows = await db
    .select({ id: scene.id })
    .from(scene)
    .where(eq(scene.parentId, parentId))
    .orderBy(asc(scene.sortOrder), asc(scene.id));
  return rows.map(({ id }) => id);
}

/** Whether the customer has a node yet. */
export async function hasRange(db: Db, customerId: number): Promise<boolean> {
  const rows = await db.select({ id: scene.id }).from(scene).where(eq(scene.customerId, customerId)).limit(1);
  return rows.length > 0;
}

export type SceneValues = SceneInput & { customerId: number; parentId: number | null; sortOrder: number };

export async function insertScene(tx: Db, values: SceneValues): Promise<SceneDto> {
  const [made] = await tx.insert(scene).values(values).returning();
  return toDto(made as typeof scene.$inferSelect);
}

export async function updateScene(tx: Db, id: number, values: Partial<typeof scene.$inferInsert>): Promise<SceneDto> {
  const [changed] = await tx.update(scene).set(values).where(eq(scene.id, id)).returning();
  return toDto(changed as typeof scene.$inferSelect);
}

export async function deleteScene(tx: Db, id: number): Promise<void> {
  await tx.delete(scene).where(eq(scene.id, id));
}

/** Stores the order of a node's children as in `ids`. */
export async function orderChildren(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.$client`
    update scene s set sort_order = o.at - 1
      from unnest(${[...ids]}::bigint[]) with ordinality as o (id, at)
     where s.id = o.id and s.sort_order <> o.at - 1`;
}

/** Counts everything at the node itself and the accounts bound to it. For a deletion, the node must be locked. */
export async function countHeld(tx: Db, id: number): Promise<Holdings> {
  const [row] = await tx.$client<Holdings[]>`
    select (select count(*)::int from scene where parent_id = ${id}) as scenes,
           (select count(*)::int from carrier where scene_id = ${id}) as carriers,
           (select count(*)::int from device where scene_id = ${id}) as devices,
           (select count(*)::int from user_scene where scene_id = ${id})
             + (select count(*)::int from role_scene where scene_id = ${id}) as accounts`;
  return row as Holdings;
}

/** The names from the top of what the scope shows down to the node; empty if the node is not visible. */
export async function findNames(db: Db, scope: Scope, id: number): Promise<string[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const rows = await db.$client<{ name: string }[]>`
    with recursive up as (
      select id, parent_id, name, 0 as height from scene
       where id = ${id} and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or id = any(${sceneIds}::bigint[]))
      union all
      select s.id, s.parent_id, s.name, up.height + 1 from scene s join up on s.id = up.parent_id
       where (${sceneIds}::bigint[] is null or s.id = any(${sceneIds}::bigint[])))
    select name from up order by height desc`;
  return rows.map(({ name }) => name);
}

/** The node of a carrier within the scope. */
export async function findSceneOfCarrier(db: Db, scope: Scope, carrierId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ sceneId: carrier.sceneId })
    .from(carrier)
    .where(and(eq(carrier.id, carrierId), inScope(scope, carrier)));
  return row?.sceneId;
}
