import "server-only";
import type { Sql } from "@/db/client";

/**
 * First key of the advisory locks that register live workers and end with their connection; the second is a hash of the
 * worker id that locks jobs.
 */
export const WORKER_LOCK = 71_843;

/** TCP keepalive in seconds, after which the database considers a machine gone. */
const LOST_SECONDS = { idle: 15, interval: 5, count: 3 };

/** Limit of attempts per job, however often its worker died. */
const MOST_TRIES = 25;

/**
 * Registers these queue workers as alive for the life of the connection. Use a separate connection, and register again
 * after it was lost.
 */
export async function registerWorkers(connection: Sql, workerIds: readonly string[]): Promise<void> {
  await connection`
    select set_config('tcp_keepalives_idle', ${LOST_SECONDS.idle}::text, false),
           set_config('tcp_keepalives_interval', ${LOST_SECONDS.interval}::text, false),
           set_config('tcp_keepalives_count', ${LOST_SECONDS.count}::text, false)`;
  await connection`
    select pg_advisory_lock_shared(${WORKER_LOCK}, hashtext(id)) from unnest(${workerIds as string[]}::text[]) as w(id)`;
}

/** Workers that have jobs but are not registered: they are dead, or are just reconnecting. */
export async function findMissing(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (select distinct locked_by as id from graphile_worker.jobs where locked_by is not null) as w
     where not exists (
       select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.granted and l.objsubid = 2
          and l.classid = ${WORKER_LOCK}::int::oid and l.objid = hashtext(id)::oid)`;
  return rows.map(({ id }) => id);
}

/**
 * Releases the jobs of dead workers for immediate execution; returns their number. The interrupted attempt counts, but
 * a job on its last attempt gets one more, up to a limit, because the job may be what kills its workers.
 */
export async function giveBack(tx: Sql, workerIds: readonly string[]): Promise<number> {
  const ids = workerIds as string[];
  const held = await tx<{ id: string; attempts: number; maximum: number }[]>`
    select id::text, attempts, max_attempts as maximum from graphile_worker.jobs where locked_by = any(${ids}::text[])`;
  await tx`select graphile_worker.force_unlock_workers(${ids}::text[])`;
  const last = held.filter(({ attempts, maximum }) => attempts >= maximum && attempts < MOST_TRIES);
  for (const { id, attempts } of last)
    await tx`select graphile_worker.reschedule_jobs(array[${id}::bigint], max_attempts := ${attempts + 1}::int)`;
  return held.length;
}
