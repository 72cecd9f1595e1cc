import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierType, Measure } from "@/db/enums";
import { carrierRecordTime } from "@/db/schema";
import { SURROUNDING_MEASURES } from "@/features/telemetry/ingest/probe.rules";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { longestAgeMs } from "./rules";
import type { RecordProbeDto } from "./schema";

/** A carrier's fields for permission checks. */
export type Place = { id: number; customerId: number; name: string; type: CarrierType; timeZone: string };

/** Throws NOT_FOUND outside the scope. */
export async function getPlace(db: Db, scope: Scope, id: number): Promise<Place> {
  const raw = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [row] = await raw<Place[]>`
    select c.id::int, c.customer_id::int as "customerId", c.name, c.type, customer.time_zone as "timeZone"
      from carrier c join customer on customer.id = c.customer_id
     where c.id = ${id}
       ${customerIds ? raw`and c.customer_id = any(${customerIds}::bigint[])` : raw``}
       ${sceneIds ? raw`and c.scene_id = any(${sceneIds}::bigint[])` : raw``}`;
  if (!row) throw notFound("carrier", id);
  return row;
}

/** Minutes from midnight, ascending. */
export async function timesOf(db: Db, carrierId: number): Promise<number[]> {
  const rows = await db
    .select({ minute: carrierRecordTime.minuteOfDay })
    .from(carrierRecordTime)
    .where(eq(carrierRecordTime.carrierId, carrierId))
    .orderBy(asc(carrierRecordTime.minuteOfDay));
  return rows.map(({ minute }) => minute);
}

export type RecordProbe = RecordProbeDto & { reportIntervalSeconds: number };

/** The probes mounted on the carrier at any time of a span (epoch ms), by measure. */
export async function findRecordProbes(
  db: Db,
  carrierId: number,
  { from, to }: { from: number; to: number },
): Promise<RecordProbe[]> {
  const measures: Measure[] = [...SURROUNDING_MEASURES];
  return db.$client<RecordProbe[]>`
    select p.id::int as "probeId", p.measure, d.name as "deviceName", d.serial_number as "serialNumber",
           d.report_interval_seconds as "reportIntervalSeconds", z.minimum, z.maximum
      from probe p
      join device d on d.id = p.device_id
      left join carrier_zone cz on cz.carrier_id = ${carrierId} and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where p.measure = any(${measures}::text[])
       and p.id in (
         select m.probe_id from mounting m
          where m.carrier_id = ${carrierId} and m.mounted_at <= to_timestamp(${to} / 1000.0)
            and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${from} / 1000.0)))
     order by array_position(${measures}::text[], p.measure), p.id`;
}

/** `index` is the position among the requested instants. */
export type FoundValue = { index: number; probeId: number; value: number | null; at: number | null };

/**
 * For each instant (epoch ms) and each probe mounted on the carrier then: its last value from this carrier, unless it
 * was too old. One index lookup each.
 */
export async function findRecordValues(
  db: Db,
  carrierId: number,
  probes: readonly RecordProbe[],
  instants: readonly number[],
): Promise<FoundValue[]> {
  const ids = probes.map(({ probeId }) => probeId);
  const ages = probes.map(longestAgeMs);
  return db.$client<FoundValue[]>`
    select (due.place - 1)::int as index, s.probe_id::int as "probeId", r.value,
           round(date_part('epoch', r.at) * 1000) as at
      from unnest(${[...instants]}::float8[]) with ordinality as due(ms, place)
     cross join unnest(${ids}::bigint[], ${ages}::float8[]) as s(probe_id, age)
      join mounting m on m.probe_id = s.probe_id and m.carrier_id = ${carrierId}
       and m.mounted_at <= to_timestamp(due.ms / 1000)
       and (m.unmounted_at is null or m.unmounted_at > to_timestamp(due.ms / 1000))
      left join lateral newest_readings(s.probe_id, greatest(to_timestamp((due.ms - s.age) / 1000), m.mounted_at),
                                        to_timestamp(due.ms / 1000) + interval '1 millisecond', 1) r on true
     order by due.place`;
}
