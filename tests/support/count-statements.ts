import type { Db } from "@/db/client";

/** How many statements `work` changes a table with, counted by a trigger. */
export async function countStatements(
  { $client: sql }: Db,
  table: string,
  verb: "insert" | "update",
  work: () => Promise<unknown>,
): Promise<number> {
  await sql.unsafe(`
    create sequence counted_statements;
    create function count_statement() returns trigger language plpgsql as $$
      begin perform nextval('counted_statements'); return null; end $$;
    create trigger count_statements after ${verb} on ${table} for each statement execute function count_statement();`);
  try {
    await work();
    const [row] = await sql<[{ count: number }]>`
      select (case when is_called then last_value else 0 end)::int as count from counted_statements`;
    return row.count;
  } finally {
    await sql.unsafe(`
      drop trigger count_statements on ${table}; drop function count_statement(); drop sequence counted_statements;`);
  }
}
