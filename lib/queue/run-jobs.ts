import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, run, type Task } from "graphile-worker";
import { db } from "@/db/client";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import type { Job } from "./define-job";

export type JobRunner = { stop(): Promise<void> };

const CONCURRENCY = 4;

/** A failed try is logged once, by us; the queue's own chatter only from warnings on. */
const logger = new Logger(() => (level, message) => {
  if (level === "warning" || level === "error") log.debug({ message }, "queue");
});

/**
 * Runs the queue's jobs, and the repeating ones on their clocks, until stopped. `stop` waits for what is running.
 */
export async function runJobs(jobs: readonly Job[]): Promise<JobRunner> {
  const stopping = new AbortController();
  const tasks = Object.fromEntries(
    jobs.filter((job) => !job.everySeconds).map((job) => [job.name, taskOf(job, stopping.signal)]),
  );
  const runner = await run({
    connectionString: env().DATABASE_URL,
    taskList: tasks,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    parsedCronItems: [],
    logger,
  });
  const loops = jobs.filter((job) => job.everySeconds).map((job) => repeat(job, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([runner.stop(), ...loops]);
    },
  };
}

function taskOf(job: Job, signal: AbortSignal): Task {
  return async (payload, { job: row }) => {
    const context = { db: db(), now: new Date(), attempt: row.attempts, maximumAttempts: row.max_attempts, signal };
    try {
      await job.run(job.payload.parse(payload), context);
    } catch (error) {
      log.warn({ err: error, job: job.name, attempt: row.attempts, of: row.max_attempts }, "job failed");
      throw error;
    }
  };
}

async function repeat(job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
    } catch (error) {
      log.error({ err: error, job: job.name }, "repeating job failed");
    }
    await pause((job.everySeconds as number) * 1000, undefined, { signal }).catch(() => {});
  }
}
