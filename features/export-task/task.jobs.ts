import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { transaction } from "@/db/client";
import type { ExportRunFailure } from "@/db/file-enums";
import { requestDownload } from "@/features/download/request.service";
import { fileNameOf, readFailure } from "@/features/file/download.rules";
import { CONCLUDE_RUN } from "@/features/file/download.schema";
import { transmit } from "@/features/notice/delivery/channel.service";
import { askerOf, auditedReport } from "@/features/report/create.service";
import { reportFromTemplate, reportOutcome } from "@/features/report/template/template.service";
import { writeAudit } from "@/lib/audit/write-audit";
import { findAbsentActor } from "@/lib/auth/absent-actor";
import { linkToken } from "@/lib/auth/link-token";
import { customerScope, systemScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { failureOf } from "@/lib/http/error-response";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { publicAddress } from "@/lib/mail/public-address";
import { type Db, holds, type OperationContext } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { readFile } from "@/lib/stored-file/stored-file";
import { ATTACHED_BYTES, linkExpiry, linkPath } from "./link.rules";
import { failureMail, fileMail, isTold, type MailFacts } from "./mail.rules";
import {
  countDeliveries,
  type Delivery,
  type FoundRun,
  findDelivery,
  findDownload,
  findOwnerEmail,
  findRun,
  insertRun,
  lockRun,
  planDeliveries,
  queueReported,
  type RunRow,
  requeueStuck,
  saveDelivery,
  saveRun,
} from "./run.data";
import { dueInstants, periodRange } from "./schedule.rules";
import { lockDueTasks, saveTask, type TaskRow } from "./task.data";
import { DELIVER_EXPORT, DeliverPayload, RunPayload, START_RUN } from "./task.schema";
import { assertTemplate, forCustomer, prepare } from "./task.service";

/** Tasks that are planned in one transaction. */
const PLANNED_AT_ONCE = 50;
/** Age from which the job of a run is taken for lost. */
const STUCK_MS = 600_000;

/**
 * Plans a run for each due instant, and the next one, in one transaction: so each instant has one run, with any number
 * of workers and after any pause.
 */
export const planRuns = defineJob({
  name: "exportTask.plan",
  payload: z.strictObject({}),
  everySeconds: 30,
  async run(_payload, ctx) {
    while (!ctx.signal.aborted && (await transaction(ctx.db, (tx) => planDue(tx, ctx.now))) === PLANNED_AT_ONCE);
    await queueReported(ctx.db);
    const stuck = await requeueStuck(ctx.db, new Date(ctx.now.getTime() - STUCK_MS));
    if (stuck > 0) log.warn({ stuck }, "runs of export tasks had no job");
  },
});

async function planDue(tx: Db, now: Date): Promise<number> {
  const tasks = await lockDueTasks(tx, now, PLANNED_AT_ONCE);
  for (const { timeZone, ...task } of tasks) {
    const { id: taskId, customerId } = task;
    const hasPeriod = task.period !== "none";
    const found = dueInstants(task, { next: task.nextAt as Date, now, timeZone, hasPeriod });
    const values = { customerId, taskId, trigger: "schedule" } as const;
    for (const dueAt of found.missed.slice(-100))
      await insertRun(tx, { ...values, dueAt, state: "failed", failure: "missed", endedAt: now });
    for (const dueAt of found.due) await insertRun(tx, { ...values, dueAt });
    await saveTask(tx, taskId, { nextAt: found.following });
  }
  return tasks.length;
}

/** Has the file of a run made, with the owner's present permissions. A run that has begun is left alone. */
export const startRun = defineJob({
  ...START_RUN,
  payload: RunPayload,
  async run({ runId }, ctx) {
    const found = await findRun(ctx.db, runId);
    if (found?.run.state !== "waiting") return;
    const failure = await begin(ctx, found);
    if (failure) await transaction(ctx.db, (tx) => fail(tx, found, failure, ctx.now));
  },
});

/** The owner as they are now; null if the account, its role or its customer is cancelled. */
async function ownerContext(ctx: JobContext, task: TaskRow): Promise<OperationContext | null> {
  const { userId, customerId, locale } = task;
  const actor = await findAbsentActor(ctx.db, { userId, keyId: null, customerId });
  if (actor?.type !== "user") return null;
  const { scope } = actor.principal;
  const { db, now, signal } = ctx;
  return { actor, scope, db, requestId: `export-task-${task.id}`, address: "", userAgent: "", locale, now, signal };
}

/** Returns why it does not run, if so. */
async function begin(ctx: JobContext, found: FoundRun): Promise<ExportRunFailure | null> {
  const { run, task } = found;
  const owner = await ownerContext(ctx, task);
  if (!owner) return "ownerEnded";
  const asker = forCustomer(owner, task.customerId);
  if (!asker || !holds(asker, "viewExportTask")) return "notPermitted";
  try {
    await transaction(ctx.db, async (tx) => {
      if (!(await lockRun(tx, run.id, ["waiting"]))) return;
      const caller = { ...asker, db: tx, tx };
      const { kind, format, recipients } = task;
      const { range, query, ...asked } = await (kind === "report" ? askReport : askExport)(caller, found);
      const span = { fromAt: range && new Date(range.from), toAt: range && new Date(range.to) };
      await saveRun(tx, run.id, { state: "making", ...asked, ...span });
      // In the customer's log: which data leave, by whose permissions, and to whom.
      await writeAudit(tx, operationContext(START_RUN.name, { db: tx, now: ctx.now }, customerScope(task.customerId)), {
        operation: START_RUN.name,
        entity: "exportTask",
        entityId: String(task.id),
        customerId: task.customerId,
        new: { kind, format, query, fileName: asked.fileName, recipients, dueAt: run.dueAt.toISOString() },
      });
    });
    return null;
  } catch (error) {
    const { code } = failureOf(error);
    if (code === "UNAVAILABLE" && ctx.attempt < ctx.maximumAttempts) throw error;
    const failure = isTooLong(error) ? "tooManyRows" : readFailure(code);
    log.warn({ err: error, runId: run.id, failure }, "an export task did not run");
    return failure;
  }
}

type Caller = OperationContext & { tx: Db };

async function askExport(caller: Caller, { run, task, timeZone }: FoundRun) {
  const { kind, format, customerId } = task;
  const { opened, query, range } = await prepare(caller, task, run.dueAt, timeZone);
  const { key, fileName } = await requestDownload(caller, { kind, format, query }, opened, customerId);
  return { downloadKey: key, fileName, range, query };
}

async function askReport(caller: Caller, { run, task, timeZone }: FoundRun) {
  const templateId = await assertTemplate(caller, task.query);
  const range = periodRange(task.period, task.periodDays, run.dueAt, timeZone);
  const asker = askerOf(caller, null);
  const report = await reportFromTemplate(caller, { templateId, range: range ?? undefined, asker });
  const fileName = fileNameOf(report.name, caller.now, timeZone, "pdf");
  await writeAudit(caller.tx, operationContext(START_RUN.name, caller, customerScope(report.customerId)), {
    operation: "report.create",
    entity: "report",
    entityId: String(report.id),
    customerId: report.customerId,
    new: auditedReport(report),
  });
  return { reportId: report.id, fileName, range: { from: report.from, to: report.to }, query: task.query };
}

const isTooLong = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.details.issues ?? []).some(({ rule }) => rule === "pdfRows" || rule === "tooMany");

/** Ends a run that came to nothing, and tells its owner. */
async function fail(tx: Db, { run, task }: FoundRun, failure: ExportRunFailure, now: Date): Promise<void> {
  if (!(await lockRun(tx, run.id, ["waiting", "making"]))) return;
  await saveRun(tx, run.id, { state: "failed", failure, endedAt: now });
  const email = isTold(failure) ? await findOwnerEmail(tx, task.userId) : null;
  if (email) await planDeliveries(tx, run, [email], null);
}

/** Takes over the file of a run once it is there: sends it, or says why there is none. */
export const concludeRun = defineJob({
  ...CONCLUDE_RUN,
  payload: RunPayload,
  async run({ runId }, ctx) {
    const found = await findRun(ctx.db, runId);
    if (found?.run.state !== "making") return;
    const { downloadKey, reportId } = found.run;
    if (reportId !== null) return concludeReport(ctx, found, reportId);
    const file = downloadKey === null ? undefined : await findDownload(ctx.db, downloadKey);
    if (file?.state === "generating") return;
    await transaction(ctx.db, async (tx) => {
      if (file?.state !== "generated") return fail(tx, found, file?.failure ?? "notFound", ctx.now);
      const { fileId, size, done: rows, expiresAt } = file;
      await finish(tx, found, { fileId, size: size ?? 0, rows, expiresAt }, ctx.now);
    });
  },
});

/** In the language of the task, if the report is written in it. */
async function concludeReport(ctx: JobContext, found: FoundRun, reportId: number): Promise<void> {
  const { state, failure, files } = await reportOutcome(ctx.db, systemScope(), reportId);
  const file = files.find(({ locale }) => locale === found.task.locale) ?? files[0];
  if (state === "generating" || (state === "generated" && !file)) return;
  await transaction(ctx.db, async (tx) => {
    if (state === "failed" || !file) return fail(tx, found, failure ?? "error", ctx.now);
    await finish(tx, found, { fileId: file.fileId, size: file.size, rows: null, expiresAt: null }, ctx.now);
  });
}

type Made = { fileId: string | null; size: number; rows: number | null; expiresAt: Date | null };

async function finish(tx: Db, { run, task }: FoundRun, made: Made, now: Date): Promise<void> {
  const { expiresAt, ...file } = made;
  if (!(await lockRun(tx, run.id, ["making"]))) return;
  const { recipients } = task;
  const hasMails = recipients.length > 0;
  await saveRun(tx, run.id, { ...file, state: hasMails ? "sending" : "done", endedAt: hasMails ? null : now });
  await planDeliveries(tx, run, recipients, file.size > ATTACHED_BYTES ? linkExpiry(now, expiresAt) : null);
}

type Attached = { filename: string; content: Buffer; contentType: string };

/** Sends one mail of a run and writes a notice log row for the attempt. A mail that was sent is not sent again. */
export const deliverExport = defineJob({
  ...DELIVER_EXPORT,
  payload: DeliverPayload,
  async run({ outboxId }, ctx) {
    const delivery = await findDelivery(ctx.db, outboxId);
    if (delivery?.status !== "pending") return;
    const found = await findRun(ctx.db, delivery.runId);
    if (!found) return;
    const mail = await mailOf(ctx.db, found, delivery);
    const outcome =
      "refusal" in mail
        ? ({ result: "final", reason: mail.refusal, fault: null } as const)
        : await transmit("email", delivery.recipient, mail, delivery.idempotencyKey);
    const { reason, fault } = outcome.result === "sent" ? { reason: "", fault: null } : outcome;
    const isLast = outcome.result !== "retry" || ctx.attempt >= ctx.maximumAttempts;
    const status = reason === "" ? "done" : isLast ? "failed" : "pending";
    const content = "text" in mail ? withoutLink(mail.text) : "";
    await transaction(ctx.db, async (tx) => {
      const run = await lockRun(tx, found.run.id, ["sending", "failed", "done"]);
      await saveDelivery(tx, delivery, { status, reason, fault, content, now: ctx.now });
      if (run?.state === "sending" && status !== "pending") await endSending(tx, run, ctx.now);
    });
    if (status === "pending") throw new Error(reason);
  },
});

async function endSending(tx: Db, run: RunRow, now: Date): Promise<void> {
  const { pending, failed } = await countDeliveries(tx, run.id);
  if (pending > 0) return;
  const outcome = failed > 0 ? ({ state: "failed", failure: "mail" } as const) : ({ state: "done" } as const);
  await saveRun(tx, run.id, { ...outcome, endedAt: now });
}

/** A stored message gives no access. */
const withoutLink = (text: string): string => text.replace(/([?&]key=)[\w-]+/g, "$1…");

type ExportMail = ReturnType<typeof fileMail> & { attachments?: Attached[] };

async function mailOf(db: Db, found: FoundRun, delivery: Delivery): Promise<ExportMail | { refusal: string }> {
  const { run, task, timeZone, customerName } = found;
  const locale = toLocale(task.locale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "exportTask" }) as unknown as (
    key: string,
    values?: object,
  ) => string;
  const words = (key: string, values?: object) => t(`mail.${key}`, values);
  const { fromAt, toAt, rows, fileName } = run;
  const facts: MailFacts = {
    ...{ name: task.name, customerName, timeZone, rows, fileName: fileName ?? task.name },
    range: fromAt && toAt && { from: fromAt.getTime(), to: toAt.getTime() },
  };
  if (run.state === "failed" && run.failure !== "mail")
    return failureMail(facts, t(`failure.${run.failure}`), words, publicAddress(`/${locale}/count/exportTask`));
  if (run.fileId === null) return { refusal: "the file was deleted before it was sent" };
  if (delivery.expiresAt) {
    const address = publicAddress(linkPath(locale, linkToken("export file", delivery.id)));
    if (!address) return { refusal: "the file is too large to attach, and PUBLIC_URL is not set" };
    return fileMail(facts, words, { address, expiresAt: delivery.expiresAt });
  }
  const { content, contentType } = await readFile(db, run.fileId);
  return { ...fileMail(facts, words), attachments: [{ filename: facts.fileName, content, contentType }] };
}
