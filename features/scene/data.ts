import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, scene } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import type { CustomerRow, SceneRow } from "./rules";

/** The customers of the scope that work, or one of them whatever its status, by name. */
export async function findCustomers(db: Db, scope: Scope, id?: number): Promise<CustomerRow[]> {
  return (
    db
      .select({ id: customer.id, code: customer.code, name: customer.name })
      .from(customer)
      // Also for those who are bound to nodes: whose tree it is they know.
      .where(
        and(
          scope.customerIds === "all" ? undefined : inArray(customer.id, [...scope.customerIds]),
          id === undefined ? eq(customer.status, "active") : eq(customer.id, id),
        ),
      )
      .orderBy(asc(sql`lower(${customer.name})`), asc(customer.id))
  );
}

/** The nodes of the scope, of one customer or of all, in their order. */
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
