import "server-only";
import type { Db, Sql } from "@/db/client";
import { type Measure, MONITORED_MEASURES } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { type Fragment, limits, triggerLimits } from "../status/state.data";
import { STOPPED_STATUSES } from "./monitoring.rules";

const MEASURES: string[] = [...MONITORED_MEASURES];
const STOPPED: string[] = [...STOPPED_STATUSES];

/** Condition for carriers `c`: in the scope and in service. */
function watched(sql: Sql, scope: Scope): Fragment {
  const arrays = scopeArrays(scope);
  return sql`c.status <> all(${STOPPED}) and ${atCustomers(sql, sql`c.customer_id`, arrays)}
    ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
}

/** The number of probes that measure monitored values on these carriers. */
export async function countWatched(db: Db, scope: Scope): Promise<number> {
  const sql = db.$client;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from carrier c
      join mounting m on m.carrier_id = c.id and m.unmounted_at is null
      join probe p on p.id = m.probe_id and p.measure = any(${MEASURES})
     where ${watched(sql, scope)}`;
  return row?.count ?? 0;
}

/** A monitored probe, the start of its mounting (epoch ms), and its current limits. */
export type Watched = {
  probeId: number;
  measure: Measure;
  reportIntervalSeconds: number;
  mountedAt: number;
  minimum: number | null;
  maximum: number | null;
};

/** Every `step`-th probe that has limits. */
export async function findWatched(db: Db, scope: Scope, step: number): Promise<Watched[]> {
  const sql = db.$client;
  const { minimum, maximum, joins } = limits(sql, sql`c`);
  return sql<Watched[]>`
    with ${triggerLimits(sql, sql`select c.id from carrier c where ${watched(sql, scope)}`)}
    select p.id::int as "probeId", p.measure, d.report_interval_seconds as "reportIntervalSeconds",
           round(date_part('epoch', m.mounted_at) * 1000) as "mountedAt", ${minimum} as minimum, ${maximum} as maximum
      from carrier c
      join mounting m on m.carrier_id = c.id and m.unmounted_at is null
      join probe p on p.id = m.probe_id and p.measure = any(${MEASURES}) and p.id % ${step} = 0
      join device d on d.id = p.device_id
      ${joins}
     where ${watched(sql, scope)} and coalesce(${minimum}, ${maximum}) is not null
     order by p.id`;
}
