import type { Sql } from "@/db/client";

/** Notes whoever changes a customer's rows, by the names of their tables. */
export type RowWatch = {
  /** Forgets what was noted so far. */
  start(): Promise<void>;
  /** The tables in which a row was inserted, changed or deleted since, each once. */
  touched(): Promise<string[]>;
};

/** What follows from other rows and the clock, written by whichever call reads next: no caller's change. */
export const KEPT_STATES = [
  "monitoring_state",
  "device_state",
  "device_connection",
  "carrier_count",
  "device_count",
  "carrier_search",
  "device_search",
];

const TABLES = `
  select c.relname as name, a.attname as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     -- A partition has the triggers of its parent.
     and not c.relispartition and c.relname <> all ('{${KEPT_STATES}}')
     and (a.attname = 'customer_id' or (c.relname = 'customer' and a.attname = 'id'))
   order by 1`;

/**
 * Watches all rows of a customer, in whatever table, by triggers: what that costs does not grow with the rows, as
 * comparing them would. A lock, what is rolled back, and an update that leaves the row as it was are no change.
 */
export async function watchRows(sql: Sql, customerId: number): Promise<RowWatch> {
  const tables = await sql.unsafe<{ name: string; key: string }[]>(TABLES);
  const triggers = tables.flatMap(({ name, key }) => {
    const [wasOurs, isOurs] = ["old", "new"].map((row) => `${row}."${key}" = ${Number(customerId)}`);
    const conditions = {
      insert: isOurs,
      update: `(${wasOurs} or ${isOurs}) and old.* *<> new.*`,
      delete: wasOurs,
    };
    return Object.entries(conditions).map(
      ([event, condition]) => `
        create trigger note_${event} after ${event} on "${name}" for each row
          when (${condition}) execute function note_touched_row('${name}');`,
    );
  });
  await sql.unsafe(`
    create unlogged table touched_row (name text not null);
    create function note_touched_row() returns trigger language plpgsql as $$
      begin
        insert into touched_row values (tg_argv[0]);
        return null;
      end $$;
    ${triggers.join("")}`);
  return {
    async start() {
      await sql`delete from touched_row`;
    },
    async touched() {
      const rows = await sql<{ name: string }[]>`select distinct name from touched_row order by 1`;
      return rows.map(({ name }) => name);
    },
  };
}
