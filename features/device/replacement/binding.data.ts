import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { device, deviceBinding } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleName } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { BindingDto, BindingFilter } from "./binding.schema";

export type BindingRecord = typeof deviceBinding.$inferSelect;

/** The binding with its device. Throws NOT_FOUND outside the scope. */
export async function getBinding(db: Db, scope: Scope, id: number): Promise<BindingRecord> {
  const [row] = await db
    .select({ binding: deviceBinding })
    .from(deviceBinding)
    .innerJoin(device, eq(device.id, deviceBinding.deviceId))
    .where(and(eq(deviceBinding.id, id), inScope(scope, device)));
  if (!row) throw notFound("plinthBinding", id);
  return row.binding;
}

/** The kind of a device. Throws NOT_FOUND outside the scope. */
export async function kindOf(db: Db, scope: Scope, id: number): Promise<DeviceKind> {
  const [row] = await db
    .select({ kind: device.kind })
    .from(device)
    .where(and(eq(device.id, id), inScope(scope, device)));
  if (!row) throw notFound("device", id);
  return row.kind;
}

/** The current binding of a locked device. */
export async function findCurrent(tx: Db, deviceId: number): Promise<BindingRecord | undefined> {
  const [row] = await tx
    .select()
    .from(deviceBinding)
    .where(and(eq(deviceBinding.deviceId, deviceId), isNull(deviceBinding.unboundAt)));
  return row;
}

/** The binding of the base that contains a locked sensor now. */
export async function findHolder(tx: Db, sensorId: number): Promise<BindingRecord | undefined> {
  const [row] = await tx
    .select()
    .from(deviceBinding)
    .where(
      and(eq(deviceBinding.sensorId, sensorId), eq(deviceBinding.state, "embedded"), isNull(deviceBinding.unboundAt)),
    );
  return row;
}

type Next = Pick<BindingRecord, "customerId" | "deviceId" | "carrierId" | "sensorId" | "state">;

/** Ends the current period and begins the next one at the same instant; without a next one the device is unbound. */
export async function moveOn(
  tx: Db,
  before: BindingRecord | undefined,
  next: Next | null,
  at: Date,
): Promise<BindingRecord | null> {
  if (before) await tx.update(deviceBinding).set({ unboundAt: at }).where(eq(deviceBinding.id, before.id));
  if (!next) return null;
  const [row] = await tx
    .insert(deviceBinding)
    .values({ ...next, boundAt: at })
    .returning();
  return row as BindingRecord;
}

type Asked = { kinds: readonly DeviceKind[]; ofDevice?: number };

/** Bindings of devices of the scope, newest first. Names of carriers and sensors that are not visible are omitted. */
export async function findBindings(
  db: Db,
  visibility: Visibility,
  { kinds, ofDevice }: Asked,
  filter: BindingFilter,
): Promise<{ items: BindingDto[]; total: number }> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const { q, deviceId, carrierId, sensorId, state, isCurrent } = filter;
  const direction = filter.dir === "asc" ? sql`asc` : sql`desc`;
  const order =
    filter.sort === "name"
      ? sql`lower(device_name) ${direction}, bound_at desc, id desc`
      : sql`bound_at ${direction}, id ${direction}`;
  const [row] = await sql<[{ items: BindingDto[]; total: number }]>`
    with found as (
      select b.id, b.customer_id, b.state, b.bound_at, b.unbound_at, d.id as device_id, d.kind,
             ${visibleName(sql, visibility, "device", "d")} as device_name, ${visibleName(sql, visibility, "device", "d", "serial_number")} as serial_number,
             c.id as carrier_id, c.name as carrier_name, s.id as sensor_id, s.name as sensor_name, s.serial_number as sensor_serial
        from device_binding b join device d on d.id = b.device_id
        left join carrier c on c.id = b.carrier_id and ${isVisible(sql, visibility, "carrier", "c")}
        left join device s on s.id = b.sensor_id and ${isVisible(sql, visibility, "device", "s")}
       where d.kind = any(${[...kinds]}::text[])
         ${
           ofDevice === undefined
             ? sql`and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
                   and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))`
             : sql`and (b.device_id = ${ofDevice} or b.sensor_id = ${ofDevice}) and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`
         }
         ${deviceId === undefined ? sql`` : sql`and b.device_id = ${deviceId}`}
         ${carrierId === undefined ? sql`` : sql`and c.id = ${carrierId}`}
         ${sensorId === undefined ? sql`` : sql`and s.id = ${sensorId}`}
         ${state === undefined ? sql`` : sql`and b.state = ${state}`}
         ${isCurrent === undefined ? sql`` : isCurrent ? sql`and b.unbound_at is null` : sql`and b.unbound_at is not null`}
         ${q ? sql`and position(lower(${q}) in lower(concat_ws(' ', ${visibleName(sql, visibility, "device", "d")}, ${visibleName(sql, visibility, "device", "d", "serial_number")}, c.name, s.name, s.serial_number))) > 0` : sql``}),
    page as (select * from found order by ${order} limit ${filter.iDisplayLength} offset ${filter.iDisplayStart})
    select (select coalesce(json_agg(json_build_object(
              'id', id, 'customerId', customer_id, 'state', state,
              'device', json_build_object('id', device_id, 'name', device_name, 'kind', kind, 'serialNumber', serial_number),
              'carrier', case when carrier_id is not null then json_build_object('id', carrier_id, 'name', carrier_name) end,
              'sensor', case when sensor_id is not null then json_build_object('id', sensor_id, 'name', sensor_name, 'serialNumber', sensor_serial) end,
              'boundAt', round(date_part('epoch', bound_at) * 1000), 'unboundAt', round(date_part('epoch', unbound_at) * 1000))
              order by ${order}), '[]') from page) as items,
           (select count(*)::int from found) as total`;
  return row;
}
