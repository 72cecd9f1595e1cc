import "server-only";
import type { Db } from "@/db/client";
import type { CarrierStatus, CarrierType, DeviceKind } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";

// Everything is read in the scope of the code's customer, whatever its maker sees by now.

/** The ids of a device's probes. Throws NOT_FOUND for a device of another customer. */
export async function readProbeIds(db: Db, scope: Scope, deviceId: number): Promise<number[]> {
  const { customerIds } = scopeArrays(scope);
  const [row] = await db.$client<{ ids: number[] }[]>`
    select coalesce((select array_agg(p.id::int order by p.id) from probe p where p.device_id = d.id), '{}') as ids
      from device d where d.id = ${deviceId}
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`;
  if (!row) throw notFound("device", deviceId);
  return row.ids;
}

export type PageSubject = {
  name: string;
  carrierType: CarrierType | null;
  carrierStatus: CarrierStatus | null;
  deviceKind: DeviceKind | null;
  serialNumber: string | null;
  /** The nodes above it, from the top down. */
  path: string[];
  position: { longitude: number; latitude: number; at: number; speedKmh: number | null } | null;
};

/** What a code is about, as it is now. Throws NOT_FOUND if its customer has lost it. */
export async function readSubject(
  db: Db,
  scope: Scope,
  { carrierId, deviceId }: { carrierId: number | null; deviceId: number | null },
): Promise<PageSubject> {
  const { customerIds } = scopeArrays(scope);
  const client = db.$client;
  const subject =
    carrierId !== null
      ? client`
        select c.name, c.type as "carrierType", c.status as "carrierStatus", null as "deviceKind", null as "serialNumber",
               c.scene_id, c.customer_id,
               case when p.position_at is not null then json_build_object(
                 'longitude', p.longitude, 'latitude', p.latitude,
                 'at', round(date_part('epoch', p.position_at) * 1000), 'speedKmh', p.speed_kmh) end as position
          from carrier c left join carrier_state p on p.carrier_id = c.id where c.id = ${carrierId}`
      : client`
        select d.name, null as "carrierType", null as "carrierStatus", d.kind as "deviceKind",
               d.serial_number as "serialNumber", d.scene_id, d.customer_id, null::json as position
          from device d where d.id = ${deviceId}`;
  const [row] = await client<PageSubject[]>`
    with recursive subject as (${subject}),
    up as (
      select s.id, s.parent_id, array[s.name] as names from scene s join subject on subject.scene_id = s.id
      union all
      select s.id, s.parent_id, s.name || up.names from scene s join up on up.parent_id = s.id)
    select subject.*, coalesce((select names from up where parent_id is null), '{}') as path from subject
     where ${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[])`;
  if (!row) throw notFound("subject", carrierId ?? deviceId ?? 0);
  const { name, carrierType, carrierStatus, deviceKind, serialNumber, path, position } = row;
  return { name, carrierType, carrierStatus, deviceKind, serialNumber, path, position };
}

/**
 * A text that changes with every reading, position, mounting, stop and owner of a code's subject; empty if it is gone.
 * One cheap query; for comparison only, never shown.
 */
export async function readState(
  db: Db,
  { carrierId, deviceId }: { carrierId: number | null; deviceId: number | null },
): Promise<string> {
  const client = db.$client;
  const [row] = await (carrierId !== null
    ? client<{ state: string }[]>`
      select concat_ws(' ', c.customer_id, c.status, p.position_at, (
               select string_agg(concat_ws(':', m.id, s.received_at), ',' order by m.id)
                 from mounting m left join probe_state s on s.probe_id = m.probe_id
                where m.carrier_id = c.id and m.unmounted_at is null)) as state
        from carrier c left join carrier_state p on p.carrier_id = c.id where c.id = ${carrierId}`
    : client<{ state: string }[]>`
      select concat_ws(' ', d.customer_id, (
               select string_agg(concat_ws(':', p.id, s.received_at), ',' order by p.id)
                 from probe p left join probe_state s on s.probe_id = p.id where p.device_id = d.id)) as state
        from device d where d.id = ${deviceId}`);
  return row?.state ?? "";
}

/** A probe's latest value, and after how much silence it is stale. `at` in epoch ms. */
export type LatestValue = { probeId: number; value: number | null; at: number | null; isMounted: boolean };

/** The latest values of these probes; `isMounted` on the carrier, if one is named. */
export const readLatest = (
  db: Db,
  _scope: Scope,
  probeIds: readonly number[],
  carrierId: number | null,
): Promise<LatestValue[]> =>
  db.$client<LatestValue[]>`
    select p.id::int as "probeId", s.last_value as value, round(date_part('epoch', s.last_at) * 1000) as at,
           (${carrierId}::bigint is null or exists (
             select from mounting m where m.probe_id = p.id and m.carrier_id = ${carrierId} and m.unmounted_at is null)) as "isMounted"
      from probe p left join probe_state s on s.probe_id = p.id where p.id = any(${[...probeIds]}::bigint[])`;

/** Days as `yyyy-mm-dd`. */
export type CertificateRow = {
  deviceId: number;
  certificate: string | null;
  laboratory: string | null;
  calibratedOn: string | null;
  dueOn: string | null;
};

/** The certificate in force on a day for each of these devices: the newest that is not revoked. */
export const readCertificates = (
  db: Db,
  _scope: Scope,
  deviceIds: readonly number[],
  day: string,
): Promise<CertificateRow[]> =>
  db.$client<CertificateRow[]>`
    select d.id::int as "deviceId", k.certificate_number as certificate, k.laboratory,
           to_char(k.calibrated_on, 'YYYY-MM-DD') as "calibratedOn",
           to_char(coalesce(k.due_on, d.calibration_due_on), 'YYYY-MM-DD') as "dueOn"
      from device d
      left join lateral (
        select certificate_number, laboratory, calibrated_on, due_on from calibration
         where device_id = d.id and revoked_at is null and calibrated_on <= ${day}::date
         order by calibrated_on desc, id desc limit 1) k on true
     where d.id = any(${[...deviceIds]}::bigint[]) order by d.id`;
