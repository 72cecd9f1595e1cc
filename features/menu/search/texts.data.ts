import "server-only";
import { type Db, transaction } from "@/db/client";
import { spellingsOf } from "@/lib/i18n/spelling";
import { plain } from "./rules";

type Sql = Db["$client"];
type Subject = "carrier" | "device";

const BATCH = 2000;

/**
 * Writes up to a batch of missing texts; returns how many were missing. Rows in use are skipped: another worker writes
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

/** Writes the texts of names that are new or have changed, of all customers. */
export async function writeTexts(db: Db, subject: Subject): Promise<void> {
  const [missing] = await db.$client`select from ${db.$client(`${subject}_search`)} where text is null limit 1`;
  if (!missing) return;
  while ((await transaction(db, (tx) => writeBatch(tx.$client, subject))) === BATCH);
}
