import "server-only";
import type { Db, Sql } from "@/db/client";
import { urgencyOf } from "@/features/carrier/monitoring/monitoring.rules";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { severityAt, statusAt } from "./home.rules";
import { CUSTOMERS_NAMED, type CustomerState, type KeptCount, WORST_NAMED, type WorstCarrier } from "./home.schema";

/** Condition for carriers `c`. */
function inScope(sql: Sql, scope: Scope) {
  const arrays = scopeArrays(scope);
  return sql`${atCustomers(sql, sql`c.customer_id`, arrays)}
    ${arrays.sceneIds ? sql`and c.scene_id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
}

/** The number of carriers per type and state; for whole customers from the materialized counts. */
export async function countCarriers(db: Db, scope: Scope): Promise<KeptCount[]> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  if (arrays.sceneIds)
    return sql<KeptCount[]>`
      select s.type, s.urgency, count(*)::int as count from monitoring_state s join carrier c on c.id = s.carrier_id
       where ${inScope(sql, scope)} group by 1, 2`;
  return sql<KeptCount[]>`
    select s.type, s.urgency, sum(s.count)::int as count from carrier_count s
     where ${atCustomers(sql, sql`s.customer_id`, arrays)} group by 1, 2 having sum(s.count) > 0`;
}

/** The first carriers that need attention, and the number whose alarm is off or paused. */
export async function findWorst(db: Db, scope: Scope, now: Date): Promise<{ worst: WorstCarrier[]; silenced: number }> {
  const sql = db.$client;
  const [rows, [counted]] = await Promise.all([
    sql<{ id: number; name: string; urgency: number; customerName: string }[]>`
      select c.id::int, c.name, s.urgency, k.name as "customerName"
        from monitoring_state s join carrier c on c.id = s.carrier_id join customer k on k.id = c.customer_id
       where s.urgency <= ${urgencyOf("unknown")} and ${atCustomers(sql, sql`s.customer_id`, scopeArrays(scope))}
         and ${inScope(sql, scope)}
       order by s.urgency, s.sort_name, s.carrier_id limit ${WORST_NAMED}`,
    sql<{ silenced: number }[]>`
      select count(*)::int as silenced from carrier c
       where c.alarm_trigger_id is not null and ${inScope(sql, scope)}
         and (c.alarm_switch = 'off'
              or (c.alarm_switch = 'paused' and coalesce(c.alarm_paused_until > to_timestamp(${now.getTime()} / 1000.0), true)))`,
  ]);
  const worst = rows.map(({ urgency, ...row }) => ({
    ...row,
    status: statusAt(urgency),
    severity: severityAt(urgency),
  }));
  return { worst, silenced: counted?.silenced ?? 0 };
}

/** The customers of the scope, worst first. */
export async function findCustomerStates(db: Db, scope: Scope): Promise<{ items: CustomerState[]; total: number }> {
  const sql = db.$client;
  const rows = await sql<(CustomerState & { all: number })[]>`
    with counted as (
      select s.customer_id, sum(s.count) as total,
             coalesce(sum(s.count) filter (where s.urgency <= ${urgencyOf("abnormal")}), 0) as abnormal,
             coalesce(sum(s.count) filter (where s.urgency between ${urgencyOf("offline")} and ${urgencyOf("unknown")}), 0) as offline
        from carrier_count s where ${atCustomers(sql, sql`s.customer_id`, scopeArrays(scope))}
       group by s.customer_id having sum(s.count) > 0)
    select k.id::int, k.name, total::int, abnormal::int, offline::int, (count(*) over ())::int as "all",
           (select min(n.id)::int from scene n where n.customer_id = k.id and n.parent_id is null) as "sceneId"
      from counted join customer k on k.id = counted.customer_id
     order by abnormal desc, offline desc, lower(k.name), k.id limit ${CUSTOMERS_NAMED}`;
  return { items: rows.map(({ all: _, ...row }) => row), total: rows[0]?.all ?? 0 };
}

/** Condition for exceptions `e` at these nodes: of carriers `c`, and of devices that are on no carrier. */
export const atNodes = (sql: Sql, sceneIds: readonly number[]) => sql`
  and (c.scene_id = any(${[...sceneIds]}::bigint[])
       or (e.carrier_id is null and e.device_id in (select id from device where scene_id = any(${[...sceneIds]}::bigint[]))))`;

/** The number of open exceptions, and of those not acknowledged. */
export async function countOpen(db: Db, scope: Scope): Promise<{ open: number; unacknowledged: number }> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const [row] = await sql<{ open: number; unacknowledged: number }[]>`
    select count(*)::int as open, (count(*) filter (where e.acknowledged_at is null))::int as unacknowledged
      from exception e left join carrier c on c.id = e.carrier_id
     where e.ended_at is null and e.withdrawn_at is null and ${atCustomers(sql, sql`e.customer_id`, arrays)}
       ${arrays.sceneIds ? atNodes(sql, arrays.sceneIds) : sql``}`;
  return row ?? { open: 0, unacknowledged: 0 };
}

/** Whether the node is visible in the scope. */
export async function seesScene(db: Db, scope: Scope, id: number): Promise<boolean> {
  const sql = db.$client;
  const arrays = scopeArrays(scope);
  const rows = await sql`
    select 1 from scene n where n.id = ${id} and ${atCustomers(sql, sql`n.customer_id`, arrays)}
      ${arrays.sceneIds ? sql`and n.id = any(${arrays.sceneIds}::bigint[])` : sql``}`;
  return rows.length > 0;
}
