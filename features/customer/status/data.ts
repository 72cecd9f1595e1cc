import "server-only";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { ActivationStatus } from "@/db/enums";
import { carrier, customer, device, role, userAccount } from "@/db/schema";
import type { SwitchedCounts } from "./schema";

// The caller has locked the customer, inside its scope.

const WITH = { cancelledWith: "customer" } as const;

/** Updates and counts; the ids are of no use, and there may be many. */
async function changed(tx: Db, table: PgTable, values: Record<string, unknown>, where: SQL | undefined) {
  const result = await tx.update(table).set(values).where(where);
  return (result as unknown as { count: number }).count;
}

/** Switches off what of the customer is on, and notes what it returns to. What is off by itself keeps its own note. */
export async function switchOff(tx: Db, customerId: number): Promise<SwitchedCounts> {
  await setStatus(tx, customerId, "cancelled");
  const off = { status: "cancelled", ...WITH };
  return {
    roles: await changed(tx, role, off, and(eq(role.customerId, customerId), eq(role.status, "active"))),
    users: await changed(
      tx,
      userAccount,
      off,
      and(eq(userAccount.customerId, customerId), eq(userAccount.status, "active")),
    ),
    devices: await changed(
      tx,
      device,
      { use: "deactivated", resumeUse: sql`${device.use}` },
      and(eq(device.customerId, customerId), eq(device.use, "activated")),
    ),
    carriers: await changed(
      tx,
      carrier,
      { status: "retirement", resumeStatus: sql`${carrier.status}` },
      and(eq(carrier.customerId, customerId), sql`${carrier.status} <> 'retirement'`),
    ),
  };
}

/** Switches on again exactly what `switchOff` had switched off. */
export async function switchOn(tx: Db, customerId: number): Promise<SwitchedCounts> {
  await setStatus(tx, customerId, "active");
  const on = { status: "active", cancelledWith: null };
  return {
    roles: await changed(
      tx,
      role,
      on,
      and(eq(role.customerId, customerId), eq(role.cancelledWith, WITH.cancelledWith)),
    ),
    users: await changed(
      tx,
      userAccount,
      on,
      and(eq(userAccount.customerId, customerId), eq(userAccount.cancelledWith, WITH.cancelledWith)),
    ),
    devices: await changed(
      tx,
      device,
      { use: sql`${device.resumeUse}`, resumeUse: null },
      and(eq(device.customerId, customerId), sql`${device.resumeUse} is not null`),
    ),
    carriers: await changed(
      tx,
      carrier,
      { status: sql`${carrier.resumeStatus}`, resumeStatus: null },
      and(eq(carrier.customerId, customerId), sql`${carrier.resumeStatus} is not null`),
    ),
  };
}

const setStatus = (tx: Db, customerId: number, status: ActivationStatus) =>
  tx.update(customer).set({ status }).where(eq(customer.id, customerId));

export async function findUserIds(tx: Db, customerId: number): Promise<number[]> {
  const rows = await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.customerId, customerId));
  return rows.map(({ id }) => id);
}
