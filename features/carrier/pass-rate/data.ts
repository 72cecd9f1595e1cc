import "server-only";
import type { Db, Sql } from "@/db/client";
import { MONITORED_MEASURES } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { STOPPED_STATUSES } from "../monitoring/rules";
import { type Fragment, limits, triggerLimits } from "../state/data";
import type { PassDay } from "./schema";

const MEASURES: string[] = [...MONITORED_MEASURES];
const STOPPED: string[] = [...STOPPED_STATUSES];

/** Which carriers `c`: those of the scope that are in service. */
function watched(sql: Sql, scope: Scope): Fragment {
  const arrays = scopeArrays(scope);
  return sql`c.status <> all(${STOPPED}) and ${atCustomers(sql, sql`c.customer_id`, arrays)}
    ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
}

/** How many probes measure on these carriers what is to be kept. */
export async function countWatched(db: Db, scope: Scope): Promise<number> {
  const sql = db.$client;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from carrier c
      join mounting m on m.carrier_id = c.id and m.unmounted_at is null
      join probe p on p.id = m.probe_id and p.measure = any(${MEASURES})
     where ${watched(sql, scope)}`;
  return row?.count ?? 0;
}

/**
 * The hours with readings of every `step`-th probe since `from`, day by day, and the share of them that lay within the
 * range as it stands now. Of an hour that lay partly outside, the part of its span of values within counts as time.
 */
export async function readPassDays(
  db: Db,
  scope: Scope,
  { from, step, timeZone }: { from: Date; step: number; timeZone: string },
): Promise<PassDay[]> {
  const sql = db.$client;
  const { minimum, maximum, joins } = limits(sql, sql`c`);
  return sql<PassDay[]>`
    with ${triggerLimits(sql, sql`select c.id from carrier c where ${watched(sql, scope)}`)},
    ranged as materialized (
      select p.id as probe_id, m.mounted_at, coalesce(${minimum}, '-infinity'::float8) as low,
             coalesce(${maximum}, 'infinity'::float8) as high
        from carrier c
        join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = any(${MEASURES}) and p.id % ${step} = 0
        ${joins}
       where ${watched(sql, scope)} and coalesce(${minimum}, ${maximum}) is not null)
    select to_char(h.hour at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::float8 as "observedHours",
           sum(case when h.minimum >= r.low and h.maximum <= r.high then 1
                    when h.minimum > r.high or h.maximum < r.low then 0
                    else (least(h.maximum, r.high) - greatest(h.minimum, r.low)) / (h.maximum - h.minimum) end)::float8 as "withinHours"
      from ranged r
      join reading_hour h on h.probe_id = r.probe_id and h.hour >= ${from.toISOString()}::timestamptz and h.hour >= r.mounted_at
     group by 1 order by 1`;
}
