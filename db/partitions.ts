import type { Sql } from "./client";

/** Tables partitioned by range of `at`, one partition per month (UTC). */
const TABLES = ["reading", "position"] as const;
export type PartitionedTable = (typeof TABLES)[number];

/** Advisory lock key, arbitrary but equal in every process: serialises creating and dropping partitions. */
const LOCK = 71_838;

/**
 * Index-only scans need vacuumed pages. The default insert threshold is relative to the row count and would leave the
 * last fifth of an append-only month unvacuumed for years.
 */
const VACUUM = "autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 100000";

/** How long a drop waits for readers of a partition before it is left to a later run. */
const WAIT_MS = 5000;

/**
 * Creates the monthly partitions of a span (epoch milliseconds, both ends included). Several processes may call it at
 * once; if all partitions exist, no lock is taken. Inside a transaction they are rolled back with it. If the table is
 * distributed, an attached partition becomes so too (Citus 14.0, `PreprocessAttachPartitionToCitusTable`).
 */
export async function ensurePartitions(sql: Sql, fromMs: number, toMs: number): Promise<void> {
  const wanted = monthsBetween(fromMs, toMs).flatMap((month) => TABLES.map((table) => ({ table, ...month })));
  const existing = new Set((await findPartitions(sql)).map(({ name }) => name));
  // Attaching a table blocks no readers or writers; `partition of` would wait for them and queue all others behind it.
  // An unattached table of the name was detached to be dropped.
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
  // One statement, so that the lock and the tables share a transaction on whichever connection the pool uses.
  await sql.unsafe(`do $$ begin perform pg_advisory_xact_lock(${LOCK}); ${statements.join(" ")} end $$`);
}

export type Partition = {
  table: PartitionedTable;
  name: string;
  /** Its span in epoch milliseconds, the end excluded. */
  fromMs: number;
  toMs: number;
  /** Whether a detach is pending; queries no longer see it. */
  isLeaving: boolean;
};

/** The existing partitions, oldest first. */
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
 * Drops the partitions for which `isOver` returns true, and returns their names. Reads and writes continue meanwhile. A
 * partition with a long-running reader remains until the next call.
 */
export async function dropPartitions(sql: Sql, isOver: (partition: Partition) => boolean): Promise<string[]> {
  const dropped: string[] = [];
  // A separate connection, because nothing here can run in a transaction; the lock prevents concurrent creation.
  const connection = await sql.reserve();
  try {
    await connection`select set_config('lock_timeout', ${`${WAIT_MS}ms`}::text, false), pg_advisory_lock(${LOCK})`;
    await dropLeftovers(connection);
    // Pending detaches first: each table can have only one.
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

/** Drops tables that were detached but not dropped: the process ended, or they still had readers. */
async function dropLeftovers(sql: Sql): Promise<void> {
  const pattern = `^(${TABLES.join("|")})_\\d{4}_\\d{2}$`;
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relkind = 'r' and not relispartition and relnamespace = current_schema()::regnamespace and relname ~ ${pattern}`;
  for (const { name } of rows) await drop(sql, name);
}

/** Lock not available, and deadlock: other sessions were faster or take too long. */
const PASSING = new Set(["55P03", "40P01"]);

/**
 * Detaches a partition, or completes a pending detach; false if it must be retried. Citus supports only the variant
 * that briefly locks the whole table (`ErrorIfUnsupportedAlterTableStmt` of 14.0).
 */
function detach(sql: Sql, { table, name, isLeaving }: Partition, isDistributed: boolean): Promise<boolean> {
  const way = isDistributed ? "" : isLeaving ? " finalize" : " concurrently";
  return isDone(sql, `alter table ${table} detach partition ${name}${way}`);
}

/** The distributed tables from the catalogue of Citus; empty if it is not installed. */
export async function findDistributed(sql: Sql): Promise<Map<string, string>> {
  const [catalogue] = await sql`select from pg_class where oid = to_regclass('pg_dist_partition')`;
  if (!catalogue) return new Map();
  const rows = await sql<{ table: string; column: string }[]>`
    select c.relname as table, coalesce(column_to_column_name(d.logicalrelid, d.partkey), '') as column
      from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where c.relnamespace = current_schema()::regnamespace and d.partmethod = 'h'`;
  return new Map(rows.map(({ table, column }) => [table, column]));
}

/** Drops a detached partition; false if it must be retried. */
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
