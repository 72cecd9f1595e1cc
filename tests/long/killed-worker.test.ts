import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, openDb } from "@/db/client";
import { exception, notice } from "@/db/schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { findMissing } from "@/lib/queue/presence";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { testDatabaseUrl } from "../support/database";
import { clearQueue } from "../support/queue";
import { type Mailbox, startMailbox } from "../support/smtp";
import { endWorker, hurry, startWorker } from "../support/worker";

const PATIENT = { timeout: 60_000, interval: 100 };

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let mailbox: Mailbox;
let worker: ChildProcess | undefined;
/** Mails whose recipient was named so far, and what the server waits for before it takes one. */
let begun = 0;
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  owner = await makeCustomer(db());
  mailbox = await startMailbox({
    beforeRecipient: () => {
      begun += 1;
      return gate;
    },
  });
});
afterEach(async () => {
  await endWorker(worker);
  await clearQueue(db());
  mailbox.mails.length = 0;
  begun = 0;
  gate = Promise.resolve();
});
afterAll(async () => {
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const start = () => startWorker({ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` });

/** A fridge that is too warm, of which one contact is to be told by mail. */
async function warmUp() {
  const contacts = [{ name: "Ada", email: "ada@example.com", channels: ["email" as const] }];
  const fridge = await makeFridge(db(), owner, { contacts, plan: [{ channels: ["email"] }] });
  const now = Date.now();
  const reading = { device: fridge.sensor.serialNumber, at: now, values: { temperature: 12 } };
  expect((await ingest(deviceContext(owner.id, new Date(now)), [reading])).accepted).toBe(1);
  await hurry();
  const [found] = await db()
    .select()
    .from(exception)
    .where(eq(exception.probeId, fridge.probes.temperature as number));
  return found?.id as number;
}

const log = (exceptionId: number) =>
  db().select().from(notice).where(eq(notice.exceptionId, exceptionId)).orderBy(notice.id);
const sentTo = async (exceptionId: number) => (await log(exceptionId)).filter(({ status }) => status === "sent").length;
const jobs = async () =>
  (await db().$client`select 1 from graphile_worker.jobs where task_identifier like 'notice.%'`).length;

describe("a worker that is killed while it sends a notice", () => {
  it("leaves it to the next one, which sends it within seconds", async () => {
    gate = new Promise(() => {});
    const id = await warmUp();
    worker = start();
    await expect.poll(() => begun, PATIENT).toBe(1);
    await endWorker(worker);
    expect(mailbox.mails).toHaveLength(0);

    gate = Promise.resolve();
    worker = start();
    await expect.poll(workers, PATIENT).toBe(1);
    const started = performance.now();
    await expect.poll(() => sentTo(id), PATIENT).toBe(1);
    const seconds = (performance.now() - started) / 1000;
    console.log(`a notice of a killed worker goes out ${seconds.toFixed(1)} s after the next one is there`);
    expect(seconds).toBeLessThan(15);
    expect(mailbox.mails).toHaveLength(1);
    expect((await log(id)).map(({ attempt, status, reason }) => [attempt, status, reason])).toEqual([
      [1, "failed", "the worker ended while it was sending; whether this arrived is not known"],
      [2, "sent", ""],
    ]);
    await expect.poll(jobs, PATIENT).toBe(0);
  }, 120_000);

  it("keeps it while it lives; then another repeats it under the same Message-ID where nobody could note its end", async () => {
    const id = await warmUp();
    const blocker = openDb(testDatabaseUrl(), 1);
    const held = await blocker.$client.reserve();
    await held`begin`;
    await held`lock table notice in exclusive mode`;
    worker = start();
    await expect.poll(() => mailbox.mails.length, PATIENT).toBe(1);
    const other = start();
    try {
      await expect.poll(workers, PATIENT).toBe(2);
      await pause(7000);
      expect(mailbox.mails).toHaveLength(1);
      expect(await findMissing(db().$client)).toEqual([]);

      await endWorker(worker);
      await held`rollback`;
      held.release();
      await blocker.$client.end({ timeout: 1 });
      expect(await log(id)).toHaveLength(0);
      await expect.poll(() => sentTo(id), PATIENT).toBe(1);
      expect(mailbox.mails).toHaveLength(2);
      expect(mailbox.mails[1]?.messageId).toBe(mailbox.mails[0]?.messageId);
      expect(mailbox.mails[0]?.messageId).toMatch(/^<exception\..+@frostline>$/);
    } finally {
      await endWorker(other);
    }
  }, 120_000);

  it("has nothing repeated once it is noted, although the queue does not know", async () => {
    let open = () => {};
    gate = new Promise((done) => {
      open = done;
    });
    const id = await warmUp();
    const blocker = openDb(testDatabaseUrl(), 1);
    const held = await blocker.$client.reserve();
    worker = start();
    await expect.poll(() => begun, PATIENT).toBe(1);
    // From here on the note can be written, and the job's end cannot.
    await held`begin`;
    const rows = await held`
      select from graphile_worker._private_jobs where locked_by is not null and key like 'outbox:%' for update`;
    expect(rows).toHaveLength(1);
    open();
    await expect.poll(() => sentTo(id), PATIENT).toBe(1);
    await endWorker(worker);
    // What it asked last would still be done, once it can be.
    await held`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%graphile_worker%'`;
    await held`rollback`;
    held.release();
    await blocker.$client.end({ timeout: 1 });
    expect(await jobs()).toBe(1);

    worker = start();
    await expect.poll(jobs, PATIENT).toBe(0);
    expect(mailbox.mails).toHaveLength(1);
    expect(await log(id)).toHaveLength(1);
  }, 120_000);
});

async function workers(): Promise<number> {
  const rows = await db().$client`
    select from pg_stat_activity where datname = current_database() and application_name = 'frostline worker'`;
  return rows.length;
}
