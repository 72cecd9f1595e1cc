import "server-only";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env/env";
import * as schema from "./schema";

/** The raw postgres.js client; inside a transaction the one that speaks on its connection. */
export type Sql = postgres.Sql;

/** Drizzle over a connection or a transaction; `$client` is the raw client of the same connection, for hot paths. */
export type Db = PostgresJsDatabase<typeof schema> & { $client: Sql };

const OPTIONS = { schema, casing: "snake_case" } as const;

/** Opens a pool. Call `close` on `$client.end()` when a script is done with it. */
export function openDb(url: string, max: number): Db {
  return drizzle(postgres(url, { max, onnotice: () => {}, connection: { application_name: "frostline" } }), OPTIONS);
}

const shared = globalThis as typeof globalThis & { frostlineDb?: Db };

/** The pool of this process, opened at first use: a build imports this file without a database. */
export function db(): Db {
  shared.frostlineDb ??= openDb(env().DATABASE_URL, env().DATABASE_POOL);
  return shared.frostlineDb;
}

/**
 * Runs `work` in one transaction. Inside another transaction it becomes a savepoint.
 * Drizzle wants `options` and `begin` of its client; a transaction's client has neither.
 */
export function transaction<T>(outer: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = outer.$client as Sql & { savepoint?: postgres.TransactionSql["savepoint"] };
  const run = async (sql: postgres.TransactionSql) => {
    const inner = Object.assign(sql, { options: client.options, begin: sql.savepoint.bind(sql) });
    return work(drizzle(inner as unknown as Sql, OPTIONS));
  };
  return (client.savepoint ? client.savepoint(run) : client.begin(run)) as Promise<T>;
}
