import "server-only";
import { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { networkOf } from "./client-address";

/** Maximum time to wait for Redis. */
const ANSWER_MS = 500;
const PREFIX = "frostline:rate";

type Limits = { redis: Redis | null; limiters: Map<string, RateLimiterAbstract> };

const shared = globalThis as typeof globalThis & { frostlineRates?: Limits | undefined };

function openLimits(): Limits {
  const { REDIS_URL } = env();
  const options = { maxRetriesPerRequest: 1, commandTimeout: ANSWER_MS, enableOfflineQueue: false };
  const redis = REDIS_URL ? new Redis(REDIS_URL, options) : null;
  redis?.on("error", (err: Error) => log.warn({ err }, "redis: rate limits"));
  return { redis, limiters: new Map() };
}

/** Closes the connection to Redis, if any, and resets the counts of this process. */
export function closeRateLimits(): void {
  shared.frostlineRates?.redis?.disconnect();
  shared.frostlineRates = undefined;
}

/** Counts across all web processes if Redis is configured; if it does not respond, each process counts separately. */
function limiterOf(points: number, duration: number): RateLimiterAbstract {
  shared.frostlineRates ??= openLimits();
  const { redis, limiters } = shared.frostlineRates;
  const name = `${points}/${duration}`;
  const known = limiters.get(name);
  if (known) return known;
  const memory = new RateLimiterMemory({ keyPrefix: PREFIX, points, duration });
  const over = { keyPrefix: PREFIX, points, duration, insuranceLimiter: memory, rejectIfRedisNotReady: true };
  const limiter = redis ? new RateLimiterRedis({ ...over, storeClient: redis }) : memory;
  limiters.set(name, limiter);
  return limiter;
}

/**
 * Counts a hit of `key` in a fixed window and throws RATE_LIMITED beyond the limit: across all web processes if Redis
 * is configured and responds, else in this one.
 */
export async function limitRate(key: string, limit: number, windowSeconds: number): Promise<void> {
  try {
    await limiterOf(limit, windowSeconds).consume(key);
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    throw tooMany(refused);
  }
}

type Refusal = { msBeforeNext: number };

/**
 * Recognised by what it carries, never by its class: pages and calls are separate bundles with a class each, and share
 * the limiters.
 */
const isRefusal = (thrown: unknown): thrown is Refusal =>
  !(thrown instanceof Error) && typeof (thrown as Refusal | null)?.msBeforeNext === "number";

function tooMany({ msBeforeNext }: Refusal): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError("RATE_LIMITED", `too many requests, try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
}

/** The same for anonymous calls, by the network of the address. */
export const limitAddress = (subject: string, address: string, limit: number, windowSeconds: number): Promise<void> =>
  limitRate(`${subject}:${networkOf(address)}`, limit, windowSeconds);

/**
 * Takes back a hit of `limitRate` that turned out to be no failure. Counting before the work and not after it leaves no
 * time in which many failures go on side by side.
 */
export async function refundRate(key: string, limit: number, windowSeconds: number): Promise<void> {
  await limiterOf(limit, windowSeconds).reward(key);
}

/** Guesses of secret addresses by one network in a minute: a house with many readers opens valid ones without limit. */
const GUESSES = [60, 60] as const;
const guessKey = (subject: string, address: string) => `${subject}:guess:${networkOf(address)}`;

/** Throws RATE_LIMITED for a network that has guessed too often at this subject; to be asked before any lookup. */
export async function assertNoGuessing(subject: string, address: string): Promise<void> {
  const [limit, windowSeconds] = GUESSES;
  const made = await limiterOf(limit, windowSeconds).get(guessKey(subject, address));
  if (made && made.consumedPoints > limit) throw tooMany(made);
}

/** Counts an address that opens nothing; throws RATE_LIMITED beyond the limit. */
export const countGuess = (subject: string, address: string): Promise<void> =>
  limitRate(guessKey(subject, address), ...GUESSES);
