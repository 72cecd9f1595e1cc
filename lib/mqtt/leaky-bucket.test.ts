import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LeakyBucket } from "./leaky-bucket";

const ALLOWANCE = { burst: 5, perSecond: 2 };

describe("the meter", () => {
  it("lets the burst pass, then says how long to wait", () => {
    const meter = new LeakyBucket(ALLOWANCE);
    expect(Array.from({ length: 7 }, () => meter.spend("a", 1, 0))).toEqual([0, 0, 0, 0, 0, 500, 500]);
    expect(meter.waitMs("a", 1, 499)).toBeGreaterThan(0);
    expect(meter.waitMs("a", 1, 500)).toBe(0);
    expect(meter.waitMs("b", 5, 0)).toBe(0);
  });

  it("forgets with time, and never saves up more than the burst", () => {
    const meter = new LeakyBucket(ALLOWANCE);
    meter.spend("a", 5, 0);
    expect(meter.spend("a", 5, 3_600_000)).toBe(0);
    expect(meter.spend("a", 1, 3_600_000)).toBe(500);
  });

  it("goes on admitting who asks far too often, as fast as it leaks", () => {
    const meter = new LeakyBucket({ burst: 30, perSecond: 0.5 });
    const admitted = Array.from({ length: 3600 }, (_, second) => meter.spend("a", 1, second * 1000) === 0);
    const lastHalf = admitted.slice(1800).filter(Boolean).length;
    expect(lastHalf).toBeGreaterThanOrEqual(899);
    expect(lastHalf).toBeLessThanOrEqual(901);
  });

  it("lets pass what is larger than the burst, once that is free, and makes the next wait for all of it", () => {
    const meter = new LeakyBucket(ALLOWANCE);
    expect([meter.spend("a", 9, 0), meter.waitMs("a", 1, 0)]).toEqual([0, 2500]);
  });

  it("counts no more what is given back", () => {
    const meter = new LeakyBucket(ALLOWANCE);
    meter.spend("a", 5, 0);
    meter.giveBack("a", 5, 0);
    meter.giveBack("b", 5, 0);
    expect(["a", "b"].map((name) => meter.waitMs(name, 5, 0))).toEqual([0, 0]);
  });

  it("does not mind a clock that is put back", () => {
    const meter = new LeakyBucket(ALLOWANCE);
    meter.spend("a", 5, 10_000);
    expect(meter.spend("a", 1, 0)).toBe(500);
  });

  it("forgets no name that still counts, however many others come", () => {
    const meter = new LeakyBucket(ALLOWANCE, 2);
    for (const name of ["a", "b", "a", "c"]) meter.spend(name, 2, 0);
    expect(["a", "b", "c"].map((name) => meter.waitMs(name, 5, 0))).toEqual([2000, 1000, 1000]);
    for (let flood = 0; flood < 5000; flood += 1) meter.spend(`flood ${flood}`, 1, 0);
    expect(["a", "b"].map((name) => meter.waitMs(name, 5, 0))).toEqual([2000, 1000]);
    expect(meter.waitMs("c", 5, 0)).toBeGreaterThanOrEqual(1000);
  });

  it("has room again for names of their own when others have leaked away", () => {
    const meter = new LeakyBucket(ALLOWANCE, 2);
    for (const name of ["a", "b"]) meter.spend(name, 5, 0);
    for (let flood = 0; flood < 5000; flood += 1) meter.spend(`flood ${flood}`, 1, 0);
    expect(["new", "newer"].map((name) => meter.spend(name, 5, 60_000))).toEqual([0, 0]);
    expect(["new", "newer", "other"].map((name) => meter.waitMs(name, 1, 60_000))).toEqual([500, 500, 0]);
  });

  it("takes back what was counted with others", () => {
    const meter = new LeakyBucket(ALLOWANCE, 1);
    meter.spend("a", 5, 0);
    meter.spend("b", 5, 0);
    meter.giveBack("b", 5, 0);
    expect(["a", "b"].map((name) => meter.waitMs(name, 5, 0))).toEqual([2500, 0]);
  });

  it("lets pass in any span no more than the burst and what the span allows, where each waits as told", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }), (pauses) => {
        const meter = new LeakyBucket(ALLOWANCE);
        let now = 0;
        const passed: number[] = [];
        for (const pause of pauses) {
          now += pause;
          for (let wait = meter.spend("a", 1, now); wait > 0; wait = meter.spend("a", 1, now)) now += wait;
          passed.push(now);
        }
        for (const [from, start] of passed.entries())
          for (const [to, end] of passed.entries())
            if (to >= from)
              expect(to - from + 1).toBeLessThanOrEqual(
                ALLOWANCE.burst + ((end - start) / 1000) * ALLOWANCE.perSecond + 1e-6,
              );
      }),
    );
  });
});
