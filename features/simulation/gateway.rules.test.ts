import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backOffMs, EMPTY_BACKLOG, verdictOf, withoutFirst, withReadings } from "./gateway.rules";

describe("a backlog", () => {
  it("keeps the newest readings in order and counts what it gave up", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer())), fc.integer({ min: 1, max: 20 }), (batches, capacity) => {
        let backlog = withReadings<number>(EMPTY_BACKLOG, [], capacity);
        for (const batch of batches) backlog = withReadings(backlog, batch, capacity);
        const all = batches.flat();
        expect(backlog.readings).toEqual(all.slice(Math.max(0, all.length - capacity)));
        expect(backlog.dropped + backlog.readings.length).toBe(all.length);
      }),
    );
  });

  it("loses what was delivered and nothing else", () => {
    const backlog = withReadings({ readings: [1, 2], dropped: 3 }, [4, 5], 10);
    expect(withoutFirst(backlog, 3)).toEqual({ readings: [5], dropped: 3 });
  });
});

describe("verdictOf", () => {
  it.each([
    [200, "delivered"],
    [202, "delivered"],
    [400, "spoilt"],
    [401, "refused"],
    [403, "refused"],
    [404, "retry"],
    [413, "spoilt"],
    [429, "retry"],
    [500, "retry"],
    [503, "retry"],
  ])("of %d is %s", (status, verdict) => {
    expect(verdictOf(status)).toBe(verdict);
  });
});

describe("backOffMs", () => {
  it.each([
    [1, 0, 500],
    [1, 0.999, 1000],
    [2, 0, 1000],
    [5, 0, 8000],
    [7, 0, 30_000],
    [100, 0.999, 60_000],
  ])("after %d failures with %d is about %d", (failures, random, expected) => {
    expect(Math.abs(backOffMs(failures, random) - expected)).toBeLessThan(60);
  });
});
