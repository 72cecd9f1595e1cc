import "server-only";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { DeviceFacts } from "./change.rules";
import { type DeviceValues, lockDevices } from "./device.data";
import type { Settings } from "./device.rules";

export type LockedDevice = Omit<DeviceValues, "settings"> & DeviceFacts;

/**
 * Locks the given devices of the scope and returns their facts. Their customers are locked first, in a fixed order,
 * because cancelling a customer changes its devices after locking it.
 */
export async function lockFacts(
  db: Db,
  scope: Scope,
  kinds: readonly DeviceKind[],
  ids: readonly number[],
): Promise<LockedDevice[]> {
  const { customerIds } = scopeArrays(scope);
  const customers = await db.$client<{ id: number; status: string }[]>`
    select id::int, status from customer
     where id in (select customer_id from device where id = any(${[...ids]}::bigint[]))
       and (${customerIds}::bigint[] is null or id = any(${customerIds}::bigint[]))
     order by id for no key update`;
  const rows = await lockDevices(db, scope, kinds, ids);
  const facts = await db.$client<{ id: number; isMounted: boolean; hasRecords: boolean; hasCertificate: boolean }[]>`
    select d.id::int,
           exists (select from calibration k where k.device_id = d.id and k.revoked_at is null) as "hasCertificate",
           exists (select from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null where p.device_id = d.id)
             or exists (select from device_binding b where b.device_id = d.id and b.unbound_at is null and b.carrier_id is not null) as "isMounted",
           exists (select from probe p join mounting m on m.probe_id = p.id where p.device_id = d.id)
             or exists (select from exception e where e.device_id = d.id) as "hasRecords"
      from device d where d.id = any(${rows.map(({ id }) => id)}::bigint[])`;
  const active = new Set(customers.filter(({ status }) => status === "active").map(({ id }) => id));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return rows.map((row) => ({
    ...row,
    settings: row.settings as Settings,
    isMounted: byId.get(row.id)?.isMounted ?? false,
    hasCertificate: byId.get(row.id)?.hasCertificate ?? false,
    isKnown: row.lastSeenAt !== null || (byId.get(row.id)?.hasRecords ?? false),
    isCustomerActive: active.has(row.customerId),
  }));
}

/** One current carrier of each device, null if none; its subscribers are notified. */
export async function findCarriersOf(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; customerId: number; carrierId: number | null }[]> {
  const { customerIds } = scopeArrays(scope);
  return db.$client`
    select d.id::int, d.customer_id::int as "customerId",
           (select min(m.carrier_id)::int from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
             where p.device_id = d.id) as "carrierId"
      from device d
     where d.id = any(${[...ids]}::bigint[])
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`;
}
