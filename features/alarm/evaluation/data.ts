import "server-only";
import type { Db } from "@/db/client";
import type { Excursion } from "../range/rules";
import type { StoredExcursion } from "../reconcile/rules";
import { type ExcursionStatistics, type Sample, summarise } from "../statistics/rules";
import type { ExceptionChange, Watch } from "./schema";

// Runs inside the ingest transaction or the sweep, as the system: probe ids are already proven there.

type WatchRow = Omit<Watch, "hold" | "rule"> & Watch["hold"] & Watch["rule"];

/** The range conditions in force at these probes: carrier, switch, trigger and limits in one query. */
export async function findWatches(tx: Db, probeIds: readonly number[]): Promise<Watch[]> {
  const rows = await tx.$client<WatchRow[]>`
    select p.id::int as "probeId", p.device_id::int as "deviceId", c.id::int as "carrierId", c.customer_id::int as "customerId",
           (extract(epoch from m.mounted_at) * 1000)::float8 as "mountedAt",
           c.status as "carrierStatus", c.alarm_switch as "alarmSwitch",
           (extract(epoch from c.alarm_paused_until) * 1000)::float8 as "pausedUntil",
           (extract(epoch from c.defrost_until) * 1000)::float8 as "defrostUntil",
           t.severity, t.calendar, cu.time_zone as "timeZone", ac.id::int as "conditionId", p.measure,
           case when ac.minimum is null and ac.maximum is null then z.minimum else ac.minimum end as minimum,
           case when ac.minimum is null and ac.maximum is null then z.maximum else ac.maximum end as maximum,
           ac.delay_seconds as "delaySeconds", ac.delay_mode as "delayMode", ac.dead_band as "deadBand"
      from mounting m
      join probe p on p.id = m.probe_id
      join carrier c on c.id = m.carrier_id
      join customer cu on cu.id = c.customer_id
      join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
      join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'range' and ac.measure = p.measure
      left join carrier_zone cz on cz.carrier_id = c.id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
     where m.unmounted_at is null and m.probe_id = any(${probeIds as number[]}::bigint[])`;
  return rows
    .filter((row) => row.minimum !== null || row.maximum !== null)
    .map(({ carrierStatus, alarmSwitch, pausedUntil, defrostUntil, ...row }) => ({
      ...row,
      hold: { carrierStatus, alarmSwitch, pausedUntil, defrostUntil },
      rule: row,
    }));
}

/** A probe's stored values before an instant, newest first (`before`), or from it on, oldest first (`from`). */
export function findSamples(
  tx: Db,
  probeId: number,
  edge: { before: number } | { from: number },
  limit: number,
): Promise<Sample[]> {
  const sql = tx.$client;
  return "before" in edge
    ? sql<Sample[]>`
        select (extract(epoch from at) * 1000)::float8 as at, value from reading
         where probe_id = ${probeId} and at < to_timestamp(${edge.before}::float8 / 1000) order by at desc limit ${limit}`
    : sql<Sample[]>`
        select (extract(epoch from at) * 1000)::float8 as at, value from reading
         where probe_id = ${probeId} and at >= to_timestamp(${edge.from}::float8 / 1000) order by at limit ${limit}`;
}

type StoredRow = {
  id: number;
  probeId: number;
  conditionId: number;
  side: Excursion["side"];
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  minimum: number | null;
  maximum: number | null;
  statistics: ExcursionStatistics;
};

export type Stored = StoredExcursion<number> & { probeId: number; conditionId: number };

/** Live exceptions of these probe–condition pairs that began within `from ≤ start < to` of their pair. */
export async function findExcursions(
  tx: Db,
  spans: readonly { probeId: number; conditionId: number; from: number; to: number }[],
): Promise<Stored[]> {
  const column = (key: "probeId" | "conditionId" | "from" | "to") => spans.map((span) => span[key]);
  const rows = await tx.$client<StoredRow[]>`
    select e.id::int, e.probe_id::int as "probeId", e.condition_id::int as "conditionId", e.side, e.minimum, e.maximum, e.statistics,
           (extract(epoch from e.started_at) * 1000)::float8 as "startedAt",
           (extract(epoch from e.raised_at) * 1000)::float8 as "raisedAt",
           (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt"
      from unnest(${column("probeId")}::bigint[], ${column("conditionId")}::bigint[], ${column("from")}::float8[], ${column("to")}::float8[])
           as s(probe_id, condition_id, from_ms, to_ms)
      join exception e on e.probe_id = s.probe_id and e.condition_id = s.condition_id and e.withdrawn_at is null and e.kind = 'range'
       and e.started_at >= to_timestamp(s.from_ms / 1000) and e.started_at < to_timestamp(s.to_ms / 1000)
     order by e.started_at`;
  return rows.map(({ minimum, maximum, ...row }) => ({ ...row, limits: { minimum, maximum } }));
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The columns that an excursion fills. */
function columnsOf(excursion: Excursion) {
  const { peak, peakAt, mean, degreeMinutes, meanKineticTemperature } = summarise(excursion.statistics);
  return {
    side: excursion.side,
    minimum: excursion.limits.minimum,
    maximum: excursion.limits.maximum,
    started_at: iso(excursion.startedAt),
    raised_at: iso(excursion.raisedAt),
    ended_at: iso(excursion.endedAt),
    statistics: excursion.statistics,
    peak,
    peak_at: iso(peakAt),
    mean,
    degree_minutes: degreeMinutes,
    mean_kinetic_temperature: meanKineticTemperature,
    sample_count: excursion.statistics.count,
  };
}

type ChangedRow = Omit<ExceptionChange, "change"> & { isOpen: boolean };

/** Withdraws what late readings disproved, or merged into another. */
export async function withdrawExcursions(
  tx: Db,
  rows: readonly { id: number; mergedIntoId: number | null }[],
  now: number,
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const changed = await tx.$client<ChangedRow[]>`
    update exception e set withdrawn_at = to_timestamp(${now}::float8 / 1000), merged_into_id = w.merged_into_id
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.mergedIntoId)}::bigint[]) as w(id, merged_into_id)
     where e.id = w.id
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity, false as "isOpen"`;
  return changed.map(({ isOpen: _, ...row }) => ({ ...row, change: "withdrawn" }));
}

/** Brings exceptions up to what the readings say now. */
export async function updateExcursions(
  tx: Db,
  rows: readonly { id: number; excursion: Excursion }[],
): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ id, excursion }) => ({ id, ...columnsOf(excursion) }));
  const changed = await tx.$client<ChangedRow[]>`
    update exception e
       set side = n.side, minimum = n.minimum, maximum = n.maximum, started_at = n.started_at, raised_at = n.raised_at,
           ended_at = n.ended_at, statistics = n.statistics, peak = n.peak, peak_at = n.peak_at, mean = n.mean,
           degree_minutes = n.degree_minutes, mean_kinetic_temperature = n.mean_kinetic_temperature, sample_count = n.sample_count
      from jsonb_populate_recordset(null::exception, ${JSON.stringify(values)}::text::jsonb) n
     where e.id = n.id
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity, e.ended_at is null as "isOpen"`;
  return changed.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "updated" : "closed" }));
}

export type Pair = { probeId: number; conditionId: number };

/** Ends the open exceptions of pairs that no condition follows any more: nothing would ever end them. */
export async function endForsaken(tx: Db, pairs: readonly Pair[], now: number): Promise<ExceptionChange[]> {
  if (pairs.length === 0) return [];
  const ended = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
      from unnest(${pairs.map((pair) => pair.probeId)}::bigint[], ${pairs.map((pair) => pair.conditionId)}::bigint[]) as f(probe_id, condition_id)
     where e.probe_id = f.probe_id and e.condition_id = f.condition_id and e.kind = 'range' and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** What nobody watches any more: a customer with all it has, or some of its devices. */
export type Unwatched = { customerId: number; deviceIds?: readonly number[] };

/**
 * Ends all open exceptions of what nobody watches any more, and forgets what the machines remember: what is still so
 * once it is watched again is raised anew, and told. Locks the probes as arriving readings do: those that come
 * meanwhile wait, and then see that the devices are off.
 */
export async function endAllOf(tx: Db, { customerId, deviceIds }: Unwatched, now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const among = deviceIds ? sql`and device_id = any(${[...deviceIds]}::bigint[])` : sql``;
  const probes = sql`select id from probe where customer_id = ${customerId} ${among}`;
  await sql`select from probe_state where probe_id in (${probes}) order by probe_id for update`;
  await sql`
    update probe_state set alarm = '{}', due_at = null
     where probe_id in (${probes}) and (alarm <> '{}' or due_at is not null)`;
  const ended = await sql<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
     where e.customer_id = ${customerId} ${among} and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

export type NewException = { watch: Watch; excursion: Excursion; isDetectedLate: boolean };

/** Records new exceptions with the door and power state of their carrier. Returns them in the order given. */
export async function insertExcursions(tx: Db, rows: readonly NewException[]): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ watch, excursion, isDetectedLate }) => ({
    customer_id: watch.customerId,
    carrier_id: watch.carrierId,
    device_id: watch.deviceId,
    probe_id: watch.probeId,
    condition_id: watch.conditionId,
    measure: watch.rule.measure,
    severity: watch.severity,
    is_detected_late: isDetectedLate,
    ...columnsOf(excursion),
  }));
  const inserted = await tx.$client<ChangedRow[]>`
    insert into exception (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, is_detected_late, context,
           side, minimum, maximum, started_at, raised_at, ended_at, statistics, peak, peak_at, mean, degree_minutes,
           mean_kinetic_temperature, sample_count)
    select n.customer_id, n.carrier_id, n.device_id, n.probe_id, n.condition_id, 'range', n.measure, n.severity, n.is_detected_late,
           coalesce(state.context, '{}'), n.side, n.minimum, n.maximum, n.started_at, n.raised_at, n.ended_at, n.statistics,
           n.peak, n.peak_at, n.mean, n.degree_minutes, n.mean_kinetic_temperature, n.sample_count
      from jsonb_populate_recordset(null::exception, ${JSON.stringify(values)}::text::jsonb) n
      left join lateral (
        select jsonb_strip_nulls(jsonb_build_object(
                 'doorOpenSince', max((extract(epoch from ps.last_at) * 1000)::bigint) filter (where p.measure = 'door' and ps.last_value = 1),
                 'powerLostSince', max((extract(epoch from ps.last_at) * 1000)::bigint) filter (where p.measure = 'power' and ps.last_value = 0))) as context
          from mounting m join probe p on p.id = m.probe_id join probe_state ps on ps.probe_id = p.id
         where m.carrier_id = n.carrier_id and m.unmounted_at is null and p.measure in ('door', 'power')) state on true
    returning id::int, customer_id::int as "customerId", carrier_id::int as "carrierId", severity, ended_at is null as "isOpen"`;
  return inserted.map(({ isOpen, ...row }) => ({ ...row, change: isOpen ? "opened" : "closed" }));
}
