import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import type { DownloadFailure } from "@/db/file-enums";
import { CONTENT_TYPE, MAXIMUM_RUNS, readFailure, SILENT_MS, storeFailure } from "@/features/file/download.rules";
import { GENERATE } from "@/features/file/download.schema";
import { findAbsentActor } from "@/lib/auth/absent-actor";
import type { Principal } from "@/lib/auth/principal";
import { customerScope, narrowedTo, type Scope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { csvFile } from "@/lib/export/csv-file";
import type { ExportCell, ExportForm, OpenedExport } from "@/lib/export/define-export";
import { xlsxFile } from "@/lib/export/xlsx-file";
import { failureOf } from "@/lib/http/error-response";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { type FileWriter, startFile } from "@/lib/storage/file-writer";
import { sweepFiles } from "@/lib/storage/sweep-files";
import {
  claimDownload,
  type DownloadRow,
  deleteExpired,
  failAttempt,
  findSilent,
  isScheduled,
  queueConclusion,
  requeue,
  saveAttempt,
} from "./download.data";
import { expiryOf } from "./download.operations";
import { exportOf } from "./exports.service";

/** Interval at which progress is saved, and a cancellation noticed. */
const PROGRESS_MS = 500;
/** Age from which an unfinished or orphaned file is deleted. */
const LEFTOVER_MS = 3_600_000;

/** The file is not made further: cancelled, another attempt has begun, or the worker stops. */
class Superseded extends Error {}
/** Carries why a file is not made. */
class NotMade extends Error {
  constructor(
    readonly failure: DownloadFailure,
    options?: ErrorOptions,
  ) {
    super(failure, options);
  }
}

/** Makes a file that was asked for, with the present permissions and scope of whoever asked. */
export const generateDownload = defineJob({
  ...GENERATE,
  payload: z.object({ key: z.uuid() }),
  async run({ key }, ctx) {
    const record = await claimDownload(ctx.db, key);
    if (record) await generate(ctx, record);
  },
});

/** Deletes what has expired or was left over, and takes care of files whose worker is gone. */
export const sweepDownloads = defineJob({
  name: "download.sweep",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    for (const record of await findSilent(ctx.db, new Date(now - SILENT_MS))) {
      if (record.run < MAXIMUM_RUNS) await requeue(ctx.db, record.key);
      else await failAttempt(ctx.db, record, "interrupted", await expiryOf(ctx));
    }
    const before = new Date(now - LEFTOVER_MS);
    await transaction(ctx.db, (tx) => deleteExpired(tx, ctx.now, before));
    const swept = await sweepFiles(ctx.db, before);
    if (swept.files + swept.objects > 0) log.info(swept, "files that nobody finished or refers to are deleted");
  },
});

async function generate(ctx: JobContext, record: DownloadRow): Promise<void> {
  const beat = setInterval(() => void saveAttempt(ctx.db, record, {}).catch(() => {}), SILENT_MS / 6);
  try {
    await write(ctx, record);
  } catch (error) {
    if (error instanceof Superseded) {
      // A stopping worker leaves the rest to the next one.
      if (ctx.signal.aborted) throw error;
      return;
    }
    const cause = error instanceof NotMade ? error.cause : error;
    // The database is away: another attempt begins anew.
    const isFull = error instanceof NotMade && error.failure === "full";
    if (!isFull && failureOf(cause).code === "UNAVAILABLE" && ctx.attempt < ctx.maximumAttempts) throw error;
    const failure = error instanceof NotMade ? error.failure : readFailure(failureOf(error).code);
    log.warn({ err: cause ?? error, download: record.key, failure }, "a file was not made");
    await failAttempt(ctx.db, record, failure, await expiryOf(ctx));
  } finally {
    clearInterval(beat);
  }
}

/** Context of whoever asked, as they are now. */
async function contextOf(ctx: JobContext, record: DownloadRow): Promise<OperationContext> {
  const { userId, apiKeyId: keyId, workingCustomerId: customerId, locale, key } = record;
  const actor = await findAbsentActor(ctx.db, { userId, keyId, customerId });
  if (!actor) throw new NotMade("notPermitted");
  const scope = actor.type === "user" ? scopeFor(actor.principal, customerId) : customerScope(customerId);
  if (!scope) throw new NotMade("notPermitted");
  const { db, now, signal } = ctx;
  return { actor, scope, db, requestId: `download-${key}`, address: "", userAgent: "", locale, now, signal };
}

/** A file for another customer than the account's own, as of an export task, has only the data of that customer. */
const scopeFor = ({ ownCustomerId, scope }: Principal, customerId: number): Scope | null =>
  ownCustomerId === customerId ? scope : narrowedTo(scope, customerId);

async function write(ctx: JobContext, record: DownloadRow): Promise<void> {
  const asker = await contextOf(ctx, record);
  const found = exportOf(record.kind);
  const general = (await isScheduled(ctx.db, record.key)) ? "viewExportTask" : "viewDownload";
  for (const permission of [general, found.permission] as const)
    if (!holds(asker, permission)) throw new NotMade("notPermitted", { cause: new AppError("FORBIDDEN", permission) });
  const opened = await found.open(asker, found.input.parse(record.query));
  const stored = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw new NotMade(storeFailure(error), { cause: error });
    });
  const { customerId, format } = record;
  const file = { customerId, kind: "export", contentType: CONTENT_TYPE[format] } as const;
  const writer = await stored(startFile(ctx.db, file));
  try {
    const counter = { done: 0 };
    const report = reporting(ctx, record, counter);
    await report(opened.total);
    for await (const chunk of chunksOf(asker, record, opened, counter)) {
      await stored(writer.write(chunk));
      await report();
    }
    await finish(ctx, record, writer, counter.done, stored);
  } catch (error) {
    await writer.abort().catch((err: unknown) => log.warn({ err, fileId: writer.id }, "a file was left over"));
    throw error;
  }
}

function chunksOf(
  asker: OperationContext,
  { format, locale }: DownloadRow,
  opened: OpenedExport,
  counter: { done: number },
): AsyncGenerator<Uint8Array> {
  const counted = async function* (): AsyncGenerator<readonly (readonly ExportCell[])[]> {
    for await (const rows of opened.batches) {
      yield rows;
      counter.done += rows.length;
    }
  };
  if (format === "csv") return csvFile(opened.columns, counted());
  if (opened.forms) return formsFile(asker, opened, format, locale, countedForms(opened.forms, counter));
  if (format === "xlsx") return xlsxFile(opened, counted(), asker.now);
  return pdfFile(asker, opened, toLocale(locale) ?? DEFAULT_LOCALE, counted());
}

async function* countedForms(forms: AsyncIterable<ExportForm>, counter: { done: number }): AsyncGenerator<ExportForm> {
  for await (const form of forms) {
    yield form;
    counter.done += form.rows.length;
  }
}

/** What each page of a PDF says of its origin. */
function frameOf({ actor, now: madeAt }: OperationContext, { title, timeZone }: OpenedExport, locale: Locale) {
  const [author, customer] =
    actor.type === "user"
      ? [actor.principal.user.name, actor.principal.customer.name]
      : [actor.type === "key" ? actor.name : "", ""];
  return { title, customer, locale, timeZone, madeAt, author };
}

async function* formsFile(
  asker: OperationContext,
  opened: OpenedExport,
  format: "xlsx" | "pdf",
  locale: string,
  forms: AsyncIterable<ExportForm>,
): AsyncGenerator<Uint8Array> {
  if (format === "xlsx") {
    const { formWorkbook } = await import("@/lib/export/form-file");
    yield await formWorkbook(forms);
    return;
  }
  const { formsDocument } = await import("@/lib/pdf/table-document");
  yield await formsDocument({ ...frameOf(asker, opened, toLocale(locale) ?? DEFAULT_LOCALE), forms });
}

async function* pdfFile(
  asker: OperationContext,
  opened: OpenedExport,
  locale: Locale,
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>,
): AsyncGenerator<Uint8Array> {
  const copied = async function* () {
    for await (const rows of batches) yield rows.map((row) => [...row]);
  };
  // Loaded only here: fonts and layout take memory that most workers never need.
  const { tableDocument } = await import("@/lib/pdf/table-document");
  yield await tableDocument({ ...frameOf(asker, opened, locale), columns: opened.columns, batches: copied() });
}

/** Saves progress at intervals. The returned function throws once the file is not wanted from this attempt any more. */
function reporting(ctx: JobContext, record: DownloadRow, counter: { done: number }) {
  let last = 0;
  return async (total?: number): Promise<void> => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    const values = { done: counter.done, ...(total !== undefined && { total }) };
    if (ctx.signal.aborted || !(await saveAttempt(ctx.db, record, values))) throw new Superseded();
  };
}

async function finish(
  ctx: JobContext,
  record: DownloadRow,
  writer: FileWriter,
  rows: number,
  stored: <T>(work: Promise<T>) => Promise<T>,
): Promise<void> {
  const expiresAt = await expiryOf(ctx);
  await transaction(ctx.db, async (tx) => {
    const { id: fileId, size, sha256 } = await stored(writer.finish(tx));
    const ended = { state: "generated", endedAt: new Date(), expiresAt } as const;
    const values = { ...ended, fileId, size, sha256, done: rows, total: rows };
    if (!(await saveAttempt(tx, record, values))) throw new Superseded();
    await queueConclusion(tx, record.key);
  });
}
