import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { grouped } from "@/lib/grouped";
import { carriersWhere, inState } from "../monitoring/monitoring.data";
import { MAXIMUM_PLACES } from "./rules";
import type { OpenException, PlaceDto } from "./schema";

type Node = { id: number; name: string };
type Places = { base: Node | null; places: Node[]; count: number };

/**
 * The places of a wall: the nodes below `sceneId`, otherwise below the only topmost node of the scope, otherwise the
 * topmost nodes. `base` is their parent; a `sceneId` outside the scope has no base and no places.
 */
export async function findPlaces(db: Db, scope: Scope, sceneId: number | undefined): Promise<Places> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const visible = sql`
    select id, parent_id, name, sort_order from scene
     where true ${customerIds ? sql`and customer_id = any(${customerIds}::bigint[])` : sql``}
           ${sceneIds ? sql`and id = any(${sceneIds}::bigint[])` : sql``}`;
  const tops =
    sceneId === undefined
      ? await sql<Node[]>`
          with visible as (${visible})
          select id::int, name from visible where parent_id is null or parent_id not in (select id from visible)
           order by sort_order, name, id`
      : await sql<Node[]>`with visible as (${visible}) select id::int, name from visible where id = ${sceneId}`;
  const base = tops.length === 1 ? (tops[0] as Node) : null;
  const all = base
    ? await sql<Node[]>`
        with visible as (${visible}) select id::int, name from visible where parent_id = ${base.id} order by sort_order, name, id`
    : tops;
  return { base, places: all.slice(0, MAXIMUM_PLACES), count: all.length };
}

/** The number of carriers at or below each of these places, from the materialized states. */
export async function countPlaces(db: Db, scope: Scope, places: readonly Node[]): Promise<PlaceDto[]> {
  if (places.length === 0) return [];
  const sql = db.$client;
  const rows = await sql<Omit<PlaceDto, "name">[]>`
    with recursive tree as (
      select id as place, id from scene where id = any(${places.map(({ id }) => id)}::bigint[])
      union all
      select tree.place, scene.id from tree join scene on scene.parent_id = tree.id)
    select tree.place::int as key, count(*)::int as total,
           count(*) filter (where ${inState(sql, "abnormal")})::int as abnormal,
           count(*) filter (where ${inState(sql, "offline")})::int as offline
      from tree join carrier c on c.scene_id = tree.id join monitoring_state s on s.carrier_id = c.id
     where ${carriersWhere(sql, scope, {})}
     group by tree.place`;
  const counted = new Map(rows.map((row) => [row.key, row]));
  return places.map(({ id, name }) => ({ total: 0, abnormal: 0, offline: 0, ...counted.get(id), key: id, name }));
}

/** The open exceptions of each of these carriers, oldest first, by its id. */
export async function findOpenExceptions(db: Db, carrierIds: readonly number[]): Promise<Map<number, OpenException[]>> {
  if (carrierIds.length === 0) return new Map();
  const rows = await db.$client<(OpenException & { carrierId: number })[]>`
    select e.carrier_id::int as "carrierId", e.id::int as id, e.kind,
           case when e.acknowledged_at is not null then coalesce(u.name, e.acknowledged_by_contact, '') end as "acknowledgedBy"
      from exception e left join user_account u on u.id = e.acknowledged_by
     where e.carrier_id = any(${[...carrierIds]}::bigint[]) and e.ended_at is null and e.withdrawn_at is null
     order by e.started_at, e.id`;
  const byCarrier = grouped(rows, ({ carrierId }) => carrierId);
  return new Map(
    [...byCarrier].map(([carrierId, own]) => [carrierId, own.map(({ carrierId: _carrier, ...open }) => open)]),
  );
}
