import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmTrigger, carrier, carrierType, carrierZone, scene, zone } from "@/db/schema";
import { isRange } from "@/features/scene/scene.rules";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import { type Visibility, visibleName } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import { broken, mayHaveRange, missing } from "./carrier.rules";
import type { CarrierDto, CarrierInput, CarrierZoneDto, MountedDeviceDto } from "./carrier.schema";
import { boundDevices } from "./list.data";
import { paths } from "./monitoring/monitoring.data";

export type CarrierRecord = typeof carrier.$inferSelect;
/** A stored carrier without the fields that rules derive: switch position and type number. */
export type StoredCarrier = Omit<CarrierDto, "typeNumber" | "alarmSwitch"> & {
  alarmSwitch: CarrierRecord["alarmSwitch"];
};

const place = { customerId: carrier.customerId, sceneId: carrier.sceneId };

/** One carrier with its ranges, trigger and mounted devices. Throws NOT_FOUND outside the scope. */
export async function getCarrier(db: Db, scope: Scope, id: number): Promise<StoredCarrier> {
  const raw = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [row] = await raw<[StoredCarrier]>`
    with recursive page as (
      select c.* from carrier c where c.id = ${id}
         ${customerIds ? raw`and c.customer_id = any(${customerIds}::bigint[])` : raw``}
         ${sceneIds ? raw`and c.scene_id = any(${sceneIds}::bigint[])` : raw``}),
    ${paths(raw, scope)}
    select c.id::int, c.customer_id::int as "customerId", customer.name as "customerName",
           c.scene_id::int as "sceneId", (select to_json(names) from paths) as "scenePath", c.name, c.type,
           c.carrier_type_id::int as "carrierTypeId", c.description, c.status,
           (extract(epoch from c.defrost_until) * 1000)::float8 as "defrostUntil",
           c.alarm_trigger_id::int as "alarmTriggerId", t.name as "alarmTriggerName", c.alarm_switch as "alarmSwitch",
           (extract(epoch from c.alarm_paused_until) * 1000)::float8 as "pausedUntil", c.mode,
           c.work_mode as "workMode", c.bearing_type as "bearingType", c.longitude, c.latitude,
           c.is_traceable as "isTraceable", c.is_gps_on as "isGpsOn", c.attributes,
           (select coalesce(json_agg(json_build_object('name', e.key, 'value', e.value)), '[]')
              from jsonb_each_text(c.extension) e) as extension,
           (select coalesce(json_agg(json_build_object('measure', cz.measure, 'zoneId', z.id, 'name', z.name,
                     'minimum', z.minimum, 'maximum', z.maximum) order by cz.measure), '[]')
              from carrier_zone cz join zone z on z.id = cz.zone_id where cz.carrier_id = c.id) as zones,
           (select coalesce(json_agg(distinct p.measure), '[]') from mounting m join probe p on p.id = m.probe_id
             where m.carrier_id = c.id and m.unmounted_at is null) as "mountedMeasures",
           (select count(*)::int from (${boundDevices(raw, raw`c.id`)}) bound) as "deviceCount",
           to_json(c.created_at at time zone 'utc') #>> '{}' || 'Z' as "createdAt", c.version
      from page c join customer on customer.id = c.customer_id
      left join alarm_trigger t on t.id = c.alarm_trigger_id`;
  if (!row) throw notFound("carrier", id);
  return row;
}

/** The devices mounted on or bound to a carrier now; names are redacted where they are not visible. */
export async function findMountedDevices(
  db: Db,
  visibility: Visibility,
  carrierId: number,
): Promise<MountedDeviceDto[]> {
  const raw = db.$client;
  const of = (column: string) => visibleName(raw, visibility, "device", "d", column);
  return raw<MountedDeviceDto[]>`
    select d.id::int, d.kind, ${of("name")} as name, ${of("serial_number")} as "serialNumber", ${of("mac")} as mac,
           d.gateway_id::int as "gatewayId", ${visibleName(raw, visibility, "device", "g")} as "gatewayName",
           (select coalesce(json_agg(p.measure order by p.id), '[]') from mounting m join probe p on p.id = m.probe_id
             where p.device_id = d.id and m.carrier_id = ${carrierId} and m.unmounted_at is null) as measures
      from device d left join device g on g.id = d.gateway_id
     where d.id in (${boundDevices(raw, raw`${carrierId}`)})
     order by d.kind, lower(d.name), d.id`;
}

/**
 * Locks the carriers in the order of their ids; those outside the scope are omitted. Exceptions may still reference
 * them, see `lockDevices` of devices.
 */
export function lockCarriers(tx: Db, scope: Scope, ids: readonly number[]): Promise<CarrierRecord[]> {
  return tx
    .select()
    .from(carrier)
    .where(and(inArray(carrier.id, [...ids]), inScope(scope, place)))
    .orderBy(asc(carrier.id))
    .for("no key update");
}

/** Locks the carrier's row. Throws NOT_FOUND outside the scope. */
export async function lockOne(tx: Db, scope: Scope, id: number): Promise<CarrierRecord> {
  const [row] = await lockCarriers(tx, scope, [id]);
  if (!row) throw notFound("carrier", id);
  return row;
}

/**
 * The customer of a node that may have carriers, which the range node may not (specification, section 5). The node is
 * locked until the transaction ends. Throws NOT_FOUND outside the scope.
 */
export async function customerOfScene(tx: Db, scope: Scope, sceneId: number): Promise<number> {
  const [row] = await tx
    .select({ customerId: scene.customerId, parentId: scene.parentId })
    .from(scene)
    .where(and(eq(scene.id, sceneId), inScope(scope, { customerId: scene.customerId, sceneId: scene.id })))
    .for("share");
  if (!row) throw missing("sceneId", "scene");
  if (isRange(row)) throw broken("sceneId", "rangeCarrier", "the range node has no carriers");
  return row.customerId;
}

/** As `customerOfScene`, for a new record: the customer is locked before the node, and must be active. */
export async function customerForNew(tx: Db, scope: Scope, sceneId: number): Promise<number> {
  const [row] = await tx
    .select({ customerId: scene.customerId })
    .from(scene)
    .where(and(eq(scene.id, sceneId), inScope(scope, { customerId: scene.customerId, sceneId: scene.id })));
  if (!row) throw missing("sceneId", "scene");
  await lockActiveCustomer(tx, row.customerId, "sceneId");
  return customerOfScene(tx, scope, sceneId);
}

type References = Pick<CarrierInput, "type" | "carrierTypeId" | "alarmTriggerId" | "zones">;

/** Throws unless the referenced records belong to the customer and fit; locks them until the transaction ends. */
export async function assertReferences(tx: Db, customerId: number, input: References, old?: CarrierRecord) {
  const { type, carrierTypeId, alarmTriggerId } = input;
  if (carrierTypeId !== null && carrierTypeId !== old?.carrierTypeId) await assertType(tx, type, carrierTypeId);
  if (alarmTriggerId !== null && alarmTriggerId !== old?.alarmTriggerId)
    await assertTrigger(tx, customerId, alarmTriggerId);
}

/** Throws unless the subtype has this base type and is enabled. */
export async function assertType(tx: Db, type: CarrierInput["type"], id: number): Promise<void> {
  const [row] = await tx.select().from(carrierType).where(eq(carrierType.id, id)).for("share");
  if (!row) throw missing("carrierTypeId", "carrierType");
  if (row.base !== type) throw broken("carrierTypeId", "carrierTypeBase", "is a type of other carriers");
  if (!row.isEnabled) throw broken("carrierTypeId", "disabled", "is disabled");
}

/** Throws unless the trigger belongs to the customer. */
export async function assertTrigger(tx: Db, customerId: number, id: number): Promise<void> {
  const [row] = await tx
    .select({ id: alarmTrigger.id })
    .from(alarmTrigger)
    .where(and(eq(alarmTrigger.id, id), eq(alarmTrigger.customerId, customerId)))
    .for("share");
  if (!row) throw missing("alarmTriggerId", "alarmTrigger");
}

type ZoneChoice = CarrierInput["zones"][number];

/**
 * Sets the ranges of a carrier. A range that was bound before needs no mounted probe. `path` is the input field that
 * issues refer to.
 */
export async function saveZones(
  tx: Db,
  { id, customerId }: Pick<CarrierRecord, "id" | "customerId">,
  zones: readonly ZoneChoice[],
  path?: string,
): Promise<void> {
  const before = new Set((await zonesOf(tx, id)).map((bound) => `${bound.measure} ${bound.zoneId}`));
  const added = zones.filter(({ measure, zoneId }) => !before.has(`${measure} ${zoneId}`));
  if (added.length > 0) await assertZones(tx, { id, customerId }, zones, added, path);
  await tx.delete(carrierZone).where(eq(carrierZone.carrierId, id));
  if (zones.length > 0) await tx.insert(carrierZone).values(zones.map((chosen) => ({ carrierId: id, ...chosen })));
}

async function assertZones(
  tx: Db,
  { id, customerId }: Pick<CarrierRecord, "id" | "customerId">,
  zones: readonly ZoneChoice[],
  added: readonly ZoneChoice[],
  row?: string,
): Promise<void> {
  const rows = await tx
    .select({ id: zone.id, measure: zone.measure })
    .from(zone)
    .where(
      and(
        inArray(
          zone.id,
          added.map(({ zoneId }) => zoneId),
        ),
        eq(zone.customerId, customerId),
      ),
    )
    .orderBy(asc(zone.id))
    .for("share");
  const mounted = await mountedMeasures(tx, id);
  for (const one of added) {
    const path = `zones.${zones.indexOf(one)}`;
    const range = rows.find((known) => known.id === one.zoneId);
    if (!range) throw missing(path, "zone");
    if (range.measure !== one.measure) throw broken(path, "rangeMeasure", `the range is one of ${range.measure}`);
    if (!mayHaveRange(one.measure, mounted))
      throw broken(row ?? path, "thermometerOnly", "the mounted devices measure no humidity");
  }
}

export const zonesOf = (db: Db, carrierId: number): Promise<Pick<CarrierZoneDto, "measure" | "zoneId">[]> =>
  db
    .select({ measure: carrierZone.measure, zoneId: carrierZone.zoneId })
    .from(carrierZone)
    .where(eq(carrierZone.carrierId, carrierId))
    .orderBy(asc(carrierZone.measure));

async function mountedMeasures(db: Db, carrierId: number): Promise<string[]> {
  const rows = await db.$client<{ measure: string }[]>`
    select distinct p.measure from mounting m join probe p on p.id = m.probe_id
     where m.carrier_id = ${carrierId} and m.unmounted_at is null`;
  return rows.map(({ measure }) => measure);
}

const columnsOf = ({ zones: _, extension, type: __, ...input }: CarrierInput) => ({
  ...input,
  extension: Object.fromEntries(extension.map(({ name, value }) => [name, value])),
});

export async function insertCarrier(tx: Db, customerId: number, input: CarrierInput): Promise<CarrierRecord> {
  const [row] = await tx
    .insert(carrier)
    .values({ ...columnsOf(input), type: input.type, customerId })
    .returning();
  await saveZones(tx, row as CarrierRecord, input.zones);
  return row as CarrierRecord;
}

export async function saveCarrier(tx: Db, old: CarrierRecord, input: CarrierInput): Promise<CarrierRecord> {
  const [row] = await tx.update(carrier).set(columnsOf(input)).where(eq(carrier.id, old.id)).returning();
  await saveZones(tx, row as CarrierRecord, input.zones);
  return row as CarrierRecord;
}

/** Whether the carrier has any records: readings, positions, exceptions or logger files. */
export async function hasHistory(db: Db, carrierId: number): Promise<boolean> {
  const [row] = await db.$client<[{ found: boolean }]>`
    select exists (select from exception where carrier_id = ${carrierId})
        or exists (select from carrier_state where carrier_id = ${carrierId})
        or exists (select from logger_file where carrier_id = ${carrierId})
        or exists (select from work_order where carrier_id = ${carrierId})
        or exists (select from verification_task where carrier_id = ${carrierId})
        or exists (select from mounting m join probe_state s on s.probe_id = m.probe_id
                    where m.carrier_id = ${carrierId} and s.last_at >= m.mounted_at) as found`;
  return row.found;
}

/** Deletes a carrier without records, including its configuration. */
export async function deleteCarrier(tx: Db, id: number): Promise<void> {
  const raw = tx.$client;
  await raw`delete from mounting where carrier_id = ${id}`;
  await raw`delete from device_binding where carrier_id = ${id}`;
  await raw`delete from device_switch where carrier_id = ${id}`;
  await raw`delete from alarm_switch_log where carrier_id = ${id}`;
  const files = await raw<{ fileId: string }[]>`
    delete from carrier_file where carrier_id = ${id} returning file_id as "fileId"`;
  await tx.delete(carrier).where(eq(carrier.id, id));
  await deleteFiles(
    tx,
    files.map(({ fileId }) => fileId),
  );
}
