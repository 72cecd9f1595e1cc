import { AppError } from "@/lib/errors";

type Window = { startedAt: number; count: number };

const windows = new Map<string, Window>();
const MAXIMUM_KEYS = 50_000;

/**
 * Counts a hit of `key` in a fixed window of this process and throws RATE_LIMITED past the limit.
 * `now` in epoch milliseconds.
 */
export function limitRate(key: string, limit: number, windowSeconds: number, now: number): void {
  const known = windows.get(key);
  if (!known || now - known.startedAt >= windowSeconds * 1000) {
    // The map is bounded: a flood of addresses starts it anew instead of eating the memory.
    if (windows.size >= MAXIMUM_KEYS) windows.clear();
    windows.set(key, { startedAt: now, count: 1 });
    return;
  }
  known.count += 1;
  if (known.count > limit) {
    const retryAfterSeconds = Math.ceil((known.startedAt + windowSeconds * 1000 - now) / 1000);
    throw new AppError("RATE_LIMITED", `too many requests, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
  }
}
