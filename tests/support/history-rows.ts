import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

function databaseOf(directory: string): postgres.Sql {
  const { port, password } = JSON.parse(readFileSync(join(directory, "postgres.json"), "utf8"));
  return postgres(`postgres://frostline:${password}@127.0.0.1:${port}/frostline`, { max: 1 });
}

/** Stores a current reading in the product of `directory`. Resolves to a function that deletes it. */
export async function addReading(directory: string, probeId: number, value: number): Promise<() => Promise<void>> {
  const sql = databaseOf(directory);
  const [stored] = await sql<{ at: Date }[]>`
    insert into reading (probe_id, at, value) values (${probeId}, date_trunc('milliseconds', now()), ${value}) returning at`;
  return async () => {
    await sql`delete from reading where probe_id = ${probeId} and at = ${stored?.at ?? null} and value = ${value}`;
    await sql.end({ timeout: 5 });
  };
}

/**
 * Adds one year of hourly roll-ups before the existing ones of a probe of the product in `directory`. Resolves to a
 * function that deletes them.
 */
export async function addYearOfHours(directory: string, probeId: number): Promise<() => Promise<void>> {
  const sql = databaseOf(directory);
  const [first] = await sql<{ hour: Date }[]>`select min(hour) as hour from reading_hour where probe_id = ${probeId}`;
  const until = first?.hour ?? new Date();
  await sql`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select ${probeId}, hour, 60, 60 * mean, mean - 1, mean + 1
      from (select hour, 5 + 2 * sin(extract(epoch from hour) / 90000) as mean
              from generate_series(date_trunc('hour', now()) - interval '366 days', ${until}::timestamptz - interval '1 hour', '1 hour') hour) hours`;
  return async () => {
    await sql`delete from reading_hour where probe_id = ${probeId} and hour < ${until}`;
    await sql.end({ timeout: 5 });
  };
}
