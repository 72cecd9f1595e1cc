import type { Sql } from "./client";
import { findDistributed, findPartitions } from "./partitions";

/** How long after its end a month is left alone: most late readings have arrived by then. */
const REST_MS = 7 * 86_400_000;

/** Advisory lock key, arbitrary but equal in every process: only one rebuilds at a time. */
const LOCK = 71_845;

/** Marks a rebuilt month by the fill factor of its key, because hardly any rows are added afterwards. */
const SETTLED = "fillfactor=100";

/**
 * Rebuilds the key of a finished month of readings, so that each probe's readings are contiguous on disk; as they
 * arrive they are interleaved with those of all probes. Does not block readers or writers. Returns the partition's
 * name, or null if none is left or another process is rebuilding. Rejects when `signal` is aborted.
 */
export async function reindexPartition(sql: Sql, nowMs: number, signal?: AbortSignal): Promise<string | null> {
  // A separate connection, because nothing here can run in a transaction.
  const connection = await sql.reserve();
  try {
    const [lock] = await connection<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as "isOurs"`;
    if (!lock?.isOurs) return null;
    try {
      return await reindexNext(connection, nowMs, signal);
    } finally {
      await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {});
    }
  } finally {
    connection.release();
  }
}

async function reindexNext(sql: Sql, nowMs: number, signal?: AbortSignal): Promise<string | null> {
  if ((await findDistributed(sql)).has("reading")) return null;
  const over = (await findPartitions(sql)).filter(
    ({ table, toMs, isLeaving }) => table === "reading" && toMs + REST_MS <= nowMs && !isLeaving,
  );
  for (const { name } of over) {
    const indexes = await sql<{ index: string; isValid: boolean; isSettled: boolean }[]>`
      select i.indexrelid::regclass::text as index, i.indisvalid as "isValid",
             coalesce(${SETTLED} = any(c.reloptions), false) as "isSettled"
        from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${name})`;
    // An invalid index was left by a process that ended during a rebuild.
    for (const { index } of indexes.filter(({ isValid }) => !isValid))
      await sql.unsafe(`drop index concurrently if exists ${index}`);
    const key = indexes.find(({ isValid, isSettled }) => isValid && !isSettled);
    if (!key) continue;
    await runLong(sql, `reindex index concurrently ${key.index}`, signal);
    await runLong(sql, `vacuum ${name}`, signal);
    await sql.unsafe(`alter index ${key.index} set (fillfactor = 100)`);
    return name;
  }
  return null;
}

/** Runs a slow statement, cancelling it when `signal` aborts: a stopping worker does not wait for it. */
async function runLong(sql: Sql, statement: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const work = sql.unsafe(statement);
  const cancel = () => work.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    await work;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
