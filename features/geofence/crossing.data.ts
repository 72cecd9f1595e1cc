import "server-only";
import type { Db } from "@/db/client";
import type { CrossingKind } from "@/db/enums";
import type { LonLat } from "@/lib/geo/coordinates";
import type { Crossing, Passage, StoredCrossing, TimedPlace } from "./crossing.rules";
import { JUDGE_PAST } from "./crossing.schema";
import type { Area } from "./geofence.rules";

// Part of the ingest: raw SQL over arrays, one statement per step whatever the size of the batch.

/** A carrier and the time range of the positions to evaluate; epoch ms. */
export type Stretch = { carrierId: number; fromAt: number; untilAt: number };

/** A geofence that watches a carrier, with the stored state of the pair. */
export type Watch = {
  geofenceId: number;
  carrierId: number;
  customerId: number;
  area: Area;
  /** Start of the positions to evaluate; epoch ms. */
  fromAt: number;
  /** State before `fromAt`. */
  isInside: boolean;
  stored: StoredCrossing[];
};

type WatchRow = Omit<Watch, "area"> & {
  shape: Area["shape"];
  longitude: number;
  latitude: number;
  radiusMetres: number;
  points: LonLat[];
};

const areaOf = ({ shape, longitude, latitude, radiusMetres, points }: WatchRow): Area =>
  shape === "circle" ? { shape, longitude, latitude, radiusMetres } : { shape, points };

/** The enabled geofences that watch these carriers; `only` limits the result to one geofence. */
export async function findWatches(tx: Db, stretches: readonly Stretch[], only: number | null): Promise<Watch[]> {
  const rows = await tx.$client<WatchRow[]>`
    with recursive given as (
      select c.id, c.customer_id, c.scene_id, to_timestamp(g.from_at / 1000) as from_at, to_timestamp(g.until_at / 1000) as until_at
        from unnest(${stretches.map(({ carrierId }) => carrierId)}::bigint[], ${stretches.map(({ fromAt }) => fromAt)}::float8[],
                    ${stretches.map(({ untilAt }) => untilAt)}::float8[]) as g(carrier_id, from_at, until_at)
        join carrier c on c.id = g.carrier_id),
    above as (
      select id as carrier_id, scene_id from given
      union select a.carrier_id, s.parent_id from above a join scene s on s.id = a.scene_id where s.parent_id is not null),
    watched as (
      select f.*, g.id as carrier_id, greatest(g.from_at, f.judged_from) as from_at
        from given g join geofence f on f.customer_id = g.customer_id and f.is_enabled and f.judged_from <= g.until_at
       where (${only}::bigint is null or f.id = ${only})
         and (not exists (select from geofence_target t where t.geofence_id = f.id)
              or exists (select from geofence_target t where t.geofence_id = f.id
                            and (t.carrier_id = g.id
                                 or t.scene_id in (select scene_id from above a where a.carrier_id = g.id)))))
    select w.id::int as "geofenceId", w.carrier_id::int as "carrierId", w.customer_id::int as "customerId",
           w.shape, w.longitude, w.latitude, w.radius_metres as "radiusMetres", w.points,
           round(date_part('epoch', w.from_at) * 1000) as "fromAt",
           coalesce((select e.kind = 'enter' from geofence_event e
                      where e.geofence_id = w.id and e.carrier_id = w.carrier_id and e.at < w.from_at and e.at >= w.judged_from
                      order by e.at desc limit 1), false) as "isInside",
           coalesce((select json_agg(json_build_object('id', e.id, 'at', round(date_part('epoch', e.at) * 1000), 'kind', e.kind)
                                     order by e.at)
                       from geofence_event e
                      where e.geofence_id = w.id and e.carrier_id = w.carrier_id and e.at >= w.from_at), '[]') as stored
      from watched w`;
  return rows.map(({ shape, longitude, latitude, radiusMetres, points, ...row }) => ({
    ...row,
    area: areaOf({ shape, longitude, latitude, radiusMetres, points, ...row }),
  }));
}

/** Up to `limit` positions of each carrier from an instant on, in order of time. */
export async function findPositions(
  tx: Db,
  starts: readonly { carrierId: number; fromAt: number }[],
  limit: number,
): Promise<Map<number, TimedPlace[]>> {
  const rows = await tx.$client<(TimedPlace & { carrierId: number })[]>`
    select g.carrier_id::int as "carrierId", round(date_part('epoch', p.at) * 1000) as at, p.longitude, p.latitude
      from unnest(${starts.map(({ carrierId }) => carrierId)}::bigint[], ${starts.map(({ fromAt }) => fromAt)}::float8[])
           as g(carrier_id, from_at)
     cross join lateral oldest_positions(g.carrier_id, to_timestamp(g.from_at / 1000), ${limit}) p`;
  const found = new Map<number, TimedPlace[]>();
  for (const { carrierId, ...position } of rows) {
    const known = found.get(carrierId);
    if (known) known.push(position);
    else found.set(carrierId, [position]);
  }
  return found;
}

/**
 * A carrier and the instant (epoch ms) from which all its crossings are wanted, plus the last earlier one of each
 * geofence.
 */
export type PassagesSince = { carrierId: number; fromAt: number };

/** The crossings of carriers at the enabled geofences that watch them, in order of time. */
export function findPassages(tx: Db, asked: readonly PassagesSince[]): Promise<(Passage & { carrierId: number })[]> {
  return tx.$client<(Passage & { carrierId: number })[]>`
    with recursive given as (
      select c.id, c.customer_id, c.scene_id, to_timestamp(g.from_at / 1000) as from_at
        from unnest(${asked.map(({ carrierId }) => carrierId)}::bigint[], ${asked.map(({ fromAt }) => fromAt)}::float8[]) as g(carrier_id, from_at)
        join carrier c on c.id = g.carrier_id),
    above as (
      select id as carrier_id, scene_id from given
      union select a.carrier_id, s.parent_id from above a join scene s on s.id = a.scene_id where s.parent_id is not null)
    select g.id::int as "carrierId", f.id::int as "geofenceId", f.name as "geofenceName", e.kind,
           round(date_part('epoch', e.at) * 1000) as at, e.longitude, e.latitude
      from given g
      join geofence f on f.customer_id = g.customer_id and f.is_enabled
       and (not exists (select from geofence_target t where t.geofence_id = f.id)
            or exists (select from geofence_target t where t.geofence_id = f.id
                          and (t.carrier_id = g.id
                               or t.scene_id in (select scene_id from above a where a.carrier_id = g.id))))
     cross join lateral (
       (select kind, at, longitude, latitude from geofence_event
         where geofence_id = f.id and carrier_id = g.id and at < g.from_at order by at desc limit 1)
       union all
       select kind, at, longitude, latitude from geofence_event
        where geofence_id = f.id and carrier_id = g.id and at >= g.from_at) e
     order by g.id, e.at, f.id`;
}

export async function removeCrossings(tx: Db, removed: readonly StoredCrossing[]): Promise<void> {
  await tx.$client`delete from geofence_event where id = any(${removed.map(({ id }) => id)}::bigint[])`;
}

export type NewCrossing = Crossing & Pick<Watch, "geofenceId" | "carrierId" | "customerId">;

export async function insertCrossings(tx: Db, added: readonly NewCrossing[], now: number): Promise<void> {
  const column = <K extends keyof NewCrossing>(key: K) => added.map((one) => one[key]);
  await tx.$client`
    insert into geofence_event (customer_id, geofence_id, carrier_id, kind, at, longitude, latitude, found_at)
    select customer_id, geofence_id, carrier_id, kind, to_timestamp(at / 1000), longitude, latitude, to_timestamp(${now}::float8 / 1000)
      from unnest(${column("customerId")}::bigint[], ${column("geofenceId")}::bigint[], ${column("carrierId")}::bigint[],
                  ${column("kind") as CrossingKind[]}::text[], ${column("at")}::float8[], ${column("longitude")}::float8[],
                  ${column("latitude")}::float8[]) as c(customer_id, geofence_id, carrier_id, kind, at, longitude, latitude)`;
}

/**
 * Locks a carrier's state row, which the ingest writes first, against arriving positions. Returns whether the carrier
 * has sent any.
 */
export async function lockPositions(tx: Db, carrierId: number): Promise<boolean> {
  const rows = await tx.$client`select 1 from carrier_state where carrier_id = ${carrierId} for update`;
  return rows.length > 0;
}

/** Queues a job that evaluates the stored positions against the current geofence. */
export async function judgeAgain(db: Db, geofenceId: number): Promise<void> {
  await db.$client`
    select graphile_worker.add_job(${JUDGE_PAST.name}::text, payload := json_build_object('geofenceId', ${geofenceId}::bigint),
                                   max_attempts := ${JUDGE_PAST.maximumAttempts}::int)`;
}

/**
 * Extends the evaluation of geofences back to the oldest retained position, where it starts later (geofences created
 * before the past was evaluated). Returns the enabled ones. Positions deleted by retention stay deleted.
 */
export async function lookFurtherBack(tx: Db): Promise<number[]> {
  const rows = await tx.$client<{ id: number; isEnabled: boolean }[]>`
    update geofence f set judged_from = coalesce(k.positions_cleared, 'epoch')
      from customer c left join history_horizon k on k.customer_id = c.id
     where c.id = f.customer_id and f.judged_from > coalesce(k.positions_cleared, 'epoch')
    returning f.id::int, f.is_enabled as "isEnabled"`;
  return rows.flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []));
}

/** The carriers with positions that an enabled geofence may watch, with the time range to evaluate; epoch ms. */
export async function findCandidates(db: Db, geofenceId: number): Promise<Stretch[]> {
  const sql = db.$client;
  const rows = await sql<Stretch[]>`
    select c.id::int as "carrierId", round(date_part('epoch', f.judged_from) * 1000) as "fromAt",
           round(date_part('epoch', s.position_at) * 1000) as "untilAt"
      from geofence f join carrier c on c.customer_id = f.customer_id join carrier_state s on s.carrier_id = c.id
     where f.id = ${geofenceId} and f.is_enabled and s.position_at is not null
     order by c.id`;
  const oldest = await findPositions(db, rows, 1);
  return rows.flatMap(({ carrierId, fromAt, untilAt }) => {
    const first = oldest.get(carrierId)?.[0];
    return first ? [{ carrierId, fromAt: Math.max(fromAt, first.at), untilAt }] : [];
  });
}

/**
 * Deletes the events of positions that retention has deleted (`positions_cleared`) and returns how many. If the last
 * event before then is an entry, it stays: the positions after it are evaluated from it.
 */
export async function forgetCrossings(db: Db): Promise<number> {
  const { count } = await db.$client`
    delete from geofence_event e using history_horizon h
     where h.customer_id = e.customer_id and e.at < h.positions_cleared
       and (e.kind = 'exit' or exists (
             select from geofence_event newer
              where newer.geofence_id = e.geofence_id and newer.carrier_id = e.carrier_id
                and newer.at > e.at and newer.at < h.positions_cleared))`;
  return count;
}
