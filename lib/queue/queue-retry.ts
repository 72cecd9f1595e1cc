import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { WithPgClient } from "graphile-worker";
import { log } from "@/lib/log/log";

const RETRY_MS = 1000;
/** SQLSTATE classes of a database that is starting, stopping or out of resources. */
const AWAY = /^(08|53|57P|40)/;

/** Whether a retry would fail the same way, because the database has rejected the statement. */
const isAnswer = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !AWAY.test(code) && code !== "EPIPE";
};

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isAnswer(error)) throw error;
      log.warn({ err: error }, "queue: how a job ended cannot be noted yet");
      await pause(RETRY_MS);
    }
  }
}

const patient = new WeakSet<WithPgClient>();

/**
 * Makes the queue record the results of jobs as soon as the database is back. By default it tries once if nothing
 * listens at the database's port, and the unhandled rejection would end the process with all running jobs.
 */
export const QUEUE_RETRY: GraphileConfig.Plugin = {
  name: "PatientQueue",
  version: "1.0.0",
  worker: {
    hooks: {
      // Before the worker's first job; all workers of a pool use the same function.
      startWorker(_context, { withPgClient }) {
        if (patient.has(withPgClient)) return;
        patient.add(withPgClient);
        const withRetries: WithPgClient = (callback) => patiently(() => withPgClient(callback));
        Object.assign(withPgClient, { withRetries });
      },
    },
  },
};
