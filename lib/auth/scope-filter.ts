import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import type { Sql } from "@/db/client";
import type { Scope } from "./scope";

/** The `where` part that keeps a query inside the scope; undefined where the scope is everything. */
export function inScope(scope: Scope, columns: { customerId: PgColumn; sceneId?: PgColumn }): SQL | undefined {
  const parts: SQL[] = [];
  if (scope.customerIds !== "all") parts.push(inArray(columns.customerId, [...scope.customerIds]));
  if (scope.sceneIds !== "all") {
    // A table without a node is invisible to an account that is bound to nodes.
    parts.push(columns.sceneId ? inArray(columns.sceneId, [...scope.sceneIds]) : sql`false`);
  }
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

/** What belongs to a customer as a whole, as a trigger or a count of all devices: also for accounts bound to nodes. */
export const ofCustomers = ({ customerIds }: Scope, column: PgColumn): SQL | undefined =>
  customerIds === "all" ? undefined : inArray(column, [...customerIds]);

/** The same for raw SQL: pass as `($1::bigint[] is null or customer_id = any($1))`. */
export const scopeArrays = (scope: Scope): { customerIds: number[] | null; sceneIds: number[] | null } => ({
  customerIds: scope.customerIds === "all" ? null : [...scope.customerIds],
  sceneIds: scope.sceneIds === "all" ? null : [...scope.sceneIds],
});

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * In raw SQL: the column is one of these customers, `true` where the scope is everything. One customer is an equality
 * where rows are read in the order of an index that begins with it (`inOrder`): it gives that order only then. Elsewhere
 * the planner, which sees no values in a plan that it keeps, would take every customer for a small one.
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
