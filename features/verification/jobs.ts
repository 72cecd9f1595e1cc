import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { visibilityOf } from "@/lib/auth/visibility";
import { log } from "@/lib/log/log";
import type { MutationContext } from "@/lib/operation/define-operation";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { findReminders, type Reminder } from "./due.data";
import { findPoints } from "./point.data";
import { findFirst, findNewest, findTaskProbes, type TaskProbe } from "./series.data";
import { changeTask, findOpenTasks, findTold, lockTask, type Open, type TaskWhole } from "./task.data";
import { auditedOf, freezeRecord, publish, tell } from "./task.service";

const ADVANCE = "verification.advance";
const MINUTE_MS = 60_000;
/** Readings that gateways have held back may still arrive for so many sampling intervals after the record. */
const GRACE_INTERVALS = 2;
/** A device without a reading for so many intervals is silent. */
const SILENT_INTERVALS = 3;
const NAMED = 10;

/** Runs a change of one customer's task as the system; live events follow its commit. */
async function asSystem(job: JobContext, customerId: number, work: (ctx: MutationContext) => Promise<void>) {
  const committed: (() => Promise<void>)[] = [];
  await transaction(job.db, async (tx) => {
    const base = operationContext(ADVANCE, { db: tx, now: job.now }, customerScope(customerId));
    await work({ ...base, tx, audit: () => {}, afterCommit: (one) => void committed.push(one) });
  });
  for (const one of committed) await one();
}

/** The change of a task by the product, in the audit trail. */
async function note(ctx: MutationContext, old: TaskWhole, operation: string): Promise<TaskWhole> {
  const row = await lockTask(ctx.tx, visibilityOf(ctx), old.id);
  const entry = { operation, entity: "verificationTask", entityId: String(row.id), customerId: row.customerId };
  await writeAudit(ctx.tx, ctx, { ...entry, old: auditedOf(old), new: auditedOf(row) });
  publish(ctx, row, operation);
  return row;
}

async function sayTimeout(ctx: MutationContext, task: TaskWhole, names: string): Promise<void> {
  const { timeoutToldAt } = await findTold(ctx.tx, task.id);
  if (timeoutToldAt !== null) return;
  await changeTask(ctx.tx, task.id, { timeoutToldAt: ctx.now });
  if (task.notifyTimeout)
    await tell(ctx, task, "timeout", { names }, `${task.state}:${task.startedAt ?? task.plannedAt}`);
}

const pointProbes = async (ctx: MutationContext, taskId: number): Promise<TaskProbe[]> =>
  (await findTaskProbes(ctx.tx, taskId)).filter(
    ({ pointId, measure }) => pointId !== null && measure === "temperature",
  );

async function labelsOf(ctx: MutationContext, taskId: number, ids: readonly (number | null)[]): Promise<string> {
  const points = await findPoints(ctx.tx, visibilityOf(ctx), taskId);
  const labels = points.filter(({ id }) => ids.includes(id)).map(({ label }) => label);
  return [...labels.slice(0, NAMED), ...(labels.length > NAMED ? ["…"] : [])].join(", ");
}

/** The record begins when all devices have reported since the start; until then nobody can say what is everywhere. */
async function awaitDevices(ctx: MutationContext, task: TaskWhole): Promise<void> {
  const startedAt = task.startedAt as number;
  const now = ctx.now.getTime();
  const probes = await pointProbes(ctx, task.id);
  const firsts: number[] = [];
  const silent: (number | null)[] = [];
  for (const { probeId, pointId } of probes) {
    const first = await findFirst(ctx.tx, probeId, startedAt, now);
    if (first === null) silent.push(pointId);
    else firsts.push(first);
  }
  if (silent.length > 0 || firsts.length === 0) {
    if (now < startedAt + task.timeoutMinutes * MINUTE_MS) return;
    return sayTimeout(ctx, task, await labelsOf(ctx, task.id, silent));
  }
  await changeTask(ctx.tx, task.id, { state: "recording", recordedFrom: new Date(Math.max(...firsts)) });
  await note(ctx, task, "verificationTask.record");
}

/** Tells once that devices are silent, or a point is outside the limits, while it is recorded. */
async function watch(ctx: MutationContext, task: TaskWhole): Promise<void> {
  if (!task.notifyException || (await findTold(ctx.tx, task.id)).exceptionToldAt !== null) return;
  const [now, from] = [ctx.now.getTime(), task.recordedFrom as number];
  const { minimum, maximum } = task.limits.temperature;
  const points = await findPoints(ctx.tx, visibilityOf(ctx), task.id);
  const concerned: number[] = [];
  for (const { probeId, pointId } of await pointProbes(ctx, task.id)) {
    const newest = await findNewest(ctx.tx, probeId, from - MINUTE_MS, now);
    const isSilent = now - (newest?.at ?? from) > SILENT_INTERVALS * task.samplingSeconds * 1000;
    const isInside = points.find(({ id }) => id === pointId)?.pointClass !== "outside";
    const isOut = isInside && newest !== null && (newest.value < minimum || newest.value > maximum);
    // A test is meant to drive the space out of its limits.
    if (pointId !== null && (isSilent || (isOut && task.tests.length === 0))) concerned.push(pointId);
  }
  if (concerned.length === 0) return;
  await changeTask(ctx.tx, task.id, { exceptionToldAt: ctx.now });
  await tell(ctx, task, "exception", { names: await labelsOf(ctx, task.id, concerned) });
}

async function record(ctx: MutationContext, task: TaskWhole): Promise<void> {
  const end = (task.recordedFrom as number) + task.durationMinutes * MINUTE_MS;
  if (ctx.now.getTime() < end + GRACE_INTERVALS * task.samplingSeconds * 1000) return watch(ctx, task);
  await freezeRecord(ctx, task, { to: end });
  const row = await note(ctx, task, "verificationTask.freeze");
  if (row.notifyCompletion) await tell(ctx, row, "completed");
}

async function advance(job: JobContext, { id, customerId }: Open): Promise<void> {
  await asSystem(job, customerId, async (ctx) => {
    const task = await lockTask(ctx.tx, visibilityOf(ctx), id);
    if (task.state === "inProgress") await awaitDevices(ctx, task);
    else if (task.state === "recording") await record(ctx, task);
    else if (task.state === "toBeStarted" && job.now.getTime() > task.plannedAt + task.timeoutMinutes * MINUTE_MS)
      await sayTimeout(ctx, task, "");
  });
}

/** Moves running verifications on: begins their records, ends them, and says what is late or wrong. */
export const advanceVerifications = defineJob({
  name: ADVANCE,
  payload: z.object({}),
  everySeconds: 20,
  async run(_payload, job) {
    for (const open of await findOpenTasks(job.db)) {
      if (job.signal.aborted) throw new Error("the worker is stopping");
      try {
        await advance(job, open);
      } catch (error) {
        // The others go on: one record must not hold up all.
        log.error({ err: error, taskId: open.id }, "a verification cannot be moved on");
      }
    }
  },
});

async function remind(job: JobContext, { id, customerId, isOver, hasFailed, dueAt }: Reminder): Promise<void> {
  await asSystem(job, customerId, async (ctx) => {
    const task = await lockTask(ctx.tx, visibilityOf(ctx), id);
    await changeTask(ctx.tx, id, isOver ? { overdueToldAt: job.now } : { dueToldAt: job.now });
    await tell(ctx, task, hasFailed ? "failed" : isOver ? "overdue" : "due", { dueAt }, dueAt);
  });
}

/** Reminds of verifications that are due again: a month before, when they are overdue, and when one has failed. */
export const remindOfVerifications = defineJob({
  name: "verification.remind",
  payload: z.object({}),
  everySeconds: 600,
  async run(_payload, job) {
    for (const one of await findReminders(job.db, job.now)) {
      if (job.signal.aborted) throw new Error("the worker is stopping");
      await remind(job, one);
    }
  },
});
