import { describe, expect, it } from "vitest";
import { gaussianAt, hashText, mulberry32, uniformAt, wanderAt } from "./random.rules";

const take = (count: number, next: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => next(index));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("seeded randomness", () => {
  it("gives the same stream for the same seed, another for another", () => {
    const first = mulberry32(7);
    const second = mulberry32(7);
    const other = mulberry32(8);
    const stream = take(20, () => first());
    expect(take(20, () => second())).toEqual(stream);
    expect(take(20, () => other())).not.toEqual(stream);
  });

  it.each([
    ["mulberry32", take(20_000, mulberry32(1))],
    ["uniformAt", take(20_000, (index) => uniformAt(1, index))],
    ["uniformAt over seeds", take(20_000, (index) => uniformAt(index, 5))],
  ])("%s is even over [0, 1)", (_name, values) => {
    const bins = new Array(10).fill(0);
    for (const value of values) bins[Math.floor(value * 10)] += 1;
    for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it("has a normal number for each place", () => {
    const values = take(20_000, (index) => gaussianAt(3, index * 60));
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(Math.sqrt(mean(values.map((value) => value ** 2)))).toBeCloseTo(1, 1);
  });

  it("hashes names apart", () => {
    const names = take(5000, (index) => index).map((index) => `SN-${index}`);
    expect(new Set(names.map((name) => hashText(name))).size).toBe(names.length);
    expect(hashText("SN-1", 1)).not.toBe(hashText("SN-1", 2));
  });

  it("wanders smoothly inside [-1, 1]", () => {
    const values = take(2000, (index) => wanderAt(4, index * 60_000, 86_400));
    for (const value of values) expect(Math.abs(value)).toBeLessThanOrEqual(1);
    const jumps = values.slice(1).map((value, index) => Math.abs(value - (values[index] as number)));
    expect(Math.max(...jumps)).toBeLessThan(0.02);
  });
});
