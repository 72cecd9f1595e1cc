import "server-only";
import type { Sql } from "@/db/client";
import { beMissed, MQTT_DOOR, takeMqttEndpoint } from "./presence";

/** First key of the advisory locks of places; the second is the place. The first place is the door of `presence.ts`. */
const PLACE = 71_844;
/** In the stead of a place: what every worker holds that wants some. */
const EVERYBODY = 0;
/** What a worker sees of the places: those that are its own, how many workers want some, and which of them it is. */
export type Places = { own: number[]; workers: number; rank: number };

/** Shows that this worker wants places, for as long as its connection lives. */
export async function joinPlaces(connection: Sql): Promise<void> {
  await beMissed(connection);
  await connection`select pg_advisory_lock_shared(${PLACE}, ${EVERYBODY})`;
}

/** Who has which place at this moment. */
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

/** Whether the place is this worker's from now on, for as long as its connection lives. Ask only for what is not. */
export async function takePlace(connection: Sql, place: number): Promise<boolean> {
  if (place === 1) return takeMqttEndpoint(connection);
  const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${PLACE}, ${place}::int) as taken`;
  return row?.taken ?? false;
}

/** Leaves a place, other than the first, to the others. */
export async function leavePlace(connection: Sql, place: number): Promise<void> {
  await connection`select pg_advisory_unlock(${PLACE}, ${place}::int)`;
}
