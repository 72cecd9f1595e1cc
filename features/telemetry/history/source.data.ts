import "server-only";
import type { Db } from "@/db/client";
import { columnsOf, type ProbeSpan, type Span } from "../ingest/probe.rules";
import type { SourceDto } from "./source.schema";

/** The devices of these probes, each with what it measured in the range; the caller has checked access. */
export async function findSources(
  db: Db,
  spans: readonly ProbeSpan[],
  carrierIds: readonly number[],
  { from, to }: Span,
): Promise<SourceDto[]> {
  const sql = db.$client;
  const { ids, froms, tos } = columnsOf(spans);
  const counts = await sql<{ probeId: number; readings: number }[]>`
    select h.probe_id::int as "probeId", sum(h.count)::float8 as readings
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
      join reading_hour h on h.probe_id = s.probe_id and h.hour < to_timestamp(s.hi / 1000)
       and h.hour > to_timestamp(s.lo / 1000) - interval '1 hour'
     group by h.probe_id`;
  const rows = await sql<(SourceDto & { probeIds: number[] })[]>`
    select d.id::int, d.kind, d.name, d.serial_number as "serialNumber", d.type_code as "typeCode",
           d.report_interval_seconds as "reportIntervalSeconds", array_agg(p.id::int order by p.id) as "probeIds",
           array_agg(p.measure order by p.id) as measures, 0 as readings,
           (select coalesce(json_agg(json_build_object('carrier', s.name, 'from', round(date_part('epoch', s.mounted_at) * 1000),
                    'to', round(date_part('epoch', s.unmounted_at) * 1000)) order by s.mounted_at), '[]')
              from (select distinct c.name, m.mounted_at, m.unmounted_at
                      from mounting m join carrier c on c.id = m.carrier_id
                     where m.probe_id = any(array_agg(p.id)) and m.carrier_id = any(${[...carrierIds]}::bigint[])
                       and m.mounted_at < to_timestamp(${to} / 1000.0)
                       and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${from} / 1000.0))) s) as stays,
           (select json_build_object('number', k.certificate_number, 'from', k.calibrated_on, 'to', k.due_on)
              from calibration k
             where k.device_id = d.id and k.revoked_at is null and k.calibrated_on <= to_timestamp(${to} / 1000.0)::date + 1
             order by k.calibrated_on desc, k.id desc limit 1) as certificate
      from probe p join device d on d.id = p.device_id
     where p.id = any(${[...new Set(ids)]}::bigint[])
     group by d.id order by lower(d.name), d.id`;
  return rows.map(({ probeIds, ...row }) => ({
    ...row,
    readings: counts.reduce((sum, { probeId, readings }) => sum + (probeIds.includes(probeId) ? readings : 0), 0),
  }));
}
