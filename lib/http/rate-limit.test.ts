import { beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { limitRate } from "./rate-limit";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret of no use at all");
  vi.stubEnv("REDIS_URL", "");
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
});
