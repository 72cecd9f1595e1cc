import { afterAll, beforeAll, expect, it } from "vitest";
import type { LiveBus, LiveEvent } from "@/lib/live/bus";
import { RedisBus } from "@/lib/live/redis-bus";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis";

const PATIENT = { timeout: 20_000, interval: 50 };
const event = (probeId: number): LiveEvent => ({
  type: "reading",
  customerId: 1,
  carrierId: 1,
  data: { probeId, at: 0, value: 4, trend: null },
});

describeWithRedis("a Redis that is gone", () => {
  let redis: RedisServer;
  let teller: LiveBus;
  let hearer: LiveBus;
  const heard: number[] = [];
  let gaps = 0;

  beforeAll(async () => {
    redis = await startRedis();
    [teller, hearer] = [new RedisBus(redis.url), new RedisBus(redis.url)];
    const listen = (events: LiveEvent[]) => {
      for (const { data } of events) heard.push((data as { probeId: number }).probeId);
    };
    await hearer.subscribe(listen, () => {
      gaps += 1;
    });
  });
  afterAll(async () => {
    await Promise.all([teller.close(), hearer.close()]);
    await redis.stop();
  });

  it("keeps nobody waiting who has something to tell, and is used again when it is back", async () => {
    await teller.publish([event(1)]);
    await expect.poll(() => heard, PATIENT).toEqual([1]);
    await redis.kill();
    const slowest: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      const started = performance.now();
      await expect(teller.publish([event(2)])).rejects.toThrow();
      slowest.push(performance.now() - started);
    }
    // The first may not know yet that Redis is away.
    expect(Math.max(...slowest)).toBeLessThan(1000);
    expect(slowest.reduce((sum, one) => sum + one, 0)).toBeLessThan(2000);
    expect(await teller.ping()).toBe(false);

    await redis.start();
    await expect.poll(() => teller.ping(), PATIENT).toBe(true);
    await expect.poll(() => gaps, PATIENT).toBe(1);
    await teller.publish([event(3)]);
    await expect.poll(() => heard.at(-1), PATIENT).toBe(3);
    // What could not be told is told by the next page that is read.
    expect(heard).toEqual([1, 3]);
  }, 60_000);

  it("is away from the start: nobody waits for it either", async () => {
    await redis.kill();
    const early = new RedisBus(redis.url);
    try {
      for (let round = 0; round < 5; round += 1) {
        const started = performance.now();
        await expect(early.publish([event(4)])).rejects.toThrow();
        expect(performance.now() - started).toBeLessThan(1500);
      }
      await redis.start();
      await expect
        .poll(
          () =>
            early.publish([event(5)]).then(
              () => true,
              () => false,
            ),
          PATIENT,
        )
        .toBe(true);
    } finally {
      await early.close();
    }
  }, 60_000);
});
