import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { type OpenSpan, openSpansOf } from "../condition/door.rules";
import { type ConditionRow, REPORT_INTERVAL_KINDS, ruleOf } from "./evaluation.rules";
import type { Watch } from "./evaluation.schema";
import type { TouchedSpan } from "./reconcile.rules";
import type { Sample } from "./statistics.rules";

// Runs inside the ingest transaction or the sweep, as the system. Probe ids have already been checked there.

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * SQL: the status by which a carrier `c` suppresses alarms under a mounting `m`. A carrier is retired without devices, so
 * what comes late of its former mountings is of its service: the status before counts, which the audit trail records. A
 * defrost at its end counts as running.
 */
const statusUnder = (sql: Sql) => sql`
  case when c.status = 'retirement' and c.resume_status is null and m.unmounted_at is not null
       then coalesce(nullif((
              select a.old_values->>'status' from audit a
               where a.entity = 'carrier' and a.entity_id = c.id::text and a.new_values->>'status' = 'retirement'
               order by a.id desc limit 1), 'defrost'), 'running')
       else c.status end`;

type WatchRow = Omit<Watch, "hold" | "rule"> & Watch["hold"] & ConditionRow;

/**
 * The conditions in force at these probes, with carrier, alarm switch, trigger and limits, in one query: those of the
 * present mountings, and of former ones that `touched` reaches into. Former mountings are looked up only for probes
 * that are touched before their present one.
 */
export async function findWatches(
  tx: Db,
  probeIds: readonly number[],
  touched: readonly ({ probeId: number } & TouchedSpan)[],
): Promise<Watch[]> {
  const rows = await tx.$client<WatchRow[]>`
    with present as materialized (
      select id, probe_id, carrier_id, mounted_at, unmounted_at from mounting
       where unmounted_at is null and probe_id = any(${probeIds as number[]}::bigint[])),
    earlier as materialized (
      select t.probe_id, tstzrange(to_timestamp(t.earliest / 1000), to_timestamp(t.latest / 1000), '[]') as span
        from unnest(${touched.map(({ probeId }) => probeId)}::bigint[], ${touched.map(({ earliest }) => earliest)}::float8[],
                    ${touched.map(({ latest }) => latest)}::float8[]) as t(probe_id, earliest, latest)
        left join present on present.probe_id = t.probe_id
       where present.id is null or present.mounted_at > to_timestamp(t.earliest / 1000)),
    concerned as (
      select * from present
       union all
      select former.id, former.probe_id, former.carrier_id, former.mounted_at, former.unmounted_at
        from earlier
        join mounting former on former.probe_id = earlier.probe_id and former.unmounted_at is not null
         and tstzrange(former.mounted_at, former.unmounted_at) && earlier.span)
    select p.id::int as "probeId", p.device_id::int as "deviceId", c.id::int as "carrierId", c.customer_id::int as "customerId",
           (extract(epoch from m.mounted_at) * 1000)::float8 as "mountedAt",
           (extract(epoch from m.unmounted_at) * 1000)::float8 as "unmountedAt",
           ${statusUnder(tx.$client)} as "carrierStatus", c.alarm_switch as "alarmSwitch",
           (extract(epoch from c.alarm_paused_until) * 1000)::float8 as "pausedUntil",
           (extract(epoch from c.defrost_until) * 1000)::float8 as "defrostUntil",
           coalesce(ac.severity, t.severity) as severity, ac.severity_steps as "severitySteps", t.calendar, cu.time_zone as "timeZone",
           ac.id::int as "conditionId", ac.kind, p.measure,
           case when ac.minimum is null and ac.maximum is null then z.minimum else ac.minimum end as minimum,
           case when ac.minimum is null and ac.maximum is null then z.maximum else ac.maximum end as maximum,
           ac.delay_seconds as "delaySeconds", ac.delay_mode as "delayMode", ac.dead_band as "deadBand",
           ac.door_delay_seconds as "doorDelaySeconds", ac.outside_minutes as "outsideMinutes",
           ac.window_minutes as "windowMinutes", ac.horizon_minutes as "horizonMinutes",
           case when ac.kind = any(${REPORT_INTERVAL_KINDS}::text[])
                then (select d.report_interval_seconds from device d where d.id = p.device_id) end as "reportIntervalSeconds"
      from concerned m
      join probe p on p.id = m.probe_id
      join carrier c on c.id = m.carrier_id
      join customer cu on cu.id = c.customer_id
      join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
      join alarm_condition ac on ac.trigger_id = t.id and ac.kind <> 'no-data' and ac.measure = p.measure
      left join carrier_zone cz on cz.carrier_id = c.id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id`;
  return rows.flatMap((row) => {
    const rule = ruleOf(row);
    if (rule === null) return [];
    const { carrierStatus, alarmSwitch, pausedUntil, defrostUntil } = row;
    const hold = { carrierStatus, alarmSwitch, pausedUntil, defrostUntil };
    // Picked field by field: spreading the rest of each row costs more than the rest of the evaluation.
    const {
      probeId,
      deviceId,
      carrierId,
      customerId,
      mountedAt,
      unmountedAt,
      severity,
      severitySteps,
      calendar,
      timeZone,
      conditionId,
    } = row;
    return [
      {
        probeId,
        deviceId,
        carrierId,
        customerId,
        mountedAt,
        unmountedAt,
        hold,
        severity,
        severitySteps,
        calendar,
        timeZone,
        conditionId,
        rule,
      },
    ];
  });
}

/** The stored values of a probe: before an instant, newest first (`before`), or from it on, oldest first (`from`). */
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
         where probe_id = ${probeId} and at < to_timestamp(${edge.before}::float8 / 1000) order by reading.at desc limit ${limit}`
    : sql<Sample[]>`
        select (extract(epoch from at) * 1000)::float8 as at, value from reading
         where probe_id = ${probeId} and at >= to_timestamp(${edge.from}::float8 / 1000) order by reading.at limit ${limit}`;
}

/**
 * The spans in which doors of a carrier were open, as far as they matter between two instants (both inclusive). A door
 * that was unmounted counts as closed from then on.
 */
export async function findOpenSpans(tx: Db, carrierId: number, from: number, to: number): Promise<OpenSpan[]> {
  const rows = await tx.$client<(Sample & { probeId: number })[]>`
    select p.id::int as "probeId", (extract(epoch from r.at) * 1000)::float8 as at, r.value
      from mounting m
      join probe p on p.id = m.probe_id and p.measure = 'door'
     cross join lateral (
       select * from newest_readings(p.id, m.mounted_at, to_timestamp(${from}::float8 / 1000), 1)
       union all
       select * from readings_between(p.id, greatest(m.mounted_at, to_timestamp(${from}::float8 / 1000)),
                                      least(m.unmounted_at, to_timestamp(${to}::float8 / 1000) + interval '1 millisecond'))
       union all
       select m.unmounted_at, 0 where m.unmounted_at <= to_timestamp(${to}::float8 / 1000)) r
     where m.carrier_id = ${carrierId} and (m.unmounted_at is null or m.unmounted_at > to_timestamp(${from}::float8 / 1000))
     order by p.id, m.mounted_at, r.at`;
  const byProbe = new Map<number, Sample[]>();
  for (const { probeId, ...sample } of rows) byProbe.set(probeId, [...(byProbe.get(probeId) ?? []), sample]);
  return [...byProbe.values()].flatMap(openSpansOf);
}

/** A door with new or changed readings, the earliest of them at `from` (epoch ms). */
export type TouchedDoor = { doorId: number; from: number };

/** The probes whose delay depends on one of these doors from then on, each with its door. */
export function findDoorDependentProbes(
  tx: Db,
  doors: readonly TouchedDoor[],
): Promise<{ doorId: number; probeId: number }[]> {
  return tx.$client<{ doorId: number; probeId: number }[]>`
    select distinct door.probe_id::int as "doorId", p.id::int as "probeId"
      from unnest(${doors.map(({ doorId }) => doorId)}::bigint[], ${doors.map(({ from }) => from)}::float8[]) as touched(door_id, from_ms)
      join mounting door on door.probe_id = touched.door_id
       and (door.unmounted_at is null or door.unmounted_at > to_timestamp(touched.from_ms / 1000))
      join carrier c on c.id = door.carrier_id
      join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
      join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'range' and ac.door_delay_seconds > 0
      join mounting m on m.carrier_id = c.id
       and (m.unmounted_at is null or m.unmounted_at > greatest(door.mounted_at, to_timestamp(touched.from_ms / 1000)))
      join probe p on p.id = m.probe_id and p.measure = ac.measure
      join device d on d.id = p.device_id and d.use <> 'deactivated'`;
}

/** SQL, an instant: the end of the maintenance silence in force at an instant for a carrier; null: none. */
export const silencedUntil = (sql: Sql, carrierId: Fragment, at: Fragment) => sql`(
  select max(least(s.ends_at, coalesce(s.ended_at, s.ends_at)))
    from carrier k
    join alarm_silence s on s.customer_id = k.customer_id and s.starts_at <= ${at} and s.ends_at > ${at}
                        and (s.ended_at is null or s.ended_at > ${at})
    join alarm_silence_target st on st.silence_id = s.id
   where k.id = ${carrierId}
     and (st.carrier_id = k.id or st.trigger_id = k.alarm_trigger_id or st.scene_id in (
            with recursive up as (
              select id, parent_id from scene where id = k.scene_id
              union all
              select n.id, n.parent_id from scene n join up on n.id = up.parent_id)
            select id from up)))`;

/** The end of the silence at each carrier's instant (epoch ms), in the order given; null: not silenced. */
export async function findSilencedUntil(
  tx: Db,
  asked: readonly { carrierId: number; at: number }[],
): Promise<(number | null)[]> {
  const sql = tx.$client;
  const rows = await sql<{ until: number | null }[]>`
    select (extract(epoch from ${silencedUntil(sql, sql`a.carrier_id`, sql`a.at`)}) * 1000)::float8 as until
      from (select w.carrier_id, to_timestamp(w.at / 1000) as at, w.place
              from unnest(${asked.map(({ carrierId }) => carrierId)}::bigint[], ${asked.map(({ at }) => at)}::float8[])
                   with ordinality as w(carrier_id, at, place)) a
     order by a.place`;
  return rows.map(({ until }) => until);
}

/**
 * Makes the sweep due now for probes of open doors and lost power where a condition came into force after their last
 * reading. Probes in use are evaluated anyway.
 */
export async function wakeNewStates(tx: Db, now: number): Promise<void> {
  await tx.$client`
    with fresh as materialized (
      select ps.probe_id
        from alarm_condition ac
        join alarm_trigger t on t.id = ac.trigger_id and t.is_enabled
        join carrier c on c.alarm_trigger_id = t.id
        join customer cu on cu.id = c.customer_id and cu.status = 'active'
        join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = ac.measure
        join device d on d.id = p.device_id and d.use = 'activated'
        join probe_state ps on ps.probe_id = p.id
       where ac.kind = 'state' and not ps.alarm ? ac.id::text and ps.last_at >= m.mounted_at
         and (ps.last_value > 0.5) = (p.measure = 'door') and (ps.due_at is null or ps.due_at > to_timestamp(${now}::float8 / 1000))
       order by ps.probe_id for update of ps skip locked)
    update probe_state ps set due_at = to_timestamp(${now}::float8 / 1000) from fresh where fresh.probe_id = ps.probe_id`;
}

/** Stores the machine states of probes. */
export async function saveAlarms(
  tx: Db,
  rows: readonly { probeId: number; alarm: Record<string, unknown>; dueAt: number | null }[],
): Promise<void> {
  await tx.$client`
    update probe_state s set alarm = n.alarm, due_at = to_timestamp(n.due_at / 1000)
      from unnest(${rows.map((row) => row.probeId)}::bigint[], ${rows.map((row) => JSON.stringify(row.alarm))}::text[]::jsonb[],
                  ${rows.map((row) => row.dueAt)}::float8[]) as n(probe_id, alarm, due_at)
     where s.probe_id = n.probe_id`;
}
