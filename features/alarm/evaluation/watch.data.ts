import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { MONITORED_MEASURES } from "@/db/enums";
import { HEARTBEAT_SECONDS, SWITCHES } from "@/features/observation/observation.rules";
import type { Calendar } from "../condition/calendar.rules";
import { silencedUntil } from "./evaluation.data";
import type { ExceptionChange } from "./evaluation.schema";
import { publishedColumns } from "./record.data";
import type { Silence, SilenceActions } from "./watch.rules";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const TOLERANCE = "device.faultToleranceCoefficient";
/** The default of that parameter. */
const SHIPPED_TOLERANCE = "3";

// Used by the worker: acts as the system on all customers.

export type Waiting = { probeId: number; alarm: Record<string, unknown> };

/** Locks the probes whose delay is over at `until` (epoch ms), the longest overdue first. Skips locked rows. */
export function lockDue(tx: Db, until: number, limit: number): Promise<Waiting[]> {
  return tx.$client<Waiting[]>`
    select probe_id::int as "probeId", alarm from probe_state
     where due_at <= to_timestamp(${until}::float8 / 1000) order by due_at limit ${limit} for update skip locked`;
}

/** A probe or device that has fallen silent or has an open no-data exception. */
export type SilenceFacts = Silence & {
  customerId: number;
  carrierId: number | null;
  severity: ExceptionChange["severity"];
  measure: string | null;
  calendar: Calendar | null;
  timeZone: string | null;
};

/** With more candidates, a scan of all probes is no slower. */
const MOST_CANDIDATES = 50_000;

/**
 * The probes that may be silent: those without a reading for the shortest time allowed to any device, and those with an
 * open exception. Null if there are too many to filter.
 */
async function findCandidates({ $client: sql }: Db, now: number): Promise<number[] | null> {
  const rows = await sql<{ id: number }[]>`
    select probe_id::int as id from probe_state
     where received_at < to_timestamp(${now}::float8 / 1000 - coalesce(
             (select min(report_interval_seconds) from device where kind <> 'gateway')
             * (select greatest(1, min(content::float8)) from (
                  select content from parameter where code = ${TOLERANCE} union all
                  select ${SHIPPED_TOLERANCE} where not exists (
                    select from parameter where code = ${TOLERANCE} and customer_id is null)) known), 0))
     union
    select probe_id::int from exception
     where kind = 'no-data' and probe_id is not null and ended_at is null and withdrawn_at is null
     limit ${MOST_CANDIDATES + 1}`;
  return rows.length > MOST_CANDIDATES ? null : rows.map(({ id }) => id);
}

/** SQL: whether a maintenance silence in force at an instant covers the node of a device. */
export const isNodeSilenced = (
  sql: Sql,
  device: { customerId: Fragment; sceneId: Fragment },
  at: Fragment,
) => sql`exists (
  select from alarm_silence s
    join alarm_silence_target st on st.silence_id = s.id
   where s.customer_id = ${device.customerId} and s.starts_at <= ${at} and s.ends_at > ${at} and (s.ended_at is null or s.ended_at > ${at})
     and st.scene_id in (
       with recursive up as (
         select id, parent_id from scene where id = ${device.sceneId}
         union all
         select n.id, n.parent_id from scene n join up on n.id = up.parent_id)
       select id from up))`;

/** `paceSeconds` of `features/observation/observation.rules.ts` as SQL; a test ensures that both agree. */
export const paceOf = (sql: Sql, interval: Fragment, isSwitch: Fragment) =>
  sql`case when ${isSwitch} then greatest(${interval}, ${HEARTBEAT_SECONDS}::int) else ${interval} end`;

/** SQL: whether a device `d` has switches and no probe of another monitored measure. */
export const hasSwitchesOnly = (sql: Sql) => sql`(
  exists (select from probe p where p.device_id = d.id and p.measure = any(${[...SWITCHES]}::text[]))
  and not exists (select from probe p where p.device_id = d.id and p.measure = any(${[...MONITORED_MEASURES]}::text[])))`;

/** SQL: the multiple of its pace for which a device of the customer `d.customer_id` may be silent. */
export const toleranceOf = (sql: Sql) => sql`greatest(1, coalesce(
  (select content from parameter where customer_id = d.customer_id and code = ${TOLERANCE}),
  (select content from parameter where customer_id is null and code = ${TOLERANCE}), ${SHIPPED_TOLERANCE})::float8)`;

/** SQL: the carrier of a device `d`, by a mounted probe or a binding of the whole device; its id may be null. */
export const locationOf = (sql: Sql) => sql`lateral (
  select m.carrier_id from mounting m join probe p on p.id = m.probe_id where p.device_id = d.id and m.unmounted_at is null
   union all
  select b.carrier_id from device_binding b where b.device_id = d.id and b.unbound_at is null
   limit 1)`;

/**
 * SQL: whether a device `d` at a carrier `c` (null: none) is expected to report. One in stock is not, unless activated
 * devices with a place report through it, and none that another customer has.
 */
export const isExpected = (sql: Sql) => sql`(
  d.custody in ('own', 'borrowed') and (d.scene_id is not null or c.id is not null
  or exists (select from device behind where behind.gateway_id = d.id and behind.use = 'activated' and behind.scene_id is not null)))`;

/** SQL: whether status and alarm switch of a carrier `c` allow it to raise alarms at an instant. */
export const isInService = (sql: Sql, at: Fragment) => sql`(
  c.status in ('running', 'defrost') and (c.alarm_switch = 'on' or (c.alarm_switch = 'paused' and c.alarm_paused_until <= ${at})))`;

/**
 * Every probe with a no-data condition, every activated gateway, and every other activated device that is located
 * somewhere and that no condition covers, if it has been silent for longer than its pace × the fault tolerance
 * coefficient of its customer or has an open exception. Devices that never reported are unknown and not listed. Silence
 * of a device that was deactivated counts from its reactivation, which the audit trail records.
 */
export async function findSilent(db: Db, now: number): Promise<SilenceFacts[]> {
  const sql = db.$client;
  // Few of many probes are silent: the details are joined for these only.
  const candidates = await findCandidates(db, now);
  const among = candidates ? sql`and p.id = any(${candidates}::bigint[])` : sql``;
  const at = sql`to_timestamp(${now}::float8 / 1000)`;
  const mayRaise = sql`d.use = 'activated' and ${isInService(sql, at)}`;
  // A gateway has no trigger of its own: it uses a condition of a sensor behind it, even if that sensor is not silent
  // yet, and also later, once suppression behind it ends.
  const behind = sql`(
    select min(ac.id) from device d
      join probe p on p.device_id = d.id
      join mounting m on m.probe_id = p.id and m.unmounted_at is null
      join carrier c on c.id = m.carrier_id
      join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
      join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'no-data' and ac.measure = p.measure
     where d.gateway_id = silent.id and ${mayRaise} and ${silencedUntil(sql, sql`c.id`, at)} is null)`;
  // If nothing behind the gateway may be notified, the gateway is suppressed as well.
  const isTellable = sql`(
    not ${isNodeSilenced(sql, { customerId: sql`customer_id`, sceneId: sql`silent.scene_id` }, at)}
    and not exists (
      select from carrier c
       where c.id = silent.carrier_id and not (${isInService(sql, at)} and ${silencedUntil(sql, sql`c.id`, at)} is null))
    and (not exists (select from device d where d.gateway_id = silent.id and d.use = 'activated')
         or exists (
           select from device d
            where d.gateway_id = silent.id and d.use = 'activated'
              and not exists (
                select from probe p
                  join mounting m on m.probe_id = p.id and m.unmounted_at is null
                  join carrier c on c.id = m.carrier_id
                 where p.device_id = d.id and not (${mayRaise} and ${silencedUntil(sql, sql`c.id`, at)} is null)))))`;
  return sql<SilenceFacts[]>`
    with facts as (
      select 'probe' as source, p.id, p.device_id, c.customer_id, c.id as carrier_id, d.gateway_id, ac.id as condition_id, coalesce(ac.severity, t.severity) as severity, p.measure, t.calendar, cu.time_zone,
             ${mayRaise} as may_raise,
             ps.received_at, d.kind, ${paceOf(sql, sql`d.report_interval_seconds`, sql`p.measure = any(${[...SWITCHES]}::text[])`)} as pace_seconds,
             d.scene_id, true as is_expected, true as is_watched, e.id as open_id, e.started_at as open_since,
             e.condition_id as told_by, e.context
        from alarm_condition ac
        join alarm_trigger t on t.id = ac.trigger_id and t.is_enabled
        join carrier c on c.alarm_trigger_id = t.id
        join customer cu on cu.id = c.customer_id
        join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = ac.measure
        join device d on d.id = p.device_id
        join probe_state ps on ps.probe_id = p.id
        left join exception e on e.probe_id = p.id and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
       where ac.kind = 'no-data' ${among}
      union all
      select 'gateway', d.id, d.id, d.customer_id, c.id, null, null, coalesce(w.gateway_severity, 'major'), null, null, null, true,
             d.last_seen_at, d.kind, d.report_interval_seconds, d.scene_id, ${isExpected(sql)}, coalesce(w.is_enabled, true), e.id, e.started_at, e.condition_id, e.context
        from device d
        left join connection_watch w on w.customer_id = d.customer_id
        left join ${locationOf(sql)} location on true
        left join carrier c on c.id = location.carrier_id
        left join exception e on e.device_id = d.id and e.probe_id is null and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
       where d.kind = 'gateway' and d.use = 'activated'
      union all
      select 'device', d.id, d.id, d.customer_id, c.id, d.gateway_id, null, coalesce(w.severity, 'minor'), null, null, null,
             case when c.id is null then not ${isNodeSilenced(sql, { customerId: sql`d.customer_id`, sceneId: sql`d.scene_id` }, at)} else ${mayRaise} end,
             d.last_seen_at, d.kind, ${paceOf(sql, sql`d.report_interval_seconds`, hasSwitchesOnly(sql))},
             d.scene_id, d.scene_id is not null or c.id is not null, true, e.id, e.started_at, null, null
        from device d
        left join connection_watch w on w.customer_id = d.customer_id
        left join ${locationOf(sql)} location on true
        left join carrier c on c.id = location.carrier_id
        left join exception e on e.device_id = d.id and e.probe_id is null and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
       where d.kind <> 'gateway' and d.use = 'activated' and (e.id is not null or d.scene_id is not null or c.id is not null)
         -- An open one may come from a monitor task, which looks where the watch does not.
         and (e.id is not null or coalesce(w.is_enabled, true))
         and (e.id is not null or d.id in (select device_id from device_state where online_status = 'offline'))
         and (e.id is not null or not exists (
           select from probe p
             join mounting m on m.probe_id = p.id and m.unmounted_at is null
             join carrier k on k.id = m.carrier_id
             join alarm_trigger t on t.id = k.alarm_trigger_id and t.is_enabled
             join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'no-data' and ac.measure = p.measure
            where p.device_id = d.id))),
    judged as (
      select facts.*, greatest(1, coalesce(own.content, shipped.content, ${SHIPPED_TOLERANCE})::float8) as coefficient
        from facts
        left join parameter own on own.customer_id = facts.customer_id and own.code = ${TOLERANCE}
        left join parameter shipped on shipped.customer_id is null and shipped.code = ${TOLERANCE})
    select source, id::int, device_id::int as "deviceId", customer_id::int as "customerId", carrier_id::int as "carrierId",
           gateway_id::int as "gatewayId", (case when source = 'gateway' and told_by is null then ${behind} else condition_id end)::int as "conditionId",
           severity, measure, calendar, time_zone as "timeZone", is_watched as "isWatched", is_expected as "isExpected",
           case when source = 'gateway' then ${isTellable}
                else may_raise and (open_id is not null or ${silencedUntil(sql, sql`carrier_id`, at)} is null) end as "mayRaise",
           array(select jsonb_array_elements_text(context->'affected')::int) as listed, coalesce((context->>'isUnnotified')::boolean, false) as "isUnnotified",
           (select extract(epoch from max(b.ended_at)) * 1000 from exception b
             where b.device_id = gateway_id and b.probe_id is null and b.kind = 'no-data' and b.ended_at > ${at} - interval '1 day')::float8 as "gatewayBackAt",
           (extract(epoch from last_received_at) * 1000)::float8 as "lastReceivedAt", pace_seconds as "paceSeconds", coefficient,
           open_id::int as "openExceptionId", (extract(epoch from open_since) * 1000)::float8 as "openSince"
      from (
        select facts.*, greatest(received_at, case when open_id is null then (
                 select max(a.at) from audit a
                  where a.entity in ('device', facts.kind) and a.entity_id = facts.device_id::text and a.at > facts.received_at
                    and a.new_values->>'use' = 'activated') end) as last_received_at
          from judged as facts
         where open_id is not null
            or received_at < to_timestamp(${now}::float8 / 1000 - pace_seconds * coefficient)) silent
     where open_id is not null
        or last_received_at < to_timestamp(${now}::float8 / 1000 - pace_seconds * coefficient)`;
}

export type NewSilence = Pick<
  SilenceFacts,
  "deviceId" | "customerId" | "carrierId" | "conditionId" | "severity" | "measure"
> & {
  probeId: number | null;
  startedAt: number;
  heardAt: number | null;
  affected: number[];
  isUnnotified: boolean;
};

/** A device found silent later than this is recorded as detected late: its silence began before it was monitored. */
const OLD_NEWS_MS = 86_400_000;

/** The given devices that are activated and expected to report. They are locked until the transaction ends. */
export async function lockWorking(tx: Db, deviceIds: readonly number[]): Promise<Set<number>> {
  const sql = tx.$client;
  await sql`select from device where id = any(${[...deviceIds]}::bigint[]) order by id for share`;
  const rows = await sql<{ id: number }[]>`
    select d.id::int from device d
      left join ${locationOf(sql)} location on true
      left join carrier c on c.id = location.carrier_id
     where d.id = any(${[...deviceIds]}::bigint[]) and d.use = 'activated' and ${isExpected(sql)}`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks probes as the intake of readings does, and then conditions against deletion, until the transaction ends. The
 * devices must be locked before.
 */
export async function lockWatched(tx: Db, { probeIds, conditionIds }: Record<"probeIds" | "conditionIds", number[]>) {
  await tx.$client`select from probe_state where probe_id = any(${probeIds}::bigint[]) order by probe_id for update`;
  await tx.$client`select from alarm_condition where id = any(${conditionIds}::bigint[]) order by id for key share`;
}

/**
 * Opens no-data exceptions. Returns only those created, because another worker may have been faster. None is created
 * for a probe that its condition no longer covers, because nothing would end it. A gateway needs no condition.
 */
export async function openSilences(tx: Db, rows: readonly NewSilence[], now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const changed: ExceptionChange[] = [];
  for (const row of rows) {
    const isFollowed =
      row.probeId === null
        ? sql`true`
        : sql`exists (
            select from mounting m
              join carrier c on c.id = m.carrier_id
              join alarm_trigger t on t.id = c.alarm_trigger_id and t.is_enabled
              join alarm_condition ac on ac.trigger_id = t.id and ac.id = ${row.conditionId}
             where m.probe_id = ${row.probeId} and m.carrier_id = ${row.carrierId} and m.unmounted_at is null)`;
    const made = await sql<Omit<ExceptionChange, "change">[]>`
      insert into exception as e (customer_id, carrier_id, device_id, probe_id, condition_id, kind, measure, severity, started_at, raised_at, is_detected_late, context)
      select ${row.customerId}, ${row.carrierId}, ${row.deviceId}, ${row.probeId}, (select id from alarm_condition where id = ${row.conditionId}),
             'no-data', ${row.measure}, ${row.severity}, to_timestamp(${row.startedAt}::float8 / 1000), to_timestamp(${now}::float8 / 1000),
             ${row.probeId === null && now - row.startedAt > OLD_NEWS_MS},
             ${JSON.stringify(contextOf(row))}::text::jsonb
       where ${isFollowed}
      on conflict do nothing
      returning ${publishedColumns(sql)}`;
    changed.push(...made.map((one) => ({ ...one, change: "opened" as const })));
  }
  return changed;
}

export type Unnotified = { id: number; conditionId: number | null; affected: number[]; isUnnotified: boolean };

/**
 * Assigns to open silences that were not notified their present conditions, unless deleted, or the customer's own plan.
 * Returns those to notify.
 */
export async function giveConditions(tx: Db, rows: readonly Unnotified[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const given = await tx.$client<{ id: number }[]>`
    update exception e set condition_id = ac.id, context = (coalesce(e.context, '{}') - 'isUnnotified') || n.context
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.conditionId)}::bigint[],
                  ${rows.map((row) => JSON.stringify(contextOf(row)))}::text[]::jsonb[]) as n(id, condition_id, context)
      left join alarm_condition ac on ac.id = n.condition_id
     where e.id = n.id and e.condition_id is null and e.ended_at is null and e.withdrawn_at is null
       and (ac.id is not null or (n.condition_id is null and e.context ? 'isUnnotified'))
    returning e.id::int`;
  return given.map(({ id }) => id);
}

/** Updates the devices listed as silent behind gateways with open exceptions. */
export async function listBehind(tx: Db, rows: readonly { id: number; deviceIds: number[] }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$client`
    update exception e set context = coalesce(e.context, '{}') || jsonb_build_object('affected', n.ids)
      from unnest(${rows.map((row) => row.id)}::bigint[],
                  ${rows.map((row) => JSON.stringify(row.deviceIds))}::text[]::jsonb[]) as n(id, ids)
     where e.id = n.id and e.ended_at is null and e.withdrawn_at is null`;
}

const contextOf = ({
  affected,
  isUnnotified,
  heardAt,
}: Pick<NewSilence, "affected" | "isUnnotified"> & { heardAt?: number | null }) => ({
  // Data measured after this instant that arrives later was retained by the device.
  ...(typeof heardAt === "number" && { heardAt }),
  ...(affected.length > 0 && { affected }),
  ...(isUnnotified && { isUnnotified }),
});

/** Closes no-data exceptions at the instant at which data arrived again or was no longer expected. */
export async function closeSilences(tx: Db, rows: SilenceActions<SilenceFacts>["close"]): Promise<ExceptionChange[]> {
  if (rows.length === 0) return [];
  const changed = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(to_timestamp(n.ended_at / 1000), e.started_at)
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.endedAt)}::float8[]) as n(id, ended_at)
     where e.id = n.id and e.ended_at is null
    returning ${publishedColumns(tx.$client)}`;
  return changed.map((one) => ({ ...one, change: "closed" }));
}
