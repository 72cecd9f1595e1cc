import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { channelOutage, connectionWatch, contact, exception, notice, notificationPlanRow, outbox } from "@/db/schema";
import { deliverDirect, watchChannels } from "@/features/notice/health/jobs";
import {
  getChannelTest,
  listChannelStates,
  listChannels,
  listTroubles,
  testChannel,
} from "@/features/notice/health/operations";
import type { ChannelEvent } from "@/features/notice/health/schema";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { resetEnvironment } from "@/lib/env/env";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeException, makeNotice } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { auditRows } from "../support/audit";
import { startPushService } from "../support/push-service";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice, deliverDirect] as unknown as Job[];
const VARIABLES = ["SMTP_URL", "SMS_WEBHOOK_URL"] as const;
let mailbox: Mailbox;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

/** An SMS gateway on this machine that keeps what it is told. */
async function startGateway() {
  const texts: { to: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    texts.push((await json(request)) as (typeof texts)[number]);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { texts, url: `http://127.0.0.1:${port}/`, close: () => new Promise((done) => server.close(done)) };
}

function configure(values: Partial<Record<(typeof VARIABLES)[number], string>>) {
  for (const name of VARIABLES) {
    delete process.env[name];
    if (values[name]) process.env[name] = values[name];
  }
  resetEnvironment();
}
const working = () => configure({ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, SMS_WEBHOOK_URL: gateway.url });
/** Nobody listens at port 1. */
const broken = () => configure({ SMTP_URL: "smtp://127.0.0.1:1", SMS_WEBHOOK_URL: gateway.url });

beforeAll(async () => {
  mailbox = await startMailbox();
  gateway = await startGateway();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  gateway.texts.length = 0;
  await clearQueue(db());
  await db().delete(notice);
  await db().delete(channelOutage);
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  owner = await makeCustomer(db(), { notifyBySms: true });
  working();
});
afterEach(() => configure({}));
afterAll(async () => {
  await mailbox.close();
  await gateway.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const contextOf = async (options: UserOptions = {}, customerId = owner.id) =>
  accountContext(db(), await makeUser(db(), customerId, options));
/** Addresses of accounts are taken once. */
const freshMail = () => `keeper-${randomInt(1e9)}@example.com`;
const freshMobile = () => `138${String(randomInt(1e8)).padStart(8, "0")}`;
const person = { name: "Zhang Wei", email: "zhang@example.com", phone: "13900000001", locale: "en-US" };
const told: FridgeOptions = { contacts: [person], plan: [{ channels: ["email"] }] };

async function raise(options: FridgeOptions = told, at = owner) {
  const place = await makeFridge(db(), at, options);
  const { id } = await makeException(db(), place, { conditionId: place.condition.id, startedAt: new Date() });
  await transaction(db(), (tx) => planNotices(tx, [id]));
  return { ...place, exception: { id, customerId: at.id } };
}
const watch = () =>
  watchChannels.run(
    {},
    { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
/** As if everything that was logged had happened so much earlier. */
const age = (seconds: number) => db().$client`update notice set at = at - make_interval(secs => ${seconds}::float8)`;
const outages = () => db().select().from(channelOutage).orderBy(desc(channelOutage.id));
/** The reports of outages to accounts of the customer. */
const reports = async () => {
  const rows = await db().select().from(outbox).where(eq(outbox.customerId, owner.id)).orderBy(outbox.id);
  return rows.filter(({ idempotencyKey }) => idempotencyKey.startsWith("channel-outage:"));
};

/** An alarm by mail that fails four times, a minute ago. */
async function failMail(options?: FridgeOptions, at = owner) {
  broken();
  await raise(options, at);
  for (let attempt = 0; attempt < 4; attempt += 1) await runQueue(JOBS, { ahead: true });
  await age(61);
}

describe("a test of a channel", () => {
  it("goes to a contact by the delivery of alarms, is logged as a test and audited", async () => {
    const { group } = await raise();
    const [who] = await db().select().from(contact).where(eq(contact.groupId, group.id));
    const admin = await contextOf({ name: "Li Na" });
    const { id } = await testChannel.call(admin, { channel: "sms", contactId: who?.id as number });
    expect(await getChannelTest.call(admin, { id })).toMatchObject({ status: "pending", result: null });
    await runQueue([deliverDirect as unknown as Job]);
    expect(gateway.texts).toMatchObject([{ to: "13900000001", text: expect.stringContaining("Li Na") }]);
    expect(await getChannelTest.call(admin, { id })).toMatchObject({
      status: "done",
      result: "sent",
      recipient: "13900000001",
    });
    const rows = await db().select().from(notice).where(eq(notice.type, "test"));
    expect(rows).toMatchObject([{ channel: "sms", status: "sent", contactName: "Zhang Wei", exceptionId: null }]);
    const [line] = (await auditRows(db(), owner.id)).filter(({ operation }) => operation === "noticeChannel.test");
    expect(line).toMatchObject({ entity: "noticeChannel", entityId: "sms" });
  });

  it("without a contact goes to who asks, in their language", async () => {
    const admin = await contextOf({ email: freshMail(), locale: "zh-CN" });
    await testChannel.call(admin, { channel: "email" });
    await runQueue(JOBS);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(["Frostline：测试消息"]);
  });

  it("as a pop-up reaches who asks, live", async () => {
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "channel")));
    const user = await makeUser(db(), owner.id);
    await testChannel.call(await accountContext(db(), user), { channel: "popup" });
    await runQueue(JOBS);
    await expect.poll(() => heard).toMatchObject([{ customerId: owner.id, data: { change: "test", userId: user.id } }]);
    await stop();
  });

  it("is tried once, and says why it failed", async () => {
    broken();
    const admin = await contextOf({ email: freshMail() });
    const { id } = await testChannel.call(admin, { channel: "email" });
    await runQueue(JOBS);
    const result = await getChannelTest.call(admin, { id });
    expect(result).toMatchObject({
      status: "failed",
      result: "failed",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
    configure({});
    const again = await testChannel.call(admin, { channel: "email" });
    await runQueue(JOBS);
    expect((await getChannelTest.call(admin, again)).reason).toContain("not configured");
  });

  it("is refused without the permission, without an address, for a stranger's contact, and too often", async () => {
    const { group } = await raise({ contacts: [{ name: "Ada", email: "ada@example.com", channels: ["email"] }] });
    const [ada] = await db().select().from(contact).where(eq(contact.groupId, group.id));
    const contactId = ada?.id as number;
    const viewer = await contextOf({ permissions: ["viewNoticeChannel"] });
    await expect(testChannel.call(viewer, { channel: "email", contactId })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const admin = await contextOf();
    await expect(testChannel.call(admin, { channel: "sms", contactId })).rejects.toMatchObject({
      details: { issues: [{ path: "contactId", rule: "noAddress" }] },
    });
    await expect(testChannel.call(admin, { channel: "email" })).rejects.toMatchObject({
      details: { issues: [{ path: "channel", rule: "noAddress" }] },
    });
    const other = await makeCustomer(db());
    const stranger = await contextOf({}, other.id);
    await expect(testChannel.call(stranger, { channel: "email", contactId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    for (let count = 0; count < 3; count += 1) await testChannel.call(admin, { channel: "email", contactId });
    await expect(testChannel.call(admin, { channel: "email", contactId })).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    const tests = await db().select().from(outbox).where(eq(outbox.kind, "notice.deliverDirect"));
    expect(tests.filter(({ customerId }) => customerId === owner.id)).toHaveLength(3);
    const { id } = await testChannel.call(await contextOf({ email: freshMail() }), { channel: "email" });
    await expect(getChannelTest.call(stranger, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the health of a channel", () => {
  const mailOf = async (ctx: Awaited<ReturnType<typeof contextOf>>) =>
    (await listChannels.call(ctx, {})).channels.find(({ channel }) => channel === "email");

  it("counts messages and the time to deliver, and what waits", async () => {
    await raise();
    await runQueue(JOBS, { ahead: true });
    await db()
      .$client`update outbox set due_at = (select max(at) from notice) - interval '4 seconds' where status = 'done' and customer_id = ${owner.id}`;
    broken();
    await raise();
    await runQueue(JOBS, { ahead: true });
    await db()
      .$client`update outbox set due_at = now() - interval '90 seconds' where status = 'pending' and customer_id = ${owner.id}`;
    const mail = await mailOf(await contextOf());
    expect(mail).toMatchObject({
      state: "working",
      day: { sent: 1, failed: 1 },
      waiting: { count: 1 },
      usage: { plans: 2, contacts: 2 },
      lastFailure: { reason: expect.stringContaining("ECONNREFUSED") },
      variables: [],
    });
    expect(mail?.week.medianMs).toBeGreaterThanOrEqual(3900);
    expect(mail?.week.medianMs).toBeLessThanOrEqual(4100);
    expect(Date.now() - (mail?.waiting.oldestDueAt ?? 0)).toBeGreaterThan(89_000);
  });

  it("shows a customer its own figures, and the installation's insides to the platform alone", async () => {
    await failMail();
    await watch();
    const other = await makeCustomer(db());
    expect(await mailOf(await contextOf({}, other.id))).toMatchObject({
      state: "failing",
      day: { sent: 0, failed: 0 },
      lastFailure: null,
      usage: { plans: 0, contacts: 0 },
      outages: [{ reason: null }],
    });
    expect(await mailOf(await contextOf({ scopeType: 3 }))).toMatchObject({
      day: { failed: 4 },
      variables: ["SMTP_URL", "SMTP_FROM"],
      outages: [{ reason: expect.stringContaining("ECONNREFUSED") }],
    });
  });

  it("is judged by the faults of the channel alone", async () => {
    const { exception: raised } = await raise();
    const mistakes: Partial<typeof notice.$inferInsert>[] = [
      { type: "reply", reason: "reply: wrong PIN" },
      { reason: "the contact has this channel switched off" },
      { reason: "452 4.2.2 Mailbox full", fault: "recipient" },
    ];
    for (const one of mistakes) await makeNotice(db(), raised, { status: "failed", ...one });
    const admin = await contextOf();
    expect(await mailOf(admin)).toMatchObject({ lastFailure: null, day: { failed: 0 }, week: { failed: 0 } });
    await makeNotice(db(), raised, { status: "failed", reason: "421 down", fault: "channel" });
    expect(await mailOf(admin)).toMatchObject({ lastFailure: { reason: "421 down" }, day: { failed: 1 } });
    // Refused recipients are to blame on the channel while it is judged to fail by them.
    const startedAt = new Date(Date.now() - 300_000);
    const outage = { channel: "email" as const, startedAt, raisedAt: startedAt, reason: "all refused" };
    await db()
      .insert(channelOutage)
      .values({ ...outage, isNotified: false });
    expect(await mailOf(admin)).toMatchObject({ day: { failed: 2 } });
  });

  it("does not count as waiting what nobody is to be told any more", async () => {
    broken();
    const { exception: raised } = await raise({ ...told, plan: [{ channels: ["email"], repeatTimes: 1 }] });
    await runQueue(JOBS, { ahead: 30 });
    await db().$client`update outbox set due_at = now() - interval '90 seconds' where customer_id = ${owner.id}`;
    const admin = await contextOf();
    const set = (values: Partial<typeof exception.$inferInsert>) =>
      db().update(exception).set(values).where(eq(exception.id, raised.id));
    expect((await mailOf(admin))?.waiting.count).toBe(2);
    await set({ endedAt: new Date() });
    expect((await mailOf(admin))?.waiting.count).toBe(1);
    await set({ acknowledgedAt: new Date() });
    expect((await mailOf(admin))?.waiting).toEqual({ count: 0, oldestDueAt: null });
    await set({ acknowledgedAt: null, endedAt: null, withdrawnAt: new Date() });
    expect((await mailOf(admin))?.waiting.count).toBe(0);
  });

  it("is for those who may see it", async () => {
    const ctx = await contextOf({ permissions: ["viewNoticeLog"] });
    await expect(listChannels.call(ctx, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(listTroubles.call(ctx, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the banner", () => {
  it("names a channel that plans use and nobody has configured, with what is concerned", async () => {
    await raise({
      contacts: [person, { name: "Bo", email: "bo@example.com" }],
      plan: [{ channels: ["email", "popup"] }],
    });
    await raise({ contacts: [person], plan: [{ channels: ["sms"] }] });
    const admin = await contextOf();
    expect(await listTroubles.call(admin, {})).toEqual([]);
    configure({ SMS_WEBHOOK_URL: gateway.url });
    const none = { failingSince: null, customerId: owner.id };
    const mail = { channel: "email", state: "unconfigured", plans: 1, contacts: 2, ...none };
    expect(await listTroubles.call(admin, {})).toEqual([mail]);
    const other = await makeCustomer(db());
    expect(await listTroubles.call(await contextOf({}, other.id), {})).toEqual([]);
    expect(await listTroubles.call(admin, { customerId: other.id })).toEqual([]);
  });

  it("counts the plan of a connection watch, which may be the only one, unless the watch is off", async () => {
    const { group } = await makeFridge(db(), owner, { contacts: [person] });
    const row = { customerId: owner.id, contactGroupId: group.id, channels: ["email" as const] };
    await db().insert(notificationPlanRow).values(row);
    configure({});
    const admin = await contextOf();
    const none = { failingSince: null, customerId: owner.id };
    const mail = { channel: "email", state: "unconfigured", plans: 1, contacts: 1, ...none };
    expect(await listTroubles.call(admin, {})).toEqual([mail]);
    await raise();
    expect(await listTroubles.call(admin, {})).toEqual([{ ...mail, plans: 2, contacts: 2 }]);
    await db().insert(connectionWatch).values({ customerId: owner.id, isEnabled: false, isPowerEnabled: false });
    expect(await listTroubles.call(admin, {})).toEqual([mail]);
  });

  it("names a channel that plans use and the customer has switched off, whoever else uses it", async () => {
    const silent = await makeCustomer(db(), { notifyBySms: false });
    await raise({ contacts: [person], plan: [{ channels: ["sms"] }] }, silent);
    await raise({ contacts: [person], plan: [{ channels: ["sms"] }] });
    const off = { channel: "sms", state: "switchedOff", failingSince: null, plans: 1, contacts: 1 };
    expect(await listTroubles.call(await contextOf({}, silent.id), {})).toEqual([{ ...off, customerId: silent.id }]);
    const platform = await contextOf({ scopeType: 3 });
    const [seen] = (await listTroubles.call(platform, {})).filter(({ state }) => state === "switchedOff");
    expect(seen).toMatchObject({ channel: "sms", state: "switchedOff" });
    expect(await listTroubles.call(await contextOf(), {})).toEqual([]);
    expect(
      (await listChannels.call(await contextOf({}, silent.id), {})).channels.find(({ channel }) => channel === "sms"),
    ).toMatchObject({ usage: { plans: 0, contacts: 0 } });
    configure({ SMTP_URL: "smtp://127.0.0.1:1" });
    const both = (await listTroubles.call(platform, {})).filter(({ channel }) => channel === "sms");
    expect(both.map(({ state }) => state).sort()).toEqual(["switchedOff", "unconfigured"]);
  });

  it("is for forms also in the state of channels, with the customer's setting for those who may open it", async () => {
    const silent = await makeCustomer(db(), { notifyBySms: false });
    const smsOf = async (ctx: Awaited<ReturnType<typeof contextOf>>, input: { customerId?: number }) =>
      (await listChannelStates.call(ctx, input)).find(({ channel }) => channel === "sms");
    const admin = await contextOf({}, silent.id);
    const off = { channel: "sms", state: "switchedOff", customerId: silent.id };
    expect(await smsOf(admin, { customerId: silent.id })).toEqual(off);
    const clerk = await contextOf({ permissions: ["viewAlarmTrigger"] }, silent.id);
    expect(await smsOf(clerk, { customerId: silent.id })).toEqual({ ...off, customerId: null });
    const working = { channel: "sms", state: "working", customerId: null };
    expect(await smsOf(await contextOf(), { customerId: owner.id })).toEqual(working);
    expect(await smsOf(await contextOf(), { customerId: silent.id })).toEqual(working);
    expect(await smsOf(admin, {})).toEqual(working);
  });

  it("leaves out triggers that are switched off", async () => {
    configure({});
    const { trigger } = await raise();
    await db().$client`update alarm_trigger set is_enabled = false where id = ${trigger.id}`;
    expect(await listTroubles.call(await contextOf(), {})).toEqual([]);
  });
});

describe("an outage", () => {
  it("begins once, is reported by the channels that work to who keeps them, and ends with a delivery", async () => {
    const mobile = freshMobile();
    await makeUser(db(), owner.id, { mobile, email: freshMail(), locale: "en-US" });
    await makeUser(db(), owner.id, { mobile: freshMobile(), permissions: ["viewEx"] });
    await failMail();
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "channel")));
    await watch();
    await watch();
    expect(await outages()).toMatchObject([{ channel: "email", endedAt: null, isNotified: true }]);
    await expect.poll(() => heard.some(({ customerId }) => customerId === owner.id)).toBe(true);
    await runQueue([deliverDirect as unknown as Job]);
    expect(gateway.texts).toMatchObject([{ to: mobile, text: expect.stringContaining("E-mail has been failing") }]);
    expect(await listTroubles.call(await contextOf(), {})).toMatchObject([{ channel: "email", state: "failing" }]);
    working();
    await runQueue(JOBS, { ahead: true });
    await watch();
    expect((await outages())[0]?.endedAt).not.toBeNull();
    expect(await listTroubles.call(await contextOf(), {})).toEqual([]);
    await stop();
  });

  it("is no storm: one that follows within the hour is shown and not reported", async () => {
    await makeUser(db(), owner.id, { mobile: freshMobile() });
    await failMail();
    await watch();
    working();
    await runQueue(JOBS, { ahead: true });
    await watch();
    await failMail();
    await watch();
    expect((await outages()).map(({ isNotified }) => isNotified)).toEqual([false, true]);
    expect((await reports()).map(({ payload }) => payload.channel)).toEqual(["popup", "sms"]);
  });

  it("of the only channel is reported by a pop-up and by push, to whom a device of the account takes it", async () => {
    configure({ SMTP_URL: "smtp://127.0.0.1:1" });
    const service = await startPushService();
    const keeper = await makeUser(db(), owner.id, { email: freshMail(), name: "Li Na", locale: "en-US" });
    const path = await service.subscribe(keeper.id);
    const other = await makeUser(db(), owner.id, { email: freshMail(), name: "Bo", locale: "en-US" });
    await raise();
    for (let attempt = 0; attempt < 4; attempt += 1) await runQueue(JOBS, { ahead: true });
    await age(61);
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "channel")));
    await watch();
    await runQueue([deliverDirect as unknown as Job]);
    await service.close();
    const popups = () => heard.map(({ data }) => data).filter((data) => (data as ChannelEvent).change === "outage");
    const toKeepers = [keeper, other].map(({ id: userId }) => ({ change: "outage", userId, channel: "email" }));
    await expect.poll(popups).toEqual(expect.arrayContaining(toKeepers));
    await stop();
    expect(service.paths).toEqual([path]);
    const rows = await db().select().from(notice).where(eq(notice.type, "channel"));
    const own = rows.filter(({ customerId }) => customerId === owner.id);
    expect(own.map(({ contactName, channel, status }) => `${contactName} ${channel} ${status}`).sort()).toEqual([
      "Bo popup sent",
      "Li Na popup sent",
      "Li Na push sent",
    ]);
    expect(own[0]?.content).toContain("E-mail has been failing");
  });

  it("is reported to who keeps a connection watch whose plan uses the channel, and heard live", async () => {
    const mobile = freshMobile();
    await makeUser(db(), owner.id, { mobile, locale: "en-US" });
    await failMail(told, await makeCustomer(db()));
    const { group } = await makeFridge(db(), owner, { contacts: [person] });
    await db()
      .insert(notificationPlanRow)
      .values({ customerId: owner.id, contactGroupId: group.id, channels: ["email"] });
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "channel")));
    await watch();
    await expect.poll(() => heard.some(({ customerId }) => customerId === owner.id)).toBe(true);
    await stop();
    await runQueue([deliverDirect as unknown as Job]);
    expect(gateway.texts.map(({ to }) => to)).toContain(mobile);
  });

  it("is none where one recipient's mailbox is full", async () => {
    const full = await startMailbox({ refuse: true });
    configure({ SMTP_URL: `smtp://127.0.0.1:${full.port}` });
    await raise();
    for (let attempt = 0; attempt < 4; attempt += 1) await runQueue(JOBS, { ahead: true });
    await age(700);
    await watch();
    expect(await db().select({ fault: notice.fault }).from(notice)).toEqual(Array(4).fill({ fault: "recipient" }));
    expect(await outages()).toEqual([]);
    await full.close();
  });

  it("is none where nobody has configured the channel", async () => {
    configure({});
    await raise();
    await runQueue(JOBS, { ahead: true });
    await age(700);
    await watch();
    expect(await db().select({ fault: notice.fault }).from(notice)).toEqual([{ fault: null }]);
    expect(await outages()).toEqual([]);
  });
});
