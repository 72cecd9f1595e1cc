import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { containsPattern } from "@/lib/resource/list-query";
import type { HoldingPart, HoldingsDto, HoldingsQuery } from "./schema";

/**
 * The contents of a node's subtree: counts by kind, and a page of one kind. The node must be inside the scope. A user's
 * subtree includes everything below it, but rows are still filtered by visibility.
 */
export async function findHoldings(db: Db, visibility: Visibility, query: HoldingsQuery): Promise<HoldingsDto> {
  const sql = db.$client;
  const { id, part, below, q, dir, iDisplayStart, iDisplayLength } = query;
  const direction = dir === "desc" ? sql`desc` : sql`asc`;
  const [carrierSeen, deviceSeen] = [
    isVisible(sql, visibility, "carrier", "c"),
    isVisible(sql, visibility, "device", "d"),
  ];
  const pattern = q ? containsPattern(q) : null;
  const place = below ? sql`in (select id from tree)` : sql`= ${id}`;
  const path = sql`(select to_json(t.names) from tree t where t.id = held.scene_id) as path`;
  const page = sql`order by lower(name) ${direction}, id limit ${iDisplayLength} offset ${iDisplayStart}`;
  const lists = {
    scenes: {
      held: sql`select s.* from tree s where ${below ? sql`s.id <> ${id}` : sql`s.parent_id = ${id}`}
        ${pattern ? sql`and (s.name ilike ${pattern} or s.code ilike ${pattern})` : sql``}`,
      item: sql`'id', id, 'name', name, 'code', code, 'funcType', func_type, 'scenes',
        (select count(*)::int from scene child where child.parent_id = item.id)`,
      columns: sql`id, name, code, func_type`,
    },
    carriers: {
      held: sql`select c.* from carrier c where c.scene_id ${place} and ${carrierSeen}
        ${pattern ? sql`and c.name ilike ${pattern}` : sql``}`,
      item: sql`'id', id, 'name', name, 'type', type, 'status', status, 'path', path`,
      columns: sql`id, name, type, status, ${path}`,
    },
    devices: {
      held: sql`select d.* from device d where d.scene_id ${place} and ${deviceSeen}
        ${pattern ? sql`and (d.name ilike ${pattern} or d.serial_number ilike ${pattern} or d.mac ilike ${pattern})` : sql``}`,
      item: sql`'id', id, 'name', name, 'kind', kind, 'typeCode', type_code, 'serialNumber', serial_number, 'use', use,
        'lastSeenAt', (extract(epoch from last_seen_at) * 1000)::float8, 'path', path`,
      columns: sql`id, name, kind, type_code, serial_number, use, last_seen_at, ${path}`,
    },
  } satisfies Record<HoldingPart, unknown>;
  const chosen = lists[part];
  const [row] = await sql<[Omit<HoldingsDto, "part">]>`
    with recursive tree as (
      select id, parent_id, name, code, func_type, '{}'::text[] as names from scene where id = ${id}
      union all
      select s.id, s.parent_id, s.name, s.code, s.func_type, tree.names || s.name
        from scene s join tree on s.parent_id = tree.id),
    held as materialized (${chosen.held}),
    item as (select ${chosen.columns} from held ${page}),
    carriers as (select c.scene_id = ${id} as is_here, count(*)::int as count from carrier c
      where c.scene_id in (select id from tree) and ${carrierSeen} group by 1),
    devices as (select d.scene_id = ${id} as is_here, count(*)::int as count from device d
      where d.scene_id in (select id from tree) and ${deviceSeen} group by 1)
    select json_build_object(
             'scenes', (select count(*) from tree where parent_id = ${id}),
             'carriers', (select coalesce(sum(count), 0) from carriers where is_here),
             'devices', (select coalesce(sum(count), 0) from devices where is_here)) as here,
           json_build_object(
             'scenes', (select count(*) - 1 from tree),
             'carriers', (select coalesce(sum(count), 0) from carriers),
             'devices', (select coalesce(sum(count), 0) from devices)) as below,
           (select count(*)::int from held) as total,
           (select coalesce(json_agg(json_build_object(${chosen.item}) order by lower(name) ${direction}, id), '[]')
              from item) as items`;
  return { part, ...row };
}
