import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { settlesWithin } from "./settles-within";

it.each([
  ["done", async () => "rows", true],
  ["done a little later", () => pause(5), true],
  ["refused", () => Promise.reject(new Error("gone")), true],
  ["still at it", () => new Promise(() => {}), false],
])("tells of work that is %s", async (_, work, expected) => {
  expect(await settlesWithin(work(), 40)).toBe(expected);
});
