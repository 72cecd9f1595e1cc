import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { lastVerifications } from "@/db/verification-due";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { DueDto, DueListQuery } from "./due.schema";
import { REMIND_DAYS } from "./limits.rules";
import { ms, scenePath } from "./task.data";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * The carriers that are verified, each with its last confirmed verification that says something, and the next one.
 * Stores and cold stores are rooms; what was never verified counts as well.
 */
const dueRows = (sql: Sql, visibility: Visibility, now: Date): Fragment => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { scope } = visibility;
  return sql`
    select c.id, c.name, c.customer_id, ${visibleRef(sql, visibility, "carrier", "c")} as carrier,
           ${scenePath(sql, scope)} as path, cu.name as "customerName",
           coalesce(l.object, case c.type when 'vehicle' then 'vehicle' when 'refrigerator' then 'fridge'
                                          when 'incubator' then 'box' else 'coldStore' end) as object,
           l.due_at, case when l.id is not null then json_build_object('id', l.id, 'number', l.number, 'verdict', l.verdict,
             'terminatedAt', ${ms(sql, "l.terminated_at")}) end as last,
           case when n.id is not null then json_build_object('id', n.id, 'number', n.number) end as next,
           (select json_build_object('id', o.id, 'number', o.number) from work_order o
             where o.customer_id = c.customer_id and o.cause_key = 'verification:' || c.id
               and o.state in ('submitted', 'accepted', 'processed') limit 1) as "order",
           case when n.id is not null then 'planned' when l.id is null then 'never' when l.verdict = 'failed' then 'failed'
                when l.due_at <= ${at} then 'overdue'
                when l.due_at <= ${at} + make_interval(days => ${REMIND_DAYS}) then 'soon' else 'valid' end as state
      from carrier c join customer cu on cu.id = c.customer_id
      left join lateral (${lastVerifications(sql, sql`v.carrier_id = c.id`)}) l on true
      left join lateral (
        select v.id, v.number from verification_task v
         where v.carrier_id = c.id and v.state <> 'terminated' order by v.planned_at limit 1) n on true
     where c.status <> 'retirement' and c.type in ('refrigeratory', 'vehicle', 'incubator', 'refrigerator')
       and ${atCustomers(sql, sql`c.customer_id`, scopeArrays(scope))} and ${isVisible(sql, visibility, "carrier", "c")}`;
};

/** A page of the carriers that are verified, by when they are due; never verified ones come first. */
export async function findDue(
  db: Db,
  visibility: Visibility,
  { q, state, object, customerId, sort, dir, iDisplayStart, iDisplayLength }: DueListQuery,
  now: Date,
): Promise<Page<DueDto>> {
  const sql = db.$client;
  const where = () => sql`
    where true ${q ? sql`and x.name ilike ${containsPattern(q)}` : sql``}
      ${state ? sql`and x.state = ${state}` : sql``} ${object ? sql`and x.object = ${object}` : sql``}
      ${customerId ? sql`and x.customer_id = ${customerId}` : sql``}`;
  const way = dir === "asc" ? sql`asc` : sql`desc`;
  const key = sort === "name" ? sql`lower(x.name) ${way}` : sql`x.due_at ${way} nulls first, lower(x.name)`;
  const items = await sql<DueDto[]>`
    select x.carrier, x.path, x."customerName", x.object, x.state, x.last, x.next, ${ms(sql, "x.due_at")} as "dueAt", x."order"
      from (${dueRows(sql, visibility, now)}) x ${where()}
     order by ${key}, x.id limit ${iDisplayLength} offset ${iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from (${dueRows(sql, visibility, now)}) x ${where()}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

export type Reminder = { id: number; customerId: number; isOver: boolean; hasFailed: boolean; dueAt: number };

/** The last verifications of carriers whose next one is due soon or overdue, or that failed: not told yet, and not planned. */
export async function findReminders(db: Db, now: Date): Promise<Reminder[]> {
  const sql = db.$client;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await sql<Reminder[]>`
    select l.id::int, l.customer_id::int as "customerId", l.due_at <= ${at} as "isOver",
           l.verdict = 'failed' as "hasFailed", ${ms(sql, "l.due_at")} as "dueAt"
      from (${lastVerifications(sql, sql`true`)}) l
      join customer cu on cu.id = l.customer_id and cu.status = 'active'
      join carrier c on c.id = l.carrier_id and c.status <> 'retirement'
     where l.due_at <= ${at} + make_interval(days => ${REMIND_DAYS})
       and (case when l.due_at <= ${at} then l.overdue_told_at else l.due_told_at end) is null
       and not exists (select from verification_task n where n.carrier_id = l.carrier_id and n.state <> 'terminated')
     order by l.due_at limit 200`;
  return [...rows];
}
