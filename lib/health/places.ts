import "server-only";
import type { Sql } from "@/db/client";
import { acquireMqttEndpoint, beMissed, MQTT_DOOR } from "./presence";

/** First key of the slots' advisory locks; the second is the slot. Slot 1 is the MQTT endpoint of `presence.ts`. */
const PLACE = 71_844;
/** In place of a slot number: every worker that wants slots locks it in shared mode. */
const EVERYBODY = 0;
/** A worker's view of the slots: its own ones, the number of workers that want slots, and its rank among them. */
export type Places = { own: number[]; workers: number; rank: number };

/** Registers this worker for slots, as long as its connection lives. */
export async function joinPlaces(connection: Sql): Promise<void> {
  await beMissed(connection);
  await connection`select pg_advisory_lock_shared(${PLACE}, ${EVERYBODY})`;
}

/** Returns the current distribution of slots. */
export async function lookAtPlaces(connection: Sql): Promise<Places> {
  const [row] = await connection<[Places]>`
    with locks as (
      select pid, objid::int as place, objsubid = 2 and classid = ${PLACE}::int::oid as is_place,
             objsubid = 1 and objid = ${MQTT_DOOR}::int::oid as is_door
        from pg_locks
       where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())),
    workers as (select distinct pid from locks where is_place and place = ${EVERYBODY})
    select array(select case when is_door then 1 else place end from locks
                  where pid = pg_backend_pid() and (is_door or (is_place and place <> ${EVERYBODY}))) as own,
           (select count(*)::int from workers) as workers,
           (select count(*)::int from workers where pid < pg_backend_pid()) as rank`;
  return row;
}

/** Tries to acquire a slot for as long as the connection lives. Do not call it for slots that this worker has. */
export async function acquirePlace(connection: Sql, place: number): Promise<boolean> {
  if (place === 1) return acquireMqttEndpoint(connection);
  const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${PLACE}, ${place}::int) as taken`;
  return row?.taken ?? false;
}

/** Releases a slot other than the first. */
export async function leavePlace(connection: Sql, place: number): Promise<void> {
  await connection`select pg_advisory_unlock(${PLACE}, ${place}::int)`;
}
