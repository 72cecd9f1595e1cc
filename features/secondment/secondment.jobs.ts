import "server-only";
import { z } from "zod";
import { transaction } from "@/db/client";
import { systemScope } from "@/lib/auth/scope";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import type { MutationContext } from "@/lib/operation/define-operation";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { findDue } from "./secondment.data";
import { begin, finish, type Opened, openSecondment, publish, recordFor, tell } from "./secondment.service";

const NAME = "secondment.watch";

/** The step of a locked secondment that is due; null if another worker was faster. */
async function step(ctx: MutationContext, opened: Opened): Promise<{ after: Opened; verb: "begin" | "end" } | null> {
  const { state, startsAt, endsAt } = opened.row;
  const now = ctx.now.getTime();
  const isOver = endsAt !== null && endsAt.getTime() <= now;
  if (isOver && (state === "planned" || state === "current"))
    return { after: await finish(ctx, opened, { state: "ended", reason: "" }), verb: "end" };
  if (state === "planned" && startsAt !== null && startsAt.getTime() <= now)
    return { after: await begin(ctx, opened), verb: "begin" };
  return null;
}

async function run(job: JobContext, id: number): Promise<void> {
  const committed: (() => Promise<void>)[] = [];
  await transaction(job.db, async (tx) => {
    const base = operationContext(NAME, { db: tx, now: job.now }, systemScope());
    const ctx = { ...base, tx, audit: () => {}, afterCommit: (work: () => Promise<void>) => void committed.push(work) };
    const opened = await openSecondment(ctx, id);
    const done = await step(ctx, opened);
    if (!done) return;
    const { after, verb } = done;
    const { lenderId, borrowerId } = after;
    await recordFor(ctx, [lenderId, borrowerId], after.row, { verb, old: opened.row });
    if (verb === "begin") await tell(ctx, after, borrowerId, "begun");
    else for (const customerId of [lenderId, borrowerId]) await tell(ctx, after, customerId, "ended");
    await publish(ctx, after);
  });
  for (const one of committed) await one();
}

/**
 * Hands devices over and takes them back at the agreed instants. The readings are divided at these instants already; what
 * this job changes is where the device is mounted, and who is told.
 */
export const watchSecondments = defineJob({
  name: NAME,
  payload: z.object({}),
  everySeconds: 5,
  async run(_payload, job) {
    for (const { id } of await findDue(job.db, job.now)) {
      if (job.signal.aborted) throw new Error("the worker is stopping");
      try {
        await run(job, id);
      } catch (error) {
        // A side was removed meanwhile: the others go on.
        if (!(error instanceof AppError)) throw error;
        log.warn({ secondmentId: id, code: error.code, message: error.message }, "a secondment cannot go on");
      }
    }
  },
});
