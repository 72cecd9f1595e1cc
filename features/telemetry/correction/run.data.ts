import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { Measure } from "@/db/enums";
import { SAME, type ValidationRule } from "../ingest/validation.rules";
import type { Corrected, Stored } from "./correction.data";

export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A rule with the data that its run needs. */
export type RunningRule = ValidationRule & {
  customerId: number;
  measure: Measure;
  deviceTypeId: number | null;
  isEnabled: boolean;
};

/** A run and its progress; times in epoch milliseconds. */
export type Run = { fromAt: number; untilAt: number; probeId: number | null; at: number | null; givesBack: boolean };

/** A rule as it is applied; the caller has checked that it is in scope. */
export async function findRule(db: Db, id: number): Promise<RunningRule | null> {
  const [rule] = await db.$client<RunningRule[]>`
    select r.id::int, r.name, r.kind, to_json(r.fault_values) as "faultValues", r.minimum, r.maximum,
           r.rate_per_minute as "ratePerMinute", r.customer_id::int as "customerId", r.measure,
           r.device_type_id::int as "deviceTypeId", r.is_enabled as "isEnabled"
      from invalid_rule r where r.id = ${id}`;
  return rule ?? null;
}

/**
 * Locks a rule; every caller locks it before its run. `share` prevents changes meanwhile. `update` waits until every
 * ingest transaction that applies the rule has ended; later ones see the result.
 */
export async function lockRule(tx: Db, id: number, lock: "share" | "update"): Promise<RunningRule | null> {
  const sql = tx.$client;
  await sql`select from invalid_rule where id = ${id} ${lock === "share" ? sql`for share` : sql`for update`}`;
  return findRule(tx, id);
}

type NewRun = { from: number; until: Date; requestedBy: number | null; now: Date; givesBack?: boolean };

/** Starts or restarts applying a rule to stored readings, or restoring those that it invalidated. */
export async function saveRun(tx: Db, ruleId: number, run: NewRun): Promise<void> {
  const { from, requestedBy, givesBack = false } = run;
  const [now, until] = [run.now.toISOString(), run.until.toISOString()];
  await tx.$client`
    insert into invalid_run (rule_id, gives_back, from_at, until_at, requested_by, requested_at)
    values (${ruleId}, ${givesBack}, to_timestamp(${from}::float8 / 1000), ${until}::timestamptz, ${requestedBy}, ${now}::timestamptz)
    on conflict (rule_id) do update
       set gives_back = excluded.gives_back, from_at = excluded.from_at, until_at = excluded.until_at,
           requested_by = excluded.requested_by, requested_at = excluded.requested_at, probe_id = null, at = null,
           taken_count = 0, finished_at = null`;
}

/**
 * Restarts an active run after its rule's figures changed; readings invalidated by the old figures are evaluated again.
 */
export async function restartRun(tx: Db, ruleId: number): Promise<void> {
  await tx.$client`update invalid_run set probe_id = null, at = null where rule_id = ${ruleId}`;
}

/** Deletes the run of a rule that is removed, unless it restores readings. */
export async function dropRun(tx: Db, ruleId: number): Promise<void> {
  await tx.$client`
    delete from invalid_run where rule_id = ${ruleId} and not (gives_back and finished_at is null)`;
}

/** Deletes a run. */
export async function removeRun(tx: Db, ruleId: number): Promise<void> {
  await tx.$client`delete from invalid_run where rule_id = ${ruleId}`;
}

/** The rules with an active run, the one that waits longest first. */
export async function findRunning(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select rule_id::int as id from invalid_run where finished_at is null order by requested_at`;
  return rows.map(({ id }) => id);
}

/**
 * Locks a rule and then its run. Returns null if another worker holds the run, the rule is about to be changed or
 * removed, or the run is over. The rule is read under both locks, and is null if deleted.
 */
export async function lockRun(tx: Db, ruleId: number): Promise<{ rule: RunningRule | null; run: Run } | null> {
  const sql = tx.$client;
  const held = await sql`select from invalid_rule where id = ${ruleId} for key share skip locked`;
  const [run] = await sql<Run[]>`
    select (extract(epoch from from_at) * 1000)::float8 as "fromAt", (extract(epoch from until_at) * 1000)::float8 as "untilAt",
           probe_id::int as "probeId", (extract(epoch from at) * 1000)::float8 as at, gives_back as "givesBack"
      from invalid_run where rule_id = ${ruleId} and finished_at is null for update skip locked`;
  if (!run) return null;
  const rule = await findRule(tx, ruleId);
  return rule && held.length === 0 ? null : { rule, run };
}

/** Stores the progress of a run. */
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

/** Condition: the rule applies to probe `p` of device `d`. */
export const isOf = (sql: Sql, rule: RunningRule): Fragment => sql`
  p.measure = ${rule.measure} and d.customer_id = ${rule.customerId}
  and (${rule.deviceTypeId}::bigint is null or d.type_code = (select code from device_type where id = ${rule.deviceTypeId}))`;

export type RuledProbe = Corrected & { customerId: number; carrierId: number | null };

const probeColumns = (sql: Sql) => sql`
  p.id::int, p.device_id::int as "deviceId", p.measure, d.customer_id::int as "customerId",
  (select m.carrier_id::int from mounting m where m.probe_id = p.id and m.unmounted_at is null) as "carrierId"`;

/** Condition: the probe has not been completed. */
const isNext = (sql: Sql, probeId: Fragment, run: Run) =>
  run.at === null ? sql`${probeId} > ${run.probeId ?? 0}` : sql`${probeId} >= ${run.probeId ?? 0}`;

/** The probe at which a run continues: the current one, or the next one that the rule applies to. */
export async function findRuledProbe(tx: Db, rule: RunningRule, run: Run): Promise<RuledProbe | null> {
  const sql = tx.$client;
  const [probe] = await sql<RuledProbe[]>`
    select ${probeColumns(sql)} from probe p join device d on d.id = p.device_id
     where ${isOf(sql, rule)} and ${isNext(sql, sql`p.id`, run)} order by p.id limit 1`;
  return probe ?? null;
}

/** The next probe with readings that a rule has invalidated, even if the rule no longer exists. */
export async function findInvalidatedProbe(tx: Db, ruleId: number, run: Run): Promise<RuledProbe | null> {
  const sql = tx.$client;
  const [probe] = await sql<RuledProbe[]>`
    select ${probeColumns(sql)}
      from (select probe_id from invalid_reading
             where rule_id = ${ruleId} and restored_at is null and ${isNext(sql, sql`probe_id`, run)}
             order by probe_id limit 1) i
      join probe p on p.id = i.probe_id join device d on d.id = p.device_id`;
  return probe ?? null;
}

export type Reach = { from: number; to: number; limit: number };

/** Condition: a rule matches a single value; SQL version of `takenBy`. */
function takes(sql: Sql, { kind, faultValues, minimum, maximum }: ValidationRule, value: Fragment): Fragment {
  if (kind === "fault-value")
    return sql`exists (select from unnest(${[...(faultValues ?? [])]}::float8[]) f where abs(${value} - f) <= ${SAME})`;
  return sql`coalesce(${value} < ${minimum}::float8, false) or coalesce(${value} > ${maximum}::float8, false)`;
}

/** Condition: an hour may contain a matching value. There are far fewer hours than readings to examine. */
function mayContain(sql: Sql, { kind, faultValues, minimum, maximum }: ValidationRule): Fragment {
  if (kind === "fault-value")
    return sql`exists (select from unnest(${[...(faultValues ?? [])]}::float8[]) f
      where f between h.minimum - ${SAME} and h.maximum + ${SAME})`;
  return sql`(coalesce(h.minimum < ${minimum}::float8, false) or coalesce(h.maximum > ${maximum}::float8, false))`;
}

/** Readings that a rule for single values matches, oldest first, without restored ones. */
export const taken = (sql: Sql, rule: ValidationRule, probeId: Fragment, { from, to, limit }: Reach): Fragment => sql`
  select r.at, r.value
    from hours_between(${probeId}, to_timestamp(${from}::float8 / 1000) - interval '1 hour', to_timestamp(${to}::float8 / 1000)) h
   cross join lateral readings_between(${probeId}, greatest(h.hour, to_timestamp(${from}::float8 / 1000)),
                                       least(h.hour + interval '1 hour', to_timestamp(${to}::float8 / 1000))) r
   where ${mayContain(sql, rule)} and (${takes(sql, rule, sql`r.value`)})
     and not exists (select from invalid_reading i where i.probe_id = ${probeId} and i.at = r.at)
   order by r.at limit ${limit}`;

export async function findMatching(tx: Db, rule: ValidationRule, probeId: number, reach: Reach): Promise<Stored[]> {
  const sql = tx.$client;
  return sql<Stored[]>`
    select ${probeId}::int as "probeId", (extract(epoch from at) * 1000)::float8 as at, value
      from (${taken(sql, rule, sql`${probeId}::bigint`, reach)}) t order by at`;
}

/** A reading that a rule has invalidated, with the kind of the rule at that time. */
export type HeldReading = Stored & Pick<ValidationRule, "kind">;

/** Readings of a probe that a rule has invalidated, oldest first. */
export async function findHeld(
  tx: Db,
  ruleId: number,
  probeId: number,
  { from, to, limit }: Reach,
): Promise<HeldReading[]> {
  return tx.$client<HeldReading[]>`
    select probe_id::int as "probeId", (extract(epoch from at) * 1000)::float8 as at, value, kind
      from invalid_reading
     where rule_id = ${ruleId} and restored_at is null and probe_id = ${probeId}
       and at >= to_timestamp(${from}::float8 / 1000) and at < to_timestamp(${to}::float8 / 1000)
     order by invalid_reading.at limit ${limit}`;
}

/**
 * Time of the last of the next `limit` readings of a probe, including those stored as jumps or invalidated by the rule;
 * null if there is none.
 */
export async function findChunkEnd(
  tx: Db,
  ruleId: number,
  probeId: number,
  { from, to, limit }: Reach,
): Promise<number | null> {
  const sql = tx.$client;
  const inReach = sql`probe_id = ${probeId} and at >= to_timestamp(${from}::float8 / 1000)
    and at < to_timestamp(${to}::float8 / 1000)`;
  const [row] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(at)) * 1000)::float8 as at from (
      select at from (
        (select at from reading where ${inReach} order by at limit ${limit})
        union all
        (select at from invalid_reading where ${inReach} and (kind = 'jump' or rule_id = ${ruleId}) and restored_at is null
          order by at limit ${limit})) either
       order by at limit ${limit}) next`;
  return row?.at ?? null;
}
