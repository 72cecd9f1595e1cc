import "server-only";
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { NoticeFault, OutboxStatus } from "@/db/enums";
import type { ExportFormat, ExportRunState } from "@/db/file-enums";
import {
  customer,
  downloadRecord,
  exportDelivery,
  exportRun,
  exportTask,
  notice,
  outbox,
  storedFile,
  userAccount,
} from "@/db/schema";
import { CONCLUDE_RUN } from "@/features/file/download.schema";
import type { TaskRow } from "./task.data";
import { DELIVER_EXPORT, type RunDto, SHOWN_RUNS, START_RUN } from "./task.schema";

// Used by the worker, which acts for the owners of all customers, and by calls whose task is in scope already.

export type RunRow = typeof exportRun.$inferSelect;
type RunValues = Partial<typeof exportRun.$inferInsert>;

const enqueue = (db: Db, job: typeof START_RUN | typeof CONCLUDE_RUN, runId: number) =>
  db.execute(sql`
    select graphile_worker.add_job(${job.name}::text, payload := json_build_object('runId', ${runId}::bigint),
             max_attempts := ${job.maximumAttempts}::int, job_key := ${`${job.name}:${runId}`}::text,
             flags := ${"lanes" in job ? sql`array[${job.lanes[0]}::text]` : sql`null`})`);

export const queueStart = (db: Db, runId: number) => enqueue(db, START_RUN, runId);
export const queueConclude = (db: Db, runId: number) => enqueue(db, CONCLUDE_RUN, runId);

/** Inserts a run and, while it waits, its job; null if the task has one for this instant. */
export async function insertRun(tx: Db, values: typeof exportRun.$inferInsert): Promise<number | null> {
  const [row] = await tx.insert(exportRun).values(values).onConflictDoNothing().returning({ id: exportRun.id });
  if (!row) return null;
  if ((values.state ?? "waiting") === "waiting") await queueStart(tx, row.id);
  return row.id;
}

export type FoundRun = { run: RunRow; task: TaskRow; timeZone: string; customerName: string };

export async function findRun(db: Db, runId: number): Promise<FoundRun | undefined> {
  const [found] = await db
    .select({ run: exportRun, task: exportTask, timeZone: customer.timeZone, customerName: customer.name })
    .from(exportRun)
    .innerJoin(exportTask, eq(exportTask.id, exportRun.taskId))
    .innerJoin(customer, eq(customer.id, exportRun.customerId))
    .where(eq(exportRun.id, runId));
  return found;
}

/** The run in one of these states, locked until the transaction ends. */
export async function lockRun(tx: Db, runId: number, states: readonly ExportRunState[]): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(exportRun)
    .where(and(eq(exportRun.id, runId), inArray(exportRun.state, [...states])))
    .for("update");
  return run;
}

export async function saveRun(tx: Db, runId: number, values: RunValues): Promise<void> {
  await tx.update(exportRun).set(values).where(eq(exportRun.id, runId));
}

/** How far the file of a run is. */
export async function findDownload(db: Db, key: string) {
  const [row] = await db.select().from(downloadRecord).where(eq(downloadRecord.key, key));
  return row;
}

/** Runs that wait, or whose file has ended, although their job is long gone. */
export async function requeueStuck(db: Db, before: Date): Promise<number> {
  const waiting = await db
    .select({ id: exportRun.id })
    .from(exportRun)
    .where(and(eq(exportRun.state, "waiting"), lt(exportRun.createdAt, before)))
    .limit(100);
  for (const { id } of waiting) await queueStart(db, id);
  const made = await db
    .select({ id: exportRun.id })
    .from(exportRun)
    .leftJoin(downloadRecord, eq(downloadRecord.key, exportRun.downloadKey))
    .where(
      and(
        eq(exportRun.state, "making"),
        lt(exportRun.createdAt, before),
        isNull(exportRun.reportId),
        or(isNull(downloadRecord.key), ne(downloadRecord.state, "generating")),
      ),
    )
    .limit(100);
  for (const { id } of made) await queueConclude(db, id);
  return waiting.length + made.length;
}

/** Looks after the runs whose report is being made: a report says nothing when it is ready. */
export async function queueReported(db: Db): Promise<void> {
  const rows = await db
    .select({ id: exportRun.id })
    .from(exportRun)
    .where(and(eq(exportRun.state, "making"), isNotNull(exportRun.reportId)))
    .limit(500);
  for (const { id } of rows) await queueConclude(db, id);
}

/** The mail address of the owner, if any. */
export async function findOwnerEmail(db: Db, userId: number): Promise<string | null> {
  const [row] = await db
    .select({ email: userAccount.email })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), eq(userAccount.status, "active")));
  return row?.email || null;
}

/** Plans one mail for each recipient, once however often it is called. */
export async function planDeliveries(
  tx: Db,
  { id: runId, customerId }: Pick<RunRow, "id" | "customerId">,
  recipients: readonly string[],
  expiresAt: Date | null,
): Promise<void> {
  for (const recipient of recipients) {
    const [delivery] = await tx
      .insert(exportDelivery)
      .values({ customerId, runId, recipient, expiresAt })
      .onConflictDoNothing()
      .returning({ id: exportDelivery.id });
    if (!delivery) continue;
    const [planned] = await tx
      .insert(outbox)
      .values({
        customerId,
        kind: DELIVER_EXPORT.name,
        idempotencyKey: `export:${delivery.id}`,
        payload: { channel: "email", deliveryId: delivery.id },
      })
      .returning({ id: outbox.id });
    const outboxId = (planned as { id: number }).id;
    await tx.update(exportDelivery).set({ outboxId }).where(eq(exportDelivery.id, delivery.id));
    await tx.execute(sql`
      select graphile_worker.add_job(${DELIVER_EXPORT.name}::text, payload := json_build_object('outboxId', ${outboxId}::bigint),
               max_attempts := ${DELIVER_EXPORT.maximumAttempts}::int, job_key := 'outbox:' || ${outboxId}::bigint,
               flags := array[${DELIVER_EXPORT.lanes[0]}::text])`);
  }
}

export type Delivery = typeof exportDelivery.$inferSelect & {
  status: OutboxStatus;
  idempotencyKey: string;
  attempts: number;
};

export async function findDelivery(db: Db, outboxId: number): Promise<Delivery | undefined> {
  const [found] = await db
    .select({ delivery: exportDelivery, outbox })
    .from(outbox)
    .innerJoin(exportDelivery, eq(exportDelivery.outboxId, outbox.id))
    .where(eq(outbox.id, outboxId));
  if (!found) return undefined;
  const { status, idempotencyKey, attempts } = found.outbox;
  return { ...found.delivery, status, idempotencyKey, attempts };
}

type Result = { status: OutboxStatus; reason: string; fault: NoticeFault | null; content: string; now: Date };

/** Records an attempt in the outbox, in the notice log, and once it is over in the run. */
export async function saveDelivery(tx: Db, delivery: Delivery, result: Result): Promise<void> {
  const { status, reason, fault, content, now } = result;
  const attempts = delivery.attempts + 1;
  await tx
    .update(outbox)
    .set({ status, attempts, lastError: reason || null, doneAt: status === "pending" ? null : now })
    .where(eq(outbox.id, delivery.outboxId as number));
  await tx.insert(notice).values({
    ...{ customerId: delivery.customerId, outboxId: delivery.outboxId, channel: "email", contactName: "" },
    ...{ status: reason === "" ? "sent" : "failed", recipient: delivery.recipient, content, reason, fault },
    attempt: attempts,
  });
  if (status === "pending") return;
  await tx
    .update(exportDelivery)
    .set({ state: reason === "" ? "sent" : "failed", reason })
    .where(eq(exportDelivery.id, delivery.id));
}

/** Counts the deliveries of a run by state; the caller has locked the run. */
export async function countDeliveries(tx: Db, runId: number): Promise<{ pending: number; failed: number }> {
  const rows = await tx
    .select({ state: exportDelivery.state, count: sql<number>`count(*)::int` })
    .from(exportDelivery)
    .where(eq(exportDelivery.runId, runId))
    .groupBy(exportDelivery.state);
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return { pending: of("pending"), failed: of("failed") };
}

/** The latest runs of a task with their mails; `userId`: whose downloads the caller may open. */
export async function listRuns(db: Db, taskId: number, userId: number | null): Promise<RunDto[]> {
  const runs = await db
    .select({ run: exportRun, owner: downloadRecord.userId, hasFile: downloadRecord.fileId })
    .from(exportRun)
    .leftJoin(downloadRecord, eq(downloadRecord.key, exportRun.downloadKey))
    .where(eq(exportRun.taskId, taskId))
    .orderBy(desc(exportRun.dueAt))
    .limit(SHOWN_RUNS);
  const deliveries = await db
    .select()
    .from(exportDelivery)
    .where(
      inArray(
        exportDelivery.runId,
        runs.map(({ run }) => run.id),
      ),
    )
    .orderBy(exportDelivery.recipient);
  return runs.map(({ run, owner, hasFile }) => ({
    id: run.id,
    state: run.state,
    failure: run.failure,
    dueAt: run.dueAt.toISOString(),
    rows: run.rows,
    trigger: run.trigger,
    startedBy: run.startedBy,
    from: run.fromAt?.toISOString() ?? null,
    to: run.toAt?.toISOString() ?? null,
    fileName: run.fileName,
    size: run.size,
    endedAt: run.endedAt?.toISOString() ?? null,
    reportId: run.reportId,
    fileKey: userId !== null && owner === userId && hasFile !== null ? run.downloadKey : null,
    deliveries: deliveries
      .filter(({ runId }) => runId === run.id)
      .map(({ recipient, state, reason, expiresAt, takenCount }) => ({
        ...{ recipient, state, reason, takenCount },
        isLinked: expiresAt !== null,
      })),
  }));
}

export type Linked = {
  id: string;
  customerId: number;
  recipient: string;
  taskId: number;
  taskName: string;
  customerName: string;
  timeZone: string;
  format: ExportFormat;
  fileId: string;
  fileName: string;
  size: number;
  rows: number | null;
  madeAt: Date;
  expiresAt: Date;
};

/** What a link leads to, while it is valid and the file is there; of customers that are not cancelled. */
export async function findLinked(db: Db, id: string, now: Date): Promise<Linked | undefined> {
  const [row] = await db
    .select({ delivery: exportDelivery, run: exportRun, task: exportTask, customer })
    .from(exportDelivery)
    .innerJoin(exportRun, eq(exportRun.id, exportDelivery.runId))
    .innerJoin(exportTask, eq(exportTask.id, exportRun.taskId))
    .innerJoin(customer, and(eq(customer.id, exportDelivery.customerId), eq(customer.status, "active")))
    .innerJoin(storedFile, and(eq(storedFile.id, exportRun.fileId), eq(storedFile.isComplete, true)))
    .where(and(eq(exportDelivery.id, id), sql`${exportDelivery.expiresAt} > ${now.toISOString()}::timestamptz`));
  if (!row) return undefined;
  const { delivery, run, task } = row;
  return {
    id,
    customerId: delivery.customerId,
    recipient: delivery.recipient,
    taskId: task.id,
    taskName: task.name,
    customerName: row.customer.name,
    timeZone: row.customer.timeZone,
    format: task.format,
    fileId: run.fileId as string,
    fileName: run.fileName ?? task.name,
    size: run.size ?? 0,
    rows: run.rows,
    madeAt: run.createdAt,
    expiresAt: delivery.expiresAt as Date,
  };
}

export async function countLinkTaken(tx: Db, id: string): Promise<void> {
  await tx
    .update(exportDelivery)
    .set({ takenCount: sql`${exportDelivery.takenCount} + 1` })
    .where(eq(exportDelivery.id, id));
}
