import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";

/** Ids of devices that customers in scope have, by serial number and by MAC, in upper case. */
export async function findByName(db: Db, scope: Scope, names: readonly string[]): Promise<Map<string, number>> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<{ id: number; serialNumber: string; mac: string | null }[]>`
    select id::int, upper(serial_number) as "serialNumber", upper(mac) as mac from device
     where (upper(serial_number) = any(${[...names]}) or upper(mac) = any(${[...names]}))
       and custody in ('own', 'borrowed') and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}))`;
  const found = new Map<string, number>();
  for (const { id, mac } of rows) if (mac) found.set(mac, id);
  for (const { id, serialNumber } of rows) found.set(serialNumber, id);
  return found;
}

export type PropertyReport = { id: number; properties: Record<string, unknown>; firmware: string | null };

/** Stores the last report of each device. Only the reporting gateway counts as heard, not the devices behind it. */
export async function saveProperties(
  tx: Db,
  reports: readonly PropertyReport[],
  gatewayId: number | null,
  now: Date,
): Promise<void> {
  const ids = reports.map(({ id }) => id);
  const at = tx.$client`to_timestamp(${now.getTime()}::float8 / 1000)`;
  // Locked in order, so that concurrent reports do not deadlock.
  await tx.$client`select id from device where id = any(${ids}::bigint[]) order by id for update`;
  await tx.$client`
    update device d set properties = n.properties, properties_at = ${at}, firmware = coalesce(n.firmware, d.firmware),
           last_seen_at = case when d.id = ${gatewayId}::bigint then greatest(d.last_seen_at, ${at}) else d.last_seen_at end
      from unnest(${ids}::bigint[], ${reports.map(({ properties }) => JSON.stringify(properties))}::text[]::jsonb[],
                  ${reports.map(({ firmware }) => firmware)}::text[]) as n(id, properties, firmware)
     where d.id = n.id`;
}
