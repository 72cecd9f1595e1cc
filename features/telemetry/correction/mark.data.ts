import "server-only";
import type { Db } from "@/db/client";
import { manualInvalidation } from "@/db/schema";
import type { ProbeSpan } from "../ingest/probe.rules";
import { columnsOf } from "../ingest/probe.rules";
import type { Corrected, Stored } from "./correction.data";

// Access is checked where the spans are made (probe/data).

/** A probe with its customer and its current carrier. */
export type MarkedProbe = Corrected & { customerId: number; carrierId: number | null };

export async function getProbe(db: Db, id: number): Promise<MarkedProbe> {
  const [probe] = await db.$client<MarkedProbe[]>`
    select p.id::int, p.device_id::int as "deviceId", p.measure, d.customer_id::int as "customerId",
           (select m.carrier_id::int from mounting m where m.probe_id = p.id and m.unmounted_at is null) as "carrierId"
      from probe p join device d on d.id = p.device_id where p.id = ${id}`;
  return probe as MarkedProbe;
}

/** Readings in these spans that are valid, or stored as jumps, which the next reading could restore. */
export async function findMarkable(tx: Db, spans: readonly ProbeSpan[], limit: number): Promise<Stored[]> {
  const { ids, froms, tos } = columnsOf(spans);
  return tx.$client<Stored[]>`
    select s.probe_id::int as "probeId", (extract(epoch from r.at) * 1000)::float8 as at, r.value
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral (
       select at, value from oldest_readings(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000), ${limit})
       union all
       select at, value from invalid_reading
        where probe_id = s.probe_id and at >= to_timestamp(s.lo / 1000) and at < to_timestamp(s.hi / 1000)
          and kind = 'jump' and restored_at is null
       limit ${limit}) r
     order by r.at limit ${limit}`;
}

/** Invalid readings in these spans, locked against a concurrent restore. */
export async function findRestorable(tx: Db, spans: readonly ProbeSpan[], limit: number): Promise<Stored[]> {
  const { ids, froms, tos } = columnsOf(spans);
  return tx.$client<Stored[]>`
    select i.probe_id::int as "probeId", (extract(epoch from i.at) * 1000)::float8 as at, i.value
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
      join invalid_reading i on i.probe_id = s.probe_id and i.restored_at is null
       and i.at >= to_timestamp(s.lo / 1000) and i.at < to_timestamp(s.hi / 1000)
     order by i.at limit ${limit}`;
}

/** Stores the action and its span, for the history. */
export async function insertInvalidation(tx: Db, values: typeof manualInvalidation.$inferInsert): Promise<void> {
  await tx.insert(manualInvalidation).values(values);
}

/** Records who restored these readings; the rows stay, so that no rule invalidates them again. */
export async function saveRestored(tx: Db, rows: readonly Stored[], by: number | null, now: Date): Promise<void> {
  await tx.$client`
    update invalid_reading i set restored_by = ${by}, restored_at = ${now.toISOString()}::timestamptz
      from unnest(${rows.map(({ probeId }) => probeId)}::bigint[], ${rows.map(({ at }) => at)}::float8[]) as n(probe_id, at)
     where i.probe_id = n.probe_id and i.at = to_timestamp(n.at / 1000)`;
}
