import "server-only";
import { sql } from "drizzle-orm";
import type { Db, Sql } from "@/db/client";
import { WORKER_LOCK } from "@/lib/queue/presence";

/** Lock keys of the worker that has the MQTT endpoint, and of its broker being up. */
export const MQTT_DOOR = 71_841;
const MQTT_UP = 71_842;

/** TCP keepalive in seconds, after which the database frees the locks of a lost machine. */
const LOST_SECONDS = { idle: 15, interval: 5, count: 3 };

/** Tries to acquire the MQTT endpoint for as long as the connection lives; one worker at a time has it. */
export async function acquireMqttEndpoint(connection: Sql): Promise<boolean> {
  const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${MQTT_DOOR}::bigint) as taken`;
  if (!row?.taken) return false;
  await beMissed(connection);
  return true;
}

/** Lets the database detect soon that the machine behind this connection is gone, and free its locks. */
export async function beMissed(connection: Sql): Promise<void> {
  await connection`
    select set_config('tcp_keepalives_idle', ${LOST_SECONDS.idle}::text, false),
           set_config('tcp_keepalives_interval', ${LOST_SECONDS.interval}::text, false),
           set_config('tcp_keepalives_count', ${LOST_SECONDS.count}::text, false)`;
}

/** Whether this connection still has the endpoint: a connection that was lost and reopened does not. */
export async function hasMqttEndpoint(connection: Sql): Promise<boolean> {
  const rows = await connection`
    select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid() and objid = ${MQTT_DOOR}`;
  return rows.length > 0;
}

/** Publishes whether gateways can currently connect by MQTT through this worker. */
export async function showMqtt(connection: Sql, isUp: boolean): Promise<void> {
  await connection`select pg_advisory_unlock_shared(${MQTT_UP}::bigint)`;
  if (isUp) await connection`select pg_advisory_lock_shared(${MQTT_UP}::bigint)`;
}

export type Health = { db: boolean; worker: boolean; mqtt: boolean };

/**
 * Checks that the database responds, that at least one worker is alive or the host's timer that replaces it is not
 * overdue, and whether a worker accepts gateways by MQTT.
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
