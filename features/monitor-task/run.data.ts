import "server-only";
import { and, asc, sql as drizzleSql, eq, lt, lte } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { customer, monitorFinding, monitorRun, monitorTask } from "@/db/schema";
import { isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { findingsOf, isFindingVisible, iso, isTaskVisible, type TaskRow } from "./task.data";
import type { FindingDto, FindingListQuery, RunDto, RunListQuery } from "./task.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

// The worker, which acts as the system for all customers.

/** The tasks of active customers that are due, the longest overdue first. */
export async function findDue(db: Db, now: Date, limit: number): Promise<{ id: number; customerId: number }[]> {
  return db
    .select({ id: monitorTask.id, customerId: monitorTask.customerId })
    .from(monitorTask)
    .innerJoin(customer, and(eq(customer.id, monitorTask.customerId), eq(customer.status, "active")))
    .where(lte(monitorTask.nextAt, now))
    .orderBy(asc(monitorTask.nextAt))
    .limit(limit);
}

export type DueTask = TaskRow & { timeZone: string; locale: string };

/** A task with zone and language of its customer, locked until the transaction ends; one in use is skipped. */
export async function lockForRun(tx: Db, id: number): Promise<DueTask | undefined> {
  const [row] = await tx
    .select({
      task: monitorTask,
      timeZone: customer.timeZone,
      locale: customer.locale,
    })
    .from(monitorTask)
    .innerJoin(customer, eq(customer.id, monitorTask.customerId))
    .where(eq(monitorTask.id, id))
    .for("update", { of: monitorTask, skipLocked: true });
  return row && { ...row.task, timeZone: row.timeZone, locale: row.locale };
}

/** The places of a task; null: everywhere. */
export async function findPlaces(tx: Db, { id, isEverywhere }: Pick<TaskRow, "id" | "isEverywhere">) {
  if (isEverywhere) return null;
  const rows = await tx.$client<{ sceneId: number | null; carrierId: number | null }[]>`
    select scene_id::int as "sceneId", carrier_id::int as "carrierId" from monitor_task_target where task_id = ${id}`;
  return {
    sceneIds: rows.flatMap(({ sceneId }) => sceneId ?? []),
    carrierIds: rows.flatMap(({ carrierId }) => carrierId ?? []),
  };
}

/** Undefined if the task has a run for this instant. */
export async function insertRun(tx: Db, values: typeof monitorRun.$inferInsert): Promise<number | undefined> {
  const [row] = await tx.insert(monitorRun).values(values).onConflictDoNothing().returning({ id: monitorRun.id });
  return row?.id;
}

export type NewFinding = typeof monitorFinding.$inferInsert;
/** Rows per statement: the number of parameters is a 16-bit value. */
const CHUNK = 1000;

export async function insertFindings(tx: Db, findings: readonly NewFinding[]): Promise<void> {
  for (let start = 0; start < findings.length; start += CHUNK)
    await tx.insert(monitorFinding).values(findings.slice(start, start + CHUNK));
}

/** Of these devices, those whose present silence the task has found before. */
export async function findKnown(tx: Db, taskId: number, deviceIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$client<{ id: number }[]>`
    select distinct d.id::int from device d
      join monitor_finding f on f.task_id = ${taskId} and f.device_id = d.id
       and f.last_seen_at = date_trunc('milliseconds', d.last_seen_at)
     where d.id = any(${[...deviceIds]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Deletes up to `limit` runs before an instant, with their findings. Returns how many. */
export async function deleteRuns(tx: Db, before: Date, limit: number): Promise<number> {
  const old = tx.select({ id: monitorRun.id }).from(monitorRun).where(lt(monitorRun.ranAt, before)).limit(limit);
  const gone = await tx
    .delete(monitorRun)
    .where(drizzleSql`${monitorRun.id} in ${old}`)
    .returning({ id: monitorRun.id });
  return gone.length;
}

// For readers.

const between = (
  sql: Sql,
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Fragment =>
  sql`${from ? sql`${sql(column)} >= ${from}::timestamptz` : sql`true`} and ${to ? sql`${sql(column)} < ${to}::timestamptz` : sql`true`}`;

/** A page of the runs of visible tasks. */
export async function findRuns(db: Db, visibility: Visibility, query: RunListQuery): Promise<Page<RunDto>> {
  const sql = db.$client;
  const { q, taskId, customerId, outcome, dir, iDisplayStart, iDisplayLength } = query;
  const hasFound = sql`exists (select from ${findingsOf(sql, visibility)})`;
  const cameTo = {
    found: sql`r.state = 'done' and ${hasFound}`,
    clear: sql`r.state = 'done' and not ${hasFound}`,
    failed: sql`r.state = 'failed'`,
  };
  const where = sql`monitor_run r join monitor_task k on k.id = r.task_id
    where ${isTaskVisible(sql, visibility)} and ${between(sql, "r.ran_at", query)}
      and ${q ? sql`k.name ilike ${containsPattern(q)}` : sql`true`}
      and ${taskId ? sql`k.id = ${taskId}` : sql`true`}
      and ${customerId ? sql`k.customer_id = ${customerId}` : sql`true`}
      and ${outcome ? cameTo[outcome] : sql`true`}`;
  const direction = dir === "asc" ? sql`asc` : sql`desc`;
  const items = await sql<RunDto[]>`
    select r.id::int, r.customer_id::int as "customerId", k.id::int as "taskId", k.name as "taskName", ${iso(sql, sql`r.due_at`)} as "dueAt",
           ${iso(sql, sql`r.ran_at`)} as "ranAt", r.trigger, r.started_by as "startedBy", r.state, r.checked, r.missed,
           ${iso(sql, sql`r.missed_since`)} as "missedSince",
           (select count(*)::int from ${findingsOf(sql, visibility)}) as found,
           (select count(*)::int from ${findingsOf(sql, visibility)} and f.is_new) as fresh
      from ${where} order by r.ran_at ${direction}, r.id ${direction} limit ${iDisplayLength} offset ${iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from ${where}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

const isOff = (sql: Sql): Fragment =>
  sql`(d.last_seen_at is null or date_trunc('milliseconds', d.last_seen_at) <= f.last_seen_at)`;

/** A page of the visible findings. */
export async function findFindings(db: Db, visibility: Visibility, query: FindingListQuery): Promise<Page<FindingDto>> {
  const sql = db.$client;
  const { q, taskId, runId, deviceId, carrierId, customerId, kind, state, fresh } = query;
  const pattern = q ? containsPattern(q) : null;
  const where = sql`monitor_finding f
    join monitor_run r on r.id = f.run_id
    join monitor_task k on k.id = f.task_id
    join customer cu on cu.id = f.customer_id
    join device d on d.id = f.device_id
    left join carrier c on c.id = f.carrier_id
    left join device g on g.id = f.gateway_id
    where ${isFindingVisible(sql, visibility)} and ${between(sql, "r.ran_at", query)}
      and ${
        pattern
          ? sql`(k.name ilike ${pattern}
                 or (d.name ilike ${pattern} and ${isVisible(sql, visibility, "device", "d")})
                 or (c.name ilike ${pattern} and ${isVisible(sql, visibility, "carrier", "c")}))`
          : sql`true`
      }
      and ${taskId ? sql`k.id = ${taskId}` : sql`true`}
      and ${runId ? sql`r.id = ${runId}` : sql`true`}
      and ${deviceId ? sql`d.id = ${deviceId}` : sql`true`}
      and ${carrierId ? sql`c.id = ${carrierId}` : sql`true`}
      and ${customerId ? sql`f.customer_id = ${customerId}` : sql`true`}
      and ${kind ? sql`k.kind = ${kind}` : sql`true`}
      and ${state ? sql`${isOff(sql)} = ${state === "off"}` : sql`true`}
      and ${fresh ? sql`f.is_new` : sql`true`}`;
  const key = { ranAt: sql`r.ran_at`, lastSeenAt: sql`f.last_seen_at` }[query.sort];
  const direction = query.dir === "asc" ? sql`asc` : sql`desc`;
  const items = await sql<FindingDto[]>`
    select f.id::int, f.customer_id::int as "customerId", cu.name as "customerName", r.id::int as "runId",
           json_build_object('id', k.id, 'name', k.name) as task, k.kind,
           json_build_object('id', d.id, 'kind', d.kind, 'name', case when ${isVisible(sql, visibility, "device", "d")} then d.name end) as device,
           case when c.id is not null then ${visibleRef(sql, visibility, "carrier", "c")} end as carrier,
           ${iso(sql, sql`r.ran_at`)} as "ranAt", ${iso(sql, sql`f.last_seen_at`)} as "lastSeenAt", f.is_new as "isNew", ${isOff(sql)} as "isOff",
           case when g.id is not null then ${visibleRef(sql, visibility, "device", "g")} end as gateway,
           f.exception_id::int as "exceptionId",
           (select json_build_object('id', o.id, 'number', o.number) from work_order o where o.id = f.work_order_id) as "order"
      from ${where} order by ${key} ${direction}, f.id ${direction}
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from ${where}`;
  return { items: [...items], total: counted?.total ?? 0 };
}
