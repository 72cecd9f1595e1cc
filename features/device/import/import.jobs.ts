import "server-only";
import { z } from "zod";
import { type Db, transaction } from "@/db/client";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { failureOf } from "@/lib/http/error-response";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import type { Records } from "@/lib/spreadsheet/read-records";
import { readFile } from "@/lib/stored-file/stored-file";
import { mayDo } from "../list.operations";
import { createDevices } from "../registration.operations";
import { readDevices } from "../template.operations";
import { isSecretColumn } from "../template.rules";
import {
  countBegun,
  dropLeftovers,
  endImport,
  findAsker,
  findImportTask,
  findUnfinished,
  type ImportValues,
  lockImports,
  saveImport,
} from "./import.data";
import { inSheetOrder, isEnded, mayFollow, rowsToKeep, wholeFile } from "./import.rules";
import { DEVICE_IMPORT, type ImportIssueDto, ImportPayload, MAXIMUM_ISSUES } from "./import.schema";
import { checkDevices } from "./validation.service";

/** Between two notes of how far it is. */
const PROGRESS_MS = 500;
/** Before that an import is taken up by its job. */
const GRACE_MS = 10_000;
/** What a worker began so long ago and has not ended is not tried again: it may be what ends workers. */
const GIVE_UP_MS = 30 * 60_000;

/** Checks a file of devices and makes them, all or none. What has ended already stays as it is. */
export const importDevices = defineJob({
  ...DEVICE_IMPORT,
  payload: ImportPayload,
  run: ({ importId }, ctx) => runImport(ctx, importId),
});

/** Takes up what waited behind another import of its customer, and what a worker that died has left. */
export const resumeImports = defineJob({
  name: "device.importResume",
  payload: z.strictObject({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    const now = ctx.now.getTime();
    for (const { id, status, createdAt } of await findUnfinished(ctx.db, new Date(now - GRACE_MS))) {
      if (ctx.signal.aborted) return;
      await runImport(ctx, id, status !== "waiting" && now - createdAt.getTime() > GIVE_UP_MS);
    }
  },
});

/** A file that was sent in is kept so long at least: whoever sends it has not committed before. */
const LEFTOVER_MS = 60 * 60_000;

/** Removes files of imports that nobody needs any more: what was left by an older version or by a fault. */
export const dropImportLeftovers = defineJob({
  name: "device.dropImportLeftovers",
  payload: z.strictObject({}),
  everySeconds: 600,
  async run(_payload, ctx) {
    const count = await dropLeftovers(ctx.db, new Date(ctx.now.getTime() - LEFTOVER_MS));
    if (count > 0) log.info({ count }, "files of imports were left over and are deleted");
  },
});

async function runImport(ctx: JobContext, id: number, isHopeless = false): Promise<void> {
  const known = await findImportTask(ctx.db, id);
  if (!known || isEnded(known.status)) return;
  try {
    // Devices, status and the lock live and die with this one transaction; how far it is, others see from outside.
    await transaction(ctx.db, async (tx) => {
      if (!(await lockImports(tx, known.customerId))) return;
      const task = await findImportTask(tx, id);
      if (!task || isEnded(task.status)) return;
      if (isHopeless) return end(tx, ctx, task, "failed", []);
      await step(ctx.db, task, { status: "checking", total: 0, done: 0 });
      await checkAndWrite(ctx, tx, task);
    });
  } catch (error) {
    // The database is away: later, from the beginning.
    if (failureOf(error).code === "UNAVAILABLE") throw error;
    log.error({ err: error, importId: id }, "an import failed");
    const failed = { status: "failed" as const, endedAt: new Date() };
    await transaction(ctx.db, (tx) => endImport(tx, known, failed, []));
  }
}

type Task = ImportValues & { keyId: number | null };

async function step(db: Db, task: Task, values: Partial<ImportValues> & Pick<ImportValues, "status">): Promise<void> {
  if (!mayFollow(task.status, values.status))
    throw new Error(`an import cannot go from ${task.status} to ${values.status}`);
  await saveImport(db, task.id, values);
  task.status = values.status;
}

/** Values of secret columns are kept nowhere but in the file. */
const masked = (issue: ImportIssueDto): ImportIssueDto =>
  isSecretColumn(issue.field) && issue.value !== undefined ? { ...issue, value: "" } : issue;

async function end(
  tx: Db,
  ctx: JobContext,
  task: Task,
  status: "done" | "refused" | "failed",
  issues: readonly ImportIssueDto[],
  records: Records["records"] = [],
): Promise<void> {
  if (!mayFollow(task.status, status)) throw new Error(`an import cannot go from ${task.status} to ${status}`);
  const kept = inSheetOrder(issues).slice(0, MAXIMUM_ISSUES).map(masked);
  const values = { status, issues: kept, issueCount: issues.length, endedAt: new Date(ctx.now) };
  await endImport(tx, task, values, rowsToKeep(records, kept));
}

/** Notes how far it is, now and then, on a connection of its own: the import's transaction shows nothing yet. */
function progressOf(ctx: JobContext, { id }: Task) {
  let last = 0;
  return async (values: { total?: number; done: number }): Promise<void> => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await saveImport(ctx.db, id, values);
  };
}

/** Notes how many devices the open transaction has made, by their numbers, which others see before the rows. */
function watch(ctx: JobContext, { id }: Task, total: number): () => Promise<void> {
  const first = countBegun(ctx.db);
  let ticking = Promise.resolve();
  const tick = async () => {
    const begun = (await countBegun(ctx.db)) - (await first);
    await saveImport(ctx.db, id, { done: Math.min(begun, total) });
  };
  const timer = setInterval(() => {
    ticking = ticking.then(tick).catch((error: unknown) => log.debug({ err: error, importId: id }, "no progress told"));
  }, PROGRESS_MS);
  return () => {
    clearInterval(timer);
    return ticking;
  };
}

async function checkAndWrite(ctx: JobContext, tx: Db, task: Task): Promise<void> {
  const asker = await findAsker(tx, task);
  const context = asker && contextOf(ctx, tx, task, asker);
  if (!context || !mayDo(context, "import", task.kind) || !reaches(context, task.customerId))
    return end(tx, ctx, task, "refused", [wholeFile("notPermitted", "whoever asked for it may not import any more")]);
  const report = progressOf(ctx, task);
  const { content } = await readFile(tx, task.fileId);
  const read = await readDevices(content, task.kind, (done) => report({ done }));
  const { inputs, issues } = await checkDevices(context, task, read, report);
  if (issues.length > 0) {
    await saveImport(ctx.db, task.id, { total: read.records.length, done: read.records.length });
    return end(tx, ctx, task, "refused", issues, read.records);
  }
  await step(ctx.db, task, { status: "writing", total: inputs.length, done: 0 });
  const watching = watch(ctx, task, inputs.length);
  const refused = await write(context, task, read, inputs).finally(watching);
  if (refused) return end(tx, ctx, task, "refused", refused, read.records);
  await saveImport(tx, task.id, { done: inputs.length });
  await end(tx, ctx, task, "done", []);
}

/** As whoever asked for it, with what he may do and see by now. */
function contextOf(
  ctx: JobContext,
  tx: Db,
  task: Task,
  actor: NonNullable<Awaited<ReturnType<typeof findAsker>>>,
): OperationContext {
  const scope = actor.type === "user" ? actor.principal.scope : customerScope(task.customerId);
  return { actor, scope, db: tx, requestId: `import-${task.id}`, address: "", userAgent: "", locale: "", now: ctx.now };
}

const reaches = ({ scope }: OperationContext, customerId: number): boolean =>
  scope.customerIds === "all" || scope.customerIds.includes(customerId);

/** Makes the devices. What was free when it was checked may have been taken meanwhile: then the bad cells. */
async function write(
  ctx: OperationContext,
  { kind, customerId }: Task,
  { records, letters }: Records,
  inputs: Record<string, unknown>[],
): Promise<ImportIssueDto[] | null> {
  try {
    await createDevices.call(ctx, { kind, customerId, items: inputs });
    return null;
  } catch (error) {
    const { code, issues = [] } = failureOf(error);
    if (!["CONFLICT", "INVALID", "NOT_FOUND", "FORBIDDEN"].includes(code)) throw error;
    if (issues.length === 0 && error instanceof AppError) return [wholeFile("notPermitted", error.message)];
    return issues.map(({ path, rule, message, limit, unit }) => {
      const [, index, field = ""] = /^items\.(\d+)\.(.+)$/.exec(path) ?? [];
      const record = index === undefined ? undefined : records[Number(index)];
      const cell = record ? `${letters[field] ?? "A"}${record.row}` : "";
      const bound = { ...(limit !== undefined && { limit }), ...(unit && { unit }) };
      return { cell, field, rule, message, ...bound, value: record?.values[field] ?? "" };
    });
  }
}
