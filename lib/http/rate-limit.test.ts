import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { limitRate } from "./rate-limit";

function refusal(key: string, now: number): AppError | undefined {
  try {
    limitRate(key, 3, 60, now);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the rate limit", () => {
  it("lets the limit through in a window, refuses the rest and says when to come again", () => {
    const hits = [0, 1000, 59_999].map((now) => refusal("a", now));
    expect(hits).toEqual([undefined, undefined, undefined]);
    expect(refusal("a", 59_999)).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 1 } });
    expect(refusal("a", 30_000)).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 30 } });
  });

  it("opens again with the next window", () => {
    for (let hit = 0; hit < 5; hit += 1) refusal("b", 0);
    expect(refusal("b", 59_999)).toBeDefined();
    expect(refusal("b", 60_000)).toBeUndefined();
  });

  it("counts each key by itself", () => {
    for (let hit = 0; hit < 5; hit += 1) refusal("c", 0);
    expect(refusal("d", 0)).toBeUndefined();
  });
});
