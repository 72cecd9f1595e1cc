import { afterAll, beforeEach, expect, it } from "vitest";
import { db } from "@/db/client";
import { checkHealth } from "@/lib/health/presence";
import { findUpSince, noteTimer, noteUp } from "@/lib/queue/uptime";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Math.floor(Date.now() / SECOND) * SECOND;

beforeEach(() => db().$client`delete from queue_uptime`);
afterAll(() => db().$client.end({ timeout: 5 }));

/** A call at so many milliseconds from now that is a worker for so long; how long it lets jobs rest. */
async function call(at: number, seconds = 20): Promise<number> {
  const pauseMs = await noteTimer(db(), new Date(NOW + at), seconds);
  for (let passed = 0; passed <= seconds; passed += 10)
    await noteUp(db(), new Date(NOW + at + passed * SECOND), pauseMs);
  return pauseMs;
}

it.each([
  ["a minute", MINUTE, 150 * SECOND],
  ["two minutes", 2 * MINUTE, 180 * SECOND],
  ["five minutes", 5 * MINUTE, 450 * SECOND],
  ["a quarter of an hour", 15 * MINUTE, 1350 * SECOND],
  ["more than that", 15 * MINUTE + SECOND, 150 * SECOND],
])("a timer that calls every %s is waited for by that", async (_name, every, pauseMs) => {
  expect(await call(-2 * every)).toBe(150 * SECOND);
  expect(await call(-every)).toBe(pauseMs);
});

it("time counts as one while its calls come as they used to", async () => {
  const every = 5 * MINUTE;
  for (let calls = 12; calls >= 1; calls -= 1) await call(-calls * every);
  // The first was not yet known to be followed after five minutes.
  expect(await findUpSince(db())).toBe(NOW - 11 * every);
  await call(30 * MINUTE);
  expect(await findUpSince(db())).toBe(NOW + 30 * MINUTE);
});

it("a worker is missing only once the timer is overdue", async () => {
  const worker = async () => (await checkHealth(db())).worker;
  expect(await worker()).toBe(false);
  await call(-60 * SECOND);
  expect(await worker()).toBe(true);
  await db().$client`delete from queue_uptime`;
  await call(-5 * MINUTE);
  expect(await worker()).toBe(false);
});

it("a worker that ran jobs a moment ago and is gone is no timer", async () => {
  await noteUp(db(), new Date(NOW), 30 * SECOND);
  expect((await checkHealth(db())).worker).toBe(false);
});
