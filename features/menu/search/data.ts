import "server-only";
import type { Db } from "@/db/client";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { containsPattern } from "@/lib/resource/list-query";
import { MOST_HITS, wordsOf } from "./rules";
import type { CarrierHit, DeviceHit, SearchDto } from "./schema";

type Subject = "carrier" | "device";

/** A MAC address is entered with or without separators, and stored without. */
const macPattern = (q: string): string => containsPattern(q.replaceAll(/[\s:.-]/g, "") || q);

/**
 * The visible carriers and devices that match all words of a text, in any order, by name, its Pinyin or initials, serial
 * number or MAC address. The texts of the scope's customers are evaluated once and first, with a trigram index; a name
 * without a text yet is compared as it is written. Prefix matches come first.
 */
export async function findHits(db: Db, visibility: Visibility, q: string): Promise<SearchDto> {
  const sql = db.$client;
  const words = wordsOf(q);
  if (words.length === 0) return { carriers: [], devices: [] };
  const { customerIds } = scopeArrays(visibility.scope);
  const writtenOf = (subject: Subject) =>
    subject === "carrier" ? sql`lower(r.name)` : sql`lower(concat_ws(' ', r.name, r.serial_number, r.mac))`;
  const hits = (subject: Subject) => {
    const [table, key] = [sql(`${subject}_search`), sql(`${subject}_id`)];
    const written = writtenOf(subject);
    const ofScope = customerIds ? sql`and s.customer_id = any(${customerIds}::bigint[])` : sql``;
    const matches = (text: typeof written) =>
      sql`${words.map((word, index) => sql`${index > 0 ? sql`and` : sql``} ${text} like ${containsPattern(word)}`)}`;
    return sql`
      select s.${key} as id, s.text from ${table} s where ${matches(sql`s.text`)} ${ofScope}
      union all
      select r.id, ${written} from ${table} s join ${sql(subject)} r on r.id = s.${key}
       where s.text is null ${ofScope} and ${matches(written)}`;
  };
  const start = containsPattern(words[0] ?? "").slice(1);
  const rank = sql`case when h.text like ${start} then 0 when h.text like ${`% ${start}`} then 1 else 2 end`;
  const [carriers, devices] = await Promise.all([
    sql<CarrierHit[]>`
      with hits as materialized (${hits("carrier")})
      select c.id::int, c.name, c.type, coalesce(s.name, '') as place, k.name as "customerName"
        from hits h join carrier c on c.id = h.id join customer k on k.id = c.customer_id left join scene s on s.id = c.scene_id
       where ${isVisible(sql, visibility, "carrier", "c")}
       order by ${rank}, length(c.name), lower(c.name), c.id limit ${MOST_HITS}`,
    sql<DeviceHit[]>`
      with hits as materialized (
        ${hits("device")}
        union select r.id, coalesce(s.text, ${writtenOf("device")}) from device r join device_search s on s.device_id = r.id
               where r.mac ilike ${macPattern(q)})
      select d.id::int, d.name, d.kind, d.serial_number as "serialNumber", coalesce(d.mac, '') as mac, k.name as "customerName"
        from hits h join device d on d.id = h.id join customer k on k.id = d.customer_id
       where ${isVisible(sql, visibility, "device", "d")}
       order by ${rank}, length(d.name), lower(d.name), d.id
       limit ${MOST_HITS}`,
  ]);
  return { carriers, devices };
}
