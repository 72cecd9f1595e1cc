import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAudit } from "@/lib/audit/write-audit";
import { lockCustomers } from "@/lib/auth/lock-customer";
import { customerScope } from "@/lib/auth/scope";
import { log } from "@/lib/log/log";
import type { Db } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { type DueTask, deleteRuns, findDue, insertRun, lockForRun } from "./run.data";
import { carryOut } from "./run.service";
import { type DueChecks, dueChecks } from "./schedule.rules";
import { saveTask } from "./task.data";

const NAME = "monitorTask.check";
const AT_ONCE = 100;
/** A run that fails is tried again for so long, then recorded as failed. */
const RETRY_MS = 600_000;

/**
 * Carries out what is due. Run, findings, what follows and the next due instant are one transaction that holds the
 * task: so each instant is done once, with any number of workers, and one that a killed worker left is done by the next.
 */
export const checkTasks = defineJob({
  name: NAME,
  payload: z.strictObject({}),
  everySeconds: 15,
  async run(_payload, job) {
    for (const { id, customerId } of await findDue(job.db, job.now, AT_ONCE)) {
      if (job.signal.aborted) return;
      const afterwards: (() => Promise<void>)[] = [];
      try {
        await transaction(job.db, (tx) => checkOne(tx, job, { id, customerId }, afterwards));
      } catch (error) {
        log.warn({ err: error, taskId: id }, "a monitor task could not be carried out");
        await transaction(job.db, (tx) => giveUp(tx, job, { id, customerId }));
        continue;
      }
      for (const work of afterwards) await work();
    }
  },
});

type Due = { task: DueTask; found: DueChecks };

/** The task with what is due of it, both locked; undefined if another worker is at it or was faster. */
async function openDue(tx: Db, { now }: JobContext, { id, customerId }: { id: number; customerId: number }) {
  const [held] = await lockCustomers(tx, [customerId]);
  const task = held?.status === "active" ? await lockForRun(tx, id) : undefined;
  if (!task?.nextAt || task.nextAt > now) return undefined;
  const found = dueChecks(task, { next: task.nextAt, now, timeZone: task.timeZone });
  return { task, found } satisfies Due;
}

async function checkOne(
  tx: Db,
  job: JobContext,
  which: { id: number; customerId: number },
  afterwards: (() => Promise<void>)[],
): Promise<void> {
  const opened = await openDue(tx, job, which);
  if (!opened) return;
  const { due: dueAt, missed, missedSince } = opened.found;
  const transaction = { tx, now: job.now, afterCommit: (work: () => Promise<void>) => void afterwards.push(work) };
  await carryOut(transaction, opened.task, { dueAt, trigger: "schedule", startedBy: null, missed, missedSince });
  await advance(tx, job, opened);
}

/** Sets the next due instant. A task without one, because it was single, has stopped. */
async function advance(tx: Db, { now }: JobContext, { task, found: { following } }: Due): Promise<void> {
  await saveTask(tx, task.id, { nextAt: following, isRunning: following !== null });
  if (following !== null) return;
  const { customerId } = task;
  await writeAudit(tx, operationContext(NAME, { db: tx, now }, customerScope(customerId)), {
    ...{ operation: "monitorTask.finish", entity: "monitorTask", entityId: String(task.id), customerId },
    ...{ old: { isRunning: true }, new: { isRunning: false } },
  });
}

/** Records a run as failed once it has been tried for long enough, so that later ones come about. */
async function giveUp(tx: Db, job: JobContext, which: { id: number; customerId: number }): Promise<void> {
  const opened = await openDue(tx, job, which);
  if (!opened || job.now.getTime() - opened.found.due.getTime() < RETRY_MS) return;
  const { due: dueAt, missed, missedSince } = opened.found;
  const values = { customerId: which.customerId, taskId: which.id, dueAt, missed, missedSince };
  await insertRun(tx, { ...values, ranAt: job.now, trigger: "schedule", state: "failed" });
  await advance(tx, job, opened);
}

/** Runs are kept for so long; what followed from them stays. */
const KEPT_DAYS = 90;
const CHUNK = 1000;

/** Deletes old runs with their findings. */
export const forgetRuns = defineJob({
  name: "monitorTask.forget",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(_payload, { db, now, signal }) {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    while (!signal.aborted && (await deleteRuns(db, before, CHUNK)) === CHUNK);
  },
});
