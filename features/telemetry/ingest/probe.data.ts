import "server-only";
import type { Db } from "@/db/client";
import { covers, type Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import { type Limits, type Mounting, placeProbe, type Span, SURROUNDING_MEASURES } from "./probe.rules";
import type { Choice, ChoicesDto, HistoryProbe } from "./probe.schema";

/** A readable probe, with the periods for which it is readable, and since when values are expected of it (`placeProbe`). */
export type ReadableProbe = HistoryProbe & { timeZone: string; periods: Span[]; watchedFrom: number | null };

type ProbeRow = Omit<HistoryProbe, "carrierId" | "carrierName" | "rangeName" | keyof Limits> & {
  timeZone: string;
  mountings: (Omit<Mounting, "isVisible" | "to"> & { to: number | null; sceneId: number })[];
};

type Asked = { probeIds?: readonly number[] | undefined; carrierIds?: readonly number[] | undefined };

/**
 * The requested probes, in order; for carriers those mounted now or within the range. Throws NOT_FOUND for a probe or
 * carrier outside the scope.
 */
export async function getProbes(db: Db, scope: Scope, asked: Asked, range: Span): Promise<ReadableProbe[]> {
  const { probeIds, carrierIds } = asked;
  if (carrierIds) await requireCarriers(db, scope, carrierIds);
  const ids = carrierIds ? await findMounted(db, carrierIds, range) : (probeIds ?? []);
  const isBound = scope.sceneIds !== "all";
  const rows = await findProbeRows(db, scope, ids);
  const readable = rows.flatMap(({ mountings, ...probe }): ReadableProbe[] => {
    const placed = placeProbe(
      mountings.map((mounting) => ({ ...mounting, to: mounting.to ?? Infinity, isVisible: covers(scope, mounting) })),
      { isBound, carrierIds },
      range,
    );
    if (!placed) return [];
    const { periods, mounting, watchedFrom } = placed;
    return [
      {
        ...probe,
        ...{ periods, watchedFrom },
        customerId: mounting?.customerId ?? probe.customerId,
        carrierId: mounting?.carrierId ?? null,
        carrierName: mounting?.carrierName ?? null,
        minimum: mounting?.minimum ?? null,
        maximum: mounting?.maximum ?? null,
        rangeName: mounting?.rangeName ?? null,
      },
    ];
  });
  if (!probeIds) return ids.flatMap((id) => readable.find(({ probeId }) => probeId === id) ?? []);
  return probeIds.map((id) => {
    const probe = readable.find(({ probeId }) => probeId === id);
    if (!probe) throw notFound("probe", id);
    return probe;
  });
}

async function requireCarriers(db: Db, scope: Scope, carrierIds: readonly number[]): Promise<void> {
  const rows = await db.$client<{ id: number; customerId: number; sceneId: number }[]>`
    select id::int, customer_id::int as "customerId", scene_id::int as "sceneId"
      from carrier where id = any(${carrierIds as number[]}::bigint[])`;
  for (const id of carrierIds) {
    const row = rows.find((carrier) => carrier.id === id);
    if (!row || !covers(scope, row)) throw notFound("carrier", id);
  }
}

async function findMounted(db: Db, carrierIds: readonly number[], { from, to }: Span): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select p.id::int
      from unnest(${carrierIds as number[]}::bigint[]) with ordinality as c(id, place)
      join mounting m on m.carrier_id = c.id
      join probe p on p.id = m.probe_id
     where m.unmounted_at is null
        or (m.mounted_at < to_timestamp(${to} / 1000.0) and m.unmounted_at > to_timestamp(${from} / 1000.0))
     group by p.id order by min(c.place), p.id`;
  return rows.map(({ id }) => id);
}

/** The limits of a mounting are those of the carrier's range for the measure, or else those of its trigger. */
async function findProbeRows(db: Db, scope: Scope, ids: readonly number[]): Promise<ProbeRow[]> {
  const { customerIds } = scopeArrays(scope);
  return db.$client<ProbeRow[]>`
    select p.id::int as "probeId", p.measure, p.channel, d.id::int as "deviceId", d.name as "deviceName",
           d.serial_number as "serialNumber", d.report_interval_seconds as "reportIntervalSeconds",
           d.customer_id::int as "customerId", cu.time_zone as "timeZone",
           coalesce((
             select json_agg(json_build_object(
                      'carrierId', c.id, 'carrierName', c.name, 'customerId', c.customer_id, 'sceneId', c.scene_id,
                      'from', round(date_part('epoch', m.mounted_at) * 1000),
                      'to', round(date_part('epoch', m.unmounted_at) * 1000),
                      'minimum', case when cz.zone_id is null then t.minimum else z.minimum end,
                      'maximum', case when cz.zone_id is null then t.maximum else z.maximum end,
                      'rangeName', z.name) order by m.mounted_at)
               from mounting m
               join carrier c on c.id = m.carrier_id
               left join carrier_zone cz on cz.carrier_id = c.id and cz.measure = p.measure
               left join zone z on z.id = cz.zone_id
               left join lateral (
                 select max(ac.minimum) as minimum, min(ac.maximum) as maximum from alarm_condition ac
                  where ac.kind = 'range' and ac.trigger_id = c.alarm_trigger_id and ac.measure = p.measure) t on true
              where m.probe_id = p.id), '[]') as mountings
      from probe p
      join device d on d.id = p.device_id
      join customer cu on cu.id = d.customer_id
     where p.id = any(${ids as number[]}::bigint[])
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`;
}

const CARRIERS_LISTED = 50;

/** Carriers found by name, device or serial number, with the probes mounted now. */
export async function findChoices(db: Db, scope: Scope, q: string | undefined): Promise<ChoicesDto> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const pattern = q ? containsPattern(q) : null;
  const measures = [...SURROUNDING_MEASURES];
  const items = await db.$client<Choice[]>`
    with found as (
      select c.id, c.name, c.type from carrier c
       where (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
         and exists (
           select 1 from mounting m join probe p on p.id = m.probe_id join device d on d.id = p.device_id
            where m.carrier_id = c.id and m.unmounted_at is null and p.measure = any(${measures}::text[])
              and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
              and (${pattern}::text is null or c.name ilike ${pattern} or d.name ilike ${pattern}
                   or d.serial_number ilike ${pattern}))
       order by lower(c.name), c.id limit ${CARRIERS_LISTED + 1})
    select f.id::int as "carrierId", f.name, f.type,
           json_agg(json_build_object('probeId', p.id, 'measure', p.measure, 'channel', p.channel, 'serialNumber', d.serial_number,
                                      'minimum', z.minimum, 'maximum', z.maximum)
                    order by array_position(${measures}::text[], p.measure), p.id) as probes
      from found f
      join mounting m on m.carrier_id = f.id and m.unmounted_at is null
      join probe p on p.id = m.probe_id
      join device d on d.id = p.device_id
      left join carrier_zone cz on cz.carrier_id = f.id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where p.measure = any(${measures}::text[])
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
     group by f.id, f.name, f.type
     order by lower(f.name), f.id`;
  return { items: items.slice(0, CARRIERS_LISTED), hasMore: items.length > CARRIERS_LISTED };
}
