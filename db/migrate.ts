import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import { settleReaders } from "./readers";

/**
 * Brings the schema (ours and the job queue's) up to date; safe to call from several processes at once. `hasNewSeals`:
 * audit chains from before there was a key are there, and this call brought the columns for it. `hasNewBeginnings`: the
 * same of customers from before each had the beginning of its chain sealed.
 */
export async function migrateDatabase(url: string): Promise<{ hasNewSeals: boolean; hasNewBeginnings: boolean }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(71837)`;
    const before = await sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name in ('audit_head', 'audit')`;
    const lacks = (column: string) => before.length > 0 && !before.some(({ name }) => name === column);
    await migrate(drizzle(sql), { migrationsFolder: new URL("./migrations", import.meta.url).pathname });
    await settleReaders(sql);
    await runMigrations({ connectionString: url });
    return { hasNewSeals: lacks("audit_head.seal"), hasNewBeginnings: lacks("audit.found_seal") };
  } finally {
    await sql.end();
  }
}
