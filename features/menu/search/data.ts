import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { spellingsOf } from "@/lib/i18n/spelling";
import { transaction } from "@/lib/operation/transaction";
import { containsPattern } from "@/lib/resource/list-query";
import { MOST_HITS, plain, wordsOf } from "./rules";
import type { CarrierHit, DeviceHit, SearchDto } from "./schema";

type Sql = Db["$client"];
type Subject = "carrier" | "device";

const BATCH = 2000;
/**
 * Writes up to a batch of missing texts; returns how many were missing. Rows in use are skipped: another search writes
 * them, or their customer is being removed. The names are read once the rows are locked, so that none is outdated.
 */
async function writeBatch(sql: Sql, subject: Subject): Promise<number> {
  const [table, key] = [sql(`${subject}_search`), sql(`${subject}_id`)];
  const missing = await sql<{ id: string }[]>`
    select ${key} as id from ${table} where text is null limit ${BATCH} for update skip locked`;
  if (missing.length === 0) return 0;
  // What devices are found by besides name and spelling.
  const further = subject === "device" ? sql`, serial_number, mac` : sql``;
  const rows = await sql<{ id: string; name: string; serialNumber?: string; mac?: string | null }[]>`
    select id, name ${further} from ${sql(subject)} where id = any(${missing.map(({ id }) => id)}::bigint[])`;
  const texts = rows.map(({ id, name, ...others }) => ({
    id,
    text: [name, ...spellingsOf(name), ...Object.values(others)]
      .flatMap((part) => (part ? [plain(part)] : []))
      .join(" "),
  }));
  await sql`
    update ${table} s set text = n.text
      from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ text }) => text)}::text[]) n(id, text)
     where s.${key} = n.id`;
  return missing.length;
}

/** Writes the texts of names that are new or have changed since the last search, of all customers. */
async function writeTexts(db: Db, subject: Subject): Promise<void> {
  const [missing] = await db.$client`select from ${db.$client(`${subject}_search`)} where text is null limit 1`;
  if (!missing) return;
  while ((await transaction(db, (tx) => writeBatch(tx.$client, subject))) === BATCH);
}

/** A MAC address is entered with or without separators, and stored without. */
const macPattern = (q: string): string => containsPattern(q.replaceAll(/[\s:.-]/g, "") || q);

/**
 * The visible carriers and devices that match all words of a text, in any order, by name, its Pinyin or initials, serial
 * number or MAC address. The texts are evaluated once and first, with a trigram index. Prefix matches come first.
 */
export async function findHits(db: Db, visibility: Visibility, q: string): Promise<SearchDto> {
  const sql = db.$client;
  const words = wordsOf(q);
  if (words.length === 0) return { carriers: [], devices: [] };
  await Promise.all([writeTexts(db, "carrier"), writeTexts(db, "device")]);
  const hits = (subject: Subject) => sql`
    select ${sql(`${subject}_id`)} as id, text from ${sql(`${subject}_search`)}
     where ${words.map((word, index) => sql`${index > 0 ? sql`and` : sql``} text like ${containsPattern(word)}`)}`;
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
        ${hits("device")} union select id, text from device join device_search on device_id = id where mac ilike ${macPattern(q)})
      select d.id::int, d.name, d.kind, d.serial_number as "serialNumber", coalesce(d.mac, '') as mac, k.name as "customerName"
        from hits h join device d on d.id = h.id join customer k on k.id = d.customer_id
       where ${isVisible(sql, visibility, "device", "d")}
       order by ${rank}, length(d.name), lower(d.name), d.id
       limit ${MOST_HITS}`,
  ]);
  return { carriers, devices };
}
