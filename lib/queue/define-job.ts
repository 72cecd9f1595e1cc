import "server-only";
import type { z } from "zod";
import type { Db } from "@/db/client";

/** What a handler gets besides its payload: the pool, the clock, and which try of how many it is. */
export type JobContext = {
  db: Db;
  now: Date;
  /** The queue's own; a repeating job has none. */
  jobId?: string;
  attempt: number;
  maximumAttempts: number;
  signal: AbortSignal;
};

export type Job<S extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly payload: S;
  /** Runs again and again, at most this long after the last run ended; such a job has no payload. */
  readonly everySeconds?: number;
  /** Flags with which it is put into the queue where it may hang on others: each has its own places in a worker. */
  readonly lanes?: readonly string[];
  readonly maximumAttempts: number;
  readonly run: (payload: z.output<S>, ctx: JobContext) => Promise<void>;
};

/**
 * A queue handler with a checked payload. It must be idempotent: a job runs at least once. A thrown error is a
 * failed try; the queue tries again after exp(min(10, attempt)) seconds.
 */
export const defineJob = <S extends z.ZodType>(
  job: Omit<Job<S>, "maximumAttempts"> & { maximumAttempts?: number },
): Job<S> => ({
  maximumAttempts: 12,
  ...job,
});
