import "server-only";
import { and, asc, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, role, scene } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import { type HeldRole, missing, type OwnPlaces } from "./grant.rules";
import type { CustomerChoiceQuery } from "./grant.schema";
import type { NamedPlace } from "./user.schema";

const idsOf = (values: unknown): number[] => (values as string[]).map(Number).sort((a, b) => a - b);

type RoleRow = Omit<HeldRole, "customerIds" | "sceneIds" | "treeIds"> & {
  customerIds: unknown;
  sceneIds: unknown;
  treeIds: unknown;
};

/** Roles with their codes and places, for the customers in scope. Locked until the transaction ends. */
export async function findHeldRoles(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, HeldRole>> {
  const { customerIds } = scopeArrays(scope);
  const sql = db.$client;
  const rows = await sql<RoleRow[]>`
    select ${heldRole(sql)} from role r
     where r.id = any(${[...ids]}::bigint[])
       and (${customerIds}::bigint[] is null or r.customer_id = any(${customerIds}))
       for share of r`;
  return new Map(rows.map((row) => [row.id, toHeldRole(row)]));
}

/** The active roles of a customer with their codes and places, by name. */
export async function findActiveRoles(db: Db, scope: Scope, customerId: number): Promise<(HeldRole & NamedPlace)[]> {
  const { customerIds } = scopeArrays(scope);
  const sql = db.$client;
  const rows = await sql<(RoleRow & { name: string })[]>`
    select r.name, ${heldRole(sql)} from role r
     where r.customer_id = ${customerId} and r.status = 'active'
       and (${customerIds}::bigint[] is null or r.customer_id = any(${customerIds}))
     order by lower(r.name), r.id`;
  return rows.map((row) => ({ ...toHeldRole(row), name: row.name }));
}

/** The roles of a customer by name, including cancelled ones, which accounts may still have. */
export const findRoleNames = (db: Db, scope: Scope, customerId: number): Promise<NamedPlace[]> =>
  db
    .select({ id: role.id, name: role.name })
    .from(role)
    .where(and(eq(role.customerId, customerId), inScope(scope, { customerId: role.customerId })))
    .orderBy(sql`lower(${role.name})`, asc(role.id));

const heldRole = (sql: Db["$client"]) => sql`
  r.id::int, r.customer_id::int as "customerId", r.scope_type as "scopeType", r.is_delegable as "isDelegable",
  r.status = 'active' as "isActive",
  array(select code from role_permission where role_id = r.id) as codes,
  array(select customer_id from role_customer where role_id = r.id) as "customerIds",
  array(select scene_id from role_scene where role_id = r.id) as "sceneIds",
  array(with recursive tree as (
          select scene_id as id from role_scene where role_id = r.id
          union select scene.id from scene join tree on scene.parent_id = tree.id
        ) select id from tree) as "treeIds"`;

const toHeldRole = ({ customerIds, sceneIds, treeIds, ...row }: RoleRow): HeldRole => ({
  ...row,
  customerIds: idsOf(customerIds),
  sceneIds: idsOf(sceneIds),
  treeIds: idsOf(treeIds),
});

/** The active customers in scope whose name contains the text, by name. */
export const findCustomers = (db: Db, scope: Scope, { q, ids, limit }: CustomerChoiceQuery): Promise<NamedPlace[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(
      and(
        inScope(scope, { customerId: customer.id }),
        eq(customer.status, "active"),
        q ? ilike(customer.name, containsPattern(q)) : undefined,
        ids ? inArray(customer.id, ids) : undefined,
      ),
    )
    .orderBy(sql`lower(${customer.name})`, asc(customer.id))
    .limit(limit);

/** Whether the customer is active. Locks it until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function isCustomerActive(db: Db, scope: Scope, id: number): Promise<boolean> {
  const [row] = await db
    .select({ status: customer.status })
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })))
    .for("share");
  if (!row) throw notFound("customer", id);
  return row.status === "active";
}

/** Throws NOT_FOUND for a node that is not the customer's, or a customer outside the scope. */
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
