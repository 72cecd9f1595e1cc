import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, role, roleCustomer, rolePermission, roleScene, scene } from "@/db/schema";
import { lockCustomers } from "@/lib/auth/lock-customer";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { mayManage, type RoleGrantor, roleTypeOf } from "./role.rules";
import type { RoleDetailDto, RoleDto, RoleInput, RoleListQuery } from "./role.schema";

export const visible = (scope: Scope) => inScope(scope, { customerId: role.customerId });

const userCount = sql<number>`(select count(*)::int from user_account u where u.role_id = ${role.id})`;
const isRoots = sql<boolean>`exists (select from user_account u where u.role_id = ${role.id} and u.id = ${ROOT_USER_ID})`;
const known = sql`array[${sql.join(
  ALL_PERMISSIONS.map((code) => sql`${code}`),
  sql`, `,
)}]`;

const HOLDINGS = {
  codes: sql<string[]>`array(select p.code from role_permission p where p.role_id = ${role.id} order by 1)`,
  sceneIds: sql`array(select s.scene_id from role_scene s where s.role_id = ${role.id})`,
  customerIds: sql`array(select c.customer_id from role_customer c where c.role_id = ${role.id})`,
};

const COLUMNS = {
  id: role.id,
  customerId: role.customerId,
  customerName: customer.name,
  customerType: customer.type,
  name: role.name,
  type: role.type,
  scopeType: role.scopeType,
  status: role.status,
  cancelledWith: role.cancelledWith,
  isDefault: role.isDefault,
  isDelegable: role.isDelegable,
  userCount,
  codeCount: sql<number>`(select count(*)::int from role_permission p where p.role_id = ${role.id} and p.code = any(${known}))`,
  isRoots,
  createdAt: role.createdAt,
  version: role.version,
  ...HOLDINGS,
};

const SORT: Record<RoleListQuery["sort"], SQL> = {
  createdAt: sql`${role.createdAt}`,
  name: sql`lower(${role.name})`,
  customerName: sql`lower(${customer.name})`,
  scopeType: sql`${role.scopeType}`,
  status: sql`${role.status}`,
  userCount,
};

const select = (db: Db) => db.select(COLUMNS).from(role).innerJoin(customer, eq(customer.id, role.customerId));
type Row = Awaited<ReturnType<typeof select>>[number];

const idsOf = (values: unknown): number[] => (values as string[]).map(Number).sort((a, b) => a - b);

function toDto(
  grantor: RoleGrantor,
  { isRoots: ofRoot, createdAt, codes, sceneIds, customerIds, ...row }: Row,
): RoleDto {
  const held = { ...row, codes, sceneIds: idsOf(sceneIds), customerIds: idsOf(customerIds), isRoots: ofRoot };
  return {
    ...row,
    isManageable: mayManage(grantor, held),
    isOwn: grantor.roleId === row.id,
    createdAt: createdAt.toISOString(),
  };
}

/** A page of roles with customer and the numbers of users and codes. */
export async function findRoles(
  db: Db,
  scope: Scope,
  grantor: RoleGrantor,
  query: RoleListQuery,
): Promise<Page<RoleDto>> {
  const { q, status, scopeType, customerId } = query;
  const where = and(
    visible(scope),
    q ? ilike(role.name, containsPattern(q)) : undefined,
    status && eq(role.status, status),
    scopeType === undefined ? undefined : eq(role.scopeType, scopeType),
    customerId ? eq(role.customerId, customerId) : undefined,
  );
  const direction = query.dir === "asc" ? asc : desc;
  const [rows, [counted]] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(direction(SORT[query.sort]), direction(role.id))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart),
    db.select({ total: count() }).from(role).where(where),
  ]);
  return { items: rows.map((row) => toDto(grantor, row)), total: counted?.total ?? 0 };
}

/** One role with its codes and places. Throws NOT_FOUND. */
export async function getRole(db: Db, scope: Scope, grantor: RoleGrantor, id: number): Promise<RoleDetailDto> {
  const [row] = await select(db).where(and(eq(role.id, id), visible(scope)));
  if (!row) throw notFound("role", id);
  const [codes, scenes, customers] = await Promise.all([
    db.select({ code: rolePermission.code }).from(rolePermission).where(eq(rolePermission.roleId, id)),
    db
      .select({ id: scene.id, name: scene.name })
      .from(roleScene)
      .innerJoin(scene, eq(scene.id, roleScene.sceneId))
      .where(eq(roleScene.roleId, id))
      .orderBy(asc(scene.id)),
    db
      .select({ id: customer.id, name: customer.name })
      .from(roleCustomer)
      .innerJoin(customer, eq(customer.id, roleCustomer.customerId))
      .where(and(eq(roleCustomer.roleId, id), inScope(scope, { customerId: customer.id })))
      .orderBy(asc(customer.id)),
  ]);
  const held = new Set(codes.map(({ code }) => code));
  return { ...toDto(grantor, row), codes: ALL_PERMISSIONS.filter((code) => held.has(code)), scenes, customers };
}

/** A role locked for a change; its lists are sorted. */
export type LockedRole = Pick<
  typeof role.$inferSelect,
  "id" | "customerId" | "name" | "scopeType" | "status" | "cancelledWith" | "isDefault" | "isDelegable"
> & { isRoots: boolean; customerStatus: "active" | "cancelled"; customerType: "platform" | "customer" } & {
  codes: string[];
  sceneIds: number[];
  customerIds: number[];
};

/**
 * Locks the roles in scope among these, in the order of their ids, after their customers. `alone` locks the customers
 * exclusively, for calls that depend on each other's result.
 */
export async function lockRoles(db: Db, scope: Scope, ids: readonly number[], alone = false): Promise<LockedRole[]> {
  const wanted = and(inArray(role.id, [...ids]), visible(scope));
  await lockCustomers(db, sql`(select ${role.customerId} from ${role} where ${wanted})`, alone);
  const rows = await db
    .select({
      id: role.id,
      customerId: role.customerId,
      name: role.name,
      scopeType: role.scopeType,
      status: role.status,
      cancelledWith: role.cancelledWith,
      isDefault: role.isDefault,
      isDelegable: role.isDelegable,
      isRoots,
      customerType: customer.type,
      customerStatus: customer.status,
      ...HOLDINGS,
    })
    .from(role)
    .innerJoin(customer, eq(customer.id, role.customerId))
    .where(wanted)
    .orderBy(asc(role.id))
    .for("update", { of: role });
  return rows.map(({ sceneIds, customerIds, ...row }) => ({
    ...row,
    sceneIds: idsOf(sceneIds),
    customerIds: idsOf(customerIds),
  }));
}

export type CustomerState = Pick<typeof customer.$inferSelect, "type" | "status">;

/** The customer of a role, locked until the transaction ends; undefined outside the scope. */
export async function lockCustomer(db: Db, scope: Scope, id: number): Promise<CustomerState | undefined> {
  const [row] = await db
    .select({ type: customer.type, status: customer.status })
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })))
    .for("no key update");
  return row;
}

/** Whether the customer already has a default role. */
export async function hasDefaultRole(db: Db, customerId: number): Promise<boolean> {
  const rows = await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.customerId, customerId), role.isDefault))
    .limit(1);
  return rows.length > 0;
}

/** The nodes among these that belong to the customer and are in scope, and the customers among these in scope. */
export async function findPlaces(
  db: Db,
  scope: Scope,
  customerId: number,
  { sceneIds, customerIds }: Pick<RoleInput, "sceneIds" | "customerIds">,
): Promise<{ sceneIds: Set<number>; customerIds: Set<number> }> {
  const [scenes, customers] = await Promise.all([
    db
      .select({ id: scene.id })
      .from(scene)
      .where(
        and(
          inArray(scene.id, sceneIds),
          eq(scene.customerId, customerId),
          inScope(scope, { customerId: scene.customerId, sceneId: scene.id }),
        ),
      ),
    db
      .select({ id: customer.id })
      .from(customer)
      .where(and(inArray(customer.id, customerIds), inScope(scope, { customerId: customer.id }))),
  ]);
  const idsIn = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id));
  return { sceneIds: idsIn(scenes), customerIds: idsIn(customers) };
}

type Lists = { codes: readonly string[]; sceneIds: readonly number[]; customerIds: readonly number[] };
type Values = Pick<RoleInput, "name" | "scopeType" | "isDelegable" | "status"> &
  Partial<Pick<LockedRole, "isDefault" | "cancelledWith">>;

async function setLists(db: Db, roleId: number, { codes, sceneIds, customerIds }: Lists): Promise<void> {
  await db.delete(rolePermission).where(eq(rolePermission.roleId, roleId));
  await db.delete(roleScene).where(eq(roleScene.roleId, roleId));
  await db.delete(roleCustomer).where(eq(roleCustomer.roleId, roleId));
  if (codes.length > 0) await db.insert(rolePermission).values(codes.map((code) => ({ roleId, code })));
  if (sceneIds.length > 0) await db.insert(roleScene).values(sceneIds.map((sceneId) => ({ roleId, sceneId })));
  if (customerIds.length > 0)
    await db.insert(roleCustomer).values(customerIds.map((customerId) => ({ roleId, customerId })));
}

/** Inserts a role and returns its id. */
export async function insertRole(db: Db, customerId: number, values: Values, lists: Lists): Promise<number> {
  const [made] = await db
    .insert(role)
    .values({ ...values, customerId, type: roleTypeOf(values.scopeType) })
    .returning({ id: role.id });
  const { id } = made as { id: number };
  await setLists(db, id, lists);
  return id;
}

/** Updates all values of a locked role except its status. */
export async function saveRole(db: Db, id: number, values: Omit<Values, "status">, lists: Lists): Promise<void> {
  await db
    .update(role)
    .set({ ...values, type: roleTypeOf(values.scopeType) })
    .where(eq(role.id, id));
  await setLists(db, id, lists);
}
