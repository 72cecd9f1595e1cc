import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { verificationTask } from "@/db/schema";
import type { VerificationState } from "@/db/verification-enums";
import type { Scope } from "@/lib/auth/scope";
import { atCustomers, scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { RUNNING_STATES } from "./act.rules";
import type { TaskDetailDto, TaskDto, TaskListQuery } from "./task.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A task before it is known what the reader can do with it. `isReported`: a report tells of it. */
export type TaskRow = Omit<TaskDto, "acts"> & { sceneId: number; isReported: boolean };
export type TaskWhole = TaskRow & Pick<TaskDetailDto, "space" | "rule" | "ruleName" | "ruleSource" | "result">;

const joins = (sql: Sql): Fragment => sql`
  verification_task v join customer cu on cu.id = v.customer_id join carrier c on c.id = v.carrier_id`;

/** SQL condition on `joins`: the task is visible, by its customer and, for accounts of sub-trees, by its carrier's node. */
function isTaskVisible(sql: Sql, scope: Scope): Fragment {
  const arrays = scopeArrays(scope);
  const { sceneIds } = arrays;
  return sql`(${atCustomers(sql, sql`v.customer_id`, arrays, true)}
    ${sceneIds ? sql`and c.scene_id = any(${sceneIds}::bigint[])` : sql``})`;
}

/** The names of the visible nodes from the site down to carrier `c`; the range, which is the same for all, is left out. */
export function scenePath(sql: Sql, scope: Scope): Fragment {
  const { sceneIds } = scopeArrays(scope);
  return sql`
    (with recursive up as (
       select s.id, s.parent_id, s.name, 0 as height from scene s where s.id = c.scene_id
       union all
       select p.id, p.parent_id, p.name, up.height + 1 from scene p join up on p.id = up.parent_id
        where ${sceneIds ? sql`p.id = any(${sceneIds}::bigint[])` : sql`true`})
     select coalesce(array_agg(up.name order by up.height desc) filter (where up.parent_id is not null or up.height = 0), '{}')
       from up)`;
}

export const ms = (sql: Sql, column: string): Fragment => sql`round(date_part('epoch', ${sql(column)}) * 1000)`;

const columns = (sql: Sql, visibility: Visibility): Fragment => sql`
  v.id::int, v.customer_id::int as "customerId", cu.name as "customerName", cu.time_zone as "timeZone", v.number, v.name,
  v.description, ${visibleRef(sql, visibility, "carrier", "c")} as carrier, c.scene_id::int as "sceneId",
  ${scenePath(sql, visibility.scope)} as path, v.object, v.kind, v.load, v.tests, v.state, v.limits,
  v.sampling_mode as "samplingMode", v.sampling_seconds as "samplingSeconds", v.duration_minutes as "durationMinutes",
  v.timeout_minutes as "timeoutMinutes", v.gap_percent as "gapPercent", v.valid_months as "validMonths",
  ${ms(sql, "v.planned_at")} as "plannedAt", v.notify_completion as "notifyCompletion", v.notify_timeout as "notifyTimeout",
  v.notify_exception as "notifyException",
  (select json_build_object('id', u.id, 'name', u.name) from user_account u where u.id = v.user_id) as "user",
  (select json_build_object('id', g.id, 'name', g.name) from contact_group g where g.id = v.group_id) as "group",
  (select count(*)::int from verification_point p where p.task_id = v.id) as "pointCount",
  ${ms(sql, "v.started_at")} as "startedAt", ${ms(sql, "v.recorded_from")} as "recordedFrom",
  ${ms(sql, "v.recorded_to")} as "recordedTo", v.stop_reason as "stopReason", v.verdict, v.data_sha256 as "dataSha256",
  ${ms(sql, "v.frozen_at")} as "frozenAt", v.remark, ${ms(sql, "v.terminated_at")} as "terminatedAt",
  v.terminated_by as "terminatedBy", ${ms(sql, "v.created_at")} as "createdAt", v.version,
  exists (select from report r where r.verification_id = v.id) as "isReported"`;

type Filters = Partial<Omit<TaskListQuery, "iDisplayStart" | "iDisplayLength" | "sort" | "dir">>;

function matches(sql: Sql, visibility: Visibility, query: Filters): Fragment {
  const { q, state, kind, object, verdict, carrierId, customerId, from, to } = query;
  const pattern = q ? containsPattern(q) : null;
  return sql`${isTaskVisible(sql, visibility.scope)}
    ${
      pattern
        ? sql`and (v.number ilike ${pattern} or v.name ilike ${pattern}
                   or (c.name ilike ${pattern} and ${isVisible(sql, visibility, "carrier", "c")}))`
        : sql``
    }
    ${state ? sql`and v.state = ${state}` : sql``}
    ${kind ? sql`and v.kind = ${kind}` : sql``}
    ${object ? sql`and v.object = ${object}` : sql``}
    ${verdict ? sql`and v.verdict = ${verdict}` : sql``}
    ${carrierId ? sql`and v.carrier_id = ${carrierId}` : sql``}
    ${customerId ? sql`and v.customer_id = ${customerId}` : sql``}
    ${from ? sql`and v.planned_at >= ${new Date(from).toISOString()}::timestamptz` : sql``}
    ${to ? sql`and v.planned_at < ${new Date(to).toISOString()}::timestamptz` : sql``}`;
}

/** A page of the visible tasks. */
export async function findTasks(db: Db, visibility: Visibility, query: TaskListQuery): Promise<Page<TaskRow>> {
  const sql = db.$client;
  const { sort, dir } = query;
  const key = {
    createdAt: sql`v.created_at`,
    number: sql`v.number`,
    name: sql`lower(v.name)`,
    plannedAt: sql`v.planned_at`,
  }[sort];
  const where = matches(sql, visibility, query);
  const items = await sql<TaskRow[]>`
    select ${columns(sql, visibility)} from ${joins(sql)} where ${where}
     order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`}, v.id desc
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from ${joins(sql)} where ${matches(sql, visibility, query)}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND outside the scope. */
export async function getTask(db: Db, visibility: Visibility, id: number): Promise<TaskWhole> {
  const sql = db.$client;
  const [row] = await sql<TaskWhole[]>`
    select ${columns(sql, visibility)}, v.space, v.rule, v.rule_name as "ruleName", v.rule_source as "ruleSource", v.result
      from ${joins(sql)} where v.id = ${id} and ${isTaskVisible(sql, visibility.scope)}`;
  if (!row) throw notFound("verificationTask", id);
  return row;
}

/** Locks a visible task until the transaction ends, and reads it as of the lock. Throws NOT_FOUND outside the scope. */
export async function lockTask(tx: Db, visibility: Visibility, id: number): Promise<TaskWhole> {
  await tx.$client`select from verification_task where id = ${id} for update`;
  return getTask(tx, visibility, id);
}

/** The numbers of a customer that begin with a text; two transactions cannot take the same next one. */
export async function takenNumbers(tx: Db, customerId: number, stem: string): Promise<string[]> {
  const sql = tx.$client;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`verification ${customerId}`}, 0))`;
  const rows = await sql<{ number: string }[]>`
    select number from verification_task where customer_id = ${customerId} and number like ${`${stem}%`}`;
  return rows.map(({ number }) => number);
}

export type Target = { customerId: number; timeZone: string; sceneId: number };

/** The visible carrier of a new task. Throws NOT_FOUND with the field. */
export async function findTarget(tx: Db, visibility: Visibility, carrierId: number): Promise<Target | undefined> {
  const sql = tx.$client;
  const [row] = await sql<Target[]>`
    select c.customer_id::int as "customerId", cu.time_zone as "timeZone", c.scene_id::int as "sceneId"
      from carrier c join customer cu on cu.id = c.customer_id
     where c.id = ${carrierId} and ${isVisible(sql, visibility, "carrier", "c")} for share of c`;
  return row;
}

type Values = typeof verificationTask.$inferInsert;

export async function insertTask(tx: Db, values: Values): Promise<number> {
  const [row] = await tx.insert(verificationTask).values(values).returning({ id: verificationTask.id });
  return (row as { id: number }).id;
}

export async function changeTask(
  tx: Db,
  id: number,
  change: Partial<Omit<Values, "state">> & { state?: VerificationState },
): Promise<void> {
  await tx.update(verificationTask).set(change).where(eq(verificationTask.id, id));
}

/** Deletes a locked task with its points, marks and readings. */
export async function deleteTask(tx: Db, id: number): Promise<void> {
  await tx.delete(verificationTask).where(eq(verificationTask.id, id));
}

export type Open = { id: number; customerId: number };

/** The tasks of active customers with something to do for the worker: running, or late to be started. */
export async function findOpenTasks(db: Db): Promise<Open[]> {
  const rows = await db.$client<Open[]>`
    select v.id::int, v.customer_id::int as "customerId"
      from verification_task v join customer cu on cu.id = v.customer_id and cu.status = 'active'
     where v.state in ('inProgress', 'recording') or (v.state = 'toBeStarted' and v.timeout_told_at is null)
     order by v.id`;
  return [...rows];
}

/** What has been said of a task already, for the worker. */
export async function findTold(
  tx: Db,
  id: number,
): Promise<{ timeoutToldAt: Date | null; exceptionToldAt: Date | null }> {
  const [row] = await tx
    .select({ timeoutToldAt: verificationTask.timeoutToldAt, exceptionToldAt: verificationTask.exceptionToldAt })
    .from(verificationTask)
    .where(eq(verificationTask.id, id));
  return row ?? { timeoutToldAt: null, exceptionToldAt: null };
}

/** SQL condition: task `v` runs. */
export const isRunningTask = (sql: Sql): Fragment => sql`v.state = any(${[...RUNNING_STATES]})`;
