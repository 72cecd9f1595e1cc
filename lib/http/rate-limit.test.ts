import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { limitAddress, limitRate, MAXIMUM_KEYS } from "./rate-limit";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret of no use at all");
  vi.stubEnv("REDIS_URL", "");
  resetEnvironment();
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetEnvironment();
});

async function refusal(key: string, now: number): Promise<AppError | undefined> {
  try {
    await limitRate(key, 3, 60, now);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the rate limit", () => {
  it("lets the limit through in a window, refuses the rest and says when to come again", async () => {
    const hits = await Promise.all([0, 1000, 59_999].map((now) => refusal("a", now)));
    expect(hits).toEqual([undefined, undefined, undefined]);
    expect(await refusal("a", 59_999)).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 1 } });
    expect(await refusal("a", 30_000)).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 30 } });
  });

  it("opens again with the next window", async () => {
    for (let hit = 0; hit < 5; hit += 1) await refusal("b", 0);
    expect(await refusal("b", 59_999)).toBeDefined();
    expect(await refusal("b", 60_000)).toBeUndefined();
  });

  it("counts each key by itself", async () => {
    for (let hit = 0; hit < 5; hit += 1) await refusal("c", 0);
    expect(await refusal("d", 0)).toBeUndefined();
  });

  it("sets nobody free who has tried too often, however many others come", async () => {
    for (let hit = 0; hit < 4; hit += 1) await refusal("login:guesser", 0);
    for (let flood = 0; flood < MAXIMUM_KEYS + 10; flood += 1) await refusal(`login:${flood}`, 1000);
    expect(await refusal("login:guesser", 2000)).toBeDefined();
  });

  it("restarts no count that is still within its limit, however many others come", async () => {
    for (let hit = 0; hit < 3; hit += 1) expect(await refusal("login:patient", 100_000)).toBeUndefined();
    for (let flood = 0; flood < MAXIMUM_KEYS + 10; flood += 1) await refusal(`login:more${flood}`, 101_000);
    expect(await refusal("login:patient", 102_000)).toBeDefined();
    // Nor of a key that came when there was no room left.
    for (let hit = 0; hit < 3; hit += 1) await refusal("login:late", 103_000);
    for (let flood = 0; flood < 1000; flood += 1) await refusal(`login:again${flood}`, 104_000);
    expect(await refusal("login:late", 105_000)).toBeDefined();
  });

  it("has room again when the windows of a flood are over", async () => {
    for (let flood = 0; flood < MAXIMUM_KEYS + 10; flood += 1) await refusal(`login:past${flood}`, 200_000);
    const refused: unknown[] = [];
    for (let key = 0; key < 5000; key += 1)
      for (let hit = 0; hit < 3; hit += 1) refused.push(await refusal(`login:new${key}`, 300_000));
    expect(refused.filter(Boolean)).toEqual([]);
  });

  it("counts all addresses of an IPv6 network together", async () => {
    const tries = Array.from({ length: 4 }, (_, host) =>
      limitAddress("x", `2001:db8:9:9::${host}`, 3, 60, 0).then(
        () => "through",
        () => "refused",
      ),
    );
    expect(await Promise.all(tries)).toEqual(["through", "through", "through", "refused"]);
    await limitAddress("x", "2001:db8:9:a::1", 3, 60, 0);
  });
});
