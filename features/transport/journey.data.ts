import "server-only";
import type { Db } from "@/db/client";
import type { JourneyExcursionDto } from "./transport.schema";

type Ride = { carrierId: number; from: number; to: number };

/** The exceptions of carriers in the times in which they had the goods, with the position at which each began. */
export async function findExcursions(db: Db, rides: readonly Ride[]): Promise<JourneyExcursionDto[]> {
  if (rides.length === 0) return [];
  const rows = await db.$client<JourneyExcursionDto[]>`
    select e.id::int, e.kind, e.measure, e.side, e.severity, round(date_part('epoch', e.started_at) * 1000) as "startedAt",
           round(date_part('epoch', e.ended_at) * 1000) as "endedAt", e.peak, e.minimum, e.maximum, p.longitude, p.latitude
      from unnest(${rides.map(({ carrierId }) => carrierId)}::bigint[], ${rides.map(({ from }) => from)}::float8[],
                  ${rides.map(({ to }) => to)}::float8[]) as r(carrier_id, from_at, to_at)
      join exception e on e.carrier_id = r.carrier_id and e.started_at < to_timestamp(r.to_at / 1000)
       and coalesce(e.ended_at, 'infinity') > to_timestamp(r.from_at / 1000) and e.withdrawn_at is null and e.merged_into_id is null
      left join lateral (
        select o.longitude, o.latitude
          from positions_between(r.carrier_id, e.started_at - interval '1 hour', e.started_at + interval '1 millisecond') o
         order by o.at desc limit 1) p on true
     order by e.started_at, e.id`;
  return [...rows];
}

export type Fix = { at: number; longitude: number; latitude: number; speedKmh: number | null };

/** The newest position of each carrier. */
export async function findPositionsOf(db: Db, carrierIds: readonly number[]): Promise<Map<number, Fix>> {
  const rows = await db.$client<(Fix & { carrierId: number })[]>`
    select carrier_id::int as "carrierId", round(date_part('epoch', position_at) * 1000) as at, longitude, latitude, speed_kmh as "speedKmh"
      from carrier_state where carrier_id = any(${[...carrierIds]}::bigint[]) and position_at is not null`;
  return new Map(rows.map(({ carrierId, ...fix }) => [carrierId, fix]));
}

/** The metres and the time of driving of each carrier since an instant, by steps of at most ten minutes. */
export async function findDriven(
  db: Db,
  asked: readonly { carrierId: number; from: number }[],
): Promise<Map<number, { metres: number; drivingMs: number }>> {
  const rows = await db.$client<{ carrierId: number; metres: number; drivingMs: number }[]>`
    select c.id::int as "carrierId", coalesce(sum(d.metres), 0) as metres,
           coalesce(sum(d.ms) filter (where d.metres > d.ms / 3600.0 * 3), 0) as "drivingMs"
      from unnest(${asked.map(({ carrierId }) => carrierId)}::bigint[], ${asked.map(({ from }) => from)}::float8[]) as c(id, from_at)
     cross join lateral (
       select date_part('epoch', at - lag(at) over w) * 1000 as ms,
              2 * 6371008.8 * asin(sqrt(least(1, power(sin(radians(latitude - lag(latitude) over w) / 2), 2)
                + cos(radians(latitude)) * cos(radians(lag(latitude) over w)) * power(sin(radians(longitude - lag(longitude) over w) / 2), 2)))) as metres
         from positions_between(c.id, to_timestamp(c.from_at / 1000), 'infinity') window w as (order by at)) d
     where d.ms <= 600000 group by c.id`;
  return new Map(rows.map(({ carrierId, ...driven }) => [carrierId, driven]));
}

export type Sample = { at: number; value: number };

/** The readings of probes since an instant (epoch ms), in order of time. */
export async function findSamples(
  db: Db,
  probeIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Sample[]>> {
  const rows = await db.$client<{ probeId: number; at: number[]; value: number[] }[]>`
    select p.id::int as "probeId", array_agg(round(date_part('epoch', r.at) * 1000)::float8 order by r.at) as at,
           array_agg(r.value order by r.at) as value
      from unnest(${[...probeIds]}::bigint[]) as p(id)
     cross join lateral newest_readings(p.id, to_timestamp(${from} / 1000.0), to_timestamp(${to + 1} / 1000.0), 500) r
     group by p.id`;
  return new Map(
    rows.map(({ probeId, at, value }) => [
      probeId,
      at.map((instant, index) => ({ at: instant, value: value[index] as number })),
    ]),
  );
}

/** The areas of geofences. */
export type Fence = {
  id: number;
  shape: "circle" | "polygon";
  longitude: number;
  latitude: number;
  radiusMetres: number;
  points: [number, number][];
};

export async function findFences(db: Db, ids: readonly number[]): Promise<Fence[]> {
  const rows = await db.$client<Fence[]>`
    select id::int, shape, longitude, latitude, radius_metres as "radiusMetres", points
      from geofence where id = any(${[...ids]}::bigint[])`;
  return [...rows];
}
