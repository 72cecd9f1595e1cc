import "server-only";
import type { Db } from "@/db/client";
import type { CarrierType, Measure } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { CandidateDto, CandidateQuery } from "./schema";

/** A candidate before rules are applied. */
export type CandidateRow = Omit<CandidateDto, "refusal" | "isMeasured"> & { mounted: Measure[] };
type Zone = { customerId: number; measure: Measure };

/** A page of the carriers of a range's customer that are in the scope, by name. */
export async function findCandidates(
  db: Db,
  scope: Scope,
  { customerId, measure }: Zone,
  types: readonly CarrierType[],
  { q, type, sceneId, iDisplayStart, iDisplayLength }: CandidateQuery,
): Promise<Page<CandidateRow>> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [found] = await sql<[Page<CandidateRow>]>`
    with recursive tree as (
      select id from scene where id = ${sceneId ?? null}::bigint
      union all select s.id from scene s join tree on s.parent_id = tree.id),
    found as (
      select c.id, c.name, c.type, s.name as scene_name, lower(c.name) as sorted
        from carrier c join scene s on s.id = c.scene_id
       where c.customer_id = ${customerId} and c.type = any(${[...types]}::text[])
         and (${customerIds}::bigint[] is null or c.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or c.scene_id = any(${sceneIds}::bigint[]))
         and (${sceneId ?? null}::bigint is null or c.scene_id in (select id from tree))
         and (${type ?? null}::text is null or c.type = ${type ?? null})
         and (${q ? containsPattern(q) : null}::text is null or c.name ilike ${q ? containsPattern(q) : null})),
    page as (select * from found order by sorted, id limit ${iDisplayLength} offset ${iDisplayStart})
    select (select count(*)::int from found) as total,
           coalesce(json_agg(json_build_object('id', page.id, 'name', page.name, 'type', page.type,
             'sceneName', page.scene_name,
             'current', (select json_build_object('zoneId', z.id, 'name', z.name, 'minimum', z.minimum, 'maximum', z.maximum)
                           from carrier_zone cz join zone z on z.id = cz.zone_id
                          where cz.carrier_id = page.id and cz.measure = ${measure}),
             'mounted', (select coalesce(json_agg(distinct p.measure), '[]') from mounting m join probe p on p.id = m.probe_id
                          where m.carrier_id = page.id and m.unmounted_at is null))
             order by sorted, page.id), '[]') as items
      from page`;
  return found;
}
