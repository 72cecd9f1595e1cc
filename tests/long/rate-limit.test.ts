import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { closeRateLimits, limitRate } from "@/lib/http/rate-limit";
import { SharedCount } from "@/lib/http/shared-count";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis";

const setRedis = (url: string) => {
  process.env.REDIS_URL = url;
  resetEnvironment();
};

describeWithRedis("rate limits over Redis", () => {
  let redis: RedisServer;
  let other: SharedCount;
  const hitThere = (key: string) => other.hit(key, 60);

  beforeAll(async () => {
    redis = await startRedis();
    other = new SharedCount(redis.url);
    setRedis(redis.url);
    // The first hits count here alone, while both connect.
    let hits = 0;
    await vi.waitFor(async () => {
      await limitRate("warm", 1000, 60, 0);
      const there = await hitThere("warm");
      if (there) hits += 1;
      expect(there?.count ?? 0).toBeGreaterThan(hits);
    }, 15_000);
  });
  afterAll(async () => {
    closeRateLimits();
    other.close();
    setRedis("");
    await redis.stop();
  });

  it("are one for all web processes", async () => {
    await limitRate("a", 3, 60, 0);
    await limitRate("a", 3, 60, 0);
    expect(await hitThere("a")).toMatchObject({ count: 3 });
    await expect(limitRate("a", 3, 60, 0)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 60 },
    });
    await limitRate("b", 3, 60, 0);
  });

  it("open again with the next window", async () => {
    await limitRate("c", 1, 1, 0);
    await expect(limitRate("c", 1, 1, 0)).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    await expect
      .poll(
        () =>
          limitRate("c", 1, 1, 0).then(
            () => true,
            () => false,
          ),
        { timeout: 3000 },
      )
      .toBe(true);
  });

  it("are each process's own while Redis is away", async () => {
    await limitRate("d", 1, 60, 0);
    await redis.stop();
    await limitRate("d", 1, 60, 0);
    await expect(limitRate("d", 1, 60, 0)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});
