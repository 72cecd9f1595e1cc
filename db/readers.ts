import type { Sql } from "./client";
import { findDistributed } from "./partitions";

/** The tables of the reader functions; each reader queries one of them for one probe or carrier. */
const READ = ["reading", "reading_hour", "position"];

/**
 * Statements that turn the reader functions (`readings_between` …) that are still inlined into called ones. Citus plans
 * by the tables of a query: it refuses the inlined form, but runs a call on the shard.
 */
export async function findInlinedReaders(sql: Sql): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select format('create or replace function %I(%s) returns %s language plpgsql stable parallel safe as %L',
                  p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
                  E'#variable_conflict use_column\nbegin return query ' || btrim(p.prosrc, E' \n') || '; end') as statement
      from pg_proc p join pg_language l on l.oid = p.prolang
     where l.lanname = 'sql' and p.pronamespace = current_schema()::regnamespace and p.prosrc ~ ${`\\m(${READ.join("|")})\\M`}
     order by p.proname`;
  return rows.map(({ statement }) => statement);
}

/** Run after a migration, which creates inlined readers: turns them into called functions if readings are sharded. */
export async function recreateReaders(sql: Sql): Promise<void> {
  if ((await findDistributed(sql)).size === 0) return;
  for (const statement of await findInlinedReaders(sql)) await sql.unsafe(statement);
}
