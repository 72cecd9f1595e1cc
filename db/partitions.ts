import type { Sql } from "./client";

/** Tables partitioned by range of `at`, a partition a month (UTC). */
const TABLES = ["reading", "position"] as const;
export type PartitionedTable = (typeof TABLES)[number];

/** Any number, the same in every process: orders those who make and drop partitions. */
const LOCK = 71_838;

/**
 * An index alone answers only for pages that were vacuumed. Of a month that only ever grew, the last fifth would be left
 * out for years by the default, which goes by the share of rows.
 */
const VACUUM = "autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 100000";

/** How long dropping waits for those who are reading from a partition; another time it is tried again. */
const WAIT_MS = 5000;

/**
 * Makes the monthly partitions that a span needs (epoch milliseconds, both ends included). Several processes may call
 * it at once; where all exist it takes no lock. Inside a transaction they come and go with it. Where the table is
 * distributed, what is attached to it becomes so as well (Citus 14.0, `PreprocessAttachPartitionToCitusTable`).
 */
export async function ensurePartitions(sql: Sql, fromMs: number, toMs: number): Promise<void> {
  const wanted = monthsBetween(fromMs, toMs).flatMap((month) => TABLES.map((table) => ({ table, ...month })));
  const existing = new Set((await findPartitions(sql)).map(({ name }) => name));
  // A table that is attached hinders nobody who writes or reads; `partition of` would wait for them and hold up all.
  // One of the name that is not attached was detached to be dropped.
  const statements = wanted
    .map(({ table, suffix, from, to }) => ({ table, name: `${table}_${suffix}`, from, to }))
    .filter(({ name }) => !existing.has(name))
    .map(
      ({ table, name, from, to }) => `
        if not exists (select from pg_inherits where inhrelid = to_regclass('${name}')) then
          drop table if exists ${name};
          create table ${name} (like ${table} including all) with (${VACUUM});
          alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}');
        end if;`,
    );
  if (statements.length === 0) return;
  // One statement, so that the lock and the tables share a transaction on whatever connection the pool gives.
  await sql.unsafe(`do $$ begin perform pg_advisory_xact_lock(${LOCK}); ${statements.join(" ")} end $$`);
}

export type Partition = {
  table: PartitionedTable;
  name: string;
  /** The instants that it holds, epoch milliseconds, the end excluded. */
  fromMs: number;
  toMs: number;
  /** Whether it is being taken out, and seen by nobody any more. */
  isLeaving: boolean;
};

/** The partitions that are there, oldest first. */
export async function findPartitions(sql: Sql): Promise<Partition[]> {
  const rows = await sql<{ table: PartitionedTable; name: string; isLeaving: boolean }[]>`
    select p.relname as table, c.relname as name, i.inhdetachpending as "isLeaving"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where i.inhparent = any(${TABLES as unknown as string[]}::regclass[]) and c.relname ~ '_\\d{4}_\\d{2}$'
     order by right(c.relname, 7), p.relname`;
  return rows.map((row) => {
    const [year, month] = row.name.slice(-7).split("_").map(Number) as [number, number];
    return { ...row, fromMs: Date.UTC(year, month - 1), toMs: Date.UTC(year, month) };
  });
}

/**
 * Drops the partitions of which nothing is wanted any more: `isOver` is asked of each. Those who write and read go on
 * meanwhile; one that somebody reads from for long stays until the next time. Returns the names of what is gone.
 */
export async function dropPartitions(sql: Sql, isOver: (partition: Partition) => boolean): Promise<string[]> {
  const dropped: string[] = [];
  // A connection of its own, for nothing of it can run in a transaction; the lock keeps away who would make one anew.
  const connection = await sql.reserve();
  try {
    await connection`select set_config('lock_timeout', ${`${WAIT_MS}ms`}::text, false), pg_advisory_lock(${LOCK})`;
    await dropLeftovers(connection);
    // What was begun first: of each table one alone can be on its way out.
    const leaving = (await findPartitions(connection))
      .filter(isOver)
      .sort((a, b) => Number(b.isLeaving) - Number(a.isLeaving));
    const stuck = new Set<PartitionedTable>();
    const distributed = await findDistributed(connection);
    for (const partition of leaving) {
      if (stuck.has(partition.table)) continue;
      if (!(await detach(connection, partition, distributed.has(partition.table)))) stuck.add(partition.table);
      else if (await drop(connection, partition.name)) dropped.push(partition.name);
    }
  } finally {
    await connection`select pg_advisory_unlock(${LOCK}), set_config('lock_timeout', '0', false)`.catch(() => {});
    connection.release();
  }
  return dropped;
}

/** Tables that were taken out of theirs and not dropped: the process ended, or somebody still read from them. */
async function dropLeftovers(sql: Sql): Promise<void> {
  const pattern = `^(${TABLES.join("|")})_\\d{4}_\\d{2}$`;
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relkind = 'r' and not relispartition and relnamespace = current_schema()::regnamespace and relname ~ ${pattern}`;
  for (const { name } of rows) await drop(sql, name);
}

/** Lock not available, and deadlock: others were faster, or are at it for too long. */
const PASSING = new Set(["55P03", "40P01"]);

/**
 * Takes a partition out, or ends what was begun; false if that has to wait. Citus knows only the way that locks the whole
 * table for a moment (`ErrorIfUnsupportedAlterTableStmt` of 14.0).
 */
function detach(sql: Sql, { table, name, isLeaving }: Partition, isDistributed: boolean): Promise<boolean> {
  const way = isDistributed ? "" : isLeaving ? " finalize" : " concurrently";
  return isDone(sql, `alter table ${table} detach partition ${name}${way}`);
}

/** The tables that Citus keeps in shards, by its catalogue; none where it is not installed. */
export async function findDistributed(sql: Sql): Promise<Map<string, string>> {
  const [catalogue] = await sql`select from pg_class where oid = to_regclass('pg_dist_partition')`;
  if (!catalogue) return new Map();
  const rows = await sql<{ table: string; column: string }[]>`
    select c.relname as table, coalesce(column_to_column_name(d.logicalrelid, d.partkey), '') as column
      from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where c.relnamespace = current_schema()::regnamespace and d.partmethod = 'h'`;
  return new Map(rows.map(({ table, column }) => [table, column]));
}

/** Drops what was taken out; false if that has to wait. */
const drop = (sql: Sql, name: string): Promise<boolean> => isDone(sql, `drop table ${name}`);

async function isDone(sql: Sql, statement: string): Promise<boolean> {
  try {
    await sql.unsafe(statement);
    return true;
  } catch (error) {
    if (PASSING.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  }
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
