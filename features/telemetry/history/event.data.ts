import "server-only";
import type { Db } from "@/db/client";
import { columnsOf, type ProbeSpan, type Span } from "../ingest/probe.rules";
import type { HistoryEvent } from "./event.schema";

// Access to carriers and probes is checked where these are opened (probe/data).

/** The newest events of a range: at these carriers, and of these probes within their spans. */
export async function findEvents(
  db: Db,
  carrierIds: readonly number[],
  spans: readonly ProbeSpan[],
  { from, to }: Span,
  limit: number,
): Promise<HistoryEvent[]> {
  const sql = db.$client;
  const ids = [...carrierIds];
  const { ids: probeIds, froms, tos } = columnsOf(spans);
  const inRange = (column: ReturnType<typeof sql>) =>
    sql`${column} >= to_timestamp(${from} / 1000.0) and ${column} < to_timestamp(${to} / 1000.0)`;
  const rows = await sql<HistoryEvent[]>`
    select kind, round(date_part('epoch', at) * 1000) as at, round(date_part('epoch', until) * 1000) as until, name from (
      select 'status.' || (a.new_values ->> 'status') as kind, a.at, null::timestamptz as until, c.name
        from carrier c join audit a on a.entity = 'carrier' and a.entity_id = c.id::text
       where c.id = any(${ids}::bigint[]) and a.operation in ('carrier.changeStatus', 'carrier.endDefrost')
         and a.new_values ? 'status' and ${inRange(sql`a.at`)}
      union all
      select 'alarm.' || l.to_switch, l.at, l.paused_until, c.name
        from carrier c join alarm_switch_log l on l.carrier_id = c.id
       where c.id = any(${ids}::bigint[]) and ${inRange(sql`l.at`)}
      union all
      select distinct 'mounted', m.mounted_at, null::timestamptz, d.serial_number
        from mounting m join probe p on p.id = m.probe_id join device d on d.id = p.device_id
       where m.carrier_id = any(${ids}::bigint[]) and p.id = any(${probeIds}::bigint[]) and ${inRange(sql`m.mounted_at`)}
      union all
      select distinct 'unmounted', m.unmounted_at, null::timestamptz, d.serial_number
        from mounting m join probe p on p.id = m.probe_id join device d on d.id = p.device_id
       where m.carrier_id = any(${ids}::bigint[]) and p.id = any(${probeIds}::bigint[]) and ${inRange(sql`m.unmounted_at`)}
      union all
      select distinct i.action, i.from_at, i.to_at, d.serial_number
        from unnest(${probeIds}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
        join probe p on p.id = s.probe_id
        join device d on d.id = p.device_id
        join manual_invalidation i on i.probe_id = s.probe_id
       where i.from_at < to_timestamp(s.hi / 1000) and i.to_at >= to_timestamp(s.lo / 1000)) events
     order by 2 desc, 1 limit ${limit}`;
  return [...rows].reverse();
}
