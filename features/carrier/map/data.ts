import "server-only";
import type { Db, Sql } from "@/db/client";
import { CARRIER_TYPES, SEVERITIES } from "@/db/enums";
import { EXCURSION_KINDS } from "@/features/exception/kind.rules";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { findSubtree } from "@/lib/auth/subtree";
import { carriersWhere } from "../monitoring/monitoring.data";
import { urgencyOf } from "../monitoring/monitoring.rules";
import type { Fragment } from "../status/state.data";
import { PLACE_SOURCES } from "./rules";
import type { CarrierMapDto, MapQuery, NodeView } from "./schema";

const KINDS: string[] = [...EXCURSION_KINDS];
const TYPES: string[] = [...CARRIER_TYPES];
const SEVERITY_ORDER: string[] = [...SEVERITIES];
const [FROM_POSITION, FROM_CARRIER, FROM_SCENE] = PLACE_SOURCES.map((_, index) => index) as [number, number, number];

/** `node_place`: the position of every node at or below a map node, taken from the nearest map node above it. */
const nodePlaces = (sql: Sql, scope: Scope) => sql`
  node_place as (
    select id, longitude, latitude from scene
     where longitude is not null and ${atCustomers(sql, sql`customer_id`, scopeArrays(scope))}
    union all
    select scene.id, p.longitude, p.latitude from node_place p
      join scene on scene.parent_id = p.id and scene.longitude is null)`;

/** The side of a carrier's worst open excursion, 1 above and -1 below; only looked up for carriers that have one. */
const side = (sql: Sql) => sql`
  (select case e.side when 'above' then 1 when 'below' then -1 else 0 end from exception e
    where s.urgency <= ${urgencyOf("abnormal")} and e.carrier_id = c.id and e.ended_at is null and e.withdrawn_at is null
      and e.kind = any(${KINDS})
    order by array_position(${SEVERITY_ORDER}, e.severity), e.started_at limit 1)`;

/** Carriers of the scope with position and state, as columns; those without a position are only counted. */
export async function findCarriersOnMap(db: Db, scope: Scope, query: MapQuery): Promise<CarrierMapDto> {
  const sql = db.$client;
  const wanted = { ...query, nodes: await findSubtree(db, query.sceneId) };
  const column = (name: Fragment) =>
    sql`coalesce(json_agg(${name} order by place) filter (where longitude is not null), '[]')`;
  const [row] = await sql<[CarrierMapDto]>`
    with recursive ${nodePlaces(sql, scope)},
    found as (
      select c.id, c.name, array_position(${TYPES}, c.type) - 1 as type, s.urgency, coalesce(${side(sql)}, 0) as side,
             row_number() over (order by s.urgency, s.sort_name, c.id) as place,
             coalesce(p.longitude, c.longitude, n.longitude) as longitude,
             coalesce(p.latitude, c.latitude, n.latitude) as latitude,
             case when p.longitude is not null then ${FROM_POSITION}::int
                  when c.longitude is not null then ${FROM_CARRIER}::int else ${FROM_SCENE}::int end as source,
             (extract(epoch from p.position_at) * 1000)::float8 as at, p.course, p.speed_kmh
        from carrier c
        join monitoring_state s on s.carrier_id = c.id
        left join carrier_state p on p.carrier_id = c.id and p.longitude is not null and c.is_gps_on
        left join node_place n on n.id = c.scene_id
       where ${carriersWhere(sql, scope, wanted)})
    select count(*)::int as total, ${column(sql`id`)} as ids, ${column(sql`name`)} as names, ${column(sql`type`)} as types,
           ${column(sql`urgency`)} as urgencies, ${column(sql`side`)} as sides,
           ${column(sql`longitude`)} as longitudes, ${column(sql`latitude`)} as latitudes, ${column(sql`source`)} as sources,
           ${column(sql`at`)} as at, ${column(sql`course`)} as courses, ${column(sql`speed_kmh`)} as speeds
      from found`;
  return row;
}

/** Map view of a node; null if it is not a map node of the scope. */
export async function findNodeView(db: Db, scope: Scope, sceneId: number): Promise<NodeView | null> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const [row] = await sql<NodeView[]>`
    select longitude, latitude, zoom from scene
     where id = ${sceneId} and longitude is not null and latitude is not null
       and ${atCustomers(sql, sql`customer_id`, arrays)}
       ${arrays.sceneIds ? sql`and id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
  return row ?? null;
}
