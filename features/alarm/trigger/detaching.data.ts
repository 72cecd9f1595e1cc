import "server-only";
import type postgres from "postgres";
import type { Db } from "@/db/client";
import type { ExceptionChange } from "../evaluation/evaluation.schema";

/** The conditions of a trigger to close. */
export type Ending = { customerId: number; triggerId: number; conditionIds: readonly number[] };

/**
 * Locks what these conditions cover: the probes as the intake of readings does, then the conditions. Readings that
 * arrive meanwhile wait and then see the changed triggers, which the caller has locked. Conditions that end together
 * must be locked together, each kind in one order, to avoid deadlocks. Returns the probes.
 */
export async function lockFollowed(tx: Db, endings: readonly Ending[]): Promise<number[]> {
  const sql = tx.$client;
  const triggerIds = endings.map(({ triggerId }) => triggerId);
  const conditionIds = endings.flatMap((ending) => ending.conditionIds);
  const customerIds = [...new Set(endings.map(({ customerId }) => customerId))];
  const probes = await sql<{ probeId: number }[]>`
    select probe_id::int as "probeId" from probe_state
     where probe_id in (
       select m.probe_id from carrier c join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        where c.alarm_trigger_id = any(${triggerIds}::bigint[])
       union select e.probe_id from exception e
        where e.customer_id = any(${customerIds}::bigint[]) and e.condition_id = any(${conditionIds}::bigint[])
          and e.probe_id is not null and e.ended_at is null and e.withdrawn_at is null)
     order by probe_id for update`;
  await lockPositions(
    tx,
    sql`
      select id from carrier where alarm_trigger_id = any(${triggerIds}::bigint[])
      union select e.carrier_id from exception e
       where e.customer_id = any(${customerIds}::bigint[]) and e.condition_id = any(${conditionIds}::bigint[])
         and e.kind = 'geofence' and e.ended_at is null and e.withdrawn_at is null`,
  );
  await sql`select from alarm_condition where id = any(${conditionIds}::bigint[]) order by id for update`;
  return probes.map(({ probeId }) => probeId);
}

/** Locks carriers as the intake of positions does, after their probes, so that concurrent geofence crossings wait. */
const lockPositions = ({ $client }: Db, carriers: postgres.PendingQuery<postgres.Row[]>) =>
  $client`select from carrier_state where carrier_id in (${carriers}) order by carrier_id for update`;

/**
 * Ends the open exceptions of these conditions of a trigger and clears their machine states, because no condition would
 * cover them any more. The caller has locked the trigger, and for several triggers also what they cover.
 *
 * The silence of a gateway does not depend on the sensors behind it: it remains open, without the condition.
 */
export async function endConditions(tx: Db, ending: Ending, now: number): Promise<ExceptionChange[]> {
  if (ending.conditionIds.length === 0) return [];
  const sql = tx.$client;
  const ids = [...ending.conditionIds];
  // Waits for concurrent evaluations by these conditions; what they open is ended below.
  const probeIds = await lockFollowed(tx, [ending]);
  await sql`
    update probe_state set alarm = alarm - ${ids.map(String)}::text[]
     where probe_id = any(${probeIds}::bigint[]) and alarm ?| ${ids.map(String)}::text[]`;
  const ended = await sql<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
     where e.customer_id = ${ending.customerId} and e.condition_id = any(${ids}::bigint[])
       and (e.probe_id is not null or e.kind = 'geofence') and e.ended_at is null and e.withdrawn_at is null
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}

/**
 * Ends the open exceptions of triggers at carriers that get another trigger or none, and clears the machine states
 * there: a silent probe would never end them. Runs before the carriers are changed, whose rows the caller has locked.
 * Probes are locked first, as in the intake of readings.
 */
export async function endAtCarriers(tx: Db, carrierIds: readonly number[], now: number): Promise<ExceptionChange[]> {
  if (carrierIds.length === 0) return [];
  const sql = tx.$client;
  const ids = [...carrierIds];
  const isOpen = sql`
    e.carrier_id = any(${ids}::bigint[]) and e.condition_id is not null
      and (e.probe_id is not null or e.kind = 'geofence') and e.ended_at is null and e.withdrawn_at is null`;
  const mounted = sql`select probe_id from mounting where carrier_id = any(${ids}::bigint[]) and unmounted_at is null`;
  await sql`
    select from probe_state where probe_id in (${mounted} union select e.probe_id from exception e where ${isOpen})
     order by probe_id for update`;
  await lockPositions(tx, sql`select unnest(${ids}::bigint[])`);
  await sql`
    update probe_state set alarm = '{}', due_at = null
     where probe_id in (${mounted}) and (alarm <> '{}' or due_at is not null)`;
  const ended = await sql<Omit<ExceptionChange, "change">[]>`
    update exception e set ended_at = greatest(e.started_at, to_timestamp(${now}::float8 / 1000))
     where ${isOpen}
    returning e.id::int, e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.severity`;
  return ended.map((row) => ({ ...row, change: "closed" }));
}
