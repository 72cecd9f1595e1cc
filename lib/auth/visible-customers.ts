import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer } from "@/db/schema";
import type { Scope } from "./scope";
import { inScope } from "./scope-filter";

/** The customers that a scope shows, by name, at most `limit`: the choices of whoever looks into records of several. */
export const visibleCustomers = (db: Db, scope: Scope, limit = 500): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(sql`lower(${customer.name})`)
    .limit(limit);
