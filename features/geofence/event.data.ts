import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { GeofenceEventDto, GeofenceEventListQuery } from "./event.schema";

type Row = Omit<GeofenceEventDto, "at" | "foundAt"> & { at: number; foundAt: number };

function matching(
  sql: Sql,
  visibility: Visibility,
  query: GeofenceEventListQuery,
): postgres.PendingQuery<postgres.Row[]> {
  const { q, geofenceId, carrierId, kind, from, to } = query;
  const { customerIds } = scopeArrays(visibility.scope);
  const pattern = q ? containsPattern(q) : null;
  return sql`${isVisible(sql, visibility, "carrier", "c")}
    and ${customerIds ? sql`e.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    and ${pattern ? sql`(c.name ilike ${pattern} or f.name ilike ${pattern})` : sql`true`}
    and ${geofenceId ? sql`e.geofence_id = ${geofenceId}` : sql`true`}
    and ${carrierId ? sql`e.carrier_id = ${carrierId}` : sql`true`}
    and ${kind ? sql`e.kind = ${kind}` : sql`true`}
    and ${from ? sql`e.at >= ${from}::timestamptz` : sql`true`}
    and ${to ? sql`e.at < ${to}::timestamptz` : sql`true`}`;
}

/** The events of visible carriers. */
export async function findEvents(
  db: Db,
  visibility: Visibility,
  query: GeofenceEventListQuery,
): Promise<Page<GeofenceEventDto>> {
  const sql = db.$client;
  const direction = query.dir === "asc" ? sql`asc` : sql`desc`;
  const from = sql`geofence_event e join carrier c on c.id = e.carrier_id join geofence f on f.id = e.geofence_id`;
  const rows = await sql<Row[]>`
    select e.id::int, round(date_part('epoch', e.at) * 1000) as at, e.kind, json_build_object('id', c.id, 'name', c.name) as carrier,
           json_build_object('id', f.id, 'name', f.name) as geofence, e.longitude, e.latitude, round(date_part('epoch', e.found_at) * 1000) as "foundAt",
           case when e.kind = 'exit' then (
             select date_part('epoch', e.at - b.at) from geofence_event b
              where b.geofence_id = e.geofence_id and b.carrier_id = e.carrier_id and b.at < e.at and b.kind = 'enter'
              order by b.at desc limit 1) end as "staySeconds"
      from ${from}
     where ${matching(sql, visibility, query)}
     order by e.at ${direction}, e.id ${direction} limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from ${from} where ${matching(sql, visibility, query)}`;
  const items = rows.map(({ at, foundAt, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    foundAt: new Date(foundAt).toISOString(),
  }));
  return { items, total: counted?.total ?? 0 };
}
