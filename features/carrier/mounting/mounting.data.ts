import "server-only";
import { and, eq, inArray, sql as raw } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind, Measure } from "@/db/enums";
import { carrier, device, mounting } from "@/db/schema";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleName, visibleRef } from "@/lib/auth/visibility";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { missing } from "../carrier.rules";
import type { Period } from "./mounting.rules";
import type { MountingDto, MountingListQuery } from "./mounting.schema";

export type LockedDevice = typeof device.$inferSelect;

/** Locks the device's row. Throws NOT_FOUND outside the scope; `path` is the input field. */
export async function lockDevice(tx: Db, scope: Scope, id: number, path = "deviceId"): Promise<LockedDevice> {
  const [row] = await tx
    .select()
    .from(device)
    .where(and(eq(device.id, id), inScope(scope, device)))
    .for("no key update");
  if (!row) throw missing(path, "device");
  return row;
}

export type PlacedProbe = { id: number; measure: Measure; key: ProbeKey; periods: (Period & { id: number })[] };

/** A locked device's probes with all mountings. Locks their alarm state, so that no reading is evaluated meanwhile. */
export async function lockProbes(tx: Db, visibility: Visibility, deviceId: number): Promise<PlacedProbe[]> {
  const sql = tx.$client;
  await sql`
    insert into probe_state (probe_id) select id from probe where device_id = ${deviceId} order by id
    on conflict do nothing`;
  await sql`
    select from probe_state where probe_id in (select id from probe where device_id = ${deviceId})
     order by probe_id for update`;
  return sql<PlacedProbe[]>`
    select p.id::int, p.measure, concat_ws('.', p.measure, nullif(p.channel, '')) as key,
           (select coalesce(json_agg(json_build_object('id', m.id, 'carrierId', m.carrier_id,
                     'carrierName', ${visibleName(sql, visibility, "carrier", "c")},
                     'from', round(date_part('epoch', m.mounted_at) * 1000),
                     'to', round(date_part('epoch', m.unmounted_at) * 1000)) order by m.mounted_at), '[]')
              from mounting m join carrier c on c.id = m.carrier_id where m.probe_id = p.id) as periods
      from probe p where p.device_id = ${deviceId} order by p.id`;
}

type Place = { id: number; customerId: number };

/** Mounts probes on a carrier from an instant on. */
export async function insertMountings(
  tx: Db,
  place: Place,
  { probeIds, at }: { probeIds: readonly number[]; at: Date },
): Promise<void> {
  await forgetAlarms(tx, probeIds);
  await tx
    .insert(mounting)
    .values(probeIds.map((probeId) => ({ customerId: place.customerId, probeId, carrierId: place.id, mountedAt: at })));
}

/** Moves a locked device to the node of its carrier. Returns whether it was elsewhere. */
export async function moveToNode(tx: Db, deviceId: number, sceneId: number): Promise<boolean> {
  // A device that is there already must not get a next version.
  const moved = await tx
    .update(device)
    .set({ sceneId })
    .where(and(eq(device.id, deviceId), raw`${device.sceneId} is distinct from ${sceneId}`))
    .returning({ id: device.id });
  return moved.length > 0;
}

/** The stored alarm state belongs to the carrier on which a probe was mounted, so it is reset. */
async function forgetAlarms(tx: Db, probeIds: readonly number[]): Promise<void> {
  await tx.$client`
    update probe_state set alarm = '{}', due_at = null
     where probe_id = any(${[...probeIds]}::bigint[]) and (alarm <> '{}' or due_at is not null)`;
}

/** Ends mountings of these probes at an instant. */
export async function endMountings(
  tx: Db,
  ids: readonly number[],
  probeIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx
    .update(mounting)
    .set({ unmountedAt: at })
    .where(inArray(mounting.id, [...ids]));
  await forgetAlarms(tx, probeIds);
}

export type Ties = { base: VisibleRef | null; isSwitching: boolean };

/** What prevents a device from being mounted or unmounted: a base that contains it, or a replacement in progress. */
export async function findTies(tx: Db, visibility: Visibility, deviceId: number): Promise<Ties> {
  const sql = tx.$client;
  const [row] = await sql<Ties[]>`
    select (select ${visibleRef(sql, visibility, "device", "d")} from device_binding b join device d on d.id = b.device_id
             where b.sensor_id = ${deviceId} and b.state = 'embedded' and b.unbound_at is null limit 1) as base,
           exists (select from device_switch w where w.ended_at is null
                    and (w.old_device_id = ${deviceId} or w.new_device_id = ${deviceId})) as "isSwitching"`;
  return row as Ties;
}

/** A carrier's type, or a device's kind, for permission checks. Throws NOT_FOUND outside the scope. */
export async function carrierTypeOf(db: Db, scope: Scope, id: number) {
  const [row] = await db
    .select({ type: carrier.type })
    .from(carrier)
    .where(and(eq(carrier.id, id), inScope(scope, { customerId: carrier.customerId, sceneId: carrier.sceneId })));
  if (!row) throw missing("id", "carrier");
  return row.type;
}

export async function deviceKindOf(db: Db, scope: Scope, id: number): Promise<DeviceKind> {
  const [row] = await db
    .select({ kind: device.kind })
    .from(device)
    .where(and(eq(device.id, id), inScope(scope, device)));
  if (!row) throw missing("id", "device");
  return row.kind;
}

/** Mountings of a carrier or of a device, current ones first; those on carriers that are not visible are omitted. */
export async function findMountings(
  db: Db,
  visibility: Visibility,
  of: "carrier" | "device",
  query: MountingListQuery,
): Promise<{ items: MountingDto[]; total: number }> {
  const sql = db.$client;
  const { id, isCurrent, q } = query;
  const ofDevice = (column: string) => visibleName(sql, visibility, "device", "d", column);
  const direction = query.dir === "asc" ? sql`asc` : sql`desc`;
  const [row] = await sql<[{ items: MountingDto[]; total: number }]>`
    with period as materialized (
      select p.device_id, m.carrier_id, m.mounted_at, m.unmounted_at,
             json_agg(json_build_object('probeId', p.id, 'measure', p.measure, 'channel', p.channel, 'value', s.last_value,
                        'at', round(date_part('epoch', s.last_at) * 1000),
                        'unconfirmed', case when s.invalid_at > s.last_at then (
                          select json_build_object('at', round(date_part('epoch', j.at) * 1000), 'value', j.value)
                            from unconfirmed_jump(p.id, s.last_at) j) end) order by p.id) as probes
        from mounting m join probe p on p.id = m.probe_id left join probe_state s on s.probe_id = p.id
       where ${of === "carrier" ? sql`m.carrier_id = ${id}` : sql`p.device_id = ${id}`}
         ${isCurrent === undefined ? sql`` : isCurrent ? sql`and m.unmounted_at is null` : sql`and m.unmounted_at is not null`}
       group by p.device_id, m.carrier_id, m.mounted_at, m.unmounted_at),
    found as (
      select period.*, ${ofDevice("name")} as device_name, ${ofDevice("serial_number")} as serial_number, d.kind,
             d.calibration_due_on, c.name as carrier_name, c.type
        from period join device d on d.id = period.device_id join carrier c on c.id = period.carrier_id
       where ${isVisible(sql, visibility, "carrier", "c")}),
    matching as (
      select * from found
       where true ${q ? sql`and position(lower(${q}) in lower(concat_ws(' ', device_name, serial_number, carrier_name))) > 0` : sql``}),
    page as (
      select * from matching order by unmounted_at is null desc, mounted_at ${direction}, device_id, unmounted_at
       limit ${query.iDisplayLength} offset ${query.iDisplayStart})
    select (select coalesce(json_agg(json_build_object(
              'deviceId', device_id, 'deviceName', device_name, 'serialNumber', serial_number, 'kind', kind,
              'calibrationDueOn', calibration_due_on, 'carrierId', carrier_id, 'carrierName', carrier_name, 'carrierType', type,
              'from', round(date_part('epoch', mounted_at) * 1000), 'to', round(date_part('epoch', unmounted_at) * 1000),
              'probes', probes) order by unmounted_at is null desc, mounted_at ${direction}, device_id, unmounted_at), '[]') from page) as items,
           (select count(*)::int from matching) as total`;
  return row;
}
