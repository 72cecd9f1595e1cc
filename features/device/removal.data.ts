import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { type Visibility, visibleName } from "@/lib/auth/visibility";
import type { Ties } from "./removal.rules";

/** What prevents the removal of each device. The caller has locked the devices. */
export async function findTies(db: Db, visibility: Visibility, ids: readonly number[]): Promise<Ties[]> {
  const sql = db.$client;
  const { customerIds } = scopeArrays(visibility.scope);
  return sql<Ties[]>`
    select d.id::int, d.use,
           exists (select from device_command c where c.device_id = d.id and c.state <> 'end') as "isCommanded",
           array(select ${visibleName(sql, visibility, "carrier", "k")} from carrier k where k.id in (
             select m.carrier_id from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
              where p.device_id = d.id
              union select b.carrier_id from device_binding b where b.device_id = d.id and b.unbound_at is null)
             order by lower(k.name) limit 3) as carriers,
           exists (select from device_binding b where (b.device_id = d.id or b.sensor_id = d.id) and b.unbound_at is null) as "isBound",
           (select count(*)::int from device b where b.gateway_id = d.id) as behind,
           exists (select from device_switch w where (w.old_device_id = d.id or w.new_device_id = d.id) and w.ended_at is null) as "isSwitching",
           (d.unit_id is not null
             or exists (select from secondment s where s.lender_device_id = d.id and s.state = 'requested')) as "isSeconded",
           (exists (select from probe p join mounting m on m.probe_id = p.id where p.device_id = d.id)
             or exists (select from exception e where e.device_id = d.id)
             or exists (select from device_binding b where b.device_id = d.id or b.sensor_id = d.id)
             or exists (select from calibration k where k.device_id = d.id)
             or exists (select from work_order w where w.device_id = d.id)
             or exists (select from verification_point v where v.device_id = d.id or v.beside_id = d.id)
             or exists (select from device_switch w where w.old_device_id = d.id or w.new_device_id = d.id)) as "hasRecords"
      from device d
     where d.id = any(${[...ids]}::bigint[])
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
     order by d.id`;
}

/** Deletes devices without ties, with their probes, their readings and their ended commands. */
export async function deleteDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  const { customerIds } = scopeArrays(scope);
  const sql = db.$client;
  const own = sql`select id from device where id = any(${[...ids]}::bigint[])
    and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))`;
  const probes = sql`select id from probe where device_id in (${own})`;
  // Same lock order as for arriving readings: probe states before the rows that refer to them.
  await sql`select from probe_state where probe_id in (${probes}) order by probe_id for update`;
  // A cascade deletes in any order; the state refresh locks these rows in this order.
  await sql`select from device_state where device_id in (${own}) order by device_id for update`;
  await sql`delete from reading where probe_id in (${probes})`;
  await sql`delete from reading_hour where probe_id in (${probes})`;
  await sql`delete from probe where device_id in (${own})`;
  await sql`update device_command set gateway_id = null where gateway_id in (${own}) and device_id <> gateway_id`;
  await sql`delete from device_command where device_id in (${own})`;
  await sql`delete from device where id in (${own})`;
}
