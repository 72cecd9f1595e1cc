import "server-only";
import { Redis } from "ioredis";
import { log } from "@/lib/log/log";

/** How often a key was counted in its window, and for how long the window lasts. */
export type Counted = { count: number; leftMs: number };

const PREFIX = "frostline:rate:";
/** The first hit opens the window, and whatever else finds none: a count without an end would refuse for ever. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;
/** A limit is not worth a longer wait. */
const ANSWER_MS = 500;

/** Counts hits in fixed windows for all web processes together. */
export class SharedCount {
  private readonly redis: Redis;

  constructor(url: string) {
    this.redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: ANSWER_MS, enableOfflineQueue: false });
    this.redis.on("error", (err: Error) => log.warn({ err }, "redis: rate limits"));
  }

  /** Null where Redis does not answer: then each process counts by itself. */
  async hit(key: string, windowSeconds: number): Promise<Counted | null> {
    if (this.redis.status !== "ready") return null;
    try {
      const answer = (await this.redis.eval(COUNT, 1, PREFIX + key, windowSeconds * 1000)) as [number, number];
      return { count: answer[0], leftMs: Math.max(0, answer[1]) };
    } catch {
      return null;
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}
