import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import type { Sql } from "./client";
import { recreateReaders } from "./readers";

const migrationsFolder = new URL("./migrations", import.meta.url).pathname;

/**
 * Migrates the schema (ours and the job queue's). Several processes may call it at once. Throws for a database from
 * before the first release and leaves it unchanged.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(71837)`;
    await refuseStrangers(sql, readMigrationFiles({ migrationsFolder }));
    await migrate(drizzle(sql), { migrationsFolder });
    await recreateReaders(sql);
    await runMigrations({ connectionString: url });
  } finally {
    await sql.end();
  }
}

/** The first migration was rewritten for the first release: databases created by an earlier one cannot be migrated. */
async function refuseStrangers(sql: Sql, migrations: readonly MigrationMeta[]): Promise<void> {
  const [journal] = await sql<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!journal?.exists) return;
  const known = migrations.map(({ folderMillis }) => String(folderMillis));
  const [first] = await sql<{ at: string }[]>`
    select created_at::text as at from drizzle.__drizzle_migrations order by created_at limit 1`;
  if (first && !known.includes(first.at))
    throw new Error(
      "this database was made by Frostline before its first release and cannot be continued: use an empty one (DATABASE_URL), or an empty DATA_DIR",
    );
}
