import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { device } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";

/** Replaces a gateway's token hash; undefined if there is no such gateway in the scope. */
export async function setGatewayToken(db: Db, scope: Scope, id: number, ingestTokenHash: string) {
  const [row] = await db
    .update(device)
    .set({ ingestTokenHash })
    .where(and(eq(device.id, id), eq(device.kind, "gateway"), inScope(scope, { customerId: device.customerId })))
    .returning({ id: device.id, customerId: device.customerId });
  return row;
}
