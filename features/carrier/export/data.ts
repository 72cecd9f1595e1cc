import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { ofCustomers } from "@/lib/auth/scope-filter";

/** The time zone of a customer; undefined outside the scope. */
export async function findTimeZone(db: Db, scope: Scope, customerId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ timeZone: customer.timeZone })
    .from(customer)
    .where(and(eq(customer.id, customerId), ofCustomers(scope, customer.id)));
  return row?.timeZone;
}
