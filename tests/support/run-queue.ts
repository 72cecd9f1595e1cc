import { Logger, runOnce } from "graphile-worker";
import { db } from "@/db/client";
import type { Job } from "@/lib/queue/define-job";
import { testDatabaseUrl } from "./database";
import { hurryQueue } from "./queue";

const silent = new Logger(() => () => {});

/**
 * Runs the jobs that are due, with their own handlers. `ahead` first makes all waiting jobs due, so that a back-off
 * needs no waiting; a number limits this to jobs due within as many seconds.
 */
export async function runQueue(jobs: readonly Job[], { ahead = 0 }: { ahead?: boolean | number } = {}): Promise<void> {
  const seconds = ahead === true ? null : Number(ahead);
  await hurryQueue(db(), seconds);
  const taskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: { job: { id: string; attempts: number; max_attempts: number } }) => {
        const { id: jobId, attempts: attempt, max_attempts: maximumAttempts } = helpers.job;
        const { signal } = new AbortController();
        const context = { db: db(), now: new Date(), jobId, attempt, maximumAttempts, signal };
        await job.run(job.payload.parse(payload), context);
      },
    ]),
  );
  await runOnce({ connectionString: testDatabaseUrl(), taskList, noHandleSignals: true, logger: silent });
}
