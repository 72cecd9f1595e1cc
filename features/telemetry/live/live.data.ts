import "server-only";
import type { Db } from "@/db/client";
import { carrier } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";

/** Ids of the carriers in the scope. */
export async function findCarrierIds(db: Db, scope: Scope): Promise<number[]> {
  const rows = await db
    .select({ id: carrier.id })
    .from(carrier)
    .where(inScope(scope, { customerId: carrier.customerId, sceneId: carrier.sceneId }));
  return rows.map((row) => row.id);
}
