import { RateLimiterMemory } from "rate-limiter-flexible";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { resetEnvironment } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { assertNoGuessing, closeRateLimits, countGuess, limitAddress, limitRate, refundRate } from "./rate-limit";

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret of no use at all");
  vi.stubEnv("REDIS_URL", "");
  resetEnvironment();
  vi.useFakeTimers();
});
beforeEach(() => closeRateLimits());
afterAll(() => {
  closeRateLimits();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  resetEnvironment();
});

async function refusal(key: string): Promise<AppError | undefined> {
  try {
    await limitRate(key, 3, 60);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the rate limit", () => {
  it("lets the limit through in a window, refuses the rest and says when to come again", async () => {
    for (let hit = 0; hit < 3; hit += 1) expect(await refusal("a")).toBeUndefined();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refusal("a")).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 30 } });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await refusal("a")).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 1 } });
  });

  it("takes back a hit that was no failure", async () => {
    for (let hit = 0; hit < 9; hit += 1) {
      expect(await refusal("r")).toBeUndefined();
      await refundRate("r", 3, 60);
    }
    for (let hit = 0; hit < 3; hit += 1) expect(await refusal("r")).toBeUndefined();
    expect(await refusal("r")).toBeDefined();
  });

  it("opens again with the next window, however often it was asked meanwhile", async () => {
    for (let hit = 0; hit < 5; hit += 1) await refusal("b");
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await refusal("b")).toBeDefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await refusal("b")).toBeUndefined();
  });

  it("stops a network that guesses, for one subject and a minute, and nobody else", async () => {
    const isRefused = (call: Promise<void>) =>
      call.then(
        () => false,
        ({ code }: AppError) => code === "RATE_LIMITED",
      );
    const refused = (address: string, subject = "codes") => isRefused(assertNoGuessing(subject, address));
    for (let guess = 0; guess < 60; guess += 1) await countGuess("codes", "2001:db8:9:9::1");
    expect(await refused("2001:db8:9:9::2")).toBe(false);
    expect(await isRefused(countGuess("codes", "2001:db8:9:9::2"))).toBe(true);
    expect(await refused("2001:db8:9:9::3")).toBe(true);
    expect(await refused("2001:db8:9:a::3")).toBe(false);
    expect(await refused("2001:db8:9:9::3", "transports")).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refused("2001:db8:9:9::3")).toBe(false);
  });

  it("knows a refusal by a limiter of another bundle, whose classes are not ours, and an error of the limiter", async () => {
    const consume = vi.spyOn(RateLimiterMemory.prototype, "consume");
    // As the library's, with its field behind an accessor.
    class OtherRes {
      get msBeforeNext() {
        return 4200;
      }
    }
    consume.mockRejectedValueOnce(new OtherRes());
    expect(await refusal("f")).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 5 } });
    consume.mockRejectedValueOnce(Object.assign(new Error("broken"), { msBeforeNext: 1 }));
    await expect(refusal("f")).rejects.toThrow("broken");
    consume.mockRestore();
  });

  it("counts each key by itself, and sets nobody free however many others come", async () => {
    for (let hit = 0; hit < 4; hit += 1) await refusal("login:guesser");
    for (let flood = 0; flood < 60_000; flood += 1) await refusal(`login:${flood}`);
    expect(await refusal("login:guesser")).toBeDefined();
    expect(await refusal("login:other")).toBeUndefined();
  });

  it("counts all addresses of an IPv6 network together", async () => {
    const tries = Array.from({ length: 4 }, (_, host) =>
      limitAddress("x", `2001:db8:9:9::${host}`, 3, 60).then(
        () => "through",
        () => "refused",
      ),
    );
    expect(await Promise.all(tries)).toEqual(["through", "through", "through", "refused"]);
    await limitAddress("x", "2001:db8:9:a::1", 3, 60);
  });
});
