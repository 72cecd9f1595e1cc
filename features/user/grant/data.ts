import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, scene } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { type HeldRole, missing, type OwnPlaces } from "./rules";

const idsOf = (values: unknown): number[] => (values as string[]).map(Number).sort((a, b) => a - b);

type RoleRow = Omit<HeldRole, "customerIds" | "sceneIds" | "treeIds"> & {
  customerIds: unknown;
  sceneIds: unknown;
  treeIds: unknown;
};

/** Roles with all they hold, of the customers in the scope; they stay as they are until the transaction ends. */
export async function findHeldRoles(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, HeldRole>> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<RoleRow[]>`
    select r.id::int, r.customer_id::int as "customerId", r.scope_type as "scopeType", r.is_delegable as "isDelegable",
           r.status = 'active' as "isActive",
           array(select code from role_permission where role_id = r.id) as codes,
           array(select customer_id from role_customer where role_id = r.id) as "customerIds",
           array(select scene_id from role_scene where role_id = r.id) as "sceneIds",
           array(with recursive tree as (
                   select scene_id as id from role_scene where role_id = r.id
                   union select scene.id from scene join tree on scene.parent_id = tree.id
                 ) select id from tree) as "treeIds"
      from role r
     where r.id = any(${[...ids]}::bigint[])
       and (${customerIds}::bigint[] is null or r.customer_id = any(${customerIds}))
       for share of r`;
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, customerIds: idsOf(row.customerIds), sceneIds: idsOf(row.sceneIds), treeIds: idsOf(row.treeIds) },
    ]),
  );
}

/** Whether the customer is active; held so until the transaction ends. Throws NOT_FOUND outside of the scope. */
export async function isCustomerActive(db: Db, scope: Scope, id: number): Promise<boolean> {
  const [row] = await db
    .select({ status: customer.status })
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })))
    .for("share");
  if (!row) throw notFound("customer", id);
  return row.status === "active";
}

/** Throws NOT_FOUND for a node that is not the customer's, or a customer outside of the scope. */
export async function assertPlacesExist(db: Db, scope: Scope, customerId: number, places: OwnPlaces): Promise<void> {
  const scenes = await db
    .select({ id: scene.id })
    .from(scene)
    .where(and(inArray(scene.id, [...places.sceneIds]), eq(scene.customerId, customerId)));
  const customers = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(inArray(customer.id, [...places.customerIds]), inScope(scope, { customerId: customer.id })));
  const lost = (wanted: readonly number[], found: { id: number }[]) =>
    wanted.findIndex((id) => !new Set(found.map((row) => row.id)).has(id));
  const [noScene, noCustomer] = [lost(places.sceneIds, scenes), lost(places.customerIds, customers)];
  if (noScene >= 0) throw missing(`sceneIds.${noScene}`, "place");
  if (noCustomer >= 0) throw missing(`customerIds.${noCustomer}`, "customer");
}
