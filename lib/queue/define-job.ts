import "server-only";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";

/** What a handler gets besides its payload: the pool, the clock, and which try of how many it is. */
export type JobContext = { db: Db; now: Date; attempt: number; maximumAttempts: number; signal: AbortSignal };

export type Job<S extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly payload: S;
  /** Runs again and again, at most this long after the last run ended; such a job has no payload. */
  readonly everySeconds?: number;
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

/**
 * Puts a job into the queue in the caller's transaction. A job with the same `key` that has not started is replaced.
 */
export async function enqueue<S extends z.ZodType>(
  tx: Db,
  job: Job<S>,
  payload: z.input<S>,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const checked = job.payload.parse(payload);
  await tx.execute(sql`
    select graphile_worker.add_job(${job.name}::text, payload := ${JSON.stringify(checked)}::json,
      run_at := ${(options.runAt ?? new Date(0)).toISOString()}::timestamptz,
      max_attempts := ${job.maximumAttempts}::int, job_key := ${options.key ?? null}::text)`);
}
