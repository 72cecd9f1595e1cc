import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";

/** Replaces a customer's token hash; false if there is no such customer in the scope. */
export async function setCustomerToken(db: Db, scope: Scope, id: number, ingestTokenHash: string): Promise<boolean> {
  const rows = await db
    .update(customer)
    .set({ ingestTokenHash })
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })))
    .returning({ id: customer.id });
  return rows.length > 0;
}
