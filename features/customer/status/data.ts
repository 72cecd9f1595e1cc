import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ActivationStatus } from "@/db/enums";
import { customer, role, userAccount } from "@/db/schema";

// The caller has locked the customer, inside its scope.

const ON = { status: "active", cancelledWith: null } as const;
const OFF = { status: "cancelled", cancelledWith: "customer" } as const;

/** Writes the status, and switches roles and accounts off with the customer, or on again those that went off with it. */
export async function switchPeople(tx: Db, customerId: number, status: ActivationStatus) {
  const [old, after] = status === "active" ? [OFF, ON] : [ON, OFF];
  await tx.update(customer).set({ status }).where(eq(customer.id, customerId));
  const affected = (table: typeof role | typeof userAccount) =>
    and(
      eq(table.customerId, customerId),
      status === "active" ? eq(table.cancelledWith, OFF.cancelledWith) : eq(table.status, ON.status),
    );
  const roles = await tx.update(role).set(after).where(affected(role)).returning({ id: role.id });
  const users = await tx.update(userAccount).set(after).where(affected(userAccount)).returning({ id: userAccount.id });
  const touched = (rows: { id: number }[]) =>
    rows.toSorted((a, b) => a.id - b.id).map(({ id }) => ({ id, old, new: after }));
  return { roles: touched(roles), users: touched(users) };
}

export async function findUserIds(tx: Db, customerId: number): Promise<number[]> {
  const rows = await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.customerId, customerId));
  return rows.map(({ id }) => id);
}
