import "server-only";
import type { Db } from "@/db/client";
import type { InvalidRuleKind, Measure } from "@/db/enums";
import type { Newest } from "../ingest/latest.rules";
import { HOUR_MS } from "../ingest/validation.rules";

// Runs under the lock of the probes, as the system; the caller has checked access.

/** A reading to store as invalid, by a rule or by hand; `at` in epoch milliseconds. */
export type Marked = {
  probeId: number;
  at: number;
  value: number;
  reason: string;
  kind: InvalidRuleKind | null;
  ruleId: number | null;
  markedBy: number | null;
};

/** A probe whose readings are corrected. */
export type Corrected = { id: number; deviceId: number; measure: Measure };

export type Stored = { probeId: number; at: number; value: number };

const instantsOf = (rows: readonly { probeId: number; at: number }[]) => {
  const ats = rows.map(({ at }) => at);
  let [least, greatest] = [ats[0] ?? 0, ats[0] ?? 0];
  for (const at of ats) [least, greatest] = [Math.min(least, at), Math.max(greatest, at)];
  return { probeIds: rows.map(({ probeId }) => probeId), ats, least, greatest };
};

/** Stores values as invalid. A restored one becomes invalid again. */
export async function insertInvalid(tx: Db, rows: readonly Marked[], now: number): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof Marked>(key: K) => rows.map((row) => row[key]);
  await tx.$client`
    with given as (
      select probe_id, to_timestamp(at / 1000) as at, value, reason, kind, rule_id, marked_by
        from unnest(${column("probeId")}::bigint[], ${column("at")}::float8[], ${column("value")}::float8[], ${column("reason")}::text[],
                    ${column("kind")}::text[], ${column("ruleId")}::bigint[], ${column("markedBy")}::bigint[])
               as n(probe_id, at, value, reason, kind, rule_id, marked_by)),
    kept as (
      insert into invalid_reading as i (probe_id, at, value, reason, kind, rule_id, marked_by, marked_at)
      select *, to_timestamp(${now}::float8 / 1000) from given
      on conflict (probe_id, at) do update
         set reason = excluded.reason, kind = excluded.kind, rule_id = excluded.rule_id, marked_by = excluded.marked_by,
             marked_at = excluded.marked_at, restored_by = null, restored_at = null,
             is_provisional = false)
    update probe_state s set invalid_at = greatest(s.invalid_at, n.at)
      from (select probe_id, max(at) as at from given group by probe_id) n
     where s.probe_id = n.probe_id and (s.invalid_at is null or s.invalid_at < n.at)`;
}

/** Deletes these readings. */
export async function deleteReadings(tx: Db, rows: readonly { probeId: number; at: number }[]): Promise<void> {
  if (rows.length === 0) return;
  const { probeIds, ats, least, greatest } = instantsOf(rows);
  await tx.$client`
    delete from reading r
     using unnest(${probeIds}::bigint[], ${ats}::float8[]) as n(probe_id, at)
     where r.probe_id = n.probe_id and r.at = to_timestamp(n.at / 1000)
       and r.at between to_timestamp(${least}::float8 / 1000) and to_timestamp(${greatest}::float8 / 1000)`;
}

/** Deletes these invalid readings, which had been stored as jumps. */
export async function deleteInvalid(tx: Db, rows: readonly { probeId: number; at: number }[]): Promise<void> {
  if (rows.length === 0) return;
  const { probeIds, ats } = instantsOf(rows);
  await tx.$client`
    delete from invalid_reading i
     using unnest(${probeIds}::bigint[], ${ats}::float8[]) as n(probe_id, at)
     where i.probe_id = n.probe_id and i.at = to_timestamp(n.at / 1000)`;
}

/**
 * Recomputes the hourly roll-ups of these instants from the readings: a minimum or maximum cannot be subtracted from a
 * roll-up.
 */
export async function recomputeHours(tx: Db, rows: readonly { probeId: number; at: number }[]): Promise<void> {
  const sql = tx.$client;
  const hours = new Map(rows.map(({ probeId, at }) => [`${probeId}:${Math.floor(at / HOUR_MS)}`, { probeId, at }]));
  if (hours.size === 0) return;
  const touched = [...hours.values()].map(({ probeId, at }) => ({ probeId, at: at - (at % HOUR_MS) }));
  const { probeIds, ats, least, greatest } = instantsOf(touched);
  const given = sql`(select probe_id, to_timestamp(at / 1000) as hour
    from unnest(${probeIds}::bigint[], ${ats}::float8[]) as n(probe_id, at))`;
  await sql`delete from reading_hour h using ${given} n where h.probe_id = n.probe_id and h.hour = n.hour`;
  await sql`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select n.probe_id, n.hour, count(*), sum(r.value), min(r.value), max(r.value)
      from ${given} n
      join reading r on r.probe_id = n.probe_id and r.at >= n.hour and r.at < n.hour + interval '1 hour'
       and r.at >= to_timestamp(${least}::float8 / 1000) and r.at < to_timestamp(${greatest + HOUR_MS}::float8 / 1000)
     group by n.probe_id, n.hour`;
}

/**
 * The readings of the last hour of these probes that has any, oldest first: newest value and trend derive from them.
 */
export async function findLastHour(tx: Db, probeIds: readonly number[]): Promise<(Stored & { measure: Measure })[]> {
  if (probeIds.length === 0) return [];
  return tx.$client<(Stored & { measure: Measure })[]>`
    select p.id::int as "probeId", p.measure, (extract(epoch from r.at) * 1000)::float8 as at, r.value
      from unnest(${probeIds as number[]}::bigint[]) as n(id) join probe p on p.id = n.id
     cross join lateral newest_readings(p.id, '-infinity', 'infinity', 1) newest
     cross join lateral readings_between(p.id, newest.at - interval '59 minutes 59.999 seconds', newest.at + interval '1 millisecond') r
     order by r.at`;
}

/** Stores the newest values of probes after readings were removed; this does not count as a sign of life. */
export async function saveNewest(tx: Db, states: readonly Newest[]): Promise<void> {
  const column = <K extends keyof Newest>(key: K) => states.map((state) => state[key]);
  await tx.$client`
    update probe_state s set last_at = to_timestamp(n.last_at / 1000), last_value = n.last_value, trend = n.trend
      from unnest(${column("probeId")}::bigint[], ${column("lastAt")}::float8[], ${column("lastValue")}::float8[],
                  ${column("trend")}::float8[]) as n(probe_id, last_at, last_value, trend)
     where s.probe_id = n.probe_id`;
}

/** Marks the materialized states of the carriers and devices of these probes as dirty. */
export async function noteCorrected(tx: Db, probeIds: readonly number[]): Promise<void> {
  const sql = tx.$client;
  const ids = probeIds as number[];
  await sql`
    insert into monitoring_recheck
    select distinct carrier_id from mounting where unmounted_at is null and probe_id = any(${ids}::bigint[])`;
  await sql`insert into device_recheck select distinct device_id from probe where id = any(${ids}::bigint[])`;
}
