import type { Db } from "@/db/client";

// The waiting jobs, accessed through the queue's own functions and its view.

/** Empties the queue, including jobs locked by a killed worker. */
export async function clearQueue({ $client: sql }: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null`;
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`;
}

/** Makes waiting jobs that no worker has locked due now: all of them, or those due within this many seconds. */
export async function hurryQueue({ $client: sql }: Db, withinSeconds: number | null = null): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
     where locked_at is null and run_at > now()
       and (${withinSeconds}::float8 is null or run_at <= now() + make_interval(secs => ${withinSeconds ?? 0}::float8))`;
}
