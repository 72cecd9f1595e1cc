import "server-only";
import type { Db } from "@/db/client";
import { grouped } from "@/lib/grouped";
import { type Member, type MemberSpan, type ProbeRules, rulesOf, type SiftRule } from "./rules";

// Runs under the lock of the probes, as the system: who may reach them is proven there.

/**
 * The rules in force at these probes; a probe without any is left out. They stay until the transaction ends: who removes
 * one or has it give back what it keeps waits, and finds all that was taken by it.
 */
export async function findProbeRules(tx: Db, probeIds: readonly number[]): Promise<Map<number, ProbeRules>> {
  const rows = await tx.$client<(SiftRule & { probeId: number })[]>`
    select p.id::int as "probeId", r.id::int, r.name, r.kind, to_json(r.fault_values) as "faultValues", r.minimum, r.maximum,
           r.rate_per_minute as "ratePerMinute"
      from probe p
      join device d on d.id = p.device_id
      join invalid_rule r on r.customer_id = d.customer_id and r.is_enabled and r.measure = p.measure
      left join device_type t on t.id = r.device_type_id
     where p.id = any(${probeIds as number[]}::bigint[])
       and (r.device_type_id is null or t.code = d.type_code)
     order by r.id for key share of r`;
  const byProbe = grouped(rows, ({ probeId }) => probeId);
  return new Map([...byProbe].map(([probeId, rules]) => [probeId, rulesOf(rules)]));
}

/** What is kept as invalid of these pairs, as `probeId:at` → value. */
export async function findInvalid(
  tx: Db,
  probeIds: readonly number[],
  ats: readonly number[],
): Promise<Map<string, number>> {
  const rows = await tx.$client<{ probeId: number; at: number; value: number }[]>`
    select i.probe_id::int as "probeId", (extract(epoch from i.at) * 1000)::float8 as at, i.value
      from unnest(${probeIds as number[]}::bigint[], ${ats as number[]}::float8[]) as w(probe_id, at)
      join invalid_reading i on i.probe_id = w.probe_id and i.at = to_timestamp(w.at / 1000)`;
  return new Map(rows.map(({ probeId, at, value }) => [`${probeId}:${at}`, value]));
}

type MemberRow = Member & { probeId: number };

/** What counts for jumps within each span and the two readings on either side; by probe, by time. */
export async function findMembers(tx: Db, spans: readonly MemberSpan[]): Promise<Map<number, Member[]>> {
  const sql = tx.$client;
  const column = (key: keyof MemberSpan) => spans.map((span) => span[key]);
  const held = sql`(
    select at, value from invalid_reading where probe_id = s.probe_id and kind = 'jump' and restored_at is null) i`;
  const rows = await sql<MemberRow[]>`
    select s.probe_id::int as "probeId", (extract(epoch from m.at) * 1000)::float8 as at, m.value,
           case when m.held then 'held' when back.at is not null then 'restored' else 'valid' end as is
      from (select distinct probe_id, to_timestamp(lo / 1000) as lo, to_timestamp(hi / 1000) as hi
              from unnest(${column("probeId")}::bigint[], ${column("first")}::float8[], ${column("last")}::float8[]) as w(probe_id, lo, hi)) s
     cross join lateral (
       select at, value, false as held from newest_readings(s.probe_id, '-infinity', s.lo, 2)
       union all select at, value, false from readings_between(s.probe_id, s.lo, s.hi + interval '1 millisecond')
       union all select at, value, false from oldest_readings(s.probe_id, s.hi + interval '1 millisecond', 'infinity', 2)
       union (select at, value, true from ${held} where at < s.lo order by at desc limit 2)
       union all (select at, value, true from ${held} where at >= s.lo and at <= s.hi)
       union all (select at, value, true from ${held} where at > s.hi order by at limit 2)) m
      left join invalid_reading back on back.probe_id = s.probe_id and back.at = m.at and back.restored_at is not null
     order by m.at`;
  const members = new Map<number, Member[]>();
  for (const [probeId, found] of grouped(rows, (row) => row.probeId)) {
    // Two spans may have found the same neighbour.
    members.set(probeId, [...new Map(found.map(({ at, value, is }) => [at, { at, value, is }])).values()]);
  }
  return members;
}
