import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { sideBySide } from "./side-by-side";

it("keeps the order, and no more than the width at work", async () => {
  let atWork = 0;
  let most = 0;
  const results = await sideBySide([5, 1, 4, 2, 3, 6, 7], 3, async (item) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await pause(item);
    atWork -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30, 60, 70]);
  expect(most).toBe(3);
});

it("ends with the first failure", async () => {
  const begun: number[] = [];
  const failing = sideBySide([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
  });
  await expect(failing).rejects.toThrow("two");
  expect(begun).toEqual([1, 2]);
});
