import type { Sql } from "./client";
import { findDistributed } from "./partitions";

/** The tables that readers are about; each reader asks one of them about one probe or carrier. */
const READ = ["reading", "reading_hour", "position"];

/**
 * The statements by which the readers (`readings_between` …) that are still inlined become called ones. Citus plans by
 * the tables that stand in a question: what it would find after inlining it refuses, a call it takes, shard by shard.
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

/** After a migration, which makes readers as one PostgreSQL has them: where readings lie in shards they are called. */
export async function recreateReaders(sql: Sql): Promise<void> {
  if ((await findDistributed(sql)).size === 0) return;
  for (const statement of await findInlinedReaders(sql)) await sql.unsafe(statement);
}
