import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { containsPattern } from "@/lib/resource/list-query";
import { MOST_HITS } from "./rules";
import type { CarrierHit, DeviceHit, SearchDto } from "./schema";

/** A MAC address is entered with or without separators, and stored without. */
const macPattern = (q: string): string => containsPattern(q.replaceAll(/[\s:.-]/g, "") || q);

/**
 * The visible carriers and devices that match a text by name, serial number or MAC address. Each text is evaluated once
 * and first, with a trigram index. Prefix matches come first.
 */
export async function findHits(db: Db, visibility: Visibility, q: string): Promise<SearchDto> {
  const sql = db.$client;
  const pattern = containsPattern(q);
  const start = pattern.slice(1);
  const [carriers, devices] = await Promise.all([
    sql<CarrierHit[]>`
      with hits as materialized (select id from carrier where name ilike ${pattern})
      select c.id::int, c.name, c.type, coalesce(s.name, '') as place, k.name as "customerName"
        from carrier c join customer k on k.id = c.customer_id left join scene s on s.id = c.scene_id
       where c.id in (select id from hits) and ${isVisible(sql, visibility, "carrier", "c")}
       order by c.name not ilike ${start}, length(c.name), lower(c.name), c.id limit ${MOST_HITS}`,
    sql<DeviceHit[]>`
      with hits as materialized (
        select id from device where name ilike ${pattern} or serial_number ilike ${pattern} or mac ilike ${macPattern(q)})
      select d.id::int, d.name, d.kind, d.serial_number as "serialNumber", coalesce(d.mac, '') as mac, k.name as "customerName"
        from device d join customer k on k.id = d.customer_id
       where d.id in (select id from hits) and ${isVisible(sql, visibility, "device", "d")}
       order by not (d.name ilike ${start} or d.serial_number ilike ${start}), length(d.name), lower(d.name), d.id
       limit ${MOST_HITS}`,
  ]);
  return { carriers, devices };
}
