import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import type { BindingPeriod, DeviceOperation, MountingPeriod } from "./detail.schema";
import type { DeviceDto } from "./device.schema";

/** Number of periods that a window shows; the history has all. */
const SHOWN = 50;

/** Mountings of a device's probes, newest first, without carriers that are not visible. */
export async function findMountings(db: Db, visibility: Visibility, deviceId: number): Promise<MountingPeriod[]> {
  const sql = db.$client;
  return sql<MountingPeriod[]>`
    select c.id::int as "carrierId", c.name as "carrierName", array_agg(p.measure order by p.id) as measures,
           (extract(epoch from m.mounted_at) * 1000)::float8 as "mountedAt",
           (extract(epoch from m.unmounted_at) * 1000)::float8 as "unmountedAt"
      from probe p join mounting m on m.probe_id = p.id join carrier c on c.id = m.carrier_id
     where p.device_id = ${deviceId} and ${isVisible(sql, visibility, "carrier", "c")}
     group by c.id, m.mounted_at, m.unmounted_at
     order by m.unmounted_at desc nulls first, m.mounted_at desc, c.id limit ${SHOWN}`;
}

/** Number of newest readings from which the pace is computed, and their maximum age. */
const PACE = { readings: 13, days: 7 } as const;

/**
 * Instants (epoch ms) of the newest readings of each probe, newest first. Probes that only report changes are left out.
 */
export async function findNewestInstants(db: Db, deviceId: number, now: Date): Promise<number[][]> {
  const rows = await db.$client<{ ats: number[] }[]>`
    select array_agg(round(date_part('epoch', r.at) * 1000) order by r.at desc) as ats
      from probe p
     cross join lateral newest_readings(p.id, ${now.toISOString()}::timestamptz - make_interval(days => ${PACE.days}),
                                        ${now.toISOString()}::timestamptz, ${PACE.readings}) r
     where p.device_id = ${deviceId} and p.measure not in ('door', 'power')
     group by p.id`;
  return rows.map(({ ats }) => ats);
}

/** Bindings of a device as a whole or in a smart base, newest first. Names that are not visible are omitted. */
export async function findBindings(db: Db, visibility: Visibility, deviceId: number): Promise<BindingPeriod[]> {
  const sql = db.$client;
  const { customerIds } = scopeArrays(visibility.scope);
  return sql<BindingPeriod[]>`
    select b.id::int, b.state,
           case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as carrier,
           case when o.id is not null then json_build_object('id', o.id, 'name', o.name, 'kind', o.kind) end as partner,
           (extract(epoch from b.bound_at) * 1000)::float8 as "boundAt",
           (extract(epoch from b.unbound_at) * 1000)::float8 as "unboundAt"
      from device_binding b
      left join carrier c on c.id = b.carrier_id and ${isVisible(sql, visibility, "carrier", "c")}
      left join device o on o.id = case when b.sensor_id = ${deviceId} then b.device_id else b.sensor_id end
       and ${isVisible(sql, visibility, "device", "o")}
     where (b.device_id = ${deviceId} or b.sensor_id = ${deviceId})
       and (${customerIds}::bigint[] is null or b.customer_id = any(${customerIds}::bigint[]))
     order by b.unbound_at desc nulls first, b.bound_at desc, b.id limit ${SHOWN}`;
}

/**
 * Audit rows of a device since `reach`, newest first: those of its kind, those of `device` (operations for all kinds),
 * and those of its commands, certificates and bindings.
 */
export async function findOperations(
  db: Db,
  scope: Scope,
  { id, kind, customerId }: Pick<DeviceDto, "id" | "kind" | "customerId">,
  { reach, length }: { reach: Date; length: number },
): Promise<DeviceOperation[]> {
  const { customerIds } = scopeArrays(scope);
  return db.$client<DeviceOperation[]>`
    with about as (
      select entity, ${id}::text as entity_id from unnest(${[kind, "device"]}::text[]) as entity
      union all select 'deviceCommand', c.id::text from device_command c where c.device_id = ${id}
      union all select 'calibration', k.id::text from calibration k where k.device_id = ${id}
      union all select 'plinthBinding', b.id::text from device_binding b where b.device_id = ${id} or b.sensor_id = ${id})
    select a.id::int, to_json(a.at at time zone 'utc') #>> '{}' || 'Z' as at, a.actor_type as "actorType", a.actor_name as "actorName", a.operation,
           a.entity, array(select jsonb_object_keys(coalesce(a.old_values, '{}') || coalesce(a.new_values, '{}'))) as fields
      from about join audit a on a.entity = about.entity and a.entity_id = about.entity_id
     where a.customer_id = ${customerId} and a.at >= ${reach.toISOString()}::timestamptz
       and (${customerIds}::bigint[] is null or a.customer_id = any(${customerIds}::bigint[]))
       -- The certificate's own row says the same.
       and (a.entity = 'calibration' or a.operation not like 'calibration.%')
     order by a.at desc, a.id desc limit ${length}`;
}

export type RawDevice = {
  row: Record<string, unknown>;
  settings: Record<string, unknown>;
  appliedSettings: Record<string, unknown> | null;
  properties: Record<string, unknown>;
  probes: Record<string, unknown>[];
};

/** All stored data of a device except its token; undefined outside the scope. */
export async function findRaw(db: Db, scope: Scope, id: number): Promise<RawDevice | undefined> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [found] = await db.$client<RawDevice[]>`
    select to_jsonb(d) - 'ingest_token_hash' - 'settings' - 'applied_settings' - 'properties' as row,
           d.settings, d.applied_settings as "appliedSettings", d.properties,
           (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'measure', p.measure, 'last_value', s.last_value,
                     'last_at', s.last_at, 'received_at', s.received_at, 'trend', s.trend) order by p.id), '[]')
              from probe p left join probe_state s on s.probe_id = p.id where p.device_id = d.id) as probes
      from device d
     where d.id = ${id}
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))`;
  return found;
}
