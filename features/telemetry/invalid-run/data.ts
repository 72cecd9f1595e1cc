import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { Measure } from "@/db/enums";
import type { Restated, Stored } from "../restate/data";
import type { SiftRule } from "../sift/rules";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A rule with what its run has to know, held so that nobody removes it meanwhile. */
export type RunningRule = SiftRule & {
  customerId: number;
  measure: Measure;
  deviceTypeId: number | null;
  isEnabled: boolean;
};

/** A run at the point that it has reached; times in epoch milliseconds. */
export type Run = { fromAt: number; untilAt: number; probeId: number | null; at: number | null };

const ruleColumns = (sql: Sql) => sql`
  r.id::int, r.name, r.kind, to_json(r.fault_values) as "faultValues", r.minimum, r.maximum, r.rate_per_minute as "ratePerMinute",
  r.customer_id::int as "customerId", r.measure, r.device_type_id::int as "deviceTypeId", r.is_enabled as "isEnabled"`;

/** A rule as it is applied; the caller knows that it lies in the scope. */
export async function findRule(db: Db, id: number): Promise<RunningRule | null> {
  const sql = db.$client;
  const [rule] = await sql<RunningRule[]>`
    select ${ruleColumns(sql)} from invalid_rule r where r.id = ${id} for key share`;
  return rule ?? null;
}

/** Begins to apply a rule to what is stored, or begins anew. */
export async function saveRun(
  tx: Db,
  ruleId: number,
  run: { from: number; requestedBy: number | null; now: Date },
): Promise<void> {
  const { from, requestedBy } = run;
  const now = run.now.toISOString();
  await tx.$client`
    insert into invalid_run (rule_id, from_at, until_at, requested_by, requested_at)
    values (${ruleId}, to_timestamp(${from}::float8 / 1000), ${now}::timestamptz, ${requestedBy}, ${now}::timestamptz)
    on conflict (rule_id) do update
       set from_at = excluded.from_at, until_at = excluded.until_at, requested_by = excluded.requested_by,
           requested_at = excluded.requested_at, probe_id = null, at = null, taken_count = 0, finished_at = null`;
}

/** The rules that are being applied, who waits longest first. */
export async function findRunning(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select rule_id::int as id from invalid_run where finished_at is null order by requested_at`;
  return rows.map(({ id }) => id);
}

/**
 * Holds a rule and then its run, in the order in which they are removed; null where another worker is at it, or it is
 * over or gone.
 */
export async function takeRun(tx: Db, ruleId: number): Promise<{ rule: RunningRule; run: Run } | null> {
  const sql = tx.$client;
  const [rule] = await sql<RunningRule[]>`
    select ${ruleColumns(sql)} from invalid_rule r where r.id = ${ruleId} for key share skip locked`;
  const [run] = await sql<Run[]>`
    select (extract(epoch from from_at) * 1000)::float8 as "fromAt", (extract(epoch from until_at) * 1000)::float8 as "untilAt",
           probe_id::int as "probeId", (extract(epoch from at) * 1000)::float8 as at
      from invalid_run where rule_id = ${ruleId} and finished_at is null for update skip locked`;
  return rule && run ? { rule, run } : null;
}

/** Notes how far a run has come. */
export async function saveProgress(
  tx: Db,
  ruleId: number,
  { probeId, at, taken }: { probeId: number; at: number | null; taken: number },
): Promise<void> {
  await tx.$client`
    update invalid_run set probe_id = ${probeId}, at = to_timestamp(${at}::float8 / 1000), taken_count = taken_count + ${taken}
     where rule_id = ${ruleId}`;
}

export async function finishRun(tx: Db, ruleId: number, now: Date): Promise<void> {
  await tx.$client`update invalid_run set finished_at = ${now.toISOString()}::timestamptz where rule_id = ${ruleId}`;
}

const isOf = (sql: Sql, rule: RunningRule) => sql`
  p.measure = ${rule.measure} and d.customer_id = ${rule.customerId}
  and (${rule.deviceTypeId}::bigint is null or d.type_code = (select code from device_type where id = ${rule.deviceTypeId}))`;

export type RuledProbe = Restated & { carrierId: number | null };

/** The probe that a run goes on with: the one it is at, or the next one that the rule is for. */
export async function findRuledProbe(tx: Db, rule: RunningRule, run: Run): Promise<RuledProbe | null> {
  const sql = tx.$client;
  const at = run.at === null ? sql`p.id > ${run.probeId ?? 0}` : sql`p.id >= ${run.probeId ?? 0}`;
  const [probe] = await sql<RuledProbe[]>`
    select p.id::int, p.device_id::int as "deviceId", p.measure,
           (select m.carrier_id::int from mounting m where m.probe_id = p.id and m.unmounted_at is null) as "carrierId"
      from probe p join device d on d.id = p.device_id
     where ${isOf(sql, rule)} and ${at} order by p.id limit 1`;
  return probe ?? null;
}

const SAME = 1e-6;

/** Whether a rule takes a value by itself, as `takenBy` has it. */
function takes(sql: Sql, { kind, faultValues, minimum, maximum }: SiftRule, value: Fragment): Fragment {
  if (kind === "fault-value")
    return sql`exists (select from unnest(${[...(faultValues ?? [])]}::float8[]) f where abs(${value} - f) <= ${SAME})`;
  return sql`coalesce(${value} < ${minimum}::float8, false) or coalesce(${value} > ${maximum}::float8, false)`;
}

/** Whether an hour may hold a value that the rule takes: far fewer hours than readings are there to be looked at. */
function mayHold(sql: Sql, { kind, faultValues, minimum, maximum }: SiftRule): Fragment {
  if (kind === "fault-value")
    return sql`exists (select from unnest(${[...(faultValues ?? [])]}::float8[]) f
      where f between h.minimum - ${SAME} and h.maximum + ${SAME})`;
  return sql`(coalesce(h.minimum < ${minimum}::float8, false) or coalesce(h.maximum > ${maximum}::float8, false))`;
}

type Reach = { from: number; to: number; limit: number };

/** Readings that a rule of single values takes, oldest first; what somebody restored is left alone. */
const taken = (sql: Sql, rule: SiftRule, probeId: Fragment, { from, to, limit }: Reach) => sql`
  select r.at, r.value
    from hours_between(${probeId}, to_timestamp(${from}::float8 / 1000) - interval '1 hour', to_timestamp(${to}::float8 / 1000)) h
   cross join lateral readings_between(${probeId}, greatest(h.hour, to_timestamp(${from}::float8 / 1000)),
                                       least(h.hour + interval '1 hour', to_timestamp(${to}::float8 / 1000))) r
   where ${mayHold(sql, rule)} and (${takes(sql, rule, sql`r.value`)})
     and not exists (select from invalid_reading i where i.probe_id = ${probeId} and i.at = r.at)
   order by r.at limit ${limit}`;

export async function findTaken(tx: Db, rule: SiftRule, probeId: number, reach: Reach): Promise<Stored[]> {
  const sql = tx.$client;
  return sql<Stored[]>`
    select ${probeId}::int as "probeId", (extract(epoch from at) * 1000)::float8 as at, value
      from (${taken(sql, rule, sql`${probeId}::bigint`, reach)}) t order by at`;
}

/** How many readings of all its probes a rule of single values takes, counted up to the limit. */
export async function countTaken(db: Db, rule: RunningRule, reach: Reach): Promise<number> {
  const sql = db.$client;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from probe p join device d on d.id = p.device_id
       cross join lateral (${taken(sql, rule, sql`p.id`, reach)}) t
       where ${isOf(sql, rule)} limit ${reach.limit}) counted`;
  return row?.count ?? 0;
}

/** When the last of the next `limit` readings of a probe, those held as jumps among them, was taken; null: there is none. */
export async function findChunkEnd(tx: Db, probeId: number, { from, to, limit }: Reach): Promise<number | null> {
  const sql = tx.$client;
  const inReach = sql`probe_id = ${probeId} and at >= to_timestamp(${from}::float8 / 1000)
    and at < to_timestamp(${to}::float8 / 1000)`;
  const [row] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(at)) * 1000)::float8 as at from (
      select at from (
        (select at from reading where ${inReach} order by at limit ${limit})
        union all
        (select at from invalid_reading where ${inReach} and kind = 'jump' and restored_at is null
          order by at limit ${limit})) either
       order by at limit ${limit}) next`;
  return row?.at ?? null;
}

export type SuspectHour = { probeId: number; hour: number };

/**
 * Hours in which values lie further apart than a jump is wide, or further from those of the hour before: a reading that
 * is a jump lies in one of them.
 */
export function findSuspectHours(db: Db, rule: RunningRule, { from, to, limit }: Reach): Promise<SuspectHour[]> {
  const sql = db.$client;
  return sql<SuspectHour[]>`
    select probe_id::int as "probeId", (extract(epoch from hour) * 1000)::float8 as hour from (
      select h.probe_id, h.hour, greatest(h.maximum, lag(h.maximum) over way) - least(h.minimum, lag(h.minimum) over way) as spread
        from probe p join device d on d.id = p.device_id
        join reading_hour h on h.probe_id = p.id and h.hour > to_timestamp(${from}::float8 / 1000) - interval '1 hour'
                           and h.hour < to_timestamp(${to}::float8 / 1000)
       where ${isOf(sql, rule)}
      window way as (partition by h.probe_id order by h.hour)) hours
     where spread > ${rule.ratePerMinute}::float8
     order by probe_id, hour limit ${limit}`;
}
