import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ExportRunFailure, ExportRunState } from "@/db/file-enums";
import { customer, exportRun, exportTask, userAccount } from "@/db/schema";
import { carrierIdsOf, type TaskKind } from "@/features/file/task-kind.rules";
import { isVisible, type Visibility, visibilityOf } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/routing";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { CarrierChoiceDto, LastRunDto, TaskDto, TaskListQuery } from "./task.schema";

export type TaskRow = typeof exportTask.$inferSelect;

export const userOf = ({ actor }: OperationContext): number | null =>
  actor.type === "user" ? actor.principal.user.id : null;

/**
 * The tasks of the customers in scope; of an account bound to nodes, its own, since the criteria of others may name what
 * it does not see. The platform's staff see theirs whichever customers they govern.
 */
function visible(ctx: OperationContext): SQL | undefined {
  const { customerIds, sceneIds } = ctx.scope;
  const own = eq(exportTask.userId, userOf(ctx) ?? -1);
  const working = and(own, eq(exportTask.customerId, workingCustomer(ctx) ?? -1));
  if (sceneIds !== "all") return working;
  if (customerIds === "all") return undefined;
  return sql`(${inArray(exportTask.customerId, [...customerIds])} or ${working})`;
}

type LastRun = { state: ExportRunState; failure: ExportRunFailure | null; dueAt: string; rows: number | null };

/** The latest run that is not only listed as missed. */
const lastRun = sql<LastRun | null>`(
  select json_build_object('state', r.state, 'failure', r.failure, 'rows', r.rows,
           'dueAt', to_char(r.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from export_run r where r.task_id = ${exportTask}.id order by r.due_at desc limit 1)`;

const select = (db: Db) =>
  db
    .select({
      row: exportTask,
      customerName: customer.name,
      timeZone: customer.timeZone,
      owner: userAccount.name,
      lastRun,
    })
    .from(exportTask)
    .innerJoin(customer, eq(customer.id, exportTask.customerId))
    .innerJoin(userAccount, eq(userAccount.id, exportTask.userId));

type Selected = Awaited<ReturnType<typeof select>>[number];

const lastRunOf = (run: LastRun | null): LastRunDto | null => run && { ...run };

async function toDtos(ctx: OperationContext, selected: readonly Selected[]): Promise<TaskDto[]> {
  const named = selected.map(({ row }) => carrierIdsOf(row.kind as TaskKind, row.query));
  const names = await findCarrierNames(ctx.db, visibilityOf(ctx), [...new Set(named.flat())]);
  return selected.map(({ row, customerName, timeZone, owner, lastRun: last }, index) => ({
    id: row.id,
    customerId: row.customerId,
    customerName,
    name: row.name,
    kind: row.kind as TaskKind,
    format: row.format,
    query: row.query as TaskDto["query"],
    locale: row.locale as Locale,
    frequency: row.frequency,
    weekdays: row.weekdays,
    dayOfMonth: row.dayOfMonth,
    time: row.time,
    period: row.period,
    periodDays: row.periodDays,
    recipients: row.recipients,
    isPaused: row.isPaused,
    nextAt: row.nextAt?.toISOString() ?? null,
    owner,
    isOwn: row.userId === userOf(ctx),
    timeZone,
    carriers: (named[index] as number[]).map((id) => ({ id, name: names.get(id) ?? null })),
    lastRun: lastRunOf(last),
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }));
}

async function findCarrierNames(db: Db, visibility: Visibility, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const sql = db.$client;
  const rows = await sql<{ id: number; name: string }[]>`
    select c.id::int, c.name from carrier c
     where c.id = any(${[...ids]}::bigint[]) and ${isVisible(sql, visibility, "carrier", "c")}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Carriers offered in the form at once. */
const CHOICES = 30;

/** The first visible carriers whose name contains a text, or those of these ids. */
export function findCarrierChoices(
  db: Db,
  visibility: Visibility,
  { q, ids }: { q?: string | undefined; ids?: readonly number[] | undefined },
): Promise<CarrierChoiceDto[]> {
  const sql = db.$client;
  return sql<CarrierChoiceDto[]>`
    select c.id::int, c.name, s.name as place from carrier c join scene s on s.id = c.scene_id
     where ${isVisible(sql, visibility, "carrier", "c")} ${q ? sql`and c.name ilike ${containsPattern(q)}` : sql``}
       ${ids ? sql`and c.id = any(${[...ids]}::bigint[])` : sql``}
     order by lower(c.name), c.id limit ${ids?.length ?? CHOICES}`;
}

const ORDER = { name: sql`lower(${exportTask.name})`, nextAt: exportTask.nextAt, createdAt: exportTask.createdAt };

const STATUS: Record<NonNullable<TaskListQuery["status"]>, SQL> = {
  active: eq(exportTask.isPaused, false),
  paused: eq(exportTask.isPaused, true),
  failed: sql`(select r.state from export_run r where r.task_id = ${exportTask}.id order by r.due_at desc limit 1) = 'failed'`,
};

export async function findTasks(ctx: OperationContext, query: TaskListQuery): Promise<Page<TaskDto>> {
  const { db } = ctx;
  const where = and(
    visible(ctx),
    query.q ? ilike(exportTask.name, containsPattern(query.q)) : undefined,
    query.kind && eq(exportTask.kind, query.kind),
    query.status && STATUS[query.status],
  );
  const order = query.dir === "asc" ? asc : desc;
  const rows = await select(db)
    .where(where)
    .orderBy(sql`${order(ORDER[query.sort])} nulls last`, asc(exportTask.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(exportTask).where(where);
  return { items: await toDtos(ctx, rows), total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND. */
export async function getTask(ctx: OperationContext, id: number): Promise<TaskDto> {
  const found = await select(ctx.db).where(and(eq(exportTask.id, id), visible(ctx)));
  if (found.length === 0) throw notFound("exportTask", id);
  return (await toDtos(ctx, found))[0] as TaskDto;
}

/** The row, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockTask(ctx: OperationContext, id: number): Promise<TaskRow> {
  const [row] = await ctx.db
    .select()
    .from(exportTask)
    .where(and(eq(exportTask.id, id), visible(ctx)))
    .for("update");
  if (!row) throw notFound("exportTask", id);
  return row;
}

/** Counts the tasks of a customer whose row the caller has locked. */
export const countTasks = (db: Db, customerId: number): Promise<number> =>
  db.$count(exportTask, eq(exportTask.customerId, customerId));

export async function insertTask(db: Db, values: typeof exportTask.$inferInsert): Promise<number> {
  const [row] = await db.insert(exportTask).values(values).returning({ id: exportTask.id });
  return (row as { id: number }).id;
}

export async function saveTask(db: Db, id: number, values: Partial<typeof exportTask.$inferInsert>): Promise<void> {
  await db.update(exportTask).set(values).where(eq(exportTask.id, id));
}

export async function deleteTask(db: Db, id: number): Promise<void> {
  await db.delete(exportTask).where(eq(exportTask.id, id));
}

export async function findZone(db: Db, customerId: number): Promise<string> {
  const [row] = await db.select({ timeZone: customer.timeZone }).from(customer).where(eq(customer.id, customerId));
  if (!row) throw notFound("customer", customerId);
  return row.timeZone;
}

/** Tasks that are due, of customers that are not cancelled; a task that another worker plans is skipped. */
export async function lockDueTasks(tx: Db, now: Date, most: number): Promise<(TaskRow & { timeZone: string })[]> {
  const rows = await tx
    .select({ row: exportTask, timeZone: customer.timeZone })
    .from(exportTask)
    .innerJoin(customer, and(eq(customer.id, exportTask.customerId), eq(customer.status, "active")))
    .where(and(isNotNull(exportTask.nextAt), sql`${exportTask.nextAt} <= ${now.toISOString()}::timestamptz`))
    .orderBy(exportTask.nextAt)
    .limit(most)
    .for("update", { of: exportTask, skipLocked: true });
  return rows.map(({ row, timeZone }) => ({ ...row, timeZone }));
}

/** Whether a run of the task is still under way. */
export async function hasPendingRun(db: Db, taskId: number): Promise<boolean> {
  const pending = inArray(exportRun.state, ["waiting", "making", "sending"]);
  return (await db.$count(exportRun, and(eq(exportRun.taskId, taskId), pending))) > 0;
}
