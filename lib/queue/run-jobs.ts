import "server-only";
import { EventEmitter, setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, run, type Task, type WorkerEvents } from "graphile-worker";
import postgres from "postgres";
import { db, type Sql, transaction } from "@/db/client";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import type { Job } from "./define-job";
import { findMissing, giveBack, showWorkers } from "./presence";
import { noteUp } from "./uptime";

export type JobRunner = { stop(): Promise<void> };

/** Jobs at a time of each lane of a worker. */
const CONCURRENCY = 4;

/**
 * How long a worker with jobs must not be seen until they are given to others. One whose connection broke shows itself
 * again within a second.
 */
const MISSING_MS = 3000;
const RETURN_MS = 1000;

/** A worker that is started anew is back by then. */
const RESTART_MS = 30_000;

/** A failed try is logged once, by us; the queue's own chatter only from warnings on. */
const logger = new Logger(() => (level, message) => {
  if (level === "warning" || level === "error") log.debug({ message }, "queue");
});

/**
 * Runs the queue's jobs, and the repeating ones on their clocks, until stopped, and takes over what workers that died
 * have left. `stop` waits for what is running. Jobs that were added with a flag which one of `jobs` names as its lane
 * have places of their own: those that hang hold up nothing but their like. `pauseMs`: how long it may be after the stop
 * until jobs are run again, for it to count as no pause (`lib/queue/uptime.ts`).
 */
export async function runJobs(jobs: readonly Job[], pauseMs = RESTART_MS): Promise<JobRunner> {
  await noteUp(db(), new Date(), pauseMs);
  const stopping = new AbortController();
  // Every repeating job waits by it.
  setMaxListeners(0, stopping.signal);
  const queued = jobs.filter((job) => !job.everySeconds);
  const lanes = [...new Set(queued.flatMap((job) => job.lanes ?? []))];
  const workerIds: string[] = [];
  const runLane = async (among: readonly Job[], forbiddenFlags: string[]) => {
    const events = new EventEmitter() as WorkerEvents;
    events.on("pool:create", ({ workerPool }) => void workerIds.push(workerPool.id));
    return run({
      connectionString: env().DATABASE_URL,
      taskList: Object.fromEntries(among.map((job) => [job.name, taskOf(job, stopping.signal)])),
      forbiddenFlags,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      parsedCronItems: [],
      events,
      logger,
    });
  };
  const runners = [await runLane(queued, lanes)];
  for (const lane of lanes) {
    const among = queued.filter((job) => job.lanes?.includes(lane));
    runners.push(
      await runLane(
        among,
        lanes.filter((other) => other !== lane),
      ),
    );
  }
  const presence = await keepShown(workerIds);
  const loops = jobs.filter((job) => job.everySeconds).map((job) => repeat(job, stopping.signal));
  const watching = watchForDead(stopping.signal, pauseMs);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...runners.map((runner) => runner.stop()), ...loops, watching]);
      await presence.end();
    },
  };
}

/**
 * Shows the workers until the end, on a connection of its own that is taken up again whenever it is lost. Throws if the
 * database is not there to begin with.
 */
async function keepShown(workerIds: readonly string[]): Promise<{ end(): Promise<void> }> {
  const ending = new AbortController();
  let lost = new AbortController();
  const connection: Sql = postgres(env().DATABASE_URL, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => lost.abort(),
    connection: { application_name: "frostline worker" },
  });
  async function keep() {
    while (!ending.signal.aborted) {
      await aborted(AbortSignal.any([lost.signal, ending.signal]));
      await pause(RETURN_MS, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      lost = new AbortController();
      await showWorkers(connection, workerIds).catch((error: unknown) => {
        log.warn({ err: error }, "queue: the worker cannot show itself");
        lost.abort();
      });
    }
  }
  await showWorkers(connection, workerIds);
  const keeping = keep();
  return {
    async end() {
      ending.abort();
      await keeping;
      await connection.end({ timeout: 2 });
    },
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });

/** Gives back what workers hold that were missing at two looks, and notes that jobs are being run. */
async function watchForDead(signal: AbortSignal, pauseMs: number): Promise<void> {
  let missing: string[] = [];
  while (!signal.aborted) {
    try {
      await noteUp(db(), new Date(), pauseMs);
      const found = await findMissing(db().$client);
      const dead = found.filter((id) => missing.includes(id));
      const count = dead.length > 0 ? await transaction(db(), (tx) => giveBack(tx.$client, dead)) : 0;
      if (count > 0) log.warn({ workers: dead, jobs: count }, "queue: jobs of dead workers are given back");
      missing = found;
    } catch (error) {
      log.warn({ err: error }, "queue: nobody looks for dead workers");
    }
    await pause(MISSING_MS, undefined, { signal }).catch(() => {});
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
