import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { WithPgClient } from "graphile-worker";
import { log } from "@/lib/log/log";

const RETRY_MS = 1000;
/** Classes of what the database itself says while it starts, stops or has no room. */
const AWAY = /^(08|53|57P|40)/;

/** What would come out the same if it was asked again: the database's answer to the statement. */
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
 * Has the queue note how its jobs ended as soon as the database is back. By itself it tries once where nobody listens at
 * the database's port, and its rejection, which nobody hears, would end the process and all that runs in it.
 */
export const QUEUE_RETRY: GraphileConfig.Plugin = {
  name: "PatientQueue",
  version: "1.0.0",
  worker: {
    hooks: {
      // Before its first job; all workers of a pool ask through the same function.
      startWorker(_context, { withPgClient }) {
        if (patient.has(withPgClient)) return;
        patient.add(withPgClient);
        const withRetries: WithPgClient = (callback) => patiently(() => withPgClient(callback));
        Object.assign(withPgClient, { withRetries });
      },
    },
  },
};
