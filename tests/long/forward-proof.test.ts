import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { makeTarget } from "../factories/forward";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { type Message, startForwardWorker, temperaturesOf } from "../support/forward-platform";
import { LINKS, type ProofPlatform, startProofPlatform } from "../support/forward-proof";

const PATIENT = { timeout: 60_000 };
const ending: (() => Promise<unknown>)[] = [];
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let platform: ProofPlatform;
let clock = Date.now() - 3_600_000;

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

function startWorker() {
  const worker = startForwardWorker();
  ending.push(worker.stop);
  return worker;
}

/** Takes in so many readings, one batch each, and returns their values. */
async function takeReadings(count: number, first = 0): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < count; index += 1) {
    clock += 1000;
    const temperature = 4 + (first + index) / 100;
    values.push(temperature);
    const reading = { device: fridge.sensor.serialNumber, at: clock, values: { temperature } };
    expect((await ingest(deviceContext(owner.id), [reading])).accepted).toBe(1);
  }
  return values;
}

const stateOf = async (id: number) => {
  const [row] = await db().$client<{ failures: number; leaseOwner: string | null }[]>`
    select failures, lease_owner as "leaseOwner" from forward_state where target_id = ${id}`;
  return row as NonNullable<typeof row>;
};

/** What a platform has that drops messages whose key it knows. */
const withoutRepeats = (messages: readonly Message[]) => [...new Map(messages.map((one) => [one.id, one])).values()];
const values = () => temperaturesOf(withoutRepeats(platform.taken));

describe.each(LINKS)("by %s", (_, link) => {
  let targetId: number;

  beforeEach(async () => {
    owner = await makeCustomer(db());
    fridge = await makeFridge(db(), owner);
    platform = await startProofPlatform(link.type);
    ending.push(platform.close);
    const { id } = await makeTarget(db(), owner.id, { ...link, port: platform.port, timeoutSeconds: 2 });
    targetId = id;
  });

  it("two workers side by side send each message once, and in order", async () => {
    startWorker();
    startWorker();
    const sent = await takeReadings(40);
    await expect.poll(() => temperaturesOf(platform.taken), PATIENT).toEqual(sent);
    expect(new Set(platform.asked).size).toBe(platform.asked.length);
  });

  it("a worker that is stopped within a message loses nothing: the next one sends it under the same key", async () => {
    platform.mood = "hold";
    await db().$client`update forward_target set timeout_seconds = 20 where id = ${targetId}`;
    const first = startWorker();
    const sent = await takeReadings(4);
    await expect.poll(() => platform.asked.length, PATIENT).toBe(1);
    await first.stop();
    expect(await stateOf(targetId)).toEqual({ failures: 0, leaseOwner: null });

    platform.mood = "take";
    startWorker();
    await expect.poll(() => temperaturesOf(platform.taken), PATIENT).toEqual(sent);
    expect(platform.asked[1]).toBe(platform.asked[0]);
  });

  it("a worker that died is followed by another when its lease has run out, not before", async () => {
    await db().$client`
      update forward_state set lease_owner = 'dead', lease_until = now() + interval '1 hour' where target_id = ${targetId}`;
    startWorker();
    const sent = await takeReadings(3);
    await pause(1500);
    expect(platform.asked).toEqual([]);
    await db().$client`update forward_state set lease_until = now() where target_id = ${targetId}`;
    await expect.poll(() => temperaturesOf(platform.taken), PATIENT).toEqual(sent);
  });

  it.each(["refuse", "hold", "lose"] as const)(
    "a message that meets '%s' is sent again under its key until it is confirmed, before all others",
    async (mood) => {
      platform.mood = mood;
      const first = await takeReadings(2);
      startWorker();
      await expect.poll(async () => (await stateOf(targetId)).failures, PATIENT).toBeGreaterThan(0);
      const sent = [...first, ...(await takeReadings(3, 2))];
      platform.mood = "take";
      await expect.poll(values, PATIENT).toEqual(sent);
      await expect.poll(async () => (await stateOf(targetId)).failures, PATIENT).toBe(0);
      const [key] = platform.asked;
      expect(platform.asked.filter((one) => one === key).length).toBeGreaterThan(1);
      expect(platform.taken[0]?.id).toBe(key);
    },
  );
});
