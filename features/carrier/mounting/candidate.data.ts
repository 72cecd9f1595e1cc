import "server-only";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { MountCandidateDto, MountCandidateQuery } from "./candidate.schema";

/**
 * Devices of these kinds that belong to the carrier's customer and have an unmounted probe, by name. Devices in a base,
 * or being replaced, are excluded because mounting them would be refused.
 */
export async function findMountCandidates(
  db: Db,
  visibility: Visibility,
  kinds: readonly DeviceKind[],
  { id, q, deviceId, iDisplayStart, iDisplayLength }: MountCandidateQuery,
): Promise<Page<MountCandidateDto>> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const pattern = q ? containsPattern(q) : null;
  const [found] = await sql<[Page<MountCandidateDto>]>`
    with found as (
      select d.id, d.kind, d.name, d.serial_number, coalesce(d.mac, '') as mac, lower(d.name) as sorted
        from device d
       where d.customer_id = (select customer_id from carrier where id = ${id})
         and d.kind = any(${[...kinds]}::text[]) and d.use <> 'deactivated' and d.custody in ('own', 'borrowed')
         and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
         and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))
         and (${deviceId ?? null}::bigint is null or d.id = ${deviceId ?? null})
         and (${pattern}::text is null or d.name ilike ${pattern} or d.serial_number ilike ${pattern} or d.mac ilike ${pattern})
         and exists (select from probe p where p.device_id = d.id
               and not exists (select from mounting m where m.probe_id = p.id and m.unmounted_at is null))
         and not exists (select from device_switch w
               where w.ended_at is null and (w.old_device_id = d.id or w.new_device_id = d.id))
         and not exists (select from device_binding b
               where b.sensor_id = d.id and b.state = 'embedded' and b.unbound_at is null)),
    page as (select * from found order by sorted, id limit ${iDisplayLength} offset ${iDisplayStart})
    select (select count(*)::int from found) as total,
           coalesce(json_agg(json_build_object('id', page.id, 'kind', page.kind, 'name', page.name,
             'serialNumber', page.serial_number, 'mac', page.mac, 'probes', (
               select coalesce(json_agg(json_build_object('measure', p.measure, 'channel', p.channel, 'isFree', m.id is null,
                        'carrierName', c.name) order by p.id), '[]')
                 from probe p left join mounting m on m.probe_id = p.id and m.unmounted_at is null
                 left join carrier c on c.id = m.carrier_id and ${isVisible(sql, visibility, "carrier", "c")}
                where p.device_id = page.id)) order by sorted, page.id), '[]') as items
      from page`;
  return found;
}
