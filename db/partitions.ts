import type { Sql } from "./client";

/** Tables partitioned by range of `at`, a partition a month (UTC). */
const TABLES = ["reading", "position"] as const;

/** Any number, the same in every process: orders those who make partitions. */
const LOCK = 71_838;

/**
 * Makes the monthly partitions that a span needs (epoch milliseconds, both ends included). Several processes may call
 * it at once; where all exist it takes no lock. Inside a transaction they come and go with it.
 */
export async function ensurePartitions(sql: Sql, fromMs: number, toMs: number): Promise<void> {
  const wanted = monthsBetween(fromMs, toMs).flatMap((month) => TABLES.map((table) => ({ table, ...month })));
  const names = wanted.map(({ table, suffix }) => `${table}_${suffix}`);
  const found = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as w(name) where to_regclass(name) is not null`;
  const existing = new Set(found.map(({ name }) => name));
  const statements = wanted
    .filter((_, index) => !existing.has(names[index] as string))
    .map(
      ({ table, suffix, from, to }) =>
        `create table if not exists ${table}_${suffix} partition of ${table} for values from ('${from}') to ('${to}');`,
    );
  if (statements.length === 0) return;
  // One statement, so that the lock and the tables share a transaction on whatever connection the pool gives.
  await sql.unsafe(`do $$ begin perform pg_advisory_xact_lock(${LOCK}); ${statements.join(" ")} end $$`);
}

function monthsBetween(fromMs: number, toMs: number): { suffix: string; from: string; to: string }[] {
  const first = new Date(fromMs);
  const last = new Date(toMs);
  const count = 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth() + 1;
  const start = (offset: number) => new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + offset, 1));
  return Array.from({ length: Math.max(0, count) }, (_, offset) => {
    const from = start(offset).toISOString();
    return { suffix: from.slice(0, 7).replace("-", "_"), from, to: start(offset + 1).toISOString() };
  });
}
