import "server-only";
import { createHash } from "node:crypto";
import { transaction } from "@/db/client";
import { readDrawings, signingOf } from "@/features/signature/signature.service";
import { customerScope, systemScope } from "@/lib/auth/scope";
import { laterOrigin } from "@/lib/http/request-origin";
import type { Locale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { deleteFiles, readFile, storeFile } from "@/lib/stored-file/stored-file";
import { checkPath } from "./check.rules";
import { gatherReport, packSource, unpackSource } from "./gather.service";
import { documentKey } from "./key.service";
import { getReport, insertFile, lockReport, type ReportRow, saveReport } from "./report.data";
import { printReport } from "./report.print";
import { MAKE_REPORT, MakePayload } from "./report.schema";
import { signedRecordOf } from "./signing.service";

/** The share of the progress that reading takes; the rest is printing. */
const READING = 80;

/** Thrown when the version that is being made is no longer wanted. */
class Cancelled extends Error {}

/**
 * Makes a version of a report, or prints it again with the signatures that it has by now. A version that was cancelled
 * or replaced is left alone.
 */
export const makeReport = defineJob({
  ...MAKE_REPORT,
  payload: MakePayload,
  async run({ reportId, version }, ctx) {
    const found = await getReport(ctx.db, systemScope(), reportId).catch(() => null);
    if (!found || found.row.version !== version) return;
    try {
      if (found.row.state === "generating") await gather(ctx, found.row);
      await print(ctx, reportId, version);
    } catch (error) {
      if (error instanceof Cancelled || ctx.signal.aborted) return;
      log.error({ err: error, reportId, version, attempt: ctx.attempt }, "a report cannot be made");
      if (ctx.attempt < ctx.maximumAttempts) throw error;
      await saveReport(ctx.db, reportId, { state: "failed", failure: "error" }, { version });
    }
  },
});

async function gather(ctx: JobContext, row: ReportRow): Promise<void> {
  const making = { version: row.version };
  const caller = {
    ...operationContext(MAKE_REPORT.name, ctx, customerScope(row.customerId)),
    signal: ctx.signal,
  };
  const progress = async (share: number) => {
    if (!(await saveReport(ctx.db, row.id, { progress: Math.floor(share * READING) }, making))) throw new Cancelled();
  };
  await progress(0);
  const gathered = await gatherReport(caller, row, progress);
  if (!gathered) {
    await saveReport(ctx.db, row.id, { state: "failed", failure: "noData" }, making);
    throw new Cancelled();
  }
  const { content, source } = gathered;
  await transaction(ctx.db, async (tx) => {
    const file = { kind: "report", contentType: "application/gzip", content: packSource(source) } as const;
    const sourceId = await storeFile(tx, { customerId: row.customerId, ...file });
    const values = { content, sourceId, progress: READING, generatedAt: ctx.now };
    if (!(await saveReport(tx, row.id, values, making))) throw new Cancelled();
    // Of an attempt that failed in printing.
    await deleteFiles(tx, [row.sourceId]);
  });
}

/** Prints what the report says with its signatures, once for each number of them. */
async function print(ctx: JobContext, id: number, version: number): Promise<void> {
  const { row, dto } = await getReport(ctx.db, systemScope(), id);
  const record = signedRecordOf(row);
  if (!record || row.version !== version) return;
  const caller = operationContext(MAKE_REPORT.name, ctx, customerScope(row.customerId));
  const { signatures, contentHash } = await signingOf(caller, record);
  const drawings = await readDrawings(
    caller,
    signatures.filter((one) => one.version === version),
  );
  const source = unpackSource((await readFile(ctx.db, row.sourceId)).content);
  const origin = laterOrigin(row.origin);
  const key = await documentKey(ctx.db, ctx.now);
  const files: { locale: Locale; bytes: Buffer; sha256: string }[] = [];
  for (const locale of dto.locales) {
    const bytes = await printReport({
      ...{ content: record.content as never, source, version, locale, signatures, contentHash, wanted: dto.signatures },
      address: origin && `${origin}/${locale}${checkPath(row.checkKey)}`,
      ...{ drawings, key, now: ctx.now },
    });
    files.push({ locale, bytes, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  await transaction(ctx.db, async (tx) => {
    const locked = await lockReport(tx, systemScope(), id);
    if (locked.row.version !== version || locked.row.state === "failed") return;
    const count = signatures.filter((one) => one.version === version).length;
    for (const { locale, bytes, sha256 } of files) {
      const file = { kind: "report", contentType: "application/pdf", content: bytes } as const;
      const fileId = await storeFile(tx, { customerId: row.customerId, ...file });
      const isNew = await insertFile(tx, { reportId: id, version, signatures: count, locale, fileId, sha256 });
      if (!isNew) throw new Cancelled();
    }
    await saveReport(tx, id, { state: "generated", failure: null, progress: 100 });
  });
}
