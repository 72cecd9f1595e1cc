import "server-only";
import { sql } from "drizzle-orm";
import type { Db, Sql } from "@/db/client";
import { WORKER_LOCK } from "@/lib/queue/presence";

/** Keys of the worker that has the MQTT door, and of its broker being up. */
export const MQTT_DOOR = 71_841;
const MQTT_UP = 71_842;

/** Seconds of silence after which the database gives the door of a machine that is gone to the next. */
const LOST_SECONDS = { idle: 15, interval: 5, count: 3 };

/** Whether this worker has the MQTT door from now on: one at a time does, for as long as its connection lives. */
export async function takeMqttEndpoint(connection: Sql): Promise<boolean> {
  const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${MQTT_DOOR}::bigint) as taken`;
  if (!row?.taken) return false;
  await beMissed(connection);
  return true;
}

/** Has the database notice soon when the machine behind this connection is gone, and free its locks. */
export async function beMissed(connection: Sql): Promise<void> {
  await connection`
    select set_config('tcp_keepalives_idle', ${LOST_SECONDS.idle}::text, false),
           set_config('tcp_keepalives_interval', ${LOST_SECONDS.interval}::text, false),
           set_config('tcp_keepalives_count', ${LOST_SECONDS.count}::text, false)`;
}

/** Whether the door is still this connection's: one that was lost and came back has it no more. */
export async function hasMqttEndpoint(connection: Sql): Promise<boolean> {
  const rows = await connection`
    select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid() and objid = ${MQTT_DOOR}`;
  return rows.length > 0;
}

/** Shows whether gateways can be reached by MQTT through this worker at this moment. */
export async function showMqtt(connection: Sql, isUp: boolean): Promise<void> {
  await connection`select pg_advisory_unlock_shared(${MQTT_UP}::bigint)`;
  if (isUp) await connection`select pg_advisory_lock_shared(${MQTT_UP}::bigint)`;
}

export type Health = { db: boolean; worker: boolean; mqtt: boolean };

/**
 * Whether the database answers, at least one worker lives or the host's timer that is one from time to time is not
 * overdue, and a worker has gateways connect by MQTT.
 */
export async function checkHealth(db: Db): Promise<Health> {
  try {
    const [row] = await db.execute<{ worker: boolean; mqtt: boolean }>(sql`
      select coalesce(bool_or(objsubid = 2 and classid = ${WORKER_LOCK}::int::oid), false)
               or exists (select from queue_uptime where timer_until > now()) as worker,
             coalesce(bool_or(objsubid = 1 and objid = ${MQTT_UP}::int::oid), false) as mqtt
        from pg_locks
       where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`);
    return { db: true, worker: row?.worker ?? false, mqtt: row?.mqtt ?? false };
  } catch {
    return { db: false, worker: false, mqtt: false };
  }
}
