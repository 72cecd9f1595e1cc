import "server-only";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { isObserved, longestStepMs } from "@/features/observation/observation.rules";
import { grouped } from "@/lib/grouped";
import {
  type Member,
  type MemberSpan,
  type ProbeRules,
  rulesOf,
  type Sample,
  type ValidationRule,
} from "./validation.rules";

// Runs under the lock of the probes, as the system; the caller has checked access.

/**
 * The rules in force for these probes; probes without rules are omitted. The rules are locked until the transaction
 * ends: a transaction that removes one or restores its readings waits, and then sees all that the rule has matched.
 */
export async function findProbeRules(tx: Db, probeIds: readonly number[]): Promise<Map<number, ProbeRules>> {
  const rows = await tx.$client<(ValidationRule & { probeId: number })[]>`
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

/** Which of these pairs are stored as invalid, as `probeId:at` → value. */
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

/**
 * The values of these probes that are stored as jumps and newer than all of their readings; `at` in epoch milliseconds.
 */
export async function findUnconfirmed(db: Db, probeIds: readonly number[]): Promise<Map<number, Sample>> {
  if (probeIds.length === 0) return new Map();
  const rows = await db.$client<(Sample & { probeId: number })[]>`
    select s.probe_id::int as "probeId", (extract(epoch from j.at) * 1000)::float8 as at, j.value
      from probe_state s cross join lateral unconfirmed_jump(s.probe_id, s.last_at) j
     where s.probe_id = any(${probeIds as number[]}::bigint[]) and s.invalid_at > s.last_at`;
  return new Map(rows.map(({ probeId, at, value }) => [probeId, { at, value }]));
}

/** A probe whose newest value is stored as a jump; `at` in epoch milliseconds. */
export type OverdueJump = {
  id: number;
  deviceId: number;
  measure: Measure;
  customerId: number;
  carrierId: number | null;
  at: number;
  value: number;
};

type HeldJump = OverdueJump & { heldMs: number; before: number; before2: number; reportIntervalSeconds: number };

/**
 * The newest values that have been stored as jumps for longer than the longest observed step of their record, by the
 * report interval or by the pace of the readings before. `only` limits it to one probe.
 */
export async function findOverdueJumps(db: Db, now: number, only: number | null = null): Promise<OverdueJump[]> {
  const sql = db.$client;
  // Prefilter of two report intervals: no pace makes the step shorter.
  const rows = await sql<HeldJump[]>`
    select p.id::int, p.device_id::int as "deviceId", p.measure, d.customer_id::int as "customerId",
           (select m.carrier_id::int from mounting m where m.probe_id = p.id and m.unmounted_at is null) as "carrierId",
           (extract(epoch from j.at) * 1000)::float8 as at, j.value, d.report_interval_seconds as "reportIntervalSeconds",
           ${now}::float8 - (extract(epoch from j.marked_at) * 1000)::float8 as "heldMs",
           coalesce((extract(epoch from j.at - b.last) * 1000)::float8, 0) as before,
           coalesce((extract(epoch from b.last - b.first) * 1000)::float8, 0) as before2
      from probe_state s
      join probe p on p.id = s.probe_id
      join device d on d.id = p.device_id
     cross join lateral unconfirmed_jump(p.id, s.last_at) j
     cross join lateral (select max(at) as last, min(at) as first from newest_readings(p.id, '-infinity', j.at, 2)) b
     where s.invalid_at > s.last_at and (${only}::bigint is null or s.probe_id = ${only})
       and j.marked_at < to_timestamp(${now}::float8 / 1000) - 2 * d.report_interval_seconds * interval '1 second'`;
  return rows.flatMap(({ heldMs, before, before2, reportIntervalSeconds, ...jump }) => {
    const steps = { before2, before, step: heldMs, behind: 0, behind2: 0 };
    return isObserved(steps, longestStepMs({ measure: jump.measure, reportIntervalSeconds })) ? [] : [jump];
  });
}

/**
 * Records that these are accepted because no reading followed; the rows stay, so that the next reading can make them
 * jumps again.
 */
export async function saveAccepted(tx: Db, rows: readonly { probeId: number; at: number }[], now: Date): Promise<void> {
  await tx.$client`
    update invalid_reading i set restored_at = ${now.toISOString()}::timestamptz, is_provisional = true
      from unnest(${rows.map(({ probeId }) => probeId)}::bigint[], ${rows.map(({ at }) => at)}::float8[]) as n(probe_id, at)
     where i.probe_id = n.probe_id and i.at = to_timestamp(n.at / 1000)`;
}

type MemberRow = Member & { probeId: number };

/** The members of each span for the jump evaluation, with two readings on either side; by probe, in order of time. */
export async function findMembers(tx: Db, spans: readonly MemberSpan[]): Promise<Map<number, Member[]>> {
  const sql = tx.$client;
  const column = (key: keyof MemberSpan) => spans.map((span) => span[key]);
  const held = sql`(
    select at, value from invalid_reading where probe_id = s.probe_id and kind = 'jump' and restored_at is null) i`;
  const rows = await sql<MemberRow[]>`
    select s.probe_id::int as "probeId", (extract(epoch from m.at) * 1000)::float8 as at, m.value,
           case when m.held then 'held' when back.is_provisional then 'accepted' when back.at is not null then 'restored'
                else 'valid' end as is
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
