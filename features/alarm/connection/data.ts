import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { MONITORED_MEASURES, type Severity } from "@/db/enums";
import { connectionWatch } from "@/db/schema";
import { PACE_STEPS } from "@/features/observation/pace.rules";
import { silencedUntil } from "../evaluation/evaluation.data";
import type { ExceptionChange } from "../evaluation/evaluation.schema";
import { endRemoved, endUnfollowed, publishedColumns } from "../evaluation/record.data";
import { isExpected, isInService, isNodeSilenced, locationOf } from "../evaluation/watch.data";
import { findPlan } from "../trigger/plan.data";
import {
  type Loss,
  ON,
  type PaceActions,
  type PacedDevice,
  type Span,
  type StoredBlackout,
  storedBlackout,
  WATCH_DEFAULTS,
} from "./rules";
import type { ConnectionWatchDto, ConnectionWatchInput } from "./schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The connection watch of a customer that the caller has found in scope. */
export async function findWatch(db: Db, customerId: number): Promise<ConnectionWatchDto> {
  const [row] = await db.select().from(connectionWatch).where(eq(connectionWatch.customerId, customerId));
  return { ...WATCH_DEFAULTS, ...row, customerId, plan: await findPlan(db, { customerId }) };
}

type Values = Omit<ConnectionWatchInput, "plan" | "customerId"> & { customerId: number };

/** Stores the connection watch. The caller has locked the customer. */
export const saveWatch = (tx: Db, values: Values) =>
  tx.insert(connectionWatch).values(values).onConflictDoUpdate({ target: connectionWatch.customerId, set: values });

type ChangedRow = Omit<ExceptionChange, "change">;

/**
 * Ends the open exceptions of one kind of a customer's connection watch that nothing covers any more. A gateway's
 * silence with the condition of a trigger remains open.
 */
export async function endWatched(
  tx: Db,
  customerId: number,
  kind: "no-data" | "blackout" | "slow",
  now: number,
): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const ended = await sql<ChangedRow[]>`
    update exception e set ${endUnfollowed(sql, now)}
     where customer_id = ${customerId} and kind = ${kind} and probe_id is null and condition_id is null
       and ended_at is null and withdrawn_at is null
    returning ${publishedColumns(sql)}`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** The exceptions of a locked device and probes to end at its removal from a carrier. */
export type Removed = {
  deviceId: number;
  /** Null: it is put into stock. Its connection and power are watched on if it is still expected to report. */
  carrierId: number | null;
  /** Those that were mounted there. */
  probeIds: readonly number[];
};

/** Ends what the removal of a device from its carrier at an instant (epoch ms) ends or disproves. */
export function endOfDevice(
  tx: Db,
  { deviceId, carrierId, probeIds }: Removed,
  when: { at: number; now: number },
): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const isLeft =
    carrierId !== null
      ? sql`e.carrier_id = ${carrierId}`
      : sql`exists (
          select from device d left join ${locationOf(sql)} location on true left join carrier c on c.id = location.carrier_id
           where d.id = ${deviceId} and not ${isExpected(sql)})`;
  const isOfDevice = sql`
    (e.device_id = ${deviceId} and e.kind in ('no-data', 'blackout', 'slow') and e.probe_id is null and ${isLeft})`;
  return endRemoved(tx, sql`(${isOfDevice} or e.probe_id = any(${[...probeIds]}::bigint[]))`, when);
}

// Below: in the ingest transaction or the sweep, as the system. Probe and device ids have already been checked there.

/** A gateway's power supply. */
export type PowerSupply = {
  probeId: number;
  deviceId: number;
  customerId: number;
  carrierId: number | null;
  sceneId: number | null;
  severity: Severity;
};

/** SQL: whether the condition of a trigger covers the power of a gateway `d`. */
const isFollowed = (sql: Sql) => sql`exists (
  select from probe p
    join mounting m on m.probe_id = p.id and m.unmounted_at is null
    join carrier k on k.id = m.carrier_id
    join alarm_trigger t on t.id = k.alarm_trigger_id and t.is_enabled
    join alarm_condition ac on ac.trigger_id = t.id and ac.kind = 'state' and ac.measure = 'power'
   where p.device_id = d.id and p.measure = 'power')`;

/** SQL: monitored power supplies `p` of gateways `d` at carriers `c`. A trigger's power condition has precedence. */
const supplies = (sql: Sql) => sql`
  probe p
  join device d on d.id = p.device_id and d.kind = 'gateway' and d.use = 'activated' and p.measure = 'power'
  join probe_state ps on ps.probe_id = p.id
  left join connection_watch w on w.customer_id = d.customer_id
  left join ${locationOf(sql)} location on true
  left join carrier c on c.id = location.carrier_id
 where coalesce(w.is_power_enabled, true) and ${isExpected(sql)} and not ${isFollowed(sql)}`;

/** SQL: whether a silence, alarm switch or status suppresses alarms of device `d` at carrier `c` (null: none). */
export const isSuppressed = (sql: Sql, at: Fragment) => sql`
  case when c.id is null then ${isNodeSilenced(sql, { customerId: sql`d.customer_id`, sceneId: sql`d.scene_id` }, at)}
       else not ${isInService(sql, at)} or ${silencedUntil(sql, sql`c.id`, at)} is not null end`;

/** The monitored power supplies among these probes. */
export function findPowerSupplies(tx: Db, probeIds: readonly number[]): Promise<PowerSupply[]> {
  const sql = tx.$client;
  return sql<PowerSupply[]>`
    select p.id::int as "probeId", d.id::int as "deviceId", d.customer_id::int as "customerId", c.id::int as "carrierId",
           d.scene_id::int as "sceneId", coalesce(w.power_severity, ${WATCH_DEFAULTS.powerSeverity}) as severity
      from ${supplies(sql)} and p.id = any(${probeIds as number[]}::bigint[])`;
}

/** Whether a device's alarms were suppressed at these instants (epoch ms), in order; status and switch as now. */
export async function findSuppressed(tx: Db, { deviceId, carrierId }: PowerSupply, ats: readonly number[]) {
  const sql = tx.$client;
  const rows = await sql<{ isSuppressed: boolean }[]>`
    select ${isSuppressed(sql, sql`a.at`)} as "isSuppressed"
      from (select to_timestamp(w.at / 1000) as at, w.place from unnest(${ats as number[]}::float8[]) with ordinality as w(at, place)) a
      join device d on d.id = ${deviceId}
      left join carrier c on c.id = ${carrierId}
     order by a.place`;
  return rows.map((row) => row.isSuppressed);
}

/** A power supply without power, and the time of its last reading (epoch ms). */
export type LostPower = Pick<PowerSupply, "probeId" | "deviceId" | "customerId"> & { lastAt: number };

/** The monitored power supplies without power that have no open blackout and whose alarms are not suppressed now. */
export function findUnraised(db: Db, now: number): Promise<LostPower[]> {
  const sql = db.$client;
  return sql<LostPower[]>`
    select p.id::int as "probeId", d.id::int as "deviceId", d.customer_id::int as "customerId",
           (extract(epoch from ps.last_at) * 1000)::float8 as "lastAt"
      from ${supplies(sql)} and ps.last_value < ${ON}
       and not exists (select from exception e where e.device_id = d.id and e.kind = 'blackout' and e.ended_at is null and e.withdrawn_at is null)
       and not ${isSuppressed(sql, sql`to_timestamp(${now}::float8 / 1000)`)}`;
}

export type Unfollowed = { id: number; deviceId: number; customerId: number; isTakenAway: boolean };

/** The open blackouts of gateways that are not expected to report any more, or whose power a trigger now covers. */
export function findUnfollowed(db: Db): Promise<Unfollowed[]> {
  const sql = db.$client;
  return sql<Unfollowed[]>`
    select e.id::int, d.id::int as "deviceId", d.customer_id::int as "customerId", not ${isExpected(sql)} as "isTakenAway"
      from exception e
      join device d on d.id = e.device_id
      left join ${locationOf(sql)} location on true
      left join carrier c on c.id = location.carrier_id
     where e.kind = 'blackout' and e.ended_at is null and e.withdrawn_at is null
       and (not ${isExpected(sql)} or ${isFollowed(sql)})`;
}

/** Ends the given open exceptions. The caller has locked what they cover. */
export async function endByIds(tx: Db, ids: readonly number[], now: number): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const ended = await sql<ChangedRow[]>`
    update exception e set ${endUnfollowed(sql, now)}
     where id = any(${ids as number[]}::bigint[]) and ended_at is null and withdrawn_at is null
    returning ${publishedColumns(sql)}`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** Locks the power supplies of these devices, as the intake of readings does. */
export const lockPower = (tx: Db, deviceIds: readonly number[]) => tx.$client`
  select from probe_state
   where probe_id in (select id from probe where device_id = any(${deviceIds as number[]}::bigint[]) and measure = 'power')
   order by probe_id for update`;

/** The blackouts of a gateway that overlap a window (epoch ms; null: to either end of the series). */
export async function findBlackouts(
  tx: Db,
  deviceId: number,
  { from, to }: { from: number | null; to: number | null },
): Promise<StoredBlackout[]> {
  const rows = await tx.$client<(Span & { id: number })[]>`
    select id::int, (extract(epoch from started_at) * 1000)::float8 as "startedAt", (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
      from exception
     where device_id = ${deviceId} and kind = 'blackout' and withdrawn_at is null
       and (${to}::float8 is null or started_at < to_timestamp(${to}::float8 / 1000))
       and (${from}::float8 is null or ended_at is null or ended_at > to_timestamp(${from}::float8 / 1000))
     order by started_at`;
  return rows.map(storedBlackout);
}

/** The instants (epoch ms) at which blackouts of a gateway ended because monitoring ended. */
export async function findCuts(tx: Db, deviceId: number): Promise<number[]> {
  const rows = await tx.$client<{ at: number }[]>`
    select (context->>'cutAt')::float8 as at from exception
     where device_id = ${deviceId} and kind = 'blackout' and context ? 'cutAt'`;
  return rows.map(({ at }) => at);
}

export async function insertBlackouts(
  tx: Db,
  supply: PowerSupply,
  spans: readonly (Span & { isDetectedLate: boolean })[],
): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const changed: ExceptionChange[] = [];
  for (const { startedAt, endedAt, isDetectedLate } of spans) {
    const rows = await sql<ChangedRow[]>`
      insert into exception as e (customer_id, carrier_id, device_id, kind, measure, severity, started_at, raised_at, ended_at, is_detected_late)
      values (${supply.customerId}, ${supply.carrierId}, ${supply.deviceId}, 'blackout', 'power', ${supply.severity},
              to_timestamp(${startedAt}::float8 / 1000), to_timestamp(${startedAt}::float8 / 1000), to_timestamp(${endedAt}::float8 / 1000),
              ${isDetectedLate})
      on conflict do nothing
      returning ${publishedColumns(sql)}`;
    changed.push(
      ...rows.map((row) => ({ ...row, change: endedAt === null ? ("opened" as const) : ("closed" as const) })),
    );
  }
  return changed;
}

/** Updates blackouts to the present findings, in the order given. */
export async function updateBlackouts(tx: Db, rows: readonly StoredBlackout[]): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const changed: ExceptionChange[] = [];
  for (const { id, startedAt, raisedAt, endedAt } of rows) {
    const updated = await sql<ChangedRow[]>`
      update exception e
         set started_at = to_timestamp(${startedAt}::float8 / 1000), raised_at = to_timestamp(${raisedAt}::float8 / 1000),
             ended_at = to_timestamp(${endedAt}::float8 / 1000)
       where id = ${id}
      returning ${publishedColumns(sql)}`;
    changed.push(
      ...updated.map((row) => ({ ...row, change: endedAt === null ? ("updated" as const) : ("closed" as const) })),
    );
  }
  return changed;
}

/** The silences of these devices that last to an instant (epoch ms) or beyond, the longest first. */
export function findLosses(tx: Db, deviceIds: readonly number[], since: number): Promise<Loss[]> {
  return tx.$client<Loss[]>`
    select e.id::int, e.device_id::int as "deviceId", (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt",
           coalesce((e.context->>'heardAt')::float8, extract(epoch from e.started_at) * 1000)::float8 as "heardAt"
      from exception e
      left join connection_watch w on w.customer_id = e.customer_id
     where e.device_id = any(${deviceIds as number[]}::bigint[]) and e.kind = 'no-data' and e.withdrawn_at is null
       and coalesce(w.is_enabled, true) and (e.ended_at is null or e.ended_at > to_timestamp(${since}::float8 / 1000))
     order by e.started_at, e.id`;
}

export type Retained = { lossId: number; from: number; count: number };

/** Records the readings retained in a silence, or extends that record: from the first reading to the last delivery. */
export async function saveRetained(tx: Db, rows: readonly Retained[], now: number): Promise<ExceptionChange[]> {
  const changed: ExceptionChange[] = [];
  const at = tx.$client`to_timestamp(${now}::float8 / 1000)`;
  for (const { lossId, from, count } of rows) {
    const known = await tx.$client<ChangedRow[]>`
      update exception e
         set started_at = least(e.started_at, to_timestamp(${from}::float8 / 1000)), ended_at = greatest(e.ended_at, ${at}),
             context = e.context || jsonb_build_object('retainedReadings', coalesce((e.context->>'retainedReadings')::int, 0) + ${count}::int)
        from exception loss
       where loss.id = ${lossId} and e.device_id = loss.device_id and e.kind = 'retained' and e.withdrawn_at is null
         and (e.context->>'lossId')::bigint = loss.id
      returning ${publishedColumns(tx.$client)}`;
    changed.push(...known.map((row) => ({ ...row, change: "updated" as const })));
    if (known.length > 0) continue;
    const made = await tx.$client<ChangedRow[]>`
      insert into exception as e (customer_id, carrier_id, device_id, kind, severity, started_at, raised_at, ended_at, is_detected_late, context)
      select customer_id, carrier_id, device_id, 'retained', 'warning', to_timestamp(${from}::float8 / 1000), ${at}, ${at}, true,
             jsonb_build_object('retainedReadings', ${count}::int, 'lossId', id)
        from exception where id = ${lossId}
      returning ${publishedColumns(tx.$client)}`;
    changed.push(...made.map((row) => ({ ...row, change: "closed" as const })));
  }
  return changed;
}

/** The number of newest readings that determine a pace, and their maximum age. */
const PACE = { readings: PACE_STEPS + 1, days: 7 } as const;

export type PacedRow = PacedDevice & { customerId: number; carrierId: number | null };

/**
 * The monitored measuring devices with ids after `afterId`, ordered by id, with the readings that determine their pace.
 * Excluded are switches, which report on change, and the device's own values, which are sent along with its readings.
 */
export function findPaced(db: Db, afterId: number, limit: number, now: number): Promise<PacedRow[]> {
  const sql = db.$client;
  const at = sql`to_timestamp(${now}::float8 / 1000)`;
  return sql<PacedRow[]>`
    select d.id::int as "deviceId", d.customer_id::int as "customerId", c.id::int as "carrierId",
           d.report_interval_seconds as "agreedSeconds", ${isSuppressed(sql, at)} as "isSuppressed",
           e.id::int as "openId", e.context as known,
           (select coalesce(json_agg(heard.ats), '[]') from (
              select array_agg(round(date_part('epoch', r.at) * 1000) order by r.at desc) as ats
                from probe p
               cross join lateral newest_readings(p.id, ${at} - make_interval(days => ${PACE.days}), ${at}, ${PACE.readings}) r
               where p.device_id = d.id and p.measure = any(${[...MONITORED_MEASURES]}::text[])
               group by p.id) heard) as instants
      from device d
      join customer cu on cu.id = d.customer_id and cu.status = 'active'
      left join connection_watch w on w.customer_id = d.customer_id
      left join ${locationOf(sql)} location on true
      left join carrier c on c.id = location.carrier_id
      left join exception e on e.device_id = d.id and e.kind = 'slow' and e.ended_at is null and e.withdrawn_at is null
     where d.id > ${afterId} and d.kind <> 'gateway' and d.use = 'activated' and coalesce(w.is_enabled, true) and ${isExpected(sql)}
       and exists (select from probe p where p.device_id = d.id and p.measure = any(${[...MONITORED_MEASURES]}::text[]))
     order by d.id limit ${limit}`;
}

/** Opens an exception for each device that reports too slowly. The caller has locked the devices. */
export async function openSlow(
  tx: Db,
  rows: readonly (PaceActions["open"][number] & Pick<PacedRow, "customerId" | "carrierId">)[],
  now: number,
): Promise<ExceptionChange[]> {
  const sql = tx.$client;
  const changed: ExceptionChange[] = [];
  for (const { customerId, carrierId, deviceId, startedAt, paceSeconds, agreedSeconds } of rows) {
    const made = await sql<ChangedRow[]>`
      insert into exception as e (customer_id, carrier_id, device_id, kind, severity, started_at, raised_at, context)
      values (${customerId}, ${carrierId}, ${deviceId}, 'slow', 'warning', to_timestamp(${startedAt}::float8 / 1000),
              to_timestamp(${now}::float8 / 1000), ${JSON.stringify({ paceSeconds, agreedSeconds })}::text::jsonb)
      on conflict do nothing
      returning ${publishedColumns(sql)}`;
    changed.push(...made.map((row) => ({ ...row, change: "opened" as const })));
  }
  return changed;
}

/** Updates the paces in open exceptions. */
export async function saveSlow(tx: Db, rows: PaceActions["change"]): Promise<void> {
  for (const { id, ...pace } of rows)
    await tx.$client`
      update exception set context = context || ${JSON.stringify(pace)}::text::jsonb
       where id = ${id} and ended_at is null`;
}
