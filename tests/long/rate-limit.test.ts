import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { closeRateLimits, limitRate } from "@/lib/http/rate-limit";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis";

const setRedis = (url: string) => {
  process.env.REDIS_URL = url;
  resetEnvironment();
};

describeWithRedis("rate limits over Redis", () => {
  let redis: RedisServer;
  let other: Redis;
  /** How often a key was counted, as another process sees it. */
  const countOf = async (key: string) => Number(await other.get(`frostline:rate:${key}`));

  beforeAll(async () => {
    redis = await startRedis();
    other = new Redis(redis.url);
    setRedis(redis.url);
    // The first hits count here alone, while it connects.
    await vi.waitFor(async () => {
      await limitRate("warm", 1000, 60);
      expect(await countOf("warm")).toBeGreaterThan(0);
    }, 15_000);
  });
  afterAll(async () => {
    closeRateLimits();
    other.disconnect();
    setRedis("");
    await redis.stop();
  });

  it("are one for all web processes", async () => {
    await limitRate("a", 3, 60);
    await limitRate("a", 3, 60);
    expect(await countOf("a")).toBe(2);
    await other.incr("frostline:rate:a");
    await expect(limitRate("a", 3, 60)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 60 },
    });
    await limitRate("b", 3, 60);
  });

  it("open again with the next window", async () => {
    await limitRate("c", 1, 1);
    await expect(limitRate("c", 1, 1)).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    await expect
      .poll(
        () =>
          limitRate("c", 1, 1).then(
            () => true,
            () => false,
          ),
        { timeout: 3000 },
      )
      .toBe(true);
  });

  it("are each process's own while Redis is away", async () => {
    await limitRate("d", 1, 60);
    await redis.stop();
    await limitRate("d", 1, 60);
    await expect(limitRate("d", 1, 60)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});
