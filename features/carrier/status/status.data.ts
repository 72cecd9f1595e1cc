import "server-only";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier } from "@/db/schema";
import type { Visibility } from "@/lib/auth/visibility";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import { type CarrierRecord, findMountedDevices } from "../carrier.data";
import type { Dependents, Followed, StatusState } from "./status.rules";

export const stateOf = ({ status, defrostUntil }: Pick<CarrierRecord, "status" | "defrostUntil">): StatusState => ({
  status,
  defrostUntil: defrostUntil?.getTime() ?? null,
});

/** The number of open exceptions of a carrier. */
async function countOpenExceptions(db: Db, carrierId: number): Promise<number> {
  const [row] = await db.$client<[{ count: number }]>`
    select count(*)::int as count from exception
     where carrier_id = ${carrierId} and ended_at is null and withdrawn_at is null`;
  return row.count;
}

/** What prevents a carrier from being retired. */
export async function dependentsOf(db: Db, visibility: Visibility, id: number): Promise<Dependents> {
  const devices = await findMountedDevices(db, visibility, id);
  return {
    devices: devices.map(({ name }) => nameOrRedacted(name, "device")),
    openExceptions: await countOpenExceptions(db, id),
  };
}

/** Writes the status of a locked carrier, and clears the status that the customer's activation would restore. */
export async function saveStatus(tx: Db, id: number, { status, defrostUntil }: StatusState): Promise<void> {
  await tx
    .update(carrier)
    .set({ status, defrostUntil: defrostUntil === null ? null : new Date(defrostUntil), resumeStatus: null })
    .where(eq(carrier.id, id));
}

/** Locks all carriers of a locked customer, in the order of their ids. */
export const lockAllOf = (tx: Db, customerId: number) =>
  tx
    .select({ id: carrier.id, status: carrier.status, resumeStatus: carrier.resumeStatus })
    .from(carrier)
    .where(eq(carrier.customerId, customerId))
    .orderBy(asc(carrier.id))
    .for("no key update");

/** Writes the statuses that followed the customer's, in bulk. */
export async function saveFollowed(tx: Db, rows: readonly (Followed & { id: number })[]): Promise<void> {
  await tx.$client`
    update carrier c set status = n.status, resume_status = n.resume_status
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.status)}::text[],
                  ${rows.map((row) => row.resumeStatus)}::text[]) as n(id, status, resume_status)
     where c.id = n.id`;
}

// Used by the worker, which acts as the system on every customer.

/**
 * Locks carriers whose defrost is over; rows locked elsewhere are skipped until the next run. Ordered by customer, as
 * the audit chains are.
 */
export function lockDefrosted(tx: Db, now: Date, limit: number) {
  return tx
    .select({
      id: carrier.id,
      customerId: carrier.customerId,
      status: carrier.status,
      defrostUntil: carrier.defrostUntil,
    })
    .from(carrier)
    .where(and(eq(carrier.status, "defrost"), lte(carrier.defrostUntil, now)))
    .orderBy(asc(carrier.customerId), asc(carrier.id))
    .limit(limit)
    .for("update", { skipLocked: true });
}
