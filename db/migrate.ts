import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import { settleReaders } from "./readers";

/** Brings the schema (ours and the job queue's) up to date. Safe to call from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(71837)`;
    await migrate(drizzle(sql), { migrationsFolder: new URL("./migrations", import.meta.url).pathname });
    await settleReaders(sql);
    await runMigrations({ connectionString: url });
  } finally {
    await sql.end();
  }
}
