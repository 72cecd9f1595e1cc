import { expect, it } from "vitest";
import { retryDelay } from "./event-stream";

it("waits longer with every failure, half a minute at most, and not as long as the others", () => {
  expect([1, 2, 3, 4, 5, 6, 40].map((attempt) => retryDelay(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(retryDelay(1, 0)).toBe(500);
});
