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

/** So long at least a host's timer is waited for, and so far apart its calls may be to be told from a pause of our own. */
const TIMER_MS = { least: 150_000, most: 900_000 };
/** A timer is late now and then. */
const PATIENCE = 1.5;

/**
 * Notes that a timer has called for jobs to be run for so long, and returns how long they may rest after that: as long as
 * between its last calls, and half of it more.
 */
export async function noteTimer({ $client: sql }: Db, now: Date, seconds: number): Promise<number> {
  const at = now.toISOString();
  const [row] = await sql<[{ pauseMs: number }]>`
    with before as (select extract(epoch from ${at}::timestamptz - timer_at) * 1000 as ms from queue_uptime),
    pause as (
      select greatest(${TIMER_MS.least}::float8, coalesce((select ms * ${PATIENCE} from before where ms <= ${TIMER_MS.most}), 0))::float8 as ms)
    insert into queue_uptime (since, until, timer_at, timer_until)
    select ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz + make_interval(secs => ${seconds} + ms / 1000) from pause
    on conflict (id) do update
       set timer_at = excluded.timer_at, timer_until = greatest(queue_uptime.timer_until, excluded.timer_until)
    returning (select ms from pause) as "pauseMs"`;
  return row.pauseMs;
}

/** Since when jobs have been run without a pause, in epoch milliseconds; 0 where nobody ever noted it. */
export async function findUpSince({ $client: sql }: Db): Promise<number> {
  const [row] = await sql<{ since: number }[]>`
    select (extract(epoch from since) * 1000)::float8 as since from queue_uptime`;
  return row?.since ?? 0;
}
