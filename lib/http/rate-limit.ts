import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { networkOf } from "./client-address";
import { type Counted, SharedCount } from "./shared-count";

type Window = { endsAt: number; count: number };

const windows = new Map<string, Window>();
/** How many windows this process has of single keys; further keys are counted together. */
export const MAXIMUM_KEYS = 50_000;
/** Windows that further keys of one subject share. */
const SHARED_WINDOWS = 2048;
/** Windows that are over are removed at most this often while there is no room: the search looks at all of them. */
const SWEEP_MS = 1000;
let nextSweepAt = 0;
/** Of this process alone, so that nobody can choose whom to share with. */
const SALT = randomBytes(16);

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

/** Whether there is room for one more window. Only windows that are over are removed: a removed count would restart. */
function hasRoom(now: number): boolean {
  if (windows.size < MAXIMUM_KEYS) return true;
  if (now < nextSweepAt && nextSweepAt - now <= SWEEP_MS) return false;
  nextSweepAt = now + SWEEP_MS;
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  return windows.size < MAXIMUM_KEYS;
}

/** The window that a key shares with others of its subject (what stands before the colon) while there is no room. */
function sharedKey(key: string): string {
  const index = createHmac("sha256", SALT).update(key).digest().readUInt32BE(0) % SHARED_WINDOWS;
  return `${key.slice(0, key.indexOf(":") + 1)}#${index}`;
}

/**
 * Counts in this process. In a flood of keys the ones that come late are counted with others, so they may be refused
 * early; no key gets a second window before its first one is over.
 */
function hit(key: string, windowSeconds: number, now: number): Counted {
  const shared = sharedKey(key);
  const isLive = (name: string) => (windows.get(name)?.endsAt ?? 0) > now;
  const name = [key, shared].find(isLive) ?? (hasRoom(now) ? key : shared);
  const known = windows.get(name);
  if (!known || now >= known.endsAt) {
    windows.set(name, { endsAt: now + windowSeconds * 1000, count: 1 });
    return { count: 1, leftMs: windowSeconds * 1000 };
  }
  known.count += 1;
  return { count: known.count, leftMs: known.endsAt - now };
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

/** The same for a call of anybody, by the network of the address. */
export const limitAddress = (
  subject: string,
  address: string,
  limit: number,
  windowSeconds: number,
  now: number,
): Promise<void> => limitRate(`${subject}:${networkOf(address)}`, limit, windowSeconds, now);
