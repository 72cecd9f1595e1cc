import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
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

/** The same for raw SQL: pass as `($1::bigint[] is null or customer_id = any($1))`. */
export const scopeArrays = (scope: Scope): { customerIds: number[] | null; sceneIds: number[] | null } => ({
  customerIds: scope.customerIds === "all" ? null : [...scope.customerIds],
  sceneIds: scope.sceneIds === "all" ? null : [...scope.sceneIds],
});
