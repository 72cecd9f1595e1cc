import "server-only";
import type { Db } from "@/db/client";
import type { CarrierWatch, ExceptionChange } from "../evaluation/evaluation.schema";
import type { CarrierHold } from "../evaluation/suppression.rules";
import type { TriggerGeofenceDto } from "../trigger/trigger.schema";
import type { GeofenceRule } from "./geofence.rules";

// Part of the intake of positions, or of the worker's sweep: acts as the system.

type WatchRow = Omit<CarrierWatch, "hold" | "rule" | "probeId"> &
  Omit<CarrierHold, "side" | "silencedUntil"> &
  Omit<GeofenceRule, "kind" | "measure">;

/** A geofence condition in force at a carrier. `openId`: its open exception. */
export type WatchedCarrier = { watch: CarrierWatch; openId: number | null };

/**
 * The geofence conditions in force at these carriers, or at all if null. A carrier without a device that reports its
 * position, or with its GPS switched off, has none.
 */
export async function findWatched(db: Db, carrierIds: readonly number[] | null): Promise<WatchedCarrier[]> {
  const rows = await db.$client<(WatchRow & { openId: number | null })[]>`
    select c.id::int as "carrierId", c.customer_id::int as "customerId", d.id::int as "deviceId",
           c.status as "carrierStatus", c.alarm_switch as "alarmSwitch",
           (extract(epoch from c.alarm_paused_until) * 1000)::float8 as "pausedUntil",
           (extract(epoch from c.defrost_until) * 1000)::float8 as "defrostUntil",
           coalesce(ac.severity, t.severity) as severity, ac.severity_steps as "severitySteps", t.calendar, cu.time_zone as "timeZone",
           ac.id::int as "conditionId", ac.crossing, ac.geofence_id::int as "geofenceId", ac.delay_seconds as "delaySeconds",
           (select e.id::int from exception e
             where e.carrier_id = c.id and e.condition_id = ac.id and e.kind = 'geofence'
               and e.ended_at is null and e.withdrawn_at is null) as "openId"
      from alarm_condition ac
      join alarm_trigger t on t.id = ac.trigger_id and t.is_enabled
      join carrier c on c.alarm_trigger_id = t.id and c.is_gps_on
      join customer cu on cu.id = c.customer_id and cu.status = 'active'
     cross join lateral (
       select min(p.device_id) as id from mounting m
         join probe p on p.id = m.probe_id
         join device d on d.id = p.device_id and d.use = 'activated'
        where m.carrier_id = c.id and m.unmounted_at is null) d
     where ac.kind = 'geofence' and d.id is not null
       and (${carrierIds === null} or c.id = any(${[...(carrierIds ?? [])]}::bigint[]))
     order by c.id, ac.id`;
  return rows.map(({ carrierStatus, alarmSwitch, pausedUntil, defrostUntil, openId, ...row }) => {
    const { crossing, geofenceId, delaySeconds, ...watch } = row;
    const rule: GeofenceRule = { kind: "geofence", measure: null, crossing, geofenceId, delaySeconds };
    return {
      openId,
      watch: { ...watch, probeId: null, hold: { carrierStatus, alarmSwitch, pausedUntil, defrostUntil }, rule },
    };
  });
}

/** Open exceptions that no condition in force covers any more, by the definition of `findWatched`. */
export async function findOrphaned(db: Db, followed: readonly number[]): Promise<{ id: number; carrierId: number }[]> {
  return db.$client<{ id: number; carrierId: number }[]>`
    select id::int, carrier_id::int as "carrierId" from exception
     where kind = 'geofence' and ended_at is null and withdrawn_at is null and not id = any(${[...followed]}::bigint[])`;
}

/** Ends open exceptions at an instant (epoch ms). */
export async function endCrossings(tx: Db, ids: readonly number[], at: number): Promise<ExceptionChange[]> {
  const ended = await tx.$client<Omit<ExceptionChange, "change">[]>`
    update exception set ended_at = greatest(started_at, to_timestamp(${at}::float8 / 1000))
     where id = any(${[...ids]}::bigint[]) and ended_at is null and withdrawn_at is null
    returning id::int, customer_id::int as "customerId", carrier_id::int as "carrierId", severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/** Locks carriers as the intake of positions does; returns those that were not locked elsewhere. */
export async function lockFree(tx: Db, carrierIds: readonly number[]): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select carrier_id::int as id from carrier_state where carrier_id = any(${[...carrierIds]}::bigint[])
     order by carrier_id for update skip locked`;
  return rows.map(({ id }) => id);
}

/** Locks conditions against deletion until the transaction ends; returns those that still exist. */
export async function lockConditions(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from alarm_condition where id = any(${[...ids]}::bigint[]) order by id for key share`;
  return new Set(rows.map(({ id }) => id));
}

/** The given geofences that belong to the customer, locked until the transaction ends. */
export async function lockGeofences(tx: Db, customerId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from geofence where id = any(${[...ids]}::bigint[]) and customer_id = ${customerId} order by id for key share`;
  return new Set(rows.map(({ id }) => id));
}

/** The geofences of a customer, by name. The caller has checked that the customer is in scope. */
export const findGeofences = (db: Db, customerId: number): Promise<TriggerGeofenceDto[]> =>
  db.$client<TriggerGeofenceDto[]>`
    select id::int, name, is_enabled as "isEnabled" from geofence where customer_id = ${customerId} order by lower(name), id`;
