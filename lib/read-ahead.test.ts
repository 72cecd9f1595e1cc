import { expect, it } from "vitest";
import { readAhead } from "./read-ahead";

async function collect<T>(items: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}

/** Counts, and notes what it was asked for and whether it was ended. */
function counting(until: number, failsAt = Number.NaN) {
  const seen: (number | "end")[] = [];
  async function* count() {
    try {
      for (let number = 1; number <= until; number += 1) {
        seen.push(number);
        if (number === failsAt) throw new Error("broken");
        yield number;
      }
    } finally {
      seen.push("end");
    }
  }
  return { items: count(), seen };
}

it("passes on everything in order, one item ahead", async () => {
  const { items, seen } = counting(3);
  const ahead = readAhead(items);
  expect((await ahead.next()).value).toBe(1);
  expect(seen).toEqual([1, 2]);
  expect(await collect(ahead)).toEqual([2, 3]);
  expect(await collect(readAhead(counting(0).items))).toEqual([]);
});

it("ends the source if nobody reads on", async () => {
  const { items, seen } = counting(9);
  expect(await collect(readAhead(items), 2)).toEqual([1, 2]);
  expect(seen).toEqual([1, 2, 3, "end"]);
});

it("fails where the source fails, after the items before", async () => {
  const { items } = counting(9, 3);
  const ahead = readAhead(items);
  expect([(await ahead.next()).value, (await ahead.next()).value]).toEqual([1, 2]);
  await expect(ahead.next()).rejects.toThrow("broken");
});
