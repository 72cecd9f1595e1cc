import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType, Measure } from "@/db/enums";
import { carrier, carrierZone, zone } from "@/db/schema";
import type { CarrierZoneDto } from "@/features/carrier/carrier.schema";
import { nextVersion } from "@/lib/audit/versioned";
import type { Scope } from "@/lib/auth/scope";
import { inScope, scopeArrays } from "@/lib/auth/scope-filter";
import type { ProbeRangeDto } from "./binding.schema";

export type BindableCarrier = { id: number; customerId: number; name: string; type: CarrierType };

const columns = { id: carrier.id, customerId: carrier.customerId, name: carrier.name, type: carrier.type };
const visible = (scope: Scope, ids: readonly number[]) =>
  and(inArray(carrier.id, [...ids]), inScope(scope, { customerId: carrier.customerId, sceneId: carrier.sceneId }));

export const findCarriers = (db: Db, scope: Scope, ids: readonly number[]): Promise<BindableCarrier[]> =>
  db.select(columns).from(carrier).where(visible(scope, ids));

/** The carriers that are in the scope, locked in the order of their ids. */
export const lockCarriers = (tx: Db, scope: Scope, ids: readonly number[]): Promise<BindableCarrier[]> =>
  tx.select(columns).from(carrier).where(visible(scope, ids)).orderBy(asc(carrier.id)).for("update");

/** Ranges of a customer, locked against changes until the transaction ends. */
export const lockZones = (tx: Db, customerId: number, ids: readonly number[]) =>
  tx
    .select({ id: zone.id, measure: zone.measure })
    .from(zone)
    .where(and(inArray(zone.id, [...ids]), eq(zone.customerId, customerId)))
    .orderBy(asc(zone.id))
    .for("share");

type Bound = CarrierZoneDto & { carrierId: number };

/** The ranges of carriers. */
export const findRanges = (db: Db, carrierIds: readonly number[]): Promise<Bound[]> =>
  db
    .select({
      carrierId: carrierZone.carrierId,
      measure: carrierZone.measure,
      zoneId: zone.id,
      name: zone.name,
      minimum: zone.minimum,
      maximum: zone.maximum,
    })
    .from(carrierZone)
    .innerJoin(zone, eq(zone.id, carrierZone.zoneId))
    .where(inArray(carrierZone.carrierId, [...carrierIds]))
    .orderBy(asc(carrierZone.carrierId), asc(carrierZone.measure));

/** The measures of the probes mounted on carriers now. */
export async function findMounted(db: Db, carrierIds: readonly number[]): Promise<Map<number, Measure[]>> {
  const rows = await db.$client<{ carrierId: number; measures: Measure[] }[]>`
    select m.carrier_id::int as "carrierId", array_agg(distinct p.measure) as measures
      from mounting m join probe p on p.id = m.probe_id
     where m.carrier_id = any(${[...carrierIds]}::bigint[]) and m.unmounted_at is null
     group by m.carrier_id`;
  return new Map(rows.map(({ carrierId, measures }) => [carrierId, measures]));
}

type Choice = { measure: Measure; zoneId: number };

/** Replaces all ranges of one carrier. */
export async function replaceRanges(tx: Db, carrierId: number, zones: readonly Choice[]): Promise<void> {
  await tx.delete(carrierZone).where(eq(carrierZone.carrierId, carrierId));
  if (zones.length > 0) await tx.insert(carrierZone).values(zones.map((chosen) => ({ carrierId, ...chosen })));
  await nextVersion(tx, "carrier", [carrierId]);
}

/** Sets the range of one measure of several carriers. */
export async function bindRange(tx: Db, carrierIds: readonly number[], { measure, zoneId }: Choice): Promise<void> {
  await tx
    .insert(carrierZone)
    .values(carrierIds.map((carrierId) => ({ carrierId, measure, zoneId })))
    .onConflictDoUpdate({ target: [carrierZone.carrierId, carrierZone.measure], set: { zoneId } });
  await nextVersion(tx, "carrier", carrierIds);
}

/** The probes of a key with their ranges; empty if the key names no probe or device in the scope. */
export async function findProbeRanges(
  db: Db,
  scope: Scope,
  { key, tag }: { key: string; tag: Measure | undefined },
): Promise<ProbeRangeDto[]> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const probeId = /^\d{1,15}$/.test(key) ? Number(key) : null;
  const mac = key.replaceAll(/[\s:.-]/g, "").toUpperCase();
  return db.$client<ProbeRangeDto[]>`
    with wanted as (
      select d.id from device d where upper(d.serial_number) = upper(${key}) or upper(d.mac) = ${mac}
      union select p.device_id from probe p where p.id = ${probeId}::bigint
    )
    select p.id::int as "probeId", p.measure as tag,
           coalesce((select u.unit from unit u where u.measure = p.measure order by u.is_shipped desc, u.unit_number limit 1), '') as unit,
           m.carrier_id::int as "carrierId", z.id::int as "zoneId", z.name, z.minimum, z.maximum
      from wanted w join device d on d.id = w.id join probe p on p.device_id = d.id
      left join mounting m on m.probe_id = p.id and m.unmounted_at is null
      left join carrier_zone cz on cz.carrier_id = m.carrier_id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))
       and (${tag ?? null}::text is null or p.measure = ${tag ?? null})
       -- A number may be a probe's id and a serial number: then the device that bears it is meant.
       and (upper(d.serial_number) = upper(${key}) or upper(d.mac) = ${mac} or p.id = ${probeId}::bigint)
     order by p.id`;
}
