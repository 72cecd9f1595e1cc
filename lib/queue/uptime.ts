import "server-only";
import type { Db } from "@/db/client";

/**
 * Records that jobs run at `now` and will run again within `pauseMs`. If the previous promise was missed, the uptime
 * starts now.
 */
export async function noteUp({ $client: sql }: Db, now: Date, pauseMs: number): Promise<void> {
  const [at, until] = [now, new Date(now.getTime() + pauseMs)].map((instant) => instant.toISOString());
  await sql`
    insert into queue_uptime (since, until) values (${at as string}, ${until as string})
    on conflict (id) do update
       set since = case when queue_uptime.until < excluded.since then excluded.since else queue_uptime.since end,
           until = greatest(queue_uptime.until, excluded.until)`;
}

/** `least`: minimum time for which a host's timer is waited for; `most`: a longer gap between its calls is a pause. */
const TIMER_MS = { least: 150_000, most: 900_000 };
/** Tolerance for late timers. */
const PATIENCE = 1.5;

/**
 * Records that a timer has requested jobs for this time; returns how long jobs may rest afterwards: 1.5 times the
 * interval between its last calls.
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

/** Since when jobs have run without a pause, in epoch milliseconds; 0 if that was never recorded. */
export async function findUpSince({ $client: sql }: Db): Promise<number> {
  const [row] = await sql<{ since: number }[]>`
    select (extract(epoch from since) * 1000)::float8 as since from queue_uptime`;
  return row?.since ?? 0;
}
