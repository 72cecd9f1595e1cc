import "server-only";
import { and, asc, count, eq, exists, ilike, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { customer, role, rolePermission, scene, userAccount } from "@/db/schema";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { containsPattern } from "@/lib/resource/list-query";
import type { HoldersDto, HoldersQuery, RoleChoiceDto } from "./catalogue.schema";

/** The most customers and nodes that the editor offers. */
const CHOICES = 5000;

/** The customers in scope, and the nodes of one of them. */
export async function findChoices(db: Db, scope: Scope, customerId: number | undefined): Promise<RoleChoiceDto> {
  const { id, name, type, status } = customer;
  const [customers, scenes] = await Promise.all([
    db
      .select({ id, name, type, status })
      .from(customer)
      .where(inScope(scope, { customerId: customer.id }))
      .orderBy(sql`lower(${customer.name})`)
      .limit(CHOICES),
    customerId === undefined
      ? []
      : db
          .select({ id: scene.id, name: scene.name, parentId: scene.parentId })
          .from(scene)
          .where(
            and(eq(scene.customerId, customerId), inScope(scope, { customerId: scene.customerId, sceneId: scene.id })),
          )
          .orderBy(asc(scene.sortOrder), asc(scene.id))
          .limit(CHOICES),
  ]);
  return { customers, scenes };
}

/** The most roles that are listed beside the users of a page. */
const HOLDING_ROLES = 100;

/**
 * Who has one of the codes, within the scope: the roles whose scope type includes it, and a page of their users. A code
 * that no scope type includes is only held by Root.
 */
export async function findHolders(
  db: Db,
  scope: Scope,
  { codes, scopeTypes }: { codes: readonly string[]; scopeTypes: readonly ScopeType[] },
  { q, iDisplayStart, iDisplayLength }: HoldersQuery,
): Promise<Omit<HoldersDto, "code">> {
  const holding = and(
    exists(
      db
        .select({ one: sql`1` })
        .from(rolePermission)
        .where(and(eq(rolePermission.roleId, role.id), inArray(rolePermission.code, [...codes]))),
    ),
    scopeTypes.length > 0
      ? inArray(role.scopeType, [...scopeTypes])
      : sql`exists (select from user_account u where u.role_id = ${role.id} and u.id = ${ROOT_USER_ID})`,
  );
  const like = (columns: readonly PgColumn[]) =>
    q ? or(...columns.map((column) => ilike(column, containsPattern(q)))) : undefined;
  const roleWhere = and(inScope(scope, { customerId: role.customerId }), holding, like([role.name, customer.name]));
  const userWhere = and(
    inScope(scope, { customerId: userAccount.customerId }),
    holding,
    scopeTypes.length > 0 ? undefined : eq(userAccount.id, ROOT_USER_ID),
    like([userAccount.name, userAccount.username, role.name, customer.name]),
  );
  const { id, name, status, scopeType } = role;
  const [roles, [roleCount], items, [userCount]] = await Promise.all([
    db
      .select({
        id,
        name,
        status,
        scopeType,
        customerName: customer.name,
        userCount: sql<number>`(select count(*)::int from user_account u where u.role_id = ${role.id})`,
      })
      .from(role)
      .innerJoin(customer, eq(customer.id, role.customerId))
      .where(roleWhere)
      .orderBy(sql`lower(${role.name})`, asc(role.id))
      .limit(HOLDING_ROLES),
    db.select({ total: count() }).from(role).innerJoin(customer, eq(customer.id, role.customerId)).where(roleWhere),
    db
      .select({
        id: userAccount.id,
        username: userAccount.username,
        name: userAccount.name,
        status: userAccount.status,
        roleName: role.name,
        customerName: customer.name,
      })
      .from(userAccount)
      .innerJoin(role, eq(role.id, userAccount.roleId))
      .innerJoin(customer, eq(customer.id, userAccount.customerId))
      .where(userWhere)
      .orderBy(sql`lower(${userAccount.name})`, asc(userAccount.id))
      .limit(iDisplayLength)
      .offset(iDisplayStart),
    db
      .select({ total: count() })
      .from(userAccount)
      .innerJoin(role, eq(role.id, userAccount.roleId))
      .innerJoin(customer, eq(customer.id, userAccount.customerId))
      .where(userWhere),
  ]);
  return {
    roles: { items: roles, total: roleCount?.total ?? 0 },
    users: { items, total: userCount?.total ?? 0 },
  };
}
