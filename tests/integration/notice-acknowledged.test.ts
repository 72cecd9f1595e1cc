import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { notice, outbox } from "@/db/schema";
import { acknowledgeException, acknowledgeExceptions } from "@/features/exception/handling/operations";
import { acknowledgeByLink } from "@/features/exception/link/operations";
import { notifyAcknowledged } from "@/features/notice/delivery/acknowledged.jobs";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import { anonymousContext } from "@/lib/operation/request-context";
import type { Job } from "@/lib/queue/define-job";
import { makeException, signedInAs } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice, notifyAcknowledged] as unknown as Job[];
let mailbox: Mailbox;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let posts: { to: string; text: string; way: string }[];
let onPost: () => Promise<void> = async () => {};

const gateway = createServer(async (request, response) => {
  posts.push({ ...((await json(request)) as { to: string; text: string }), way: request.url ?? "" });
  await onPost();
  response.writeHead(202).end();
});

beforeAll(async () => {
  mailbox = await startMailbox();
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
});
beforeEach(async () => {
  posts = [];
  onPost = async () => {};
  mailbox.mails.length = 0;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  await clearQueue(db());
  owner = await makeCustomer(db(), { notifyBySms: true });
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://cold.example/";
  process.env.SMS_WEBHOOK_URL = `${address}/sms`;
  process.env.VOICE_WEBHOOK_URL = `${address}/voice`;
  resetEnvironment();
});
afterEach(() => {
  for (const name of ["SMTP_URL", "PUBLIC_URL", "SMS_WEBHOOK_URL", "VOICE_WEBHOOK_URL"]) delete process.env[name];
  resetEnvironment();
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((done) => gateway.close(done));
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const ZHANG = { name: "Zhang Wei", email: "zhang@example.com", phone: "13900000001", locale: "en-US" };
const LI = { name: "Li Na", email: "li@example.com", phone: "13900000002", locale: "en-US" };
const NURSE = { name: "Wang Fang", phone: "13900000003", locale: "zh-CN" };

/** Exceptions of fridges in one room, planned by one plan. */
async function raise(options: FridgeOptions, count = 1) {
  const first = await makeFridge(db(), owner, options);
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index === 0 ? first : await makeFridge(db(), owner, { carrier: { name: `Fridge ${index}` } });
    ids.push(
      await transaction(db(), async (tx) => {
        const row = await makeException(tx, place, { conditionId: first.condition.id, startedAt: new Date() });
        await planNotices(tx, [row.id]);
        return row.id;
      }),
    );
  }
  return { ids, place: first };
}

const doctor = () => signedInAs(owner.id, { permissions: ["acknowledgeEx"], name: "Dr Chen" });
const acknowledge = async (id = 0, comment = "on my way") => acknowledgeException.call(await doctor(), { id, comment });
const words = () =>
  db()
    .select()
    .from(notice)
    .where(and(eq(notice.customerId, owner.id), eq(notice.type, "acknowledged")))
    .orderBy(notice.contactName);

describe("an acknowledgement", () => {
  it("stops every other channel: repeats, escalations, and calls that wait", async () => {
    const { ids } = await raise({
      contacts: [ZHANG, { ...LI, level: 2 }],
      plan: [
        { channels: ["sms", "voice", "popup"], repeatTimes: 3, repeatIntervalMinutes: 5 },
        { channels: ["email", "voice"], level: 2, afterMinutes: 31 },
      ],
    });
    await acknowledge(ids[0]);
    await runQueue(JOBS, { ahead: true });
    expect(posts).toEqual([]);
    expect(mailbox.mails).toEqual([]);
    const rows = await db().select().from(outbox).where(eq(outbox.customerId, owner.id));
    expect(rows.length).toBeGreaterThan(8);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["skipped"]));
  });

  it("is told once to everybody notified so far, by the way they were notified, never by a call", async () => {
    const { ids } = await raise({
      contacts: [
        { ...ZHANG, channels: ["email", "sms"] },
        { ...LI, channels: ["email", "voice"] },
        { ...NURSE, channels: ["voice"] },
      ],
      plan: [{ channels: ["email", "sms", "voice"], repeatTimes: 2 }],
    });
    await runQueue(JOBS, { ahead: 30 });
    expect(posts.map(({ to, way }) => `${way} ${to}`).sort()).toEqual([
      "/sms 13900000001",
      "/voice 13900000002",
      "/voice 13900000003",
    ]);
    posts.length = 0;
    mailbox.mails.length = 0;
    await acknowledge(ids[0]);
    await runQueue(JOBS);
    await runQueue(JOBS, { ahead: true });
    await runQueue(JOBS, { ahead: true });
    expect(posts).toMatchObject([
      { way: "/sms", to: "13900000001", text: expect.stringMatching(/^Dr Chen acknowledged \(.+\): fridge/) },
    ]);
    expect(mailbox.mails.map(({ to, subject }) => [to && !Array.isArray(to) && to.text, subject])).toEqual([
      ["li@example.com", expect.stringMatching(/^Acknowledged by Dr Chen: fridge/)],
    ]);
    expect(mailbox.mails[0]?.text).toMatch(
      /Dr Chen acknowledged this on .+\n\n\[Critical\] fridge .+\nView the alarm\nhttps:/,
    );
    expect(
      (await words()).map(({ contactName, channel, status, exceptionId }) => [
        contactName,
        channel,
        status,
        exceptionId,
      ]),
    ).toEqual([
      ["Li Na", "email", "sent", ids[0]],
      ["Zhang Wei", "sms", "sent", ids[0]],
    ]);
  });

  it("of many alarms in one message is told in one message", async () => {
    const { ids } = await raise({ contacts: [{ ...ZHANG, channels: ["sms"] }], plan: [{ channels: ["sms"] }] }, 3);
    await runQueue(JOBS, { ahead: 30 });
    expect(posts).toHaveLength(1);
    await acknowledgeExceptions.call(await doctor(), { ids, comment: "all of them" });
    await runQueue(JOBS);
    await runQueue(JOBS, { ahead: 30 });
    expect(posts).toHaveLength(2);
    expect(posts[1]?.text).toMatch(/^Dr Chen acknowledged .+fridge.+Fridge 1, Fridge 2/);
    expect((await words()).map(({ exceptionId }) => exceptionId).sort()).toEqual([...ids].sort());
  });

  it("by the link of a message is not told to the person who acknowledged", async () => {
    const { ids } = await raise({
      contacts: [
        { ...ZHANG, channels: ["email"] },
        { ...ZHANG, level: 2, channels: ["sms"] },
        { ...LI, channels: ["email"] },
      ],
      plan: [{ channels: ["email"] }, { channels: ["sms"], level: 2, afterMinutes: 0 }],
    });
    await runQueue(JOBS, { ahead: 30 });
    const mail = mailbox.mails.find(({ to }) => to && !Array.isArray(to) && to.text === "zhang@example.com");
    const key = /exDetail\?key=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    mailbox.mails.length = 0;
    await acknowledgeByLink.call(anonymousContext(new Headers(), "en-US"), { key, comment: "I go" });
    await runQueue(JOBS);
    await runQueue(JOBS, { ahead: true });
    expect((await words()).map(({ contactName, exceptionId }) => [contactName, exceptionId])).toEqual([
      ["Li Na", ids[0]],
    ]);
    expect(mailbox.mails[0]?.subject).toContain("Acknowledged by Zhang Wei");
  });

  it("while a message is on its way is told to the person whom it reaches", async () => {
    const { ids } = await raise({ contacts: [{ ...ZHANG, channels: ["sms"] }], plan: [{ channels: ["sms"] }] });
    onPost = async () => {
      onPost = async () => {};
      await acknowledge(ids[0]);
    };
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: 30 });
    expect(posts).toHaveLength(2);
    expect(posts[1]?.text).toContain("Dr Chen acknowledged");
    expect(await words()).toHaveLength(1);
  });

  it("while a message is written keeps it from being sent", async () => {
    const { ids } = await raise({ contacts: [{ ...ZHANG, channels: ["sms"] }], plan: [{ channels: ["sms"] }] });
    const [row] = await db().select().from(outbox).where(eq(outbox.customerId, owner.id));
    // The job has read the exception as open; the links of the message are what it waits for.
    const [id] = ids;
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const locked = db().$client.begin(async (tx) => {
      await tx`lock table exception_link in access exclusive mode`;
      await held;
    });
    const delivering = deliverNotice.run(
      { outboxId: row?.id ?? 0 },
      {
        db: db(),
        now: new Date(Date.now() + 30_000),
        attempt: 1,
        maximumAttempts: 12,
        signal: new AbortController().signal,
      },
    );
    await new Promise((done) => setTimeout(done, 300));
    await acknowledge(id);
    release();
    await locked;
    await delivering;
    expect(posts).toEqual([]);
    expect(
      await db()
        .select()
        .from(outbox)
        .where(eq(outbox.id, row?.id ?? 0)),
    ).toMatchObject([{ status: "skipped" }]);
  });
});
