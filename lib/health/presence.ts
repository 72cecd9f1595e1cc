import "server-only";
import { sql } from "drizzle-orm";
import type { Db, Sql } from "@/db/client";

/** Key of the advisory lock that every worker shares while it lives; a dead worker's session drops it by itself. */
const PRESENCE = 71_840;

/** Shows that a worker lives, for as long as this connection does. Take a connection of its own. */
export const showPresence = (connection: Sql) => connection`select pg_advisory_lock_shared(${PRESENCE}::bigint)`;

/** Keys of the worker that has the MQTT door, and of its broker being up. */
const MQTT_DOOR = 71_841;
const MQTT_UP = 71_842;

/** Seconds of silence after which the database gives the door of a machine that is gone to the next. */
const LOST_SECONDS = { idle: 15, interval: 5, count: 3 };

/** Whether this worker has the MQTT door from now on: one at a time does, for as long as its connection lives. */
export async function takeMqttDoor(connection: Sql): Promise<boolean> {
  const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${MQTT_DOOR}::bigint) as taken`;
  if (!row?.taken) return false;
  await connection`
    select set_config('tcp_keepalives_idle', ${LOST_SECONDS.idle}::text, false),
           set_config('tcp_keepalives_interval', ${LOST_SECONDS.interval}::text, false),
           set_config('tcp_keepalives_count', ${LOST_SECONDS.count}::text, false)`;
  return true;
}

/** Whether the door is still this connection's: one that was lost and came back has it no more. */
export async function hasMqttDoor(connection: Sql): Promise<boolean> {
  const rows = await connection`
    select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid() and objid = ${MQTT_DOOR}`;
  return rows.length > 0;
}

/** Shows whether gateways can be reached by MQTT at this moment. */
export async function showMqtt(connection: Sql, isUp: boolean): Promise<void> {
  await connection`select pg_advisory_unlock(${MQTT_UP}::bigint)`;
  if (isUp) await connection`select pg_advisory_lock(${MQTT_UP}::bigint)`;
}

export type Health = { db: boolean; worker: boolean; mqtt: boolean };

/** Whether the database answers, at least one worker lives, and one of them has gateways connect by MQTT. */
export async function checkHealth(db: Db): Promise<Health> {
  try {
    const rows = await db.execute<{ key: number }>(sql`
      select distinct objid::int as key from pg_locks
       where locktype = 'advisory' and granted and objid in (${PRESENCE}, ${MQTT_UP})
         and database = (select oid from pg_database where datname = current_database())`);
    const keys = new Set(rows.map(({ key }) => key));
    return { db: true, worker: keys.has(PRESENCE), mqtt: keys.has(MQTT_UP) };
  } catch {
    return { db: false, worker: false, mqtt: false };
  }
}
