import "server-only";
import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type Runner, run, type Task, type WorkerEvents } from "graphile-worker";
import { db, transaction } from "@/db/client";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import type { Job } from "./define-job";
import { maintainPresence, type Presence } from "./heartbeat";
import { findMissing, giveBack } from "./presence";
import { QUEUE_RETRY } from "./queue-retry";
import { noteUp } from "./uptime";

export type JobRunner = { stop(): Promise<void> };

/** Concurrent jobs per lane of a worker. */
const CONCURRENCY = 4;

/**
 * A worker with jobs must be missing in this many consecutive checks before its jobs are released. After a broken
 * connection a worker registers again within two seconds, or seven if its first attempt to connect is not answered.
 */
const LOOKS = 3;
const LOOK_MS = 3000;

/** Time within which a restarted worker is back. */
const RESTART_MS = 30_000;

/** Failed attempts are logged once, by us; the queue's own messages only from warnings on. */
const logger = new Logger(() => (level, message) => {
  if (level === "warning" || level === "error") log.debug({ message }, "queue");
});

/**
 * Runs the queue's jobs and the repeating ones until stopped, and takes over jobs of dead workers. `stop` waits for
 * running jobs. Jobs queued with a flag that one of `jobs` names as its lane have their own concurrency, so slow ones
 * only delay jobs of their lane. `pauseMs`: how long jobs may rest after the stop without counting as a pause
 * (`lib/queue/uptime.ts`).
 */
export async function runJobs(jobs: readonly Job[], pauseMs = RESTART_MS): Promise<JobRunner> {
  await noteUp(db(), new Date(), pauseMs);
  const stopping = new AbortController();
  // Every repeating job adds a listener.
  setMaxListeners(0, stopping.signal);
  const queued = jobs.filter((job) => !job.everySeconds);
  const lanes = [...new Set(queued.flatMap((job) => job.lanes ?? []))];
  const presence = maintainPresence();
  const runners: Runner[] = [];
  const runLane = async (among: readonly Job[], forbiddenFlags: string[]) => {
    const shown: Promise<void>[] = [];
    const events = new EventEmitter() as WorkerEvents;
    // Before the worker looks for its first job.
    events.on("pool:create", ({ workerPool }) => {
      const showing = presence.show(workerPool.id);
      showing.catch(() => {});
      shown.push(showing);
    });
    const runner = await run({
      connectionString: env().DATABASE_URL,
      taskList: Object.fromEntries(among.map((job) => [job.name, taskOf(job, stopping.signal)])),
      forbiddenFlags,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      preset: { plugins: [QUEUE_RETRY] },
      parsedCronItems: [],
      events,
      logger,
    });
    runners.push(runner);
    await Promise.all(shown);
  };
  const end = async () => {
    stopping.abort();
    await Promise.allSettled(runners.map((runner) => runner.stop()));
  };
  try {
    await presence.connect();
    await runLane(queued, lanes);
    for (const lane of lanes) {
      const among = queued.filter((job) => job.lanes?.includes(lane));
      const others = lanes.filter((other) => other !== lane);
      await runLane(among, others);
    }
  } catch (error) {
    await end();
    await presence.end();
    throw error;
  }
  const loops = jobs.filter((job) => job.everySeconds).map((job) => repeat(job, stopping.signal));
  const watching = watchForDead(presence, stopping.signal, pauseMs);
  return {
    async stop() {
      await Promise.all([end(), ...loops, watching]);
      await presence.end();
    },
  };
}

/**
 * Releases the jobs of workers missing in several consecutive checks, and records the uptime. A worker that is not
 * registered itself does not check, because the others may have lost their connections at the same time.
 */
async function watchForDead(presence: Presence, signal: AbortSignal, pauseMs: number): Promise<void> {
  let looks = new Map<string, number>();
  while (!signal.aborted) {
    try {
      await noteUp(db(), new Date(), pauseMs);
      const found = presence.isShown() ? await findMissing(db().$client) : [];
      const others = found.filter((id) => !presence.isOwn(id));
      looks = new Map(others.map((id) => [id, (looks.get(id) ?? 0) + 1]));
      const dead = others.filter((id) => (looks.get(id) ?? 0) >= LOOKS);
      const count = dead.length > 0 ? await transaction(db(), (tx) => giveBack(tx.$client, dead)) : 0;
      if (count > 0) log.warn({ workers: dead, jobs: count }, "queue: jobs of dead workers are given back");
    } catch (error) {
      looks = new Map();
      log.warn({ err: error }, "queue: nobody looks for dead workers");
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

function taskOf(job: Job, signal: AbortSignal): Task {
  return async (payload, { job: row }) => {
    const { id: jobId, attempts: attempt, max_attempts: maximumAttempts } = row;
    const context = { db: db(), now: new Date(), jobId, attempt, maximumAttempts, signal };
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
