import "server-only";
import type postgres from "postgres";
import type { Db } from "@/db/client";
import type { ExceptionChange } from "../evaluation/evaluation.schema";

/** The conditions of a trigger that are to end. */
export type Ending = { customerId: number; triggerId: number; conditionIds: readonly number[] };

/**
 * Locks what these conditions follow: the probes as arriving readings do, and the conditions after them. A reading that
 * comes meanwhile waits, and then sees what has become of the triggers. The caller holds these. What ends together is
 * held together: each kind in one order, or two would wait for each other. Returns the probes.
 */
export async function holdFollowed(tx: Db, endings: readonly Ending[]): Promise<number[]> {
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

/** Locks carriers as arriving positions do, after their probes: what crosses a geofence meanwhile waits. */
const lockPositions = ({ $client }: Db, carriers: postgres.PendingQuery<postgres.Row[]>) =>
  $client`select from carrier_state where carrier_id in (${carriers}) order by carrier_id for update`;

/**
 * Ends at once what these conditions of a trigger have open, and forgets what their machines remember: nothing would
 * follow it any more. The caller holds the trigger's row, and of several triggers what they follow.
 *
 * A gateway's silence is not a matter of the sensors behind it: it goes on, without the condition that told of it.
 */
export async function endConditions(tx: Db, ending: Ending, now: number): Promise<ExceptionChange[]> {
  if (ending.conditionIds.length === 0) return [];
  const sql = tx.$client;
  const ids = [...ending.conditionIds];
  // Whoever has just found something by one of them is waited for: it is ended below.
  const probeIds = await holdFollowed(tx, [ending]);
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
 * Ends at once what the conditions of their triggers have open at carriers that get another trigger or none, and forgets
 * what the machines there remember: neither silence nor a probe that has fallen silent would ever end it. Runs before
 * the carriers are changed, whose rows the caller holds: probes come first, as where readings arrive.
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
