import "server-only";
import type { Db, Sql } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { atNodes } from "./home.data";
import type { ExceptionDay } from "./statistics.schema";

const at = (sql: Sql, instant: Date) => sql`${instant.toISOString()}::timestamptz`;

/** The number of exceptions that began since `from`, by day of the zone, and that began between `before` and `from`. */
export async function countByDay(
  db: Db,
  scope: Scope,
  { before, from, timeZone }: { before: Date; from: Date; timeZone: string },
): Promise<{ byDay: ExceptionDay[]; before: number }> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const rows = await sql<(ExceptionDay & { isBefore: boolean })[]>`
    select e.started_at < ${at(sql, from)} as "isBefore",
           case when e.started_at >= ${at(sql, from)} then to_char(e.started_at at time zone ${timeZone}, 'YYYY-MM-DD') end as day,
           count(*)::int as total, (count(*) filter (where e.severity = 'critical'))::int as critical
      from exception e left join carrier c on c.id = e.carrier_id
     where e.started_at >= ${at(sql, before)} and e.withdrawn_at is null
       and ${atCustomers(sql, sql`e.customer_id`, arrays)}
       ${arrays.sceneIds ? atNodes(sql, arrays.sceneIds) : sql``}
     group by 1, 2`;
  return {
    byDay: rows.filter(({ isBefore }) => !isBefore).map(({ isBefore: _, ...row }) => row),
    before: rows.find(({ isBefore }) => isBefore)?.total ?? 0,
  };
}

/** Devices of these kinds that are in use and have reported at least once, and those that are online. */
export async function countOnline(
  db: Db,
  scope: Scope,
  kinds: readonly DeviceKind[],
): Promise<{ online: number; known: number }> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const [row] = await sql<{ online: number; known: number }[]>`
    select (count(*) filter (where s.online_status = 'online'))::int as online, count(*)::int as known
      from device_state s ${arrays.sceneIds ? sql`join device d on d.id = s.device_id` : sql``}
     where s.online_status in ('online', 'offline') and s.kind = any(${[...kinds]})
       and ${atCustomers(sql, sql`s.customer_id`, arrays)}
       ${arrays.sceneIds ? sql`and d.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
  return row ?? { online: 0, known: 0 };
}
