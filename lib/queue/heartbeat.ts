import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { PATIENCE, type Sql } from "@/db/client";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import { registerWorkers } from "./presence";

/** Delay before reconnecting. */
const RETURN_MS = 1000;

export type Presence = {
  /** Throws if the database is unavailable at the start. */
  connect(): Promise<void>;
  show(workerId: string): Promise<void>;
  isShown(): boolean;
  isOwn(workerId: string): boolean;
  end(): Promise<void>;
};

/** Registers workers until the end, on a separate connection that is reopened whenever it is lost. */
export function maintainPresence(): Presence {
  const workerIds: string[] = [];
  const ending = new AbortController();
  let lost = new AbortController();
  let isShown = false;
  let keeping = Promise.resolve();
  const connection: Sql = postgres(env().DATABASE_URL, {
    max: 1,
    max_lifetime: null,
    ...PATIENCE,
    onnotice: () => {},
    onclose: () => {
      isShown = false;
      lost.abort();
    },
    connection: { application_name: "frostline worker" },
  });
  async function keep() {
    while (!ending.signal.aborted) {
      await aborted(AbortSignal.any([lost.signal, ending.signal]));
      await pause(RETURN_MS, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      lost = new AbortController();
      try {
        await registerWorkers(connection, workerIds);
        isShown = !lost.signal.aborted;
      } catch (error) {
        log.warn({ err: error }, "queue: the worker cannot show itself");
        lost.abort();
      }
    }
  }
  return {
    async connect() {
      await registerWorkers(connection, []);
      isShown = !lost.signal.aborted;
      keeping = keep();
    },
    show(workerId) {
      workerIds.push(workerId);
      return registerWorkers(connection, [workerId]);
    },
    isShown: () => isShown,
    isOwn: (workerId) => workerIds.includes(workerId),
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
