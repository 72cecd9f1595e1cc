import type { Sql } from "./client";
import { findDistributed, findPartitions } from "./partitions";

/** Months are left alone for so long after their end: what comes late is mostly there by then. */
const REST_MS = 7 * 86_400_000;

/** Any number, the same in every process: one of them settles at a time. */
const LOCK = 71_839;

/** The key of a settled month is marked by being kept full, for hardly anything is added to it any more. */
const SETTLED = "fillfactor=100";

/**
 * Builds the key of the readings of a month anew once that is over, so that a probe's readings lie one after the other
 * on the disk; as they arrive they lie between those of all. Nobody who reads or writes waits for it. Returns the name of
 * the partition, and null where none is left to do, or another process is at it. Rejects when `signal` is aborted.
 */
export async function reindexPartition(sql: Sql, nowMs: number, signal?: AbortSignal): Promise<string | null> {
  // A connection of its own, for nothing of it can run in a transaction.
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
    // What was begun by a process that ended is of no use to anybody.
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

/** A statement that takes long: a worker that stops does not wait for its end. */
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
