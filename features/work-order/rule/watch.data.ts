import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { CarrierType, Severity } from "@/db/enums";
import { lastVerifications } from "@/db/verification-due";
import type { RuleCause } from "@/db/work-order-enums";
import { isOpenOrder } from "../order.data";
import { carrierOf } from "../person.data";

// Used by the worker, which acts as the system for all customers.

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type WatchedRule = {
  id: number;
  customerId: number;
  name: string;
  cause: RuleCause;
  severities: Severity[];
  kinds: string[];
  carrierTypes: CarrierType[];
  afterMinutes: number;
  daysBefore: number;
  percent: number;
  dueMinutes: number | null;
  remindMinutes: number;
  /** Epoch ms. */
  enabledAt: number;
  assigneeId: number | null;
  groupId: number | null;
  locale: string;
};

/** What a rule has found: a cause without an order. `figure`: minutes, days until the end, or percent; null: it has failed. */
export type Found = {
  exceptionId: number | null;
  deviceId: number | null;
  carrierId?: number;
  subject: string;
  carrierName: string | null;
  figure: number | null;
};

/** Orders per rule and run: the first look at an old installation must not drown anybody. */
const MOST = 50;
/** A battery stays low until somebody has changed it: not again within so many days of the last order. */
const BATTERY_DAYS = 7;

/** The enabled rules of active customers. */
export async function findRules(db: Db): Promise<WatchedRule[]> {
  const rows = await db.$client<WatchedRule[]>`
    select r.id::int, r.customer_id::int as "customerId", r.name, r.cause, r.severities, r.kinds, r.carrier_types as "carrierTypes",
           coalesce(r.after_minutes, 0) as "afterMinutes", coalesce(r.days_before, 0) as "daysBefore", coalesce(r.percent, 0) as percent,
           r.due_minutes as "dueMinutes", r.remind_minutes as "remindMinutes", round(date_part('epoch', r.enabled_at) * 1000) as "enabledAt",
           r.assignee_id::int as "assigneeId", r.group_id::int as "groupId",
           cu.locale
      from work_order_rule r join customer cu on cu.id = r.customer_id and cu.status = 'active'
     where r.is_enabled order by r.id`;
  return [...rows];
}

/** What a rule finds now, without those that have an order already. */
export function findCauses(db: Db, rule: WatchedRule, now: Date): Promise<Found[]> {
  const sql = db.$client;
  if (rule.cause === "exception") return findExceptions(sql, rule, now);
  if (rule.cause === "silent") return findSilent(sql, rule, now);
  if (rule.cause === "verification") return findDueVerifications(sql, rule, now);
  return rule.cause === "battery" ? findLowBatteries(sql, rule, now) : findEndingCalibrations(sql, rule, now);
}

const ofTypes = (sql: Sql, { carrierTypes }: WatchedRule): Fragment =>
  carrierTypes.length === 0 ? sql`true` : sql`c.type = any(${carrierTypes as string[]})`;

/** SQL condition: no order for the cause since an instant (SQL), open or not, and none open from before. */
const isNew = (sql: Sql, { customerId }: WatchedRule, key: Fragment, since: Fragment): Fragment => sql`
  not exists (select from work_order o
               where o.customer_id = ${customerId} and o.cause_key = ${key}
                 and (o.created_at >= ${since} or ${isOpenOrder(sql)}))`;

const clock = (sql: Sql, now: Date): Fragment => sql`${now.toISOString()}::timestamptz`;

/** Exceptions that nobody has handled for so long. Those that were over before the rule began are not made up for. */
async function findExceptions(sql: Sql, rule: WatchedRule, now: Date): Promise<Found[]> {
  const at = clock(sql, now);
  const rows = await sql<Found[]>`
    select e.id::int as "exceptionId", d.id::int as "deviceId", coalesce(c.name, d.name) as subject, c.name as "carrierName",
           floor(date_part('epoch', ${at} - e.raised_at) / 60)::int as figure
      from exception e join device d on d.id = e.device_id left join carrier c on c.id = e.carrier_id
     where e.customer_id = ${rule.customerId} and e.status = 'unprocessed' and not e.is_closed and e.withdrawn_at is null and e.removed_at is null
       and e.raised_at <= ${at} - make_interval(mins => ${rule.afterMinutes})
       and (e.ended_at is null or e.raised_at >= ${new Date(rule.enabledAt).toISOString()}::timestamptz)
       and ${rule.severities.length === 0 ? sql`true` : sql`e.severity = any(${rule.severities as string[]})`}
       and ${rule.kinds.length === 0 ? sql`true` : sql`e.kind = any(${rule.kinds})`}
       and ${ofTypes(sql, rule)}
       and ${isNew(sql, rule, sql`'exception:' || e.id`, sql`e.started_at`)}
       -- A monitor task orders by the silence, and names the exception.
       and not exists (select from work_order o where o.exception_id = e.id and ${isOpenOrder(sql)})
     order by e.raised_at, e.id limit ${MOST}`;
  return [...rows];
}

/** The devices `d` of a rule that its customer has, with the carrier `c` that each is mounted on. */
const devices = (sql: Sql, rule: WatchedRule): Fragment => sql`
  device d left join lateral (select k.* from carrier k where k.id = (${carrierOf(sql)})) c on true
  where d.customer_id = ${rule.customerId} and d.custody in ('own', 'borrowed') and ${ofTypes(sql, rule)}`;

const found = (sql: Sql): Fragment => sql`
  null::int as "exceptionId", d.id::int as "deviceId", d.name as subject, c.name as "carrierName"`;

/** Devices not heard for so long; those behind a silent gateway are its matter. */
async function findSilent(sql: Sql, rule: WatchedRule, now: Date): Promise<Found[]> {
  const at = clock(sql, now);
  const rows = await sql<Found[]>`
    select ${found(sql)}, floor(date_part('epoch', ${at} - d.last_seen_at) / 60)::int as figure
      from ${devices(sql, rule)} and d.use = 'activated'
       and d.last_seen_at <= ${at} - make_interval(mins => ${rule.afterMinutes})
       and exists (select from device_state s where s.device_id = d.id and s.online_status = 'offline')
       and not exists (select from device_state g where g.device_id = d.gateway_id and g.online_status = 'offline')
       and ${isNew(sql, rule, sql`'silent:' || d.id`, sql`d.last_seen_at`)}
     order by d.last_seen_at, d.id limit ${MOST}`;
  return [...rows];
}

/** Devices whose calibration ends within so many days of the customer, or has ended. */
async function findEndingCalibrations(sql: Sql, rule: WatchedRule, now: Date): Promise<Found[]> {
  const today = sql`(${clock(sql, now)} at time zone (select time_zone from customer where id = ${rule.customerId}))::date`;
  const from = sql`(d.calibration_due_on - ${rule.daysBefore}::int)`;
  const rows = await sql<Found[]>`
    select ${found(sql)}, (d.calibration_due_on - ${today})::int as figure
      from ${devices(sql, rule)} and d.use <> 'deactivated' and ${from} <= ${today}
       and ${isNew(sql, rule, sql`'calibration:' || d.id`, sql`${from}::timestamptz`)}
     order by d.calibration_due_on, d.id limit ${MOST}`;
  return [...rows];
}

/** Devices whose battery has this charge or less. */
async function findLowBatteries(sql: Sql, rule: WatchedRule, now: Date): Promise<Found[]> {
  const rows = await sql<Found[]>`
    select ${found(sql)}, round(low.value)::int as figure
      from (select p.device_id, min(s.last_value) as value, max(s.last_at) as at
              from probe p join probe_state s on s.probe_id = p.id
             where p.customer_id = ${rule.customerId} and p.measure = 'battery' and s.last_value <= ${rule.percent}
             group by p.device_id) low
      join lateral (select x.* from device x where x.id = low.device_id) d on true
      left join lateral (select k.* from carrier k where k.id = (${carrierOf(sql)})) c on true
     where d.customer_id = ${rule.customerId} and d.use = 'activated' and ${ofTypes(sql, rule)}
       and not exists (select from work_order o
                        where o.customer_id = ${rule.customerId} and o.cause_key = 'battery:' || d.id
                          and coalesce(o.closed_at, ${clock(sql, now)}) > ${clock(sql, now)} - make_interval(days => ${BATTERY_DAYS}))
     order by low.value, d.id limit ${MOST}`;
  return [...rows];
}

/** Carriers whose verification is due within so many days, overdue or failed, unless the next one is planned already. */
async function findDueVerifications(sql: Sql, rule: WatchedRule, now: Date): Promise<Found[]> {
  const at = clock(sql, now);
  const from = sql`(x.due_at - make_interval(days => ${rule.daysBefore}))`;
  const rows = await sql<Found[]>`
    select null::int as "exceptionId", null::int as "deviceId", c.id::int as "carrierId", c.name as subject,
           c.name as "carrierName",
           case x.verdict when 'passed' then floor(date_part('epoch', x.due_at - ${at}) / 86400)::int end as figure
      from (${lastVerifications(sql, sql`v.customer_id = ${rule.customerId}`)}) x
      join carrier c on c.id = x.carrier_id and c.status <> 'retirement'
     where ${from} <= ${at} and ${ofTypes(sql, rule)}
       and not exists (select from verification_task n where n.carrier_id = c.id and n.state <> 'terminated')
       -- What was ordered before the last one ended was about that one.
       and ${isNew(sql, rule, sql`'verification:' || c.id`, sql`greatest(${from}, x.terminated_at)`)}
     order by x.due_at, c.id limit ${MOST}`;
  return [...rows];
}

export type DueOrder = { id: number; customerId: number; isOver: boolean };

/** Orders to warn of: soon due, or past the due time, and not told yet. */
export async function findDueOrders(db: Db, now: Date): Promise<DueOrder[]> {
  const sql = db.$client;
  const at = clock(sql, now);
  const rows = await sql<DueOrder[]>`
    select o.id::int, o.customer_id::int as "customerId", o.due_at <= ${at} as "isOver"
      from work_order o join customer cu on cu.id = o.customer_id and cu.status = 'active'
     where o.state in ('submitted', 'accepted')
       and (o.due_at <= ${at} and o.overdue_at is null
            or o.due_at > ${at} and o.reminded_at is null and o.remind_minutes > 0
               and o.due_at - make_interval(mins => o.remind_minutes) <= ${at}
               and o.due_at - make_interval(mins => o.remind_minutes) > o.created_at)
     order by o.due_at, o.id limit 500`;
  return [...rows];
}

/** Marks a warning as told; false if another worker was faster, or the order is due at another time meanwhile. */
export async function markTold(tx: Db, { id, isOver }: DueOrder, now: Date): Promise<boolean> {
  const sql = tx.$client;
  const at = clock(sql, now);
  const { count } = isOver
    ? await sql`update work_order set overdue_at = ${at}
                 where id = ${id} and overdue_at is null and due_at <= ${at} and state in ('submitted', 'accepted')`
    : await sql`update work_order set reminded_at = ${at}
                 where id = ${id} and reminded_at is null and due_at > ${at} and state in ('submitted', 'accepted')`;
  return count > 0;
}
