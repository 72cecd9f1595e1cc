import "server-only";
import { and, asc, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, customer, device } from "@/db/schema";
import { AppError, notFound } from "@/lib/errors";
import type { Scope } from "./scope";
import { inScope } from "./scope-filter";

type Held = { id: number; status: (typeof customer.$inferSelect)["status"] };

/**
 * Holds customers as they are until the transaction ends; `alone` lets nobody else in who holds them. The order is the
 * same everywhere, so that no two wait for each other: customer, then role and account, or node, carrier and device.
 * The caller knows that they lie inside the scope.
 */
export const holdCustomers = (tx: Db, ids: readonly number[] | SQL, alone = false): Promise<Held[]> =>
  tx
    .select({ id: customer.id, status: customer.status })
    .from(customer)
    .where(inArray(customer.id, Array.isArray(ids) ? [...ids] : (ids as SQL)))
    .orderBy(asc(customer.id))
    .for(alone ? "no key update" : "share");

type Owned = "carrier" | "device";

/** Holds the customers of carriers or devices inside the scope, before they are locked; nothing is held for others. */
export function holdOwners(tx: Db, scope: Scope, what: Owned, ids: readonly number[]): Promise<Held[]> {
  const table = what === "carrier" ? carrier : device;
  const within = and(inArray(table.id, [...ids]), inScope(scope, table));
  return holdCustomers(tx, sql`(select ${table.customerId} from ${table} where ${within})`);
}

/** The same for one. */
export const holdOwner = (tx: Db, scope: Scope, what: Owned, id: number): Promise<Held[]> =>
  holdOwners(tx, scope, what, [id]);

/** Throws CONFLICT, naming the input's field, where one of the customers held is cancelled. */
export function assertNoneCancelled(held: readonly Held[], path: string): void {
  if (!held.some(({ status }) => status === "cancelled")) return;
  const message = "the customer is cancelled";
  throw new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "customerCancelled", message }] });
}

/** Holds the customers of what is to be watched, or put elsewhere. Throws CONFLICT below one that is cancelled. */
export async function holdActiveOwners(
  tx: Db,
  scope: Scope,
  what: Owned,
  ids: readonly number[],
  path: string,
): Promise<void> {
  assertNoneCancelled(await holdOwners(tx, scope, what, ids), path);
}

/** Holds the customer for whom something is made. Throws CONFLICT below one that is cancelled. */
export async function holdActiveCustomer(tx: Db, id: number, path = "customerId"): Promise<void> {
  const held = await holdCustomers(tx, [id]);
  if (held.length === 0) throw notFound("customer", id);
  assertNoneCancelled(held, path);
}
