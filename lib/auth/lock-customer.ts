import "server-only";
import { and, asc, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, customer, device } from "@/db/schema";
import { AppError, notFound } from "@/lib/errors";
import type { Scope } from "./scope";
import { inScope } from "./scope-filter";

type Held = { id: number; status: (typeof customer.$inferSelect)["status"] };

/**
 * Locks customers in their current state until the transaction ends; `alone` excludes other lockers. To avoid
 * deadlocks, the order is the same everywhere: customer, then role and account, or node, carrier and device. The caller
 * has checked that they are in scope.
 */
export const lockCustomers = (tx: Db, ids: readonly number[] | SQL, alone = false): Promise<Held[]> =>
  tx
    .select({ id: customer.id, status: customer.status })
    .from(customer)
    .where(inArray(customer.id, Array.isArray(ids) ? [...ids] : (ids as SQL)))
    .orderBy(asc(customer.id))
    .for(alone ? "no key update" : "share");

type Owned = "carrier" | "device";

/** Locks the customers of carriers or devices in scope, before those are locked; rows out of scope lock nothing. */
export function lockOwners(tx: Db, scope: Scope, what: Owned, ids: readonly number[]): Promise<Held[]> {
  const table = what === "carrier" ? carrier : device;
  const within = and(inArray(table.id, [...ids]), inScope(scope, table));
  return lockCustomers(tx, sql`(select ${table.customerId} from ${table} where ${within})`);
}

/** The same for one. */
export const lockOwner = (tx: Db, scope: Scope, what: Owned, id: number): Promise<Held[]> =>
  lockOwners(tx, scope, what, [id]);

/** Throws CONFLICT at the input's `path` if one of the locked customers is cancelled. */
export function assertNoneCancelled(held: readonly Held[], path: string): void {
  if (!held.some(({ status }) => status === "cancelled")) return;
  const message = "the customer is cancelled";
  throw new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "customerCancelled", message }] });
}

/** Locks the customers of carriers or devices to be activated or moved. Throws CONFLICT if any is cancelled. */
export async function lockActiveOwners(
  tx: Db,
  scope: Scope,
  what: Owned,
  ids: readonly number[],
  path: string,
): Promise<void> {
  assertNoneCancelled(await lockOwners(tx, scope, what, ids), path);
}

/** Locks the customer for which a record is created. Throws CONFLICT if it is cancelled. */
export async function lockActiveCustomer(tx: Db, id: number, path = "customerId"): Promise<void> {
  const held = await lockCustomers(tx, [id]);
  if (held.length === 0) throw notFound("customer", id);
  assertNoneCancelled(held, path);
}
