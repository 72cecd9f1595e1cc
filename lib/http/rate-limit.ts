import "server-only";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { type Counted, SharedCount } from "./shared-count";

type Window = { startedAt: number; count: number };

const windows = new Map<string, Window>();
const MAXIMUM_KEYS = 50_000;

const shared = globalThis as typeof globalThis & { frostlineRates?: SharedCount | undefined };

/** What all web processes count in, where there is a Redis. */
function sharedCount(): SharedCount | undefined {
  const { REDIS_URL } = env();
  if (REDIS_URL) shared.frostlineRates ??= new SharedCount(REDIS_URL);
  return shared.frostlineRates;
}

/** Ends the connection to Redis, if there is one. */
export function closeRateLimits(): void {
  shared.frostlineRates?.close();
  shared.frostlineRates = undefined;
}

/** Counts in this process. */
function hit(key: string, windowSeconds: number, now: number): Counted {
  const known = windows.get(key);
  if (!known || now - known.startedAt >= windowSeconds * 1000) {
    // The map is bounded: a flood of addresses starts it anew instead of eating the memory.
    if (windows.size >= MAXIMUM_KEYS) windows.clear();
    windows.set(key, { startedAt: now, count: 1 });
    return { count: 1, leftMs: windowSeconds * 1000 };
  }
  known.count += 1;
  return { count: known.count, leftMs: known.startedAt + windowSeconds * 1000 - now };
}

/**
 * Counts a hit of `key` in a fixed window and throws RATE_LIMITED past the limit: of all web processes where Redis is
 * configured and answers, else of this one. `now` in epoch milliseconds, for windows of this process.
 */
export async function limitRate(key: string, limit: number, windowSeconds: number, now: number): Promise<void> {
  const { count, leftMs } = (await sharedCount()?.hit(key, windowSeconds)) ?? hit(key, windowSeconds, now);
  if (count <= limit) return;
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  throw new AppError("RATE_LIMITED", `too many requests, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
}
