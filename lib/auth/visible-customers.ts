import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer } from "@/db/schema";
import type { Scope } from "./scope";
import { inScope } from "./scope-filter";

/** The customers in scope by name, at most `limit`: the options of a customer filter. */
export const visibleCustomers = (db: Db, scope: Scope, limit = 500): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(sql`lower(${customer.name})`)
    .limit(limit);
