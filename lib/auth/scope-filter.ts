import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import type { Sql } from "@/db/client";
import type { Scope } from "./scope";

/** The `where` condition that restricts a query to the scope; undefined if the scope is unrestricted. */
export function inScope(scope: Scope, columns: { customerId: PgColumn; sceneId?: PgColumn }): SQL | undefined {
  const parts: SQL[] = [];
  if (scope.customerIds !== "all") parts.push(inArray(columns.customerId, [...scope.customerIds]));
  if (scope.sceneIds !== "all") {
    // A table without a node is invisible to an account that is restricted to nodes.
    parts.push(columns.sceneId ? inArray(columns.sceneId, [...scope.sceneIds]) : sql`false`);
  }
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** For data of a customer as a whole, such as triggers or device counts: also for accounts restricted to nodes. */
export const ofCustomers = ({ customerIds }: Scope, column: PgColumn): SQL | undefined =>
  customerIds === "all" ? undefined : inArray(column, [...customerIds]);

/** The same for raw SQL: pass as `($1::bigint[] is null or customer_id = any($1))`. */
export const scopeArrays = (scope: Scope): { customerIds: number[] | null; sceneIds: number[] | null } => ({
  customerIds: scope.customerIds === "all" ? null : [...scope.customerIds],
  sceneIds: scope.sceneIds === "all" ? null : [...scope.sceneIds],
});

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * In raw SQL: the column is one of these customers; `true` if the scope is unrestricted. With `inOrder` a single
 * customer becomes an equality, without which an index that begins with the column does not return rows in order.
 * Elsewhere a generic plan, which does not see the value, would assume that every customer is small.
 */
export function atCustomers(
  sql: Sql,
  column: Fragment,
  { customerIds }: ReturnType<typeof scopeArrays>,
  inOrder = false,
): Fragment {
  if (!customerIds) return sql`true`;
  const [only] = customerIds;
  return inOrder && customerIds.length === 1
    ? sql`${column} = ${only as number}`
    : sql`${column} = any(${customerIds}::bigint[])`;
}
