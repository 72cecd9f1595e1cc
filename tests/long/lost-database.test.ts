import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { resetEnvironment } from "@/lib/env/env";
import { defineJob, type Job } from "@/lib/queue/define-job";
import { type JobRunner, runJobs } from "@/lib/queue/run-jobs";
import { testDatabaseUrl } from "../support/database";
import { clearQueue } from "../support/queue";

const queue = vi.hoisted(() => ({ failsAt: 0, started: [] as { stop(): Promise<void> }[] }));
vi.mock("graphile-worker", async (original) => {
  const actual = await original<typeof import("graphile-worker")>();
  return {
    ...actual,
    async run(...given: Parameters<typeof actual.run>) {
      if (queue.started.length + 1 === queue.failsAt) throw new Error("no more connections");
      const runner = await actual.run(...given);
      queue.started.push(runner);
      return runner;
    },
  };
});

const PATIENT = { timeout: 60_000, interval: 100 };
let begun = 0;
const slow = defineJob({
  name: "test.slow",
  payload: z.object({}),
  lanes: ["email"],
  async run(_payload, { signal }) {
    begun += 1;
    await pause(120_000, undefined, { signal }).catch(() => {});
  },
}) as unknown as Job;

/** Ends, well or not, when it is told to. */
let finish: () => void = () => {};
const told = defineJob({
  name: "test.told",
  payload: z.object({ fails: z.boolean() }),
  lanes: ["sms"],
  async run({ fails }) {
    begun += 1;
    await new Promise<void>((done) => {
      const before = finish;
      finish = () => {
        before();
        done();
      };
    });
    if (fails) throw new Error("as it was told");
  },
}) as unknown as Job;

/** All ways to the database go through a door that the test can shut. */
const there = new URL(testDatabaseUrl());
const sockets = new Set<Socket>();
let door: Server;
async function open(port = 0): Promise<number> {
  door = createServer((socket) => {
    const onward = connect(Number(there.port), there.hostname);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => {}).once("close", () => [socket, onward].map((both) => both.destroy()));
    }
    socket.pipe(onward).pipe(socket);
  }).listen(port, "127.0.0.1");
  await once(door, "listening");
  return (door.address() as AddressInfo).port;
}

/** Ends all connections, and refuses others until what is done meanwhile is over. */
async function outage(meanwhile: () => Promise<unknown>): Promise<void> {
  const { port } = door.address() as AddressInfo;
  const closed = once(door, "close");
  door.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await closed;
  await meanwhile();
  await open(port);
}

beforeAll(async () => {
  const url = new URL(there);
  url.hostname = "127.0.0.1";
  url.port = String(await open());
  process.env.DATABASE_URL = url.href;
  resetEnvironment();
});
afterAll(async () => {
  await db().$client.end({ timeout: 5 });
  door.close();
});

describe("a worker that loses its database", () => {
  it("keeps the jobs that it runs when the database is back, among others of its kind", {
    timeout: 120_000,
  }, async () => {
    const runners: JobRunner[] = [await runJobs([slow]), await runJobs([slow])];
    try {
      await db().$client`select graphile_worker.add_job('test.slow')`;
      await expect.poll(() => begun, PATIENT).toBe(1);
      await outage(() => pause(15_000));
      await pause(14_000);
      const jobs = await db().$client`select attempts from graphile_worker.jobs`;
      expect(jobs.map(({ attempts }) => attempts)).toEqual([1]);
      expect(begun).toBe(1);
    } finally {
      await Promise.all(runners.map((runner) => runner.stop()));
      await clearQueue(db());
    }
  });

  it("notes how jobs ended meanwhile when the database is back, and lives on", { timeout: 60_000 }, async () => {
    begun = 0;
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on("unhandledRejection", hear);
    const runner = await runJobs([told]);
    try {
      for (const fails of [false, true])
        await db().$client`
          select graphile_worker.add_job('test.told', json_build_object('fails', ${fails}::boolean), flags := array['sms'])`;
      await expect.poll(() => begun, PATIENT).toBe(2);
      await outage(async () => {
        finish();
        await pause(1500);
      });
      const jobs = () => db().$client`
        select attempts, last_error, locked_by from graphile_worker.jobs order by id`;
      await expect
        .poll(async () => [...(await jobs())], PATIENT)
        .toEqual([{ attempts: 1, last_error: "as it was told", locked_by: null }]);
      expect(unheard).toEqual([]);
    } finally {
      process.off("unhandledRejection", hear);
      await runner.stop();
    }
  });
});

describe("a start that fails half-way", () => {
  it("leaves nothing that would run jobs", async () => {
    queue.started.length = 0;
    queue.failsAt = 2;
    await expect(runJobs([slow])).rejects.toThrow("no more connections");
    const [first, ...more] = queue.started;
    expect(more).toEqual([]);
    await expect(first?.stop()).rejects.toThrow("already stopped");
    const workers = () => db().$client`
      select from pg_stat_activity where datname = current_database() and application_name = 'frostline worker'`;
    await expect.poll(workers, PATIENT).toHaveLength(0);
  });
});
