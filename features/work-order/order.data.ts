import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { workOrder } from "@/db/schema";
import type { WorkOrderState } from "@/db/work-order-enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { OPEN_STATES, type Parties } from "./act.rules";
import type { WorkOrderDto, WorkOrderListQuery } from "./order.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The order with its people, before it is known what the reader can do with it. */
export type WorkOrderRow = Omit<WorkOrderDto, "acts" | "mayChange" | "mayAdd">;

/** Order `o` with what it is about; its node is that of the carrier, else of the device, else its own. */
const joins = (sql: Sql): Fragment => sql`
  work_order o
  join customer cu on cu.id = o.customer_id
  left join carrier c on c.id = o.carrier_id
  left join device d on d.id = o.device_id`;
const node = (sql: Sql): Fragment => sql`coalesce(c.scene_id, d.scene_id, o.scene_id)`;

/** SQL condition on `joins`: the order is visible, by its customer and, for accounts of sub-trees, by its node. */
function isOrderVisible(sql: Sql, scope: Scope): Fragment {
  const arrays = scopeArrays(scope);
  const { sceneIds } = arrays;
  return sql`(${atCustomers(sql, sql`o.customer_id`, arrays, true)}
    ${sceneIds ? sql`and ${node(sql)} = any(${sceneIds}::bigint[])` : sql``})`;
}

/** The names of the visible nodes from the site down; the range, which is the same for all, is left out. */
function path(sql: Sql, scope: Scope): Fragment {
  const { sceneIds } = scopeArrays(scope);
  return sql`
    (with recursive up as (
       select s.id, s.parent_id, s.name, 0 as height from scene s where s.id = ${node(sql)}
       union all
       select p.id, p.parent_id, p.name, up.height + 1 from scene p join up on p.id = up.parent_id
        where ${sceneIds ? sql`p.id = any(${sceneIds}::bigint[])` : sql`true`})
     select coalesce(array_agg(up.name order by up.height desc) filter (where up.parent_id is not null or up.height = 0), '{}')
       from up)`;
}

const ms = (sql: Sql, column: string): Fragment => sql`round(date_part('epoch', ${sql(column)}) * 1000)`;
const person = (sql: Sql, column: string): Fragment => sql`
  (select json_build_object('id', u.id, 'name', u.name) from user_account u where u.id = ${sql(column)})`;

/** SQL condition: the order is open. */
export const isOpenOrder = (sql: Sql): Fragment => sql`o.state = any(${[...OPEN_STATES]})`;

/** SQL condition: the order is past its due time, and the work is not done. */
export const isLate = (sql: Sql, now: Date): Fragment =>
  sql`(o.state in ('submitted', 'accepted') and o.due_at < ${now.toISOString()}::timestamptz)`;

const columns = (sql: Sql, visibility: Visibility, now: Date): Fragment => sql`
  o.id::int, o.customer_id::int as "customerId", cu.name as "customerName", cu.time_zone as "timeZone", o.number, o.type,
  o.title, o.description, o.state, o.is_by_rule as "isByRule", o.cause, o.exception_id::int as "exceptionId",
  (select r.name from work_order_rule r where r.id = o.rule_id) as "ruleName",
  (select json_build_object('id', k.id, 'name', k.name) from monitor_task k where k.id = o.task_id) as task,
  case when c.id is not null then ${visibleRef(sql, visibility, "carrier", "c")} end as carrier,
  case when d.id is not null then json_build_object('id', d.id, 'kind', d.kind,
    'name', case when ${isVisible(sql, visibility, "device", "d")} then d.name end) end as device,
  ${node(sql)}::int as "sceneId", ${path(sql, visibility.scope)} as path,
  ${person(sql, "o.created_by")} as orderer, ${person(sql, "o.assignee_id")} as assignee,
  (select json_build_object('id', g.id, 'name', g.name) from contact_group g where g.id = o.group_id) as "group",
  ${person(sql, "o.accepted_by")} as acceptor, ${person(sql, "o.confirmed_by")} as confirmer,
  ${ms(sql, "o.due_at")} as "dueAt", o.remind_minutes as "remindMinutes", coalesce(${isLate(sql, now)}, false) as "isOverdue",
  ${ms(sql, "o.accepted_at")} as "acceptedAt", ${ms(sql, "o.processed_at")} as "processedAt", o.result,
  ${ms(sql, "o.confirmed_at")} as "confirmedAt", ${ms(sql, "o.closed_at")} as "closedAt", o.cancel_reason as "cancelReason",
  o.stars, o.rating_comment as "ratingComment",
  (select count(*)::int from work_order_photo p where p.work_order_id = o.id) as "photoCount",
  ${ms(sql, "o.created_at")} as "createdAt", o.version`;

/** Who asks, for the filter of one's own orders. */
export type Reader = { visibility: Visibility; userId: number | null; now: Date };
type Filters = Partial<Omit<WorkOrderListQuery, "iDisplayStart" | "iDisplayLength" | "sort" | "dir">>;

/** SQL condition on `joins`: the filters of list and statistics, so that their numbers agree. */
export function matches(sql: Sql, { visibility, userId, now }: Reader, query: Filters): Fragment {
  const { q, phase, state, type, source, taskId, mine, acceptorId, acceptor } = query;
  const { customerId, carrierId, deviceId, exceptionId, from, to } = query;
  const pattern = q ? containsPattern(q) : null;
  const inPhase = {
    open: isOpenOrder(sql),
    overdue: isLate(sql, now),
    waiting: sql`o.state = 'processed'`,
    closed: sql`o.state in ('confirmed', 'rated', 'cancelled')`,
  };
  return sql`${isOrderVisible(sql, visibility.scope)}
    ${
      pattern
        ? sql`and (o.number ilike ${pattern} or o.title ilike ${pattern} or o.description ilike ${pattern}
                   or (c.name ilike ${pattern} and ${isVisible(sql, visibility, "carrier", "c")})
                   or (d.name ilike ${pattern} and ${isVisible(sql, visibility, "device", "d")}))`
        : sql``
    }
    ${phase ? sql`and ${inPhase[phase]}` : sql``}
    ${state ? sql`and o.state = ${state}` : sql``}
    ${type ? sql`and o.type = ${type}` : sql``}
    ${source ? sql`and ${isFrom(sql, source)}` : sql``}
    ${taskId ? sql`and o.task_id = ${taskId}` : sql``}
    ${mine ? sql`and ${isMine(sql, userId)}` : sql``}
    ${acceptorId ? sql`and o.accepted_by = ${acceptorId}` : sql``}
    ${acceptor ? sql`and o.accepted_by is null` : sql``}
    ${customerId ? sql`and o.customer_id = ${customerId}` : sql``}
    ${carrierId ? sql`and o.carrier_id = ${carrierId}` : sql``}
    ${deviceId ? sql`and o.device_id = ${deviceId}` : sql``}
    ${exceptionId ? sql`and o.exception_id = ${exceptionId}` : sql``}
    ${from ? sql`and o.created_at >= ${new Date(from).toISOString()}::timestamptz` : sql``}
    ${to ? sql`and o.created_at < ${new Date(to).toISOString()}::timestamptz` : sql``}`;
}

/** SQL condition: submitted by a person, a rule or a monitor task. */
const isFrom = (sql: Sql, source: NonNullable<Filters["source"]>): Fragment =>
  source === "person"
    ? sql`not o.is_by_rule`
    : sql`(o.is_by_rule and coalesce(o.cause = 'task', false) = ${source === "task"})`;

/** SQL condition: accepted by the account, or not accepted yet and assigned to it or a group of it. */
const isMine = (sql: Sql, userId: number | null): Fragment => sql`
  (o.accepted_by = ${userId}::bigint
   or (o.accepted_by is null
       and (o.assignee_id = ${userId}::bigint
            or o.group_id in (select k.group_id from contact k where k.user_id = ${userId}::bigint))))`;

/** `matches` on its rows: `select … from ${ordersWhere(…)}`. */
export const ordersWhere = (sql: Sql, reader: Reader, query: Filters): Fragment =>
  sql`${joins(sql)} where ${matches(sql, reader, query)}`;

/** A page of the visible orders. */
export async function findOrders(db: Db, reader: Reader, query: WorkOrderListQuery): Promise<Page<WorkOrderRow>> {
  const sql = db.$client;
  const { sort, dir } = query;
  const key = {
    createdAt: sql`o.created_at`,
    number: sql`o.number`,
    dueAt: sql`o.due_at`,
    place: sql`lower(${path(sql, reader.visibility.scope)}::text)`,
  }[sort];
  const items = await sql<WorkOrderRow[]>`
    select ${columns(sql, reader.visibility, reader.now)} from ${ordersWhere(sql, reader, query)}
     order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, o.id desc
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from ${ordersWhere(sql, reader, query)}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND outside the scope. */
export async function getOrder(db: Db, visibility: Visibility, id: number, now: Date): Promise<WorkOrderRow> {
  const sql = db.$client;
  const [row] = await sql<WorkOrderRow[]>`
    select ${columns(sql, visibility, now)} from ${joins(sql)}
     where o.id = ${id} and ${isOrderVisible(sql, visibility.scope)}`;
  if (!row) throw notFound("workOrder", id);
  return row;
}

export type LockedOrder = Parties & { id: number; customerId: number; version: number; acceptorName: string | null };

/** Locks a visible order until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function lockOrder(tx: Db, scope: Scope, id: number): Promise<LockedOrder> {
  const sql = tx.$client;
  // Locked first and read afterwards: what the row says must be as of the lock.
  await sql`select from work_order where id = ${id} for update`;
  const [row] = await sql<LockedOrder[]>`
    select o.id::int, o.customer_id::int as "customerId", o.state, o.version, o.created_by::int as "ordererId",
           o.assignee_id::int as "assigneeId", o.group_id::int as "groupId", o.accepted_by::int as "acceptorId",
           (select u.name from user_account u where u.id = o.accepted_by) as "acceptorName"
      from ${joins(sql)} where o.id = ${id} and ${isOrderVisible(sql, scope)}`;
  if (!row) throw notFound("workOrder", id);
  return row;
}

/** The numbers of a customer that begin with a text; two transactions cannot take the same next one. */
export async function takenNumbers(tx: Db, customerId: number, stem: string): Promise<string[]> {
  const sql = tx.$client;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`work order ${customerId}`}, 0))`;
  const rows = await sql<{ number: string }[]>`
    select number from work_order where customer_id = ${customerId} and number like ${`${stem}%`}`;
  return rows.map(({ number }) => number);
}

/** The number of the open order for a cause; undefined if none. The caller holds the lock of `takenNumbers`. */
export async function findOpenFor(tx: Db, customerId: number, causeKey: string): Promise<string | undefined> {
  const [row] = await tx.$client<{ number: string }[]>`
    select number from work_order
     where customer_id = ${customerId} and cause_key = ${causeKey} and state = any(${[...OPEN_STATES]})`;
  return row?.number;
}

type About = { customerId: number; deviceId: number; exceptionId: number | null; since: Date };

/** The latest order about a silence: of its device or exception, since the silence began, or still open. */
export async function findOrderAbout(
  tx: Db,
  { customerId, deviceId, exceptionId, since }: About,
): Promise<number | undefined> {
  const sql = tx.$client;
  const [row] = await sql<{ id: number }[]>`
    select o.id::int from work_order o
     where o.customer_id = ${customerId} and (o.cause_key = ${`silent:${deviceId}`} or o.exception_id = ${exceptionId}::bigint)
       and (o.created_at >= ${since.toISOString()}::timestamptz or ${isOpenOrder(sql)})
     order by o.created_at desc limit 1`;
  return row?.id;
}

export async function insertOrder(tx: Db, values: typeof workOrder.$inferInsert): Promise<number> {
  const [row] = await tx.insert(workOrder).values(values).returning({ id: workOrder.id });
  return (row as { id: number }).id;
}

export async function changeOrder(
  tx: Db,
  id: number,
  change: Partial<Omit<typeof workOrder.$inferInsert, "state">> & { state?: WorkOrderState },
): Promise<void> {
  await tx.update(workOrder).set(change).where(eq(workOrder.id, id));
}

/** Deletes a locked order with its timeline; returns the ids of its photos' files. */
export async function deleteOrder(tx: Db, id: number): Promise<string[]> {
  const sql = tx.$client;
  const photos = await sql<{ fileId: string }[]>`
    select file_id as "fileId" from work_order_photo where work_order_id = ${id}`;
  await tx.delete(workOrder).where(eq(workOrder.id, id));
  return photos.map(({ fileId }) => fileId);
}

export async function findTimeZone(db: Db, customerId: number): Promise<string> {
  const [row] = await db.$client<{ timeZone: string }[]>`
    select time_zone as "timeZone" from customer where id = ${customerId}`;
  if (!row) throw notFound("customer", customerId);
  return row.timeZone;
}
