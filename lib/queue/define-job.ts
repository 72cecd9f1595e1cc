import "server-only";
import type { z } from "zod";
import type { Db } from "@/db/client";

/** Context of a handler besides its payload: the pool, the clock, and the number of this attempt and of all. */
export type JobContext = {
  db: Db;
  now: Date;
  /** Id in the queue; a repeating job has none. */
  jobId?: string;
  attempt: number;
  maximumAttempts: number;
  signal: AbortSignal;
};

export type Job<S extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly payload: S;
  /** Runs repeatedly, at most this long after the end of the last run; such a job has no payload. */
  readonly everySeconds?: number;
  /** Flags under which it is queued where it may wait for external systems: each lane has its own slots per worker. */
  readonly lanes?: readonly string[];
  readonly maximumAttempts: number;
  readonly run: (payload: z.output<S>, ctx: JobContext) => Promise<void>;
};

/**
 * Defines a queue handler with a validated payload. It must be idempotent, because a job runs at least once. After an
 * error the queue retries in exp(min(10, attempt)) seconds.
 */
export const defineJob = <S extends z.ZodType>(
  job: Omit<Job<S>, "maximumAttempts"> & { maximumAttempts?: number },
): Job<S> => ({
  maximumAttempts: 12,
  ...job,
});
