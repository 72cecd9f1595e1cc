import "server-only";
import type { Db } from "@/db/client";
import type { TransportState } from "@/db/transport-enums";

export type FollowedTransport = {
  id: number;
  customerId: number;
  state: TransportState;
  carrierId: number;
  /** Positions after this instant count; epoch ms. */
  from: number;
  stops: {
    geofenceId: number | null;
    longitude: number | null;
    latitude: number | null;
    arrivedAt: number | null;
    departedAt: number | null;
  }[];
};

/** Planned transports are watched from two hours before their planned departure until twelve after it. */
const WATCHED = { before: "2 hours", after: "12 hours" } as const;

/** The transports whose carriers are watched: loaded ones, and planned ones about the time of their departure. */
export async function findFollowed(db: Db, now: Date): Promise<FollowedTransport[]> {
  const sql = db.$client;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await sql<FollowedTransport[]>`
    select t.id::int, t.customer_id::int as "customerId", t.state, t.carrier_id::int as "carrierId",
           round(date_part('epoch', coalesce(t.followed_at, greatest(t.created_at, f.planned_depart_at - ${WATCHED.before}::interval))) * 1000) as "from",
           (select json_agg(json_build_object('geofenceId', s.geofence_id, 'longitude', s.longitude, 'latitude', s.latitude,
                     'arrivedAt', round(date_part('epoch', s.arrived_at) * 1000),
                     'departedAt', round(date_part('epoch', s.departed_at) * 1000)) order by s.place)
              from transport_stop s where s.transport_id = t.id) as stops
      from transport t join transport_stop f on f.transport_id = t.id and f.place = 0
     where t.state in ('loading', 'underway')
        or (t.state = 'planned' and f.planned_depart_at between ${at} - ${WATCHED.after}::interval and ${at} + ${WATCHED.before}::interval
            and not exists (select from transport o where o.carrier_id = t.carrier_id and o.id <> t.id
                               and o.state in ('loading', 'underway', 'arrived')))
     order by f.planned_depart_at nulls last, t.id`;
  return [...rows];
}

export type Fix = { at: number; longitude: number; latitude: number };

/** Up to `limit` positions of a carrier after an instant (epoch ms), in order of time. */
export async function findFixesSince(db: Db, carrierId: number, from: number, limit: number): Promise<Fix[]> {
  const rows = await db.$client<Fix[]>`
    select round(date_part('epoch', at) * 1000) as at, longitude, latitude
      from oldest_positions(${carrierId}, to_timestamp((${from}::float8 + 1) / 1000), ${limit})`;
  return [...rows];
}

export type Departure = {
  customerId: number;
  carrierId: number;
  at: Date;
  geofence: { id: number; name: string };
};

/** A departure that became known later than this begins no transport: the journey may be over. */
const LATEST = "1 hour";

/**
 * Vehicles that lately left a geofence which begins transports, were in none then, and had none planned from there about
 * that time.
 */
export async function findDepartures(db: Db, now: Date): Promise<Departure[]> {
  const sql = db.$client;
  const rows = await sql<{ customerId: number; carrierId: number; at: number; geofenceId: number; name: string }[]>`
    select e.customer_id::int as "customerId", e.carrier_id::int as "carrierId",
           round(date_part('epoch', e.at) * 1000) as at, f.id::int as "geofenceId", f.name
      from geofence_event e join geofence f on f.id = e.geofence_id and f.starts_transport and f.is_enabled
      join carrier c on c.id = e.carrier_id and c.type = 'vehicle'
     where e.kind = 'exit' and e.at > ${now.toISOString()}::timestamptz - ${LATEST}::interval
       and not exists (select from geofence_event later where later.geofence_id = e.geofence_id
                          and later.carrier_id = e.carrier_id and later.at > e.at)
       and not exists (select from transport t where t.carrier_id = e.carrier_id
                          and (t.state in ('loading', 'underway', 'arrived') or t.loaded_at >= e.at or t.closed_at >= e.at))
       and not exists (select from transport t join transport_stop s on s.transport_id = t.id and s.place = 0
                        where t.state = 'planned' and s.carrier_id = e.carrier_id
                          and s.planned_depart_at between e.at - ${WATCHED.after}::interval and e.at + ${WATCHED.before}::interval)
     order by e.at, e.carrier_id`;
  return rows.map(({ geofenceId, name, at, ...row }) => ({
    ...row,
    at: new Date(at),
    geofence: { id: geofenceId, name },
  }));
}
