import "server-only";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, transaction } from "@/db/client";
import type { ArchiveFailure } from "@/db/file-enums";
import { SILENT_MS, storeFailure } from "@/features/file/download.rules";
import { readParameters } from "@/features/parameter/parameter.operations";
import { documentKey } from "@/features/report/key.service";
import { chainKeys } from "@/lib/audit/chain-keys";
import { writeAudit } from "@/lib/audit/write-audit";
import { systemScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { TooLarge, zipFile } from "@/lib/export/zip-file";
import { log } from "@/lib/log/log";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { startFile } from "@/lib/storage/file-writer";
import { openFile } from "@/lib/stored-file/stored-file";
import {
  claimArchive,
  expireArchives,
  type Found,
  findManifest,
  findScheduled,
  findSilent,
  findVersions,
  getArchive,
  insertArchive,
  lockMonth,
  monthOfRow,
  queueArchive,
  type Scheduled,
  saveArchive,
  saveAttempt,
} from "./archive.data";
import { archiveName, dueMonths, expiryOf, monthAfter, monthRange } from "./archive.rules";
import { ArchivePayload, CHECK_ARCHIVE, MAKE_ARCHIVE } from "./archive.schema";
import { archiveEntries, type FinishedManifest } from "./content.service";
import type { Problem } from "./manifest.schema";
import { verifyArchive } from "./verify.service";

/** Interval at which progress is saved, and a cancellation noticed. */
const PROGRESS_MS = 1000;
/** Attempts after which an archive is given up: it may be what kills the workers. */
const MAXIMUM_RUNS = 4;

/** The archive is not made further: cancelled, another attempt has begun, or the worker stops. */
class Superseded extends Error {}
/** The file store did not take the file. */
class NotStored extends Error {}

/** Makes an archive that was asked for or is due. */
export const makeArchive = defineJob({
  ...MAKE_ARCHIVE,
  payload: ArchivePayload,
  async run({ archiveId }, ctx) {
    const found = await claimArchive(ctx.db, archiveId);
    if (!found) return;
    const beat = setInterval(() => void saveAttempt(ctx.db, found.row, {}).catch(() => {}), SILENT_MS / 6);
    try {
      await make(ctx, found);
    } catch (error) {
      if (ctx.signal.aborted) throw error;
      if (error instanceof Superseded) return;
      log.error({ err: error, archiveId, attempt: ctx.attempt }, "an archive cannot be made");
      if (ctx.attempt < ctx.maximumAttempts && !(error instanceof TooLarge)) throw error;
      await saveAttempt(ctx.db, found.row, { state: "failed", failure: failureOf(error) });
    } finally {
      clearInterval(beat);
    }
  },
});

function failureOf(error: unknown): ArchiveFailure {
  if (error instanceof TooLarge) return "tooLarge";
  return error instanceof NotStored ? (storeFailure(error.cause) as "full" | "store") : "error";
}

async function make(ctx: JobContext, { row, owner }: Found): Promise<void> {
  const month = monthOfRow(row);
  const { customerId, version } = row;
  const previous = await findManifest(ctx.db, customerId, monthAfter(month, -1), row.id);
  const head = {
    customer: { id: customerId, ...owner },
    ...{ month, version, madeAt: ctx.now.toISOString(), madeBy: row.author },
    previous: previous && { month: monthAfter(month, -1), ...previous },
    replaces: await findManifest(ctx.db, customerId, month, row.id),
    ...monthRange(month, owner.timeZone),
  };
  const key = await documentKey(ctx.db, ctx.now);
  const stored = <T>(work: Promise<T>) =>
    work.catch((cause: unknown) => {
      throw new NotStored("the file was not stored", { cause });
    });
  const writer = await stored(startFile(ctx.db, { customerId, kind: "archive", contentType: "application/zip" }));
  try {
    let finished: FinishedManifest | undefined;
    const report = reporting(ctx, { row, owner });
    const options = {
      key,
      onTotal: (total: number) => report({ total }, true),
      onProgress: (done: number) => report({ done }),
      onManifest: (manifest: FinishedManifest) => {
        finished = manifest;
      },
    };
    await snapshot(ctx.db, async (tx) => {
      for await (const chunk of zipFile(archiveEntries(tx, head, options), ctx.now)) {
        await stored(writer.write(chunk));
        await report({});
      }
    });
    const { readings, ...hashes } = finished as unknown as FinishedManifest;
    const { "retention.backupYears": years } = await readParameters(ctx.db, null);
    await transaction(ctx.db, async (tx) => {
      const { id: fileId, size, sha256 } = await stored(writer.finish(tx));
      const now = new Date();
      const values = { ...hashes, fileId, size, sha256, total: readings, done: readings, generatedAt: now };
      const ended = { state: "generated", failure: null, expiresAt: expiryOf(now, Number(years)) } as const;
      if (!(await saveAttempt(tx, row, { ...values, ...ended }))) throw new Superseded();
      // The hash is in the trail, and so in the next archive.
      await writeAudit(tx, operationContext(MAKE_ARCHIVE.name, ctx), {
        ...{ operation: "archive.make", entity: "archive", entityId: String(row.id), customerId },
        new: { month, version, fileName: row.fileName, size, sha256, manifestSha256: hashes.manifestSha256 },
      });
    });
  } catch (error) {
    await writer.abort().catch((err: unknown) => log.warn({ err, fileId: writer.id }, "a file was left over"));
    throw error;
  }
}

/** Reads in one snapshot: what is written meanwhile is in none of the files. */
const snapshot = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await work(tx);
  });

/** Saves progress at intervals. The returned function throws once the archive is not wanted from this attempt any more. */
function reporting(ctx: JobContext, { row }: Found) {
  let last = 0;
  let latest = {};
  return async (values: { total?: number; done?: number }, isUrgent = false): Promise<void> => {
    latest = { ...latest, ...values };
    if (!isUrgent && Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    // Minutes of work are not lost because the progress could not be saved once.
    const isWanted = await saveAttempt(ctx.db, row, latest).catch((err: unknown) => {
      log.warn({ err, archiveId: row.id }, "the progress of an archive was not saved");
      return true;
    });
    if (ctx.signal.aborted || !isWanted) throw new Superseded();
  };
}

/** Verifies a stored archive as the command-line verifier does, with the keys of the trail, and as the one of its month. */
export const checkArchive = defineJob({
  ...CHECK_ARCHIVE,
  payload: ArchivePayload,
  async run({ archiveId }, ctx) {
    const found = await getArchive(ctx.db, systemScope(), archiveId).catch(() => null);
    if (found?.row.checkState !== "running") return;
    const folder = await mkdtemp(join(tmpdir(), "frostline-archive-"));
    try {
      const problem = found.row.state === "generated" ? await problemOf(ctx, found, join(folder, "archive.zip")) : null;
      const checkState = found.row.state !== "generated" ? "failed" : problem ? "broken" : "intact";
      await saveArchive(ctx.db, systemScope(), archiveId, { checkState, problem, checkedAt: new Date() });
      if (problem) log.error({ archiveId, problem }, "an archive is not intact");
    } catch (error) {
      if (ctx.signal.aborted || ctx.attempt < ctx.maximumAttempts) throw error;
      log.error({ err: error, archiveId }, "an archive cannot be verified");
      await saveArchive(ctx.db, systemScope(), archiveId, { checkState: "failed", checkedAt: new Date() });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function problemOf({ db, signal }: JobContext, { row }: Found, path: string): Promise<Problem | null> {
  const isWhole = await copyTo(path, (await openFile(db, row.fileId)).pieces, signal);
  const { problems, manifest, manifestSha256 } = await verifyArchive(path, {
    ...{ fileName: row.fileName, keys: chainKeys(), certificateSha256: row.certificateSha256 },
  });
  const isOwn = manifestSha256 === row.manifestSha256 && manifest?.customer.id === row.customerId;
  const other: Problem | null = isOwn && isWhole ? null : { rule: "otherFile", file: row.fileName, row: null };
  return problems[0] ?? other;
}

/** Copies a stored file; false if its content is not what was stored. */
async function copyTo(path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<boolean> {
  const file = await open(path, "w");
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      await file.writeFile(piece);
    }
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "FILE_CORRUPTED") return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** Archives each customer's last month once it is settled, continues what was interrupted, deletes what has expired. */
export const scheduleArchives = defineJob({
  name: "archive.schedule",
  payload: z.strictObject({}),
  everySeconds: 900,
  async run(_payload, ctx) {
    for (const row of await findSilent(ctx.db, new Date(ctx.now.getTime() - SILENT_MS))) {
      if (row.run >= MAXIMUM_RUNS) await saveAttempt(ctx.db, row, { state: "failed", failure: "interrupted" });
      else await queueArchive(ctx.db, MAKE_ARCHIVE, row.id);
    }
    for (const customer of await findScheduled(ctx.db))
      for (const month of dueMonths(customer.lastMonth, ctx.now, customer.timeZone))
        if (monthRange(month, customer.timeZone).to > customer.createdAt.getTime()) await plan(ctx, customer, month);
    while (!ctx.signal.aborted && (await transaction(ctx.db, (tx) => expireArchives(tx, ctx.now))) > 0);
  },
});

const plan = (ctx: JobContext, { id: customerId, code }: Scheduled, month: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockMonth(tx, customerId, month);
    if ((await findVersions(tx, systemScope(), customerId, month)).length > 0) return;
    const fileName = archiveName(code, month, 1);
    const values = { customerId, month, version: 1, fileName, author: "", createdAt: ctx.now };
    const id = await insertArchive(tx, systemScope(), { ...values, isScheduled: true });
    await queueArchive(tx, MAKE_ARCHIVE, id);
    await writeAudit(tx, operationContext("archive.schedule", ctx), {
      ...{ operation: "archive.create", entity: "archive", entityId: String(id), customerId },
      new: { month, version: 1, fileName },
    });
  });
