import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, openDb, transaction } from "@/db/client";
import { exception, notice, outbox } from "@/db/schema";
import { recoverNotices } from "@/features/notice/delivery/recovery.jobs";
import { deliverDirect } from "@/features/notice/health/jobs";
import { testChannel } from "@/features/notice/health/operations";
import { claimBatch, freeDeliveries } from "@/features/notice/notice.data";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices, replanNotices } from "@/features/notice/notice.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { testDatabaseUrl } from "../support/database";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice as unknown as Job];
let mailbox: Mailbox;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let ids: number[];

beforeAll(async () => {
  mailbox = await startMailbox();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  await clearQueue(db());
  owner = await makeCustomer(db());
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  resetEnvironment();
});
afterEach(() => {
  delete process.env.SMTP_URL;
  resetEnvironment();
});
afterAll(async () => {
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Planned mails to one person about as many alarms of one place, due for five minutes. */
async function plan(count: number, quietHours: NonNullable<FridgeOptions["contacts"]>[number]["quietHours"] = null) {
  const first = await makeFridge(db(), owner, {
    contacts: [{ name: "Zhang Wei", email: "zhang@example.com", quietHours }],
    plan: [{ channels: ["email"] }],
  });
  for (let index = 0; index < count; index += 1) {
    const place = index === 0 ? first : await makeFridge(db(), owner);
    const { id } = await makeException(db(), place, { conditionId: first.condition.id, startedAt: new Date() });
    await transaction(db(), (tx) => planNotices(tx, [id]));
  }
  const due = new Date(Date.now() - 300_000);
  await db().update(outbox).set({ dueAt: due }).where(eq(outbox.customerId, owner.id));
  await db()
    .$client`select graphile_worker.reschedule_jobs(array_agg(id), run_at := ${due.toISOString()}) from graphile_worker.jobs`;
  const rows = await db().select().from(outbox).where(eq(outbox.customerId, owner.id)).orderBy(outbox.id);
  ids = rows.map(({ id }) => id);
  return ids as [number, ...number[]];
}

const context = (jobId?: string, attempt = 1) => ({
  db: db(),
  now: new Date(),
  jobId,
  attempt,
  maximumAttempts: 12,
  signal: new AbortController().signal,
});
const recover = () => recoverNotices.run({}, context());
const claim = (id: number) => transaction(db(), (tx) => claimBatch(tx, id, new Date()));
const log = () => db().select().from(notice).where(eq(notice.customerId, owner.id)).orderBy(notice.id);
const statuses = async () =>
  (await db().select().from(outbox).where(eq(outbox.customerId, owner.id)).orderBy(outbox.id)).map((row) => row.status);
/** The outbox rows with a job that will run. */
const queued = async () => {
  const rows = await db().$client<{ id: number }[]>`
    select substring(key from '\\d+$')::int as id from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts order by 1`;
  return rows.map(({ id }) => id);
};
const jobOf = async (id: number) => {
  const [row] = await db().$client<{ id: string }[]>`
    select id::text from graphile_worker.jobs where key = ${`outbox:${id}`}`;
  return row?.id ?? "";
};

describe("a planned message without a job", () => {
  it("gets one when it is late, unless it travels with another that is on its way", async () => {
    const [leader, other, alone] = (await plan(3)) as [number, number, number];
    expect(await claim(leader)).toEqual([leader, other, alone]);
    await db().$client`update outbox set payload = payload - 'batch' where id = ${alone}`;
    await clearQueue(db());
    await db().update(outbox).set({ dueAt: new Date() }).where(eq(outbox.id, alone));
    await recover();
    expect(await queued()).toEqual([leader]);
    await db()
      .update(outbox)
      .set({ dueAt: new Date(Date.now() - 61_000) })
      .where(eq(outbox.id, alone));
    await recover();
    expect(await queued()).toEqual([leader, alone]);
    await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.id, leader));
    await recover();
    expect(await queued()).toEqual([leader, other, alone]);
    await runQueue(JOBS);
    expect(await statuses()).toEqual(["skipped", "done", "done"]);
  });

  it("does not come to be where it is freed while its job is being fetched", async () => {
    const [id] = await plan(1);
    const fetching = openDb(testDatabaseUrl(), 1);
    const held = await fetching.$client.reserve();
    await held`begin`;
    await held`
      update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now(), attempts = 1
       where key = ${`outbox:${id}`}`;
    const freed = transaction(db(), (tx) => freeDeliveries(tx, [id]));
    await expect
      .poll(async () => {
        const rows = await db().$client`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return rows.length;
      })
      .toBe(1);
    await held`commit`;
    held.release();
    await freed;
    await fetching.$client.end({ timeout: 1 });
    expect(await queued()).toEqual([id]);
  });
});

describe("a message whose tries are used up", () => {
  it("is failed in the log with all that travels with it, if nobody could note it before", async () => {
    const [leader, other] = (await plan(3)) as [number, number, number];
    await claim(leader);
    await db().$client`
      select graphile_worker.reschedule_jobs(array[id], attempts := max_attempts) from graphile_worker.jobs
       where key = ${`outbox:${leader}`}`;
    await db().$client`
      update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'pool'
       where key = ${`outbox:${other}`}`;
    await recover();
    expect(await statuses()).toEqual(["failed", "failed", "failed"]);
    expect((await log()).map(({ status, recipient, reason }) => [status, recipient, reason])).toEqual(
      [1, 2, 3].map(() => ["failed", "zhang@example.com", "no try came to an end that could be noted"]),
    );
    await recover();
    expect(await log()).toHaveLength(3);
  });

  it("says why in the log where the last one ended before there was a message", async () => {
    const [id] = await plan(2, { from: "22:00", to: "07:00", upTo: "major" });
    await db().$client`update customer set time_zone = 'Nowhere/Land' where id = ${owner.id}`;
    await db().$client`update exception set severity = 'minor' where customer_id = ${owner.id}`;
    await expect(deliverNotice.run({ outboxId: id }, context(undefined, 11))).rejects.toThrow("Nowhere/Land");
    expect(await log()).toEqual([]);
    await expect(deliverNotice.run({ outboxId: id }, context(undefined, 12))).rejects.toThrow("Nowhere/Land");
    expect(await statuses()).toEqual(["failed", "failed"]);
    expect((await log()).map(({ contactName, reason }) => `${contactName}: ${reason}`)).toEqual(
      [1, 2].map(() => expect.stringContaining("Zhang Wei: it cannot be delivered: RangeError")),
    );
  });
});

describe("a test or the report of an outage", () => {
  /** A mail to an account that is not delivered by its job, due for five minutes. */
  async function lose(name: string): Promise<number> {
    const user = await makeUser(db(), owner.id, { name, email: `${name}-${owner.id}@example.com`, locale: "en-US" });
    const { id } = await testChannel.call(await accountContext(db(), user), { channel: "email" });
    await db()
      .update(outbox)
      .set({ dueAt: new Date(Date.now() - 300_000) })
      .where(eq(outbox.id, id));
    return id;
  }

  it("gets a job again where it has none", async () => {
    const id = await lose("ada");
    await clearQueue(db());
    await recover();
    expect(await queued()).toEqual([id]);
    await runQueue([deliverDirect as unknown as Job]);
    expect(await statuses()).toEqual(["done"]);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(["Frostline: test message"]);
  });

  it("is failed in the log where its tries are used up", async () => {
    const id = await lose("bo");
    await db().$client`
      select graphile_worker.reschedule_jobs(array[id], attempts := max_attempts) from graphile_worker.jobs
       where key = ${`outbox:${id}`}`;
    await recover();
    await recover();
    expect(await statuses()).toEqual(["failed"]);
    expect(await log()).toMatchObject([
      {
        ...{ type: "test", channel: "email", status: "failed", contactName: "bo", outboxId: id, exceptionId: null },
        ...{ recipient: `bo-${owner.id}@example.com`, reason: "no try came to an end that could be noted" },
      },
    ]);
  });
});

describe("a job that another has taken the place of", () => {
  it("leaves the message to that one", async () => {
    const [id] = await plan(1);
    const old = await jobOf(id);
    await db().$client`
      update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now() where id = ${old}::bigint`;
    await transaction(db(), (tx) => freeDeliveries(tx, [id]));
    await deliverNotice.run({ outboxId: id }, context(old));
    expect(mailbox.mails).toHaveLength(0);
    await deliverNotice.run({ outboxId: id }, context(await jobOf(id)));
    expect(mailbox.mails).toHaveLength(1);
  });
});

describe("an exception that was over and is open again", () => {
  const MINUTE = 60_000;
  const bring = (id: number) => transaction(db(), (tx) => replanNotices(tx, [id]));
  const set = (id: number, values: Partial<typeof exception.$inferInsert>) =>
    db().update(exception).set(values).where(eq(exception.id, id));

  const escalating: FridgeOptions = {
    contacts: [
      { name: "Zhang Wei", email: "zhang@example.com" },
      { name: "Li Na", email: "li@example.com", level: 2 },
    ],
    plan: [{ channels: ["email"] }, { channels: ["email"], level: 2, afterMinutes: 40 }],
  };

  async function raise(values: Parameters<typeof makeException>[2] = {}) {
    const place = await makeFridge(db(), owner, escalating);
    const startedAt = new Date(Date.now() - MINUTE);
    const { id } = await makeException(db(), place, { conditionId: place.condition.id, startedAt, ...values });
    await transaction(db(), (tx) => planNotices(tx, [id]));
    return id;
  }

  it("has its escalation back, and what was sent is not sent again", async () => {
    const id = await raise();
    await runQueue(JOBS, { ahead: 30 });
    const [, escalation] = await db().select().from(outbox).where(eq(outbox.customerId, owner.id)).orderBy(outbox.id);
    await set(id, { endedAt: new Date() });
    await runQueue(JOBS, { ahead: true });
    expect(await statuses()).toEqual(["done", "skipped"]);
    await bring(id);
    expect(await statuses()).toEqual(["done", "skipped"]);
    await set(id, { endedAt: null });
    await bring(id);
    expect(await statuses()).toEqual(["done", "pending"]);
    const [, again] = await db().select().from(outbox).where(eq(outbox.customerId, owner.id)).orderBy(outbox.id);
    expect(again?.dueAt).toEqual(escalation?.dueAt);
    await runQueue(JOBS, { ahead: true });
    expect((await log()).map(({ recipient }) => recipient)).toEqual(["zhang@example.com", "li@example.com"]);
  });

  it("is found to be so by the reading that comes late", async () => {
    const condition = { delaySeconds: 600, delayMode: "normal-delay" as const };
    const { sensor } = await makeFridge(db(), owner, { ...escalating, condition });
    const start = Date.now() - 20 * MINUTE;
    const send = (minutes: number, temperature: number) => {
      const at = start + minutes * MINUTE;
      return ingest(deviceContext(owner.id, new Date()), [
        { device: sensor.serialNumber, at, values: { temperature } },
      ]);
    };
    const find = () => db().select().from(exception).where(eq(exception.customerId, owner.id));
    await send(0, 12);
    await runQueue(JOBS, { ahead: 30 });
    await send(5, 5);
    const [over] = await find();
    expect(over?.endedAt).not.toBeNull();
    await runQueue(JOBS, { ahead: true });
    expect(await statuses()).toEqual(["done", "skipped"]);
    await send(8, 12);
    expect(await find()).toMatchObject([{ id: over?.id, endedAt: null }]);
    expect(await statuses()).toEqual(["done", "pending"]);
  });

  it("wakes people although it was found late", async () => {
    const id = await raise({ isDetectedLate: true, endedAt: new Date() });
    await set(id, { endedAt: null });
    await bring(id);
    await runQueue(JOBS, { ahead: 30 });
    // Shortly before the full hour its digest is due as well.
    const alarms = (await log()).filter(({ type }) => type === "alarm");
    expect(alarms.map(({ recipient }) => recipient)).toEqual(["zhang@example.com"]);
  });
});
