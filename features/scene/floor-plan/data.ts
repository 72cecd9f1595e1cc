import "server-only";
import { and, asc, count, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType } from "@/db/enums";
import { carrier, scene, scenePlacement } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { Candidate, CandidateQuery, PlacedCarrier, Placement, PlanChoice } from "./schema";

/** Maximum floor plans offered. */
const MAXIMUM_PLANS = 100;

/** The floor plans of the scope with an image, by customer, sort order and name; only the one with `id` if given. */
export async function findFloorPlans(db: Db, scope: Scope, id?: number): Promise<PlanChoice[]> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const isOfSeveral = arrays.customerIds === null || arrays.customerIds.length > 1;
  const rows = await sql<(PlanChoice & { customerName: string })[]>`
    select n.id::int, n.name, k.name as "customerName" from scene n join customer k on k.id = n.customer_id
     where n.func_type = 1 and n.plan_file_id is not null and ${atCustomers(sql, sql`n.customer_id`, arrays)}
       ${arrays.sceneIds ? sql`and n.id = any(${arrays.sceneIds}::bigint[])` : sql``}
       ${id === undefined ? sql`` : sql`and n.id = ${id}`}
     order by lower(k.name), n.sort_order, lower(n.name), n.id limit ${MAXIMUM_PLANS}`;
  return rows.map((row) => ({ ...row, customerName: isOfSeveral ? row.customerName : null }));
}

/** The carriers of a customer that are visible to the actor. */
const visible = (scope: Scope, customerId: number, types: readonly CarrierType[]) =>
  and(eq(carrier.customerId, customerId), inArray(carrier.type, [...types]), inScope(scope, carrier));

export type PlanOf = { id: number; customerId: number };

/** The carriers on a plan that are visible to the actor, by name. */
export async function findPlacements(
  db: Db,
  scope: Scope,
  plan: PlanOf,
  types: readonly CarrierType[],
): Promise<PlacedCarrier[]> {
  const { carrierId, x, y } = scenePlacement;
  return db
    .select({ carrierId, x, y, name: carrier.name, type: carrier.type })
    .from(scenePlacement)
    .innerJoin(carrier, eq(carrier.id, carrierId))
    .where(and(eq(scenePlacement.sceneId, plan.id), visible(scope, plan.customerId, types)))
    .orderBy(asc(sql`lower(${carrier.name})`), asc(carrier.id));
}

/** Those of these carriers that the actor can place on the plan, locked so that none is deleted meanwhile. */
export async function lockPlaceable(
  tx: Db,
  scope: Scope,
  plan: PlanOf,
  types: readonly CarrierType[],
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: carrier.id })
    .from(carrier)
    .where(and(inArray(carrier.id, [...ids]), visible(scope, plan.customerId, types)))
    .orderBy(asc(carrier.id))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

/** Stores the positions of the carriers and removes `gone`; others on the plan are left unchanged. */
export async function savePlacements(
  tx: Db,
  sceneId: number,
  items: readonly Placement[],
  gone: readonly number[],
): Promise<void> {
  if (gone.length > 0)
    await tx
      .delete(scenePlacement)
      .where(and(eq(scenePlacement.sceneId, sceneId), inArray(scenePlacement.carrierId, [...gone])));
  if (items.length === 0) return;
  await tx
    .insert(scenePlacement)
    .values(items.map((item) => ({ sceneId, ...item })))
    .onConflictDoUpdate({
      target: [scenePlacement.sceneId, scenePlacement.carrierId],
      set: { x: sql`excluded.x`, y: sql`excluded.y` },
    });
}

/** Removes all carriers from the plan, including those not visible to the actor. */
export async function clearPlacements(tx: Db, sceneId: number): Promise<void> {
  await tx.delete(scenePlacement).where(eq(scenePlacement.sceneId, sceneId));
}

/** A page of the carriers that the actor can place on the plan; those of its own node come first. */
export async function findCandidates(
  db: Db,
  scope: Scope,
  plan: PlanOf,
  types: readonly CarrierType[],
  { q, iDisplayStart, iDisplayLength }: CandidateQuery,
): Promise<Page<Candidate>> {
  const where = and(visible(scope, plan.customerId, types), q ? ilike(carrier.name, containsPattern(q)) : undefined);
  const isHere = sql<boolean>`${carrier.sceneId} = ${plan.id}`;
  const [items, [counted]] = await Promise.all([
    db
      .select({ carrierId: carrier.id, name: carrier.name, type: carrier.type, sceneName: scene.name, isHere })
      .from(carrier)
      .innerJoin(scene, eq(scene.id, carrier.sceneId))
      .where(where)
      .orderBy(sql`${isHere} desc`, asc(sql`lower(${carrier.name})`), asc(carrier.id))
      .limit(iDisplayLength)
      .offset(iDisplayStart),
    db.select({ total: count() }).from(carrier).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}
