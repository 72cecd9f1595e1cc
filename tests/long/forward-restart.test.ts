import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { makeTarget } from "../factories/forward";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { temperaturesOf } from "../support/forward-platform";
import { LINKS, startProofPlatform } from "../support/forward-proof";
import { startWorker } from "../support/worker";

const PATIENT = { timeout: 60_000 };
let worker: ChildProcess | undefined;

afterEach(() => worker?.kill("SIGKILL"));
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

describe("a worker that is killed with a message on its way", () => {
  it.each(LINKS)(
    "loses nothing by %s: the next one sends the same under the same key, then the rest",
    async (_, link) => {
      const owner = await makeCustomer(db());
      const fridge = await makeFridge(db(), owner);
      const platform = await startProofPlatform(link.type);
      const target = await makeTarget(db(), owner.id, { ...link, port: platform.port, timeoutSeconds: 30 });
      let clock = Date.now() - 3_600_000;
      const take = async (temperature: number) => {
        clock += 1000;
        const reading = { device: fridge.sensor.serialNumber, at: clock, values: { temperature } };
        expect((await ingest(deviceContext(owner.id), [reading])).accepted).toBe(1);
      };
      const { asked, taken } = platform;
      platform.mood = "hold";
      try {
        await take(3);
        worker = startWorker();
        await expect.poll(() => asked.length, PATIENT).toBe(1);
        await take(4);
        const killed = ended(worker);
        worker.kill("SIGKILL");
        await killed;
        await take(5);

        platform.mood = "take";
        // It left its lease behind; waiting for its end would only take time.
        await db().$client`update forward_state set lease_until = now() where target_id = ${target.id}`;
        worker = startWorker();
        await expect.poll(() => temperaturesOf(taken), PATIENT).toEqual([3, 4, 5]);
        expect(asked[1]).toBe(asked[0]);
        expect(taken[0]?.readings).toHaveLength(1);

        const stopped = ended(worker);
        worker.kill("SIGTERM");
        expect(await stopped).toBe(0);
        const [state] = await db().$client`select lease_owner from forward_state where target_id = ${target.id}`;
        expect(state?.lease_owner).toBeNull();
      } finally {
        await platform.close();
      }
    },
  );
});
