import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { writeAudit } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { laterOrigin } from "@/lib/http/request-origin";
import { log } from "@/lib/log/log";
import type { Db } from "@/lib/operation/context";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { insertJob } from "../job/data";
import { groupKey } from "../job/rules";
import { type DueGroup, findMembers, lockDueGroup, saveNext } from "./data";
import { latestTime, nextTime } from "./rules";
import { type GroupDocument, groupDocuments } from "./service";

const NAME = "print.plan";

/**
 * Makes the jobs of groups whose time has come, and their next time, in one transaction: so each time is printed once,
 * with any number of workers and after any pause.
 */
export const planPrints = defineJob({
  name: NAME,
  payload: z.strictObject({}),
  everySeconds: 15,
  async run(_payload, job) {
    while (!job.signal.aborted && (await transaction(job.db, (tx) => planNext(tx, job))));
  },
});

/** Returns whether there was a group. */
async function planNext(tx: Db, job: JobContext): Promise<boolean> {
  const group = await lockDueGroup(tx, job.now);
  if (!group) return false;
  const { id, customerId, times, timeZone } = group;
  const dueAt = latestTime(times, group.nextAt, job.now, timeZone);
  const ctx = operationContext(NAME, { db: tx, now: job.now }, customerScope(customerId));
  const count = await planAt(tx, ctx, group, dueAt);
  await saveNext(tx, id, nextTime(times, job.now, timeZone));
  const entry = { operation: "printGroup.printAtTime", entity: "printGroup", entityId: String(id) };
  await writeAudit(tx, ctx, { ...entry, customerId, new: { dueAt: dueAt.toISOString(), jobs: count } });
  return true;
}

async function planAt(tx: Db, ctx: ReturnType<typeof operationContext>, group: DueGroup, dueAt: Date): Promise<number> {
  const { id: groupId, customerId, copies, locale } = group;
  const members = await findMembers(tx, groupId);
  let documents: GroupDocument[];
  try {
    documents = await groupDocuments(ctx, group, { at: dueAt, origin: laterOrigin(group.origin) }, members);
  } catch (error) {
    // Something was removed at this very moment: the other groups go on.
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, groupId }, "a print group could not print");
    return 0;
  }
  let count = 0;
  for (const { id: printerId, name: printerName } of members.printers)
    for (const [index, { content, document }] of documents.entries()) {
      const key = groupKey(groupId, dueAt, printerId, `${content}:${index}`);
      const values = { customerId, groupId, printerId, printerName, key, content, document, copies, locale, dueAt };
      if ((await insertJob(tx, { ...values, createdAt: ctx.now })) !== undefined) count += 1;
    }
  return count;
}
