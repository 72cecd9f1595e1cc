import "server-only";
import { z } from "zod";
import { type Db, transaction } from "@/db/client";
import { readParameters } from "@/features/parameter/parameter.operations";
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
  findFirstImport,
  findImportTask,
  findWaitingCustomers,
  type ImportValues,
  lockImports,
  saveImport,
} from "./import.data";
import { inSheetOrder, isEnded, mayFollow, rowsToStore, wholeFile } from "./import.rules";
import { DEVICE_IMPORT, type ImportIssueDto, ImportPayload, MAXIMUM_ISSUES } from "./import.schema";
import { checkDevices } from "./validation.service";

/** Interval between progress updates. */
const PROGRESS_MS = 500;
/** Age up to which an import is left to its own job. */
const GRACE_MS = 10_000;
/** An import that was started this long ago is not tried again, as it may be the one that crashes workers. */
const GIVE_UP_MS = 30 * 60_000;

/** Checks a file of devices and creates them, all or none, after the earlier files of the customer. */
export const importDevices = defineJob({
  ...DEVICE_IMPORT,
  payload: ImportPayload,
  async run({ importId }, ctx) {
    const task = await findImportTask(ctx.db, importId);
    if (task && !isEnded(task.status)) await runImports(ctx, task.customerId);
  },
});

/** Resumes imports that waited for another import of their customer, or whose worker died. */
export const resumeImports = defineJob({
  name: "device.importResume",
  payload: z.strictObject({}),
  everySeconds: 5,
  async run(_payload, ctx) {
    for (const customerId of await findWaitingCustomers(ctx.db, new Date(ctx.now.getTime() - GRACE_MS)))
      await runImports(ctx, customerId);
  },
});

const DAY_MS = 86_400_000;

/** Deletes uploads that no import needs, left by a failure, after the parameter `retention.cacheDays`. */
export const dropImportLeftovers = defineJob({
  name: "device.dropImportLeftovers",
  payload: z.strictObject({}),
  everySeconds: 600,
  async run(_payload, ctx) {
    const { "retention.cacheDays": days } = await readParameters(ctx.db, null);
    const count = await dropLeftovers(ctx.db, new Date(ctx.now.getTime() - Number(days) * DAY_MS));
    if (count > 0) log.info({ count }, "files of imports were left over and are deleted");
  },
});

/**
 * Takes the customer's imports in the order in which they were uploaded, until none is left: a later file may refer to
 * the devices of an earlier one. Whoever has the lock takes those that come meanwhile as well.
 */
async function runImports(ctx: JobContext, customerId: number): Promise<void> {
  while (!ctx.signal.aborted && (await runFirst(ctx, customerId)));
}

/** Runs the customer's oldest import; false if there is none, or another worker is at it. */
async function runFirst(ctx: JobContext, customerId: number): Promise<boolean> {
  let task: Task | undefined;
  try {
    // Devices, status and lock share one transaction. Progress is written on another connection.
    return await transaction(ctx.db, async (tx) => {
      if (!(await lockImports(tx, customerId))) return false;
      task = await findFirstImport(tx, customerId);
      if (!task) return false;
      const isHopeless = task.status !== "waiting" && ctx.now.getTime() - task.createdAt.getTime() > GIVE_UP_MS;
      if (isHopeless) await end(tx, ctx, task, "failed", []);
      else {
        await step(ctx.db, task, { status: "checking", total: 0, done: 0 });
        await checkAndWrite(ctx, tx, task);
      }
      return true;
    });
  } catch (error) {
    // The database is unavailable: retry later, from the beginning.
    if (!task || failureOf(error).code === "UNAVAILABLE") throw error;
    log.error({ err: error, importId: task.id }, "an import failed");
    const [failed, values] = [task, { status: "failed" as const, endedAt: new Date() }];
    await transaction(ctx.db, (tx) => endImport(tx, failed, values, []));
    return true;
  }
}

type Task = ImportValues & { keyId: number | null };

async function step(db: Db, task: Task, values: Partial<ImportValues> & Pick<ImportValues, "status">): Promise<void> {
  if (!mayFollow(task.status, values.status))
    throw new Error(`an import cannot go from ${task.status} to ${values.status}`);
  await saveImport(db, task.id, values);
  task.status = values.status;
}

/** Values of secret columns are stored nowhere but in the file. */
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
  await endImport(tx, task, values, rowsToStore(records, kept));
}

/**
 * Returns a function that saves progress at intervals, on its own connection because the import's transaction is not
 * visible.
 */
function progressOf(ctx: JobContext, { id }: Task) {
  let last = 0;
  return async (values: { total?: number; done: number }): Promise<void> => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await saveImport(ctx.db, id, values);
  };
}

/**
 * Saves the number of devices that the open transaction has created, from the id sequence, which is visible before the
 * rows.
 */
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
  const read = await readDevices(content, task.kind, { onProgress: (done) => report({ done }) });
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

/** Context of the requester, with present permissions and scope. */
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

/** Creates the devices. Returns the bad cells if values were taken since the check; else null. */
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
