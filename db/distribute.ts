import type { Sql } from "./client";
import { findDistributed } from "./partitions";
import { findInlinedReaders } from "./readers";

/**
 * Sharded tables and their distribution columns: the tables that grow with time. All others stay on the coordinator,
 * because they are joined, locked across many rows and have triggers (reasons in docs/scale.md).
 */
export const DISTRIBUTION = [
  { table: "reading", column: "probe_id", colocateWith: "none" },
  { table: "reading_hour", column: "probe_id", colocateWith: "reading" },
  { table: "position", column: "carrier_id", colocateWith: "none" },
] as const;

export const DEFAULT_SHARDS = 64;
export const MAXIMUM_SHARDS = 1024;
/** The first version that supports PostgreSQL 16; older `create_distributed_table` lacks parameters used here. */
const OLDEST_CITUS = 12;

/** Its message says in one sentence why nothing can be distributed. */
export class DistributionError extends Error {}

/** Finds the Citus version and the number of worker nodes. Throws DistributionError if Citus is missing or too old. */
async function findCitus(sql: Sql): Promise<{ version: number; workers: number }> {
  const [extension] = await sql<{ version: string | null; isKnown: boolean }[]>`
    select (select extversion from pg_extension where extname = 'citus') as version,
           exists (select from pg_available_extensions where name = 'citus') as "isKnown"`;
  if (!extension?.isKnown)
    throw new DistributionError(
      "the database server has no Citus: install it there and put citus first in shared_preload_libraries",
    );
  if (!extension.version)
    throw new DistributionError(
      "Citus is installed and not in this database: run `create extension citus` in it as a superuser",
    );
  const version = Number(extension.version.split(/[.-]/)[0]);
  if (!(version >= OLDEST_CITUS))
    throw new DistributionError(`Citus ${extension.version} is too old: ${OLDEST_CITUS} or newer is needed`);
  const [nodes] = await sql<{ count: number }[]>`select count(*)::int as count from citus_get_active_worker_nodes()`;
  const workers = nodes?.count ?? 0;
  if (workers === 0)
    throw new DistributionError(
      "the database has no worker node: add some with `select citus_add_node('host', 5432)`, on this one",
    );
  return { version, workers };
}

/** Reasons for which Citus would refuse a table or a row would be found twice, checked before any data is moved. */
async function findObstacles(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const names = tables as string[];
  const rows = await sql<{ obstacle: string }[]>`
    select format('%s: the foreign key %s ties it to a table that is not distributed', d.name, f.conname) as obstacle
      from unnest(${names}::text[]) as d(name)
      join pg_constraint f on f.contype = 'f' and d.name::regclass in (f.conrelid, f.confrelid)
    union all
    select format('%s: the trigger %s would have to run on every node', d.name, g.tgname)
      from unnest(${names}::text[]) as d(name)
      join pg_trigger g on g.tgrelid = d.name::regclass and not g.tgisinternal
    union all
    select format('%s: the unique index %s does not contain the column %s', d.name, x.relname, d.column)
      from unnest(${names}::text[], ${tables.map(columnOf)}::text[]) as d(name, "column")
      join pg_index i on i.indrelid = d.name::regclass and i.indisunique
      join pg_class x on x.oid = i.indexrelid
     where not exists (
       select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = d.column and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1]))
     order by 1`;
  return rows.map(({ obstacle }) => obstacle);
}

const columnOf = (table: string): string => DISTRIBUTION.find((one) => one.table === table)?.column ?? "";

export type DistributionPlan = {
  citus: { version: number; workers: number };
  /** Tables that are already distributed. */
  done: string[];
  /** Statements to run in one transaction. */
  statements: string[];
  /** Statements to run afterwards: moved rows still occupy the coordinator, perhaps from an earlier run. */
  afterwards: string[];
};

/**
 * Plans the steps that distribute the tables of `DISTRIBUTION` over the given number of shards. Throws
 * DistributionError where that is impossible: no extension, no worker node, another distribution, an obstructing key.
 */
export async function planDistribution(sql: Sql, shards: number): Promise<DistributionPlan> {
  if (!Number.isInteger(shards) || shards < 1 || shards > MAXIMUM_SHARDS)
    throw new DistributionError(`--shards must be a whole number from 1 to ${MAXIMUM_SHARDS}`);
  const citus = await findCitus(sql);
  const distributed = await findDistributed(sql);
  const done = DISTRIBUTION.filter(({ table }) => distributed.has(table));
  for (const { table, column } of done) {
    const other = distributed.get(table);
    if (other !== column)
      throw new DistributionError(`${table} is distributed by ${other}, and would have to be by ${column}`);
  }
  const missing = DISTRIBUTION.filter(({ table }) => !distributed.has(table));
  const obstacles = await findObstacles(
    sql,
    missing.map(({ table }) => table),
  );
  if (obstacles.length > 0) throw new DistributionError(obstacles.join("\n"));
  const changes = [...missing.map(createStatement), ...(await findInlinedReaders(sql))];
  const left = new Set([...missing.map(({ table }) => table), ...(await findLeftBehind(sql, done))]);
  return {
    citus,
    done: done.map(({ table }) => table),
    statements: changes.length === 0 ? [] : [`set local citus.shard_count = ${shards}`, SEQUENTIAL, ...changes],
    afterwards: DISTRIBUTION.filter(({ table }) => left.has(table)).map(
      ({ table }) => `select truncate_local_data_after_distributing_table('${table}')`,
    ),
  };
}

/** Citus changes tables and functions in one transaction only if it contacts the nodes sequentially. */
const SEQUENTIAL = "set local citus.multi_shard_modify_mode = 'sequential'";

/** Distributed tables whose rows are still on the coordinator too: an earlier run ended before it removed them. */
async function findLeftBehind(sql: Sql, done: readonly { table: string }[]): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    select d.name as table from unnest(${done.map(({ table }) => table)}::text[]) as d(name)
     where pg_relation_size(d.name::regclass) > 0
        or exists (select from pg_partition_tree(d.name::regclass) t where t.isleaf and pg_relation_size(t.relid) > 0)`;
  return rows.map(({ table }) => table);
}

const createStatement = ({ table, column, colocateWith }: (typeof DISTRIBUTION)[number]): string =>
  `select create_distributed_table('${table}', '${column}', colocate_with => '${colocateWith}')`;
