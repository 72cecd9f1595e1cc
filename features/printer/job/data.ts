import "server-only";
import { and, eq, inArray, lt, sql as raw } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { PrintDocument, PrintState } from "@/db/print-enums";
import { customer, printer, printJob } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { ofCustomers } from "../printer.data";
import { actsOf, ENDED_STATES } from "./rules";
import { DELIVER_PRINT, type JobDto, type JobListQuery, WITHDRAW_PRINT } from "./schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type JobRow = typeof printJob.$inferSelect;
export type NewJob = typeof printJob.$inferInsert;
export type PrinterRow = typeof printer.$inferSelect;

/** Who asks: the scope, and the account, if it is one. */
export type Viewer = { scope: Scope; userId: number | null };
export const viewerOf = ({ scope, actor }: OperationContext): Viewer => ({
  scope,
  userId: actor.type === "user" ? actor.principal.user.id : null,
});

/** Accounts of sub-trees see their own jobs: those of others may name what is outside their nodes. */
function isJobVisible(sql: Sql, { scope, userId }: Viewer): Fragment {
  return sql`(${ofCustomers(sql, scope, "j")} ${scopeArrays(scope).sceneIds ? sql`and j.user_id = ${userId}` : sql``})`;
}

const ms = (sql: Sql, column: string): Fragment => sql`round(date_part('epoch', ${sql(column)}) * 1000)`;

const columns = (sql: Sql): Fragment => sql`
  j.id::int, j.customer_id::int as "customerId", cu.name as "customerName", j.printer_id::int as "printerId",
  coalesce(p.name, j.printer_name) as "printerName", p.kind as "printerKind", g.name as "groupName", j.content,
  j.document->>'title' as title, jsonb_array_length(j.document->'pages') as pages, j.copies, j.state, j.problem,
  j.problem_detail as "problemDetail", j.attempts, ${ms(sql, "j.next_try_at")} as "nextTryAt",
  j.is_confirmed as "isConfirmed", j.user_name as "userName", ${ms(sql, "j.due_at")} as "dueAt",
  ${ms(sql, "j.created_at")} as "createdAt", ${ms(sql, "j.sent_at")} as "sentAt", ${ms(sql, "j.ended_at")} as "endedAt"`;

const joins = (sql: Sql): Fragment => sql`
  print_job j join customer cu on cu.id = j.customer_id
  left join printer p on p.id = j.printer_id left join print_group g on g.id = j.group_id`;

type Found<T> = Omit<T, "acts">;
const withActs = <T extends Found<JobDto>>(row: T) => ({ ...row, acts: actsOf(row.state) });

/** A page of the visible jobs. */
export async function findJobs(db: Db, viewer: Viewer, query: JobListQuery): Promise<Page<JobDto>> {
  const sql = db.$client;
  const { q, state, content, printerId, groupId, customerId, from, to, sort, dir } = query;
  const pattern = q ? containsPattern(q) : null;
  const where = sql`${isJobVisible(sql, viewer)}
    ${
      pattern
        ? sql`and (j.printer_name ilike ${pattern} or j.user_name ilike ${pattern} or j.document::text ilike ${pattern})`
        : sql``
    }
    ${state ? sql`and j.state = ${state}` : sql``}
    ${content ? sql`and j.content = ${content}` : sql``}
    ${printerId ? sql`and j.printer_id = ${printerId}` : sql``}
    ${groupId ? sql`and j.group_id = ${groupId}` : sql``}
    ${customerId ? sql`and j.customer_id = ${customerId}` : sql``}
    ${from ? sql`and j.created_at >= ${from}` : sql``}
    ${to ? sql`and j.created_at <= ${to}` : sql``}`;
  const key = { createdAt: sql`j.created_at`, printer: sql`lower(j.printer_name)`, endedAt: sql`j.ended_at` }[sort];
  const items = await sql<Found<JobDto>[]>`
    select ${columns(sql)} from ${joins(sql)} where ${where}
     order by ${key} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, j.id desc
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from ${joins(sql)} where ${where}`;
  return { items: items.map(withActs), total: counted?.total ?? 0 };
}

/** A job with what it prints; `columns` are those of a ticket printer. */
export type WholeJob = JobDto & { document: PrintDocument; columns: number | null };

/** Throws NOT_FOUND outside the scope. */
export async function getJob(db: Db, viewer: Viewer, id: number): Promise<WholeJob> {
  const sql = db.$client;
  const [row] = await sql<Found<WholeJob>[]>`
    select ${columns(sql)}, j.document, case when p.kind = 'escpos' then p.columns end as columns
      from ${joins(sql)} where j.id = ${id} and ${isJobVisible(sql, viewer)}`;
  if (!row) throw notFound("printJob", id);
  return withActs(row);
}

/** The state of a visible job, locked until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function lockJob(tx: Db, viewer: Viewer, id: number): Promise<WholeJob> {
  const sql = tx.$client;
  await sql`select from print_job j where j.id = ${id} and ${isJobVisible(sql, viewer)} for update`;
  return getJob(tx, viewer, id);
}

/** The jobs of these keys, in their order as far as there are some. */
export async function findByKeys(db: Db, customerId: number, keys: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ id: printJob.id })
    .from(printJob)
    .where(and(eq(printJob.customerId, customerId), inArray(printJob.key, [...keys])));
  return rows.map(({ id }) => id);
}

/** Adds a job with its queue entry; undefined if there is one of its key. */
export async function insertJob(tx: Db, values: NewJob): Promise<number | undefined> {
  const [row] = await tx.insert(printJob).values(values).onConflictDoNothing().returning({ id: printJob.id });
  if (row) await queueDelivery(tx, row.id, values.printerId ?? 0);
  return row?.id;
}

const queueKey = (id: number) => `${DELIVER_PRINT.name}:${id}`;

/** Has a job tried now, instead of whenever it would have been. Jobs of a printer are tried one after the other. */
export async function queueDelivery(tx: Db, id: number, printerId: number): Promise<void> {
  // Removed first: a job that is being fetched at that moment would keep its old time.
  await tx.execute(raw`select graphile_worker.remove_job(${queueKey(id)}::text)`);
  await tx.execute(raw`
    select graphile_worker.add_job(${DELIVER_PRINT.name}::text, payload := json_build_object('printJobId', ${id}::bigint),
             queue_name := ${`printer:${printerId}`}::text, max_attempts := ${DELIVER_PRINT.maximumAttempts}::int,
             job_key := ${queueKey(id)}::text, flags := array[${DELIVER_PRINT.lanes[0]}::text])`);
}

/** Has the printer of a cancelled job told so. */
export const queueWithdrawal = (tx: Db, id: number) =>
  tx.execute(raw`
    select graphile_worker.add_job(${WITHDRAW_PRINT.name}::text, payload := json_build_object('printJobId', ${id}::bigint),
             max_attempts := ${WITHDRAW_PRINT.maximumAttempts}::int, flags := array[${WITHDRAW_PRINT.lanes[0]}::text])`);

/** Takes a job that is not wanted any more out of the queue. */
export const unqueue = (tx: Db, id: number) =>
  tx.execute(raw`select graphile_worker.remove_job(${queueKey(id)}::text)`);

export type Deliverable = { job: JobRow; printer: PrinterRow | null };

/** For the worker: a job with its printer. */
export async function findDeliverable(db: Db, id: number): Promise<Deliverable | undefined> {
  const [row] = await db
    .select({ job: printJob, printer })
    .from(printJob)
    .leftJoin(printer, eq(printer.id, printJob.printerId))
    .where(eq(printJob.id, id));
  return row;
}

/** A printer with everything that a connection needs. Throws NOT_FOUND. */
export async function findPrinterRow(db: Db, id: number): Promise<PrinterRow> {
  const [row] = await db.select().from(printer).where(eq(printer.id, id));
  if (!row) throw notFound("printer", id);
  return row;
}

/** Changes a job that is still in one of these states; false if it is not. */
export async function changeJob(
  db: Db,
  id: number,
  states: readonly PrintState[],
  values: Partial<NewJob>,
): Promise<boolean> {
  const rows = await db
    .update(printJob)
    .set(values)
    .where(and(eq(printJob.id, id), inArray(printJob.state, [...states])))
    .returning({ id: printJob.id });
  return rows.length > 0;
}

/** Begins an attempt: the job is `sending` before the first byte leaves, so that an interrupted attempt is known. */
export const beginSending = (db: Db, id: number, now: Date): Promise<boolean> =>
  changeJob(db, id, ["waiting"], { state: "sending", sentAt: now, nextTryAt: null });

export const countAttempt = (db: Db, id: number) =>
  db
    .update(printJob)
    .set({ attempts: raw`${printJob.attempts} + 1` })
    .where(eq(printJob.id, id));

/** Jobs that printers have, by printer. */
export async function findAtPrinters(db: Db): Promise<Deliverable[]> {
  return db
    .select({ job: printJob, printer })
    .from(printJob)
    .leftJoin(printer, eq(printer.id, printJob.printerId))
    .where(eq(printJob.state, "atPrinter"))
    .orderBy(printJob.printerId, printJob.id)
    .limit(200);
}

/** Jobs whose attempt began before an instant and was never concluded: nothing in the queue does it any more. */
export async function findStuck(db: Db, before: Date): Promise<{ id: number; printerId: number | null }[]> {
  return db
    .select({ id: printJob.id, printerId: printJob.printerId })
    .from(printJob)
    .where(
      and(
        eq(printJob.state, "sending"),
        raw`coalesce(${printJob.nextTryAt}, ${printJob.sentAt}) < ${before.toISOString()}::timestamptz`,
      ),
    )
    .limit(100);
}

/** Removes jobs that were over before an instant. */
export async function removeOldJobs(db: Db, before: Date): Promise<void> {
  await db.delete(printJob).where(and(inArray(printJob.state, [...ENDED_STATES]), lt(printJob.endedAt, before)));
}

/** Whether the customer of a job is active: a cancelled one prints nothing. */
export async function isActive(db: Db, customerId: number): Promise<boolean> {
  const [row] = await db.select({ status: customer.status }).from(customer).where(eq(customer.id, customerId));
  return row?.status === "active";
}
