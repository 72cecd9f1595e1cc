import "server-only";
import type { Db } from "@/db/client";
import type { CarrierType, DeviceKind, TemperatureUnit } from "@/db/enums";
import { isLotVisible, isVisible, type Visibility, visibleName } from "@/lib/auth/visibility";

/** What labels say of a carrier, a device and a lot; `path` has the nodes from the site down. */
export type CarrierLabel = { id: number; customerId: number; name: string; type: CarrierType; path: string[] };
export type DeviceLabel = {
  id: number;
  customerId: number;
  name: string;
  kind: DeviceKind;
  serialNumber: string;
  mac: string | null;
  carrierName: string | null;
  calibrationDueOn: string | null;
};
export type LotLabel = {
  id: number;
  customerId: number;
  number: string;
  productName: string;
  productCode: string;
  expiresOn: string | null;
  minimum: number | null;
  maximum: number | null;
};

/** The visible ones of these carriers, by name. */
export async function findCarrierLabels(
  db: Db,
  visibility: Visibility,
  ids: readonly number[],
): Promise<CarrierLabel[]> {
  const sql = db.$client;
  const rows = await sql<CarrierLabel[]>`
    select c.id::int, c.customer_id::int as "customerId", c.name, c.type,
           (with recursive up as (
              select id, parent_id, name, 0 as height from scene where id = c.scene_id
              union all
              select s.id, s.parent_id, s.name, up.height + 1 from scene s join up on s.id = up.parent_id)
            select coalesce(json_agg(name order by height desc), '[]') from up where parent_id is not null) as path
      from carrier c
     where c.id = any(${[...ids]}::bigint[]) and ${isVisible(sql, visibility, "carrier", "c")}
     order by lower(c.name), c.id`;
  return [...rows];
}

/** The visible ones of these devices, by name, each with the carrier that it is mounted on. */
export async function findDeviceLabels(db: Db, visibility: Visibility, ids: readonly number[]): Promise<DeviceLabel[]> {
  const sql = db.$client;
  const rows = await sql<DeviceLabel[]>`
    select d.id::int, d.customer_id::int as "customerId", d.name, d.kind, d.serial_number as "serialNumber", d.mac,
           d.calibration_due_on::text as "calibrationDueOn",
           (select ${visibleName(sql, visibility, "carrier", "c")} from mounting m
              join probe p on p.id = m.probe_id join carrier c on c.id = m.carrier_id
             where p.device_id = d.id and m.unmounted_at is null order by m.mounted_at desc, c.id limit 1) as "carrierName"
      from device d
     where d.id = any(${[...ids]}::bigint[]) and ${isVisible(sql, visibility, "device", "d")}
     order by lower(d.name), d.id`;
  return [...rows];
}

/** The visible ones of these lots, by product and number. */
export async function findLotLabels(db: Db, visibility: Visibility, ids: readonly number[]): Promise<LotLabel[]> {
  const sql = db.$client;
  const rows = await sql<LotLabel[]>`
    select l.id::int, l.customer_id::int as "customerId", l.number, p.name as "productName", p.code as "productCode",
           l.expires_on::text as "expiresOn", p.minimum, p.maximum
      from lot l join product p on p.id = l.product_id
     where l.id = any(${[...ids]}::bigint[]) and ${isLotVisible(sql, visibility.scope)}
     order by lower(p.name), lower(l.number), l.id`;
  return [...rows];
}

/** What belongs to carriers now: the devices mounted on them, and the lots in them. */
export async function findBelonging(
  db: Db,
  carrierIds: readonly number[],
): Promise<{ deviceIds: number[]; lotIds: number[] }> {
  const sql = db.$client;
  const ids = [...carrierIds];
  const [row] = await sql<{ deviceIds: number[]; lotIds: number[] }[]>`
    select array(select distinct p.device_id::int from mounting m join probe p on p.id = m.probe_id
                  where m.carrier_id = any(${ids}::bigint[]) and m.unmounted_at is null) as "deviceIds",
           array(select distinct lot_id::int from lot_placement
                  where carrier_id = any(${ids}::bigint[]) and removed_at is null) as "lotIds"`;
  return row ?? { deviceIds: [], lotIds: [] };
}

/** The transports of carriers that are under way, or planned to leave within a span, by number. */
export async function findSlips(
  db: Db,
  carrierIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<number[]> {
  const sql = db.$client;
  const rows = await sql<{ id: number }[]>`
    select t.id::int from transport t
     where t.carrier_id = any(${[...carrierIds]}::bigint[])
       and (t.state in ('loading', 'underway', 'arrived')
            or t.state = 'planned' and exists (
              select from transport_stop s
               where s.transport_id = t.id and s.place = (select min(place) from transport_stop where transport_id = t.id)
                 and coalesce(s.planned_depart_at, t.created_at) >= ${from.toISOString()}::timestamptz
                 and coalesce(s.planned_depart_at, t.created_at) < ${to.toISOString()}::timestamptz))
     order by lower(t.number), t.id`;
  return rows.map(({ id }) => id);
}

export type Owner = {
  id: number;
  name: string;
  timeZone: string;
  temperatureUnit: TemperatureUnit;
  locale: string | null;
};

/** Name, zone and the language of the first account of a customer. */
export async function findOwner(db: Db, customerId: number): Promise<Owner | undefined> {
  const [row] = await db.$client<Owner[]>`
    select cu.id::int, cu.name, cu.time_zone as "timeZone", cu.temperature_unit as "temperatureUnit",
           (select u.locale from user_account u where u.customer_id = cu.id order by u.id limit 1) as locale
      from customer cu where cu.id = ${customerId}`;
  return row;
}
