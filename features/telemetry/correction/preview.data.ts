import "server-only";
import type { Db } from "@/db/client";
import { isOf, type Reach, type RunningRule, taken } from "./run.data";

type Span = Omit<Reach, "limit">;

/** The next probes that a rule applies to, in order of their ids. */
export async function findRuledIds(db: Db, rule: RunningRule, after: number, limit: number): Promise<number[]> {
  const sql = db.$client;
  const rows = await sql<{ id: number }[]>`
    select p.id::int from probe p join device d on d.id = p.device_id
     where ${isOf(sql, rule)} and p.id > ${after} order by p.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Number of readings of these probes that a rule for single values matches, counted up to the limit. */
export async function countMatching(
  db: Db,
  rule: RunningRule,
  probeIds: readonly number[],
  reach: Reach,
): Promise<number> {
  const sql = db.$client;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from unnest(${probeIds as number[]}::bigint[]) as p(id)
       cross join lateral (${taken(sql, rule, sql`p.id`, reach)}) t limit ${reach.limit}) counted`;
  return row?.count ?? 0;
}

export type SuspectHour = { probeId: number; hour: number };

/**
 * Hours of these probes in which values differ by more than a jump, from each other or from those of the hour before:
 * every jump lies in one of them.
 */
export async function findSuspectHours(
  db: Db,
  { ratePerMinute }: RunningRule,
  probeIds: readonly number[],
  { from, to }: Span,
): Promise<SuspectHour[]> {
  return db.$client<SuspectHour[]>`
    select p.id::int as "probeId", (extract(epoch from h.hour) * 1000)::float8 as hour
      from unnest(${probeIds as number[]}::bigint[]) as p(id)
     cross join lateral (
       select hour from (
         select hour, greatest(maximum, lag(maximum) over way) - least(minimum, lag(minimum) over way) as spread
           from hours_between(p.id, to_timestamp(${from}::float8 / 1000) - interval '59 minutes 59.999 seconds',
                              to_timestamp(${to}::float8 / 1000))
         window way as (order by hour)) hours
        where spread > ${ratePerMinute}::float8) h`;
}
