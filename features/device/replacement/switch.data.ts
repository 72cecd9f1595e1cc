import "server-only";
import { and, asc, eq, inArray, isNull, or, sql as raw } from "drizzle-orm";
import type postgres from "postgres";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { carrier, device, deviceSwitch } from "@/db/schema";
import { missing } from "@/features/carrier/carrier.rules";
import type { ProbeKey } from "@/features/telemetry/ingest/ingest.schema";
import { lockActiveCustomer, lockCustomers } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { type Visibility, visibleName } from "@/lib/auth/visibility";
import type { VisibleRef } from "@/lib/auth/visible-name";
import { dayKey } from "@/lib/datetime/zone";
import { notFound } from "@/lib/errors";
import { type SwitchFacts, standingOf } from "./switch.rules";
import type { DeviceSwitchDto, DeviceSwitchListQuery } from "./switch.schema";

export type SwitchRecord = typeof deviceSwitch.$inferSelect;

const place = { customerId: carrier.customerId, sceneId: carrier.sceneId };

/** Locks a switch, and before it its customer. Throws NOT_FOUND if its carrier is outside the scope. */
export async function lockSwitch(tx: Db, scope: Scope, id: number): Promise<SwitchRecord> {
  const within = and(
    eq(deviceSwitch.id, id),
    inArray(deviceSwitch.carrierId, tx.select({ id: carrier.id }).from(carrier).where(inScope(scope, place))),
  );
  const [known] = await tx.select({ customerId: deviceSwitch.customerId }).from(deviceSwitch).where(within);
  if (known) await lockCustomers(tx, [known.customerId]);
  const [row] = await tx.select().from(deviceSwitch).where(within).for("update");
  if (!row) throw notFound("deviceSwitch", id);
  return row;
}

export async function insertSwitch(tx: Db, values: typeof deviceSwitch.$inferInsert): Promise<SwitchRecord> {
  const [row] = await tx.insert(deviceSwitch).values(values).returning();
  return row as SwitchRecord;
}

/** Saves the state of a locked switch. */
export async function saveSwitch(
  tx: Db,
  { id, result, endedAt, oldDeviceFate }: Pick<SwitchRecord, "id" | "result" | "endedAt" | "oldDeviceFate">,
): Promise<void> {
  await tx.update(deviceSwitch).set({ result, endedAt, oldDeviceFate }).where(eq(deviceSwitch.id, id));
}

/** The first of these devices that has an open switch; undefined if none has. */
export async function isSwitching(tx: Db, ids: readonly number[]): Promise<number | undefined> {
  const [row] = await tx.$client<{ id: number }[]>`
    select case when old_device_id = any(${[...ids]}::bigint[]) then old_device_id else new_device_id end::int as id
      from device_switch
     where ended_at is null and (old_device_id = any(${[...ids]}::bigint[]) or new_device_id = any(${[...ids]}::bigint[])) limit 1`;
  return row?.id;
}

/**
 * Locks the customer of a carrier within the scope, before the rows that belong to it. Throws CONFLICT if it is
 * cancelled.
 */
export async function lockOwner(tx: Db, scope: Scope, carrierId: number, path: string): Promise<void> {
  const [row] = await tx
    .select({ customerId: carrier.customerId })
    .from(carrier)
    .where(and(eq(carrier.id, carrierId), inScope(scope, place)));
  if (!row) throw missing(path, "carrier");
  await lockActiveCustomer(tx, row.customerId, path);
}

/** The kind of a device within the scope. Throws NOT_FOUND; `path` is the input's field. */
export async function kindWithin(db: Db, scope: Scope, id: number, path: string): Promise<DeviceKind> {
  const [row] = await db
    .select({ kind: device.kind })
    .from(device)
    .where(and(eq(device.id, id), inScope(scope, device)));
  if (!row) throw missing(path, "device");
  return row.kind;
}

/** The carriers on which a device is now: by its probes, its binding, or the binding of its base. */
export async function findPlaces(tx: Db, visibility: Visibility, deviceId: number): Promise<VisibleRef[]> {
  const sql = tx.$client;
  return sql<VisibleRef[]>`
    select c.id::int, ${visibleName(sql, visibility, "carrier", "c")} as name from carrier c where c.id in (
      select m.carrier_id from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null where p.device_id = ${deviceId}
      union select b.carrier_id from device_binding b where b.unbound_at is null
        and (b.device_id = ${deviceId} or (b.sensor_id = ${deviceId} and b.state = 'embedded')))
     order by c.id`;
}

/** The probes of a device that are mounted on a carrier now. */
export async function findMountedKeys(tx: Db, deviceId: number, carrierId: number) {
  const rows = await tx.$client<{ key: ProbeKey }[]>`
    select concat_ws('.', p.measure, nullif(p.channel, '')) as key from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
     where p.device_id = ${deviceId} and m.carrier_id = ${carrierId} order by p.id`;
  return rows.map(({ key }) => key);
}

/**
 * Locks two devices of the scope and those that forward through the first, in the order of their ids, as everywhere.
 */
export async function lockTogether(tx: Db, scope: Scope, id: number, otherId: number): Promise<void> {
  const own = tx
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.id, id), inScope(scope, device)));
  await tx
    .select({ id: device.id })
    .from(device)
    .where(or(and(inArray(device.id, [id, otherId]), inScope(scope, device)), inArray(device.gatewayId, own)))
    .orderBy(asc(device.id))
    .for("no key update");
}

/** Moves the devices behind one gateway to another. Returns them, by id. */
export async function redirect(tx: Db, fromGatewayId: number, toGatewayId: number) {
  const rows = await tx
    .update(device)
    .set({ gatewayId: toGatewayId })
    .where(eq(device.gatewayId, fromGatewayId))
    .returning({ id: device.id, kind: device.kind, customerId: device.customerId });
  return rows.toSorted((a, b) => a.id - b.id);
}

/** The facts by which the conditions of a switch are checked. */
export async function findFacts(
  db: Db,
  { carrierId, oldDeviceId, newDeviceId }: Pick<SwitchRecord, "carrierId" | "oldDeviceId" | "newDeviceId">,
  now: Date,
): Promise<SwitchFacts> {
  const sql = db.$client;
  const probes = (deviceId: number, where: postgres.PendingQuery<postgres.Row[]>) => sql`
    (select coalesce(json_agg(json_build_object('measure', p.measure, 'channel', p.channel, 'value', s.last_value,
              'at', round(date_part('epoch', s.last_at) * 1000)) order by p.id), '[]')
       from probe p left join probe_state s on s.probe_id = p.id where p.device_id = ${deviceId} ${where})`;
  const isMountedHere = sql`and exists (select from mounting m
    where m.probe_id = p.id and m.unmounted_at is null and m.carrier_id = ${carrierId})`;
  const [row] = await sql<[{ old: SwitchFacts["old"]; new: SwitchFacts["new"]; timeZone: string }]>`
    select json_build_object('probes', ${probes(oldDeviceId, isMountedHere)}, 'reportIntervalSeconds', o.report_interval_seconds) as old,
           json_build_object('probes', ${probes(newDeviceId, sql``)}, 'reportIntervalSeconds', n.report_interval_seconds,
             'lastSeenAt', round(date_part('epoch', n.last_seen_at) * 1000), 'use', n.use,
             'calibrationDueOn', n.calibration_due_on) as new,
           c.time_zone as "timeZone"
      from device o cross join device n join customer c on c.id = o.customer_id
     where o.id = ${oldDeviceId} and n.id = ${newDeviceId}`;
  return { old: row.old, new: row.new, today: dayKey(now, row.timeZone) };
}

type Row = Omit<DeviceSwitchDto, "standing">;

/** Switches at carriers of the scope, newest first. Names that are not visible are omitted. */
export async function findSwitches(
  db: Db,
  visibility: Visibility,
  query: Partial<DeviceSwitchListQuery> &
    Pick<DeviceSwitchListQuery, "iDisplayStart" | "iDisplayLength" | "dir"> & {
      id?: number;
      kinds?: readonly DeviceKind[];
    },
): Promise<{ items: DeviceSwitchDto[]; total: number }> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const { id, kinds, q, carrierId, deviceId, type, isOpen } = query;
  const direction = query.dir === "asc" ? sql`asc` : sql`desc`;
  const text = (alias: "o" | "n", column: string) => visibleName(sql, visibility, "device", alias, column);
  const part = (alias: "o" | "n") => sql`json_build_object('id', ${sql(alias)}.id, 'name', ${text(alias, "name")},
    'serialNumber', ${text(alias, "serial_number")}, 'kind', ${sql(alias)}.kind)`;
  const names = sql`concat_ws(' ', ${visibleName(sql, visibility, "carrier", "c")}, ${text("o", "name")}, ${text("o", "serial_number")},
    ${text("n", "name")}, ${text("n", "serial_number")})`;
  const [row] = await sql<[{ items: Row[]; total: number }]>`
    with found as (
      select w.*, json_build_object('id', c.id, 'name', ${visibleName(sql, visibility, "carrier", "c")}, 'type', c.type) as carrier, ${part("o")} as old_device, ${part("n")} as new_device
        from device_switch w join carrier c on c.id = w.carrier_id
        join device o on o.id = w.old_device_id join device n on n.id = w.new_device_id
       where (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
         ${kinds ? sql`and o.kind = any(${[...kinds]}::text[])` : sql``}
         ${id === undefined ? sql`` : sql`and w.id = ${id}`}
         ${carrierId === undefined ? sql`` : sql`and w.carrier_id = ${carrierId}`}
         ${deviceId === undefined ? sql`` : sql`and (w.old_device_id = ${deviceId} or w.new_device_id = ${deviceId})`}
         ${type === undefined ? sql`` : sql`and w.type = ${type}`}
         ${isOpen === undefined ? sql`` : isOpen ? sql`and w.ended_at is null` : sql`and w.ended_at is not null`}
         ${q ? sql`and position(lower(${q}) in lower(${names})) > 0` : sql``}),
    page as (select * from found order by started_at ${direction}, id ${direction} limit ${query.iDisplayLength} offset ${query.iDisplayStart})
    select (select coalesce(json_agg(json_build_object('id', p.id, 'customerId', p.customer_id, 'carrier', p.carrier,
              'oldDevice', p.old_device, 'newDevice', p.new_device, 'type', p.type, 'result', p.result, 'oldDeviceFate', p.old_device_fate, 'reason', p.reason,
              'userName', u.name, 'expiresAt', round(date_part('epoch', p.expires_at) * 1000),
              'startedAt', round(date_part('epoch', p.started_at) * 1000), 'endedAt', round(date_part('epoch', p.ended_at) * 1000))
              order by p.started_at ${direction}, p.id ${direction}), '[]') from page p left join user_account u on u.id = p.user_id) as items,
           (select count(*)::int from found) as total`;
  return {
    items: row.items.map((item) => ({
      ...item,
      standing: standingOf({ result: item.result, isEnded: item.endedAt !== null }),
    })),
    total: row.total,
  };
}

/** Ids of open switches, oldest first. The worker processes each in its own transaction. */
export async function findOpenIds(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: deviceSwitch.id })
    .from(deviceSwitch)
    .where(and(isNull(deviceSwitch.endedAt), raw`${deviceSwitch.id} > ${after}`))
    .orderBy(asc(deviceSwitch.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
