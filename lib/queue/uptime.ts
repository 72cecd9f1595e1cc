import "server-only";
import type { Db } from "@/db/client";

/**
 * Notes that jobs are being run at `now`, and will be again within `pauseMs`. Where that was promised before and not
 * kept, they have been run since now.
 */
export async function noteUp({ $client: sql }: Db, now: Date, pauseMs: number): Promise<void> {
  const [at, until] = [now, new Date(now.getTime() + pauseMs)].map((instant) => instant.toISOString());
  await sql`
    insert into queue_uptime (since, until) values (${at as string}, ${until as string})
    on conflict (id) do update
       set since = case when queue_uptime.until < excluded.since then excluded.since else queue_uptime.since end,
           until = greatest(queue_uptime.until, excluded.until)`;
}

/** Since when jobs have been run without a pause, in epoch milliseconds; 0 where nobody ever noted it. */
export async function findUpSince({ $client: sql }: Db): Promise<number> {
  const [row] = await sql<{ since: number }[]>`
    select (extract(epoch from since) * 1000)::float8 as since from queue_uptime`;
  return row?.since ?? 0;
}
