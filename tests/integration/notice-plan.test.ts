import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { SEVERITIES } from "@/db/enums";
import { contact, exception, notice, outbox } from "@/db/schema";
import { getException } from "@/features/exception/exception.operations";
import { CONTACT_CHANNELS } from "@/features/notice/contact/contact.rules";
import { findDutyPeople, findPlans } from "@/features/notice/delivery/plan.data";
import { type People, type Plan, type PlanExcursion, planOf } from "@/features/notice/delivery/plan.rules";
import { exportNoticeLog, listNoticeLog } from "@/features/notice/log/operations";
import { claimBatch } from "@/features/notice/notice.data";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { makeHalfDays } from "../factories/duty";
import { makeException, signedInAs } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { longRuns } from "../support/long";
import { startPushService } from "../support/push-service";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice as unknown as Job];
const MINUTE = 60_000;
let mailbox: Mailbox;
let pushes: Awaited<ReturnType<typeof startPushService>>;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  pushes = await startPushService();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  owner = await makeCustomer(db(), { notifyBySms: true });
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  resetEnvironment();
});
afterEach(() => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  resetEnvironment();
});
afterAll(async () => {
  await mailbox.close();
  await pushes.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const told: FridgeOptions = {
  contacts: [{ name: "Zhang Wei", email: "zhang@example.com", locale: "en-US" }],
  plan: [{ channels: ["email"] }],
};

type Fridge = Awaited<ReturnType<typeof makeFridge>>;
type Values = Parameters<typeof makeException>[2];

/** Fridges whose alarms one and the same plan tells. */
async function fridgesOf(count: number, options: FridgeOptions = told): Promise<Fridge[]> {
  const first = await makeFridge(db(), owner, options);
  const others = Array.from({ length: count - 1 }, () =>
    makeFridge(db(), owner, { carrier: { alarmTriggerId: first.trigger.id } }),
  );
  return [first, ...(await Promise.all(others))];
}

/** An exception of a fridge that is planned in the same breath; `trigger` is whose plan tells of it. */
async function raise(place: Fridge, { condition }: Fridge, values: Values = {}): Promise<number> {
  const now = new Date();
  return transaction(db(), async (tx) => {
    const row = await makeException(tx, place, { conditionId: condition.id, startedAt: now, ...values });
    await planNotices(tx, [row.id]);
    return row.id;
  });
}

const raiseAll = async (fridges: readonly Fridge[], values: Values = {}) => {
  const ids: number[] = [];
  for (const fridge of fridges) ids.push(await raise(fridge, fridges[0] as Fridge, values));
  return ids;
};

const deliver = (outboxId: number, now = new Date(), maximumAttempts = 12) =>
  deliverNotice.run({ outboxId }, { db: db(), now, attempt: 1, maximumAttempts, signal: new AbortController().signal });
const pending = () =>
  db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.customerId, owner.id), eq(outbox.status, "pending")))
    .orderBy(outbox.dueAt, outbox.id);
const log = () => db().select().from(notice).where(eq(notice.customerId, owner.id)).orderBy(notice.id);
/** Who was told, as the exception's record has it. */
const toldOf = async (id: number | undefined) =>
  (await getException.call(await signedInAs(owner.id, { permissions: ["viewEx"] }), { id: String(id) })).notices;
const settle = (id: number, values: Partial<typeof exception.$inferInsert>) =>
  db().update(exception).set(values).where(eq(exception.id, id));

describe("alarms of one cause", () => {
  it("share one message a person, and each knows who was told of it", async () => {
    const ids = await raiseAll(await fridgesOf(3));
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("[Critical] 3 alarms: ")]);
    const rows = await log();
    expect(rows.map(({ exceptionId, status, recipient }) => [exceptionId, status, recipient])).toEqual(
      ids.map((id) => [id, "sent", "zhang@example.com"]),
    );
    expect(new Set(rows.map(({ outboxId }) => outboxId)).size).toBe(1);
    expect(await toldOf(ids[0])).toMatchObject([{ contactName: "Zhang Wei", isDigest: false, others: 2 }]);
    expect(await pending()).toEqual([]);
  });

  it("wait for each other for seconds alone", async () => {
    const fridges = await fridgesOf(1);
    const [id] = await raiseAll(fridges);
    const [row] = await pending();
    expect(row?.payload.exceptionId).toBe(id);
    const waits = (row?.dueAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(waits).toBeGreaterThan(15_000);
    expect(waits).toBeLessThanOrEqual(20_000);
  });

  it("in two places are two messages", async () => {
    const here = await fridgesOf(2);
    const elsewhere = await db().$client<{ id: number }[]>`
      insert into scene (customer_id, code, name) values (${owner.id}, 'elsewhere', 'Elsewhere') returning id::int`;
    await db().$client`update carrier set scene_id = ${elsewhere[0]?.id ?? 0} where id = ${here[1]?.carrier.id ?? 0}`;
    await raiseAll(here);
    await runQueue(JOBS, { ahead: 30 });
    expect(mailbox.mails).toHaveLength(2);
  });

  it("go one by one to those whom different plans tell", async () => {
    const fridges = [await makeFridge(db(), owner, told), await makeFridge(db(), owner, told)];
    for (const fridge of fridges) await raise(fridge, fridge);
    await runQueue(JOBS, { ahead: 30 });
    expect(mailbox.mails).toHaveLength(2);
  });

  it("repeat together, without those that are over", async () => {
    const plan = [{ channels: ["email" as const], repeatTimes: 1 }];
    const [over] = await raiseAll(await fridgesOf(3, { ...told, plan }));
    await runQueue(JOBS, { ahead: 30 });
    await settle(over as number, { endedAt: new Date() });
    await runQueue(JOBS, { ahead: true });
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails.map(({ subject }) => /\d alarms/.exec(subject ?? "")?.[0])).toEqual(["3 alarms", "2 alarms"]);
  });

  it("are told of whole after a worker died between gathering and sending, and once", async () => {
    await raiseAll(await fridgesOf(3));
    const [leader, ...others] = await pending();
    const claimed = await transaction(db(), (tx) =>
      claimBatch(tx, leader?.id as number, new Date(Date.now() + MINUTE)),
    );
    expect(claimed).toHaveLength(3);
    for (const { id } of others) await deliver(id);
    expect(mailbox.mails).toHaveLength(0);
    await deliver(leader?.id as number);
    for (const { id } of others) await deliver(id);
    expect(mailbox.mails).toHaveLength(1);
    expect(await log()).toHaveLength(3);
  });

  it("leave alone what travels with another already", async () => {
    const fridges = await fridgesOf(3);
    const soon = new Date(Date.now() + MINUTE);
    const claim = (id: number | undefined) => transaction(db(), (tx) => claimBatch(tx, id as number, soon));
    await raiseAll(fridges.slice(0, 2));
    const [leader, other] = await pending();
    expect(await claim(leader?.id)).toEqual([leader?.id, other?.id]);
    await raise(fridges[2] as Fridge, fridges[0] as Fridge);
    const late = (await pending()).at(-1)?.id;
    expect(await claim(late)).toEqual([late]);
    expect(await claim(other?.id)).toEqual([]);
    expect(await claim(leader?.id)).toEqual([leader?.id, other?.id]);
  });

  it("are each told once by workers that run at the same moment", async () => {
    const ids = await raiseAll(await fridgesOf(6));
    await Promise.all((await pending()).map(({ id }) => deliver(id)));
    const rows = await log();
    expect(rows.map(({ exceptionId }) => exceptionId).sort()).toEqual(ids.sort());
    expect(mailbox.mails).toHaveLength(new Set(rows.map(({ outboxId }) => outboxId)).size);
    expect(await pending()).toEqual([]);
  });

  it("of which one is withdrawn are told of by the others", async () => {
    const [first, ...rest] = await raiseAll(await fridgesOf(3));
    const [leader] = await pending();
    await transaction(db(), (tx) => claimBatch(tx, leader?.id as number, new Date(Date.now() + MINUTE)));
    await settle(first as number, { withdrawnAt: new Date() });
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: 30 });
    expect((await log()).map(({ exceptionId }) => exceptionId)).toEqual(rest);
    expect(mailbox.mails).toHaveLength(1);
  });

  it("fail together, with one row each for every try, and are tried again together", async () => {
    process.env.SMTP_URL = "smtp://127.0.0.1:1";
    resetEnvironment();
    const ids = await raiseAll(await fridgesOf(2));
    const [leader] = await pending();
    await expect(deliver(leader?.id as number)).rejects.toThrow("ECONNREFUSED");
    process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
    resetEnvironment();
    await deliver(leader?.id as number);
    expect((await log()).map(({ exceptionId, status, attempt }) => [exceptionId, status, attempt])).toEqual([
      ...ids.map((id) => [id, "failed", 1]),
      ...ids.map((id) => [id, "sent", 2]),
    ]);
    expect(mailbox.mails).toHaveLength(1);
  });
});

describe("a message", () => {
  it("leads into the console where that has an address, and nowhere else", async () => {
    const [fridge] = await fridgesOf(1);
    const id = await raise(fridge as Fridge, fridge as Fridge);
    await runQueue(JOBS, { ahead: 30 });
    process.env.PUBLIC_URL = "https://cold.example/";
    resetEnvironment();
    await settle(id, { endedAt: new Date() });
    const next = await raise(fridge as Fridge, fridge as Fridge);
    await runQueue(JOBS, { ahead: 30 });
    const [without, withLink] = mailbox.mails;
    expect(without?.text).not.toContain("http");
    expect(withLink?.text).toContain(`https://cold.example/en-US/abnormal/dataex?id=${next}`);
  });

  it("that cannot be written is logged as failed, and tried again", async () => {
    await raiseAll(await fridgesOf(2));
    const zone = (name: string) => db().$client`update customer set time_zone = ${name} where id = ${owner.id}`;
    const [{ id } = { id: 0 }] = await pending();
    await zone("Nowhere/Land");
    await expect(deliver(id)).rejects.toThrow("Nowhere/Land");
    await zone("Asia/Shanghai");
    await deliver(id);
    const story = (await log()).map(({ status, reason, attempt }) => `${attempt} ${status} ${reason.slice(0, 29)}`);
    const failed = "1 failed the message cannot be written";
    expect(story).toEqual([failed, failed, "2 sent ", "2 sent "]);
  });

  it("that was planned before messages were gathered still goes", async () => {
    const [id] = await raiseAll(await fridgesOf(1));
    await db().$client`update outbox set payload = payload - 'gather' - 'type' - 'bar' where customer_id = ${owner.id}`;
    await runQueue(JOBS, { ahead: 30 });
    expect(await log()).toMatchObject([{ exceptionId: id, status: "sent", type: "alarm" }]);
  });

  it("is not sent by a channel that its customer has switched off since it was planned", async () => {
    await raiseAll(await fridgesOf(1));
    await db().$client`update customer set notify_by_email = false where id = ${owner.id}`;
    await runQueue(JOBS, { ahead: 30 });
    expect(mailbox.mails).toEqual([]);
    expect(await log()).toMatchObject([
      { status: "failed", reason: "the customer has its notices by e-mail switched off" },
    ]);
  });

  it("is not repeated by a channel that the contact has switched off since", async () => {
    const [fridge] = await fridgesOf(1, { ...told, plan: [{ channels: ["email"], repeatTimes: 1 }] });
    await raise(fridge as Fridge, fridge as Fridge);
    await runQueue(JOBS, { ahead: 30 });
    await db()
      .update(contact)
      .set({ channels: ["sms"] })
      .where(eq(contact.customerId, owner.id));
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails).toHaveLength(1);
    expect(await log()).toMatchObject([
      { status: "sent" },
      { status: "failed", reason: "the contact has this channel switched off" },
    ]);
  });
});

describe("a text", () => {
  it("goes to the gateway by SMS and by voice, and the log keeps number and words", async () => {
    const posts: { path: string; to: string; text: string; key: string }[] = [];
    const gateway = createServer((request, response) => {
      json(request).then((body) => {
        posts.push({ path: request.url ?? "", ...(body as { to: string; text: string; key: string }) });
        response.writeHead(request.url === "/voice" ? 503 : 200).end();
      });
    }).listen(0, "127.0.0.1");
    await once(gateway, "listening");
    const { port } = gateway.address() as AddressInfo;
    process.env.SMS_WEBHOOK_URL = `http://127.0.0.1:${port}/sms`;
    process.env.VOICE_WEBHOOK_URL = `http://127.0.0.1:${port}/voice`;
    resetEnvironment();
    const fridges = await fridgesOf(2, {
      contacts: [{ name: "Zhang Wei", phone: "13900000001", locale: "zh-CN", channels: ["sms", "voice"] }],
      plan: [{ channels: ["sms", "voice"] }],
    });
    await raiseAll(fridges);
    for (const { id } of await pending()) await deliver(id, new Date(), 1).catch(() => {});
    delete process.env.SMS_WEBHOOK_URL;
    delete process.env.VOICE_WEBHOOK_URL;
    gateway.close();
    const texts = Object.fromEntries(posts.map(({ path, to, text }) => [path, { to, text }]));
    expect(posts).toHaveLength(2);
    expect(texts["/sms"]?.to).toBe("13900000001");
    expect(texts["/sms"]?.text).toMatch(/^【紧急】.*2条报警：fridge/);
    expect(texts["/sms"]?.text.length).toBeLessThanOrEqual(70);
    expect(texts["/voice"]?.text).toMatch(/^Frostline 有 2 条报警/);
    const rows = await log();
    expect(rows.filter(({ content }) => content !== "").map(({ channel }) => channel)).toEqual(["sms", "voice"]);
    expect(rows.map(({ channel, status, recipient }) => `${channel} ${status} ${recipient}`).sort()).toEqual(
      ["sms sent", "voice failed"].flatMap((one) => [`${one} 13900000001`, `${one} 13900000001`]),
    );
    const reader = await signedInAs(owner.id, { permissions: ["viewNoticeLog"] });
    const { items } = await listNoticeLog.call(reader, {});
    expect(items).toHaveLength(4);
    const file = String((await exportNoticeLog.call(reader, {})).body);
    expect(file.split(texts["/sms"]?.text as string)).toHaveLength(2);
    for (const { channel, content, reason } of items) {
      expect(content).toBe(texts[`/${channel}`]?.text);
      expect(reason).toBe(channel === "voice" ? "the voice gateway answered HTTP 503" : "");
    }
  });
});

describe("what is found late and over", () => {
  it("becomes one digest a person, at the full hour", async () => {
    const [one, two, three] = await fridgesOf(3);
    const since = Date.now() - 300 * MINUTE;
    const late = {
      isDetectedLate: true,
      startedAt: new Date(since),
      raisedAt: new Date(since),
      endedAt: new Date(since + 25 * MINUTE),
    };
    const ids = await raiseAll([one, two] as Fridge[], late);
    const disproved = await raise(three as Fridge, one as Fridge, late);
    await settle(disproved, { withdrawnAt: new Date() });
    const planned = await pending();
    for (const { dueAt } of planned) expect(dueAt.getTime() % 3_600_000).toBe(0);
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: true });
    const [mail, ...more] = mailbox.mails;
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Summary: 2 alarms, nothing urgent");
    for (const { carrier } of [one, two] as Fridge[])
      expect(mail?.text).toContain(`${carrier.name}: Temperature above`);
    expect(mail?.text).toMatch(/From \d{4}-\d\d-\d\d \d\d:\d\d to /);
    expect(mail?.text).toContain("peak 11.3 °C");
    expect((await log()).map(({ exceptionId, type, status }) => [exceptionId, type, status])).toEqual(
      ids.map((id) => [id, "digest", "sent"]),
    );
    expect(await toldOf(ids[1])).toMatchObject([{ isDigest: true, others: 1 }]);
  });
});

/** Quiet hours that hold for another hour or so, whatever the clock. */
function quietNow() {
  const clock = (at: number) => new Date(at).toLocaleTimeString("en-GB", { timeZone: "Asia/Shanghai" }).slice(0, 5);
  return { from: clock(Date.now() - 60 * MINUTE), to: clock(Date.now() + 60 * MINUTE), upTo: "minor" as const };
}

describe("quiet hours", () => {
  const quiet = (): FridgeOptions => ({ ...told, contacts: [{ ...told.contacts?.[0], quietHours: quietNow() }] });

  it("hold what is not severe until their end; what is settled by then is left to the digest", async () => {
    const [one, two, three] = await fridgesOf(3, quiet());
    const [open, over] = await raiseAll([one, two] as Fridge[], { severity: "minor" });
    const severe = await raise(three as Fridge, one as Fridge, { severity: "major" });
    await runQueue(JOBS, { ahead: 30 });
    await runQueue(JOBS, { ahead: 30 });
    expect((await log()).map(({ exceptionId }) => exceptionId)).toEqual([severe]);
    const held = await pending();
    const end = held[0]?.dueAt as Date;
    expect(held.map(({ dueAt }) => dueAt)).toEqual([end, end]);
    expect(end.getTime() - Date.now()).toBeGreaterThan(55 * MINUTE);
    await settle(over as number, { acknowledgedAt: new Date() });
    for (const { id } of held) await deliver(id, end);
    expect(mailbox.mails.at(-1)?.text).toContain("Sent after your quiet hours.");
    const [digest, ...more] = await pending();
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ payload: { type: "digest", exceptionId: over } });
    await deliver(digest?.id as number, digest?.dueAt);
    expect((await log()).map(({ exceptionId, type }) => [exceptionId, type])).toEqual([
      [severe, "alarm"],
      [open, "alarm"],
      [over, "digest"],
    ]);
  });

  it("leave what is settled by their end to the channel that there is where nothing sends mail", async () => {
    delete process.env.SMTP_URL;
    resetEnvironment();
    const both = { name: "Zhang Wei", email: "zhang@example.com", phone: "13900000001", quietHours: quietNow() };
    const [fridge] = await fridgesOf(1, { contacts: [both], plan: [{ channels: ["sms"] }] });
    const id = await raise(fridge as Fridge, fridge as Fridge, { severity: "minor" });
    await runQueue(JOBS, { ahead: 30 });
    await settle(id, { acknowledgedAt: new Date() });
    const [held] = await pending();
    await deliver(held?.id as number, held?.dueAt);
    expect(await pending()).toEqual([]);
    expect(await log()).toMatchObject([{ type: "alarm", channel: "sms", recipient: "13900000001" }]);
  });

  it("that begin after an alarm was planned hold it as well, and are asked for anew at their end", async () => {
    const [fridge] = await fridgesOf(1);
    await raise(fridge as Fridge, fridge as Fridge, { severity: "warning" });
    await db().update(contact).set({ quietHours: quietNow() }).where(eq(contact.customerId, owner.id));
    await runQueue(JOBS, { ahead: 30 });
    expect(await log()).toEqual([]);
    const [held] = await pending();
    await db().update(contact).set({ quietHours: null }).where(eq(contact.customerId, owner.id));
    await deliver(held?.id as number);
    expect(mailbox.mails).toHaveLength(1);
  });
});

describe("in any order of events, with workers that die", () => {
  const clock = fc
    .integer({ min: 0, max: 47 })
    .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
  const quietHours = fc.option(
    fc
      .record(
        { from: clock, to: clock, upTo: fc.constantFrom("major" as const, "minor" as const, "warning" as const) },
        { noNullPrototype: true },
      )
      .filter(({ from, to }) => from !== to),
  );
  const person = fc.record({
    level: fc.constantFrom(1, 2),
    quietHours,
    channels: fc.subarray([...CONTACT_CHANNELS], { minLength: 1 }),
    hasDevice: fc.boolean(),
  });
  const planRow = fc.record({
    level: fc.constantFrom(1, 2),
    isOnDuty: fc.boolean(),
    channels: fc.subarray([...CONTACT_CHANNELS, "popup" as const], { minLength: 1 }),
    repeatTimes: fc.integer({ min: 0, max: 2 }),
    repeatIntervalMinutes: fc.constantFrom(10, 25),
  });
  const after = fc.option(fc.integer({ min: 0, max: 900 }));
  const alarm = fc.record({
    severity: fc.constantFrom(...SEVERITIES),
    agoMinutes: fc.constantFrom(0, 0, 1, 15, 60),
    endsAfter: after,
    acknowledgedAfter: after,
    isLate: fc.boolean(),
  });
  const world = fc.record({
    people: fc.array(person, { minLength: 1, maxLength: 3 }),
    rows: fc.array(planRow, { minLength: 1, maxLength: 3 }),
    alarms: fc.array(alarm, { minLength: 1, maxLength: 3 }),
    /** Who is on duty before noon and after it, by place among the people; a gap where there is nobody. */
    halves: fc.tuple(fc.option(fc.nat(2)), fc.option(fc.nat(2))),
    draws: fc.infiniteStream(fc.nat(1000)),
  });
  type World = Parameters<Parameters<typeof world.map>[0]>[0];

  /** The world as drawn: its plan, and its exceptions with all that will become of them. */
  async function build({ people, rows, alarms, halves }: World) {
    owner = await makeCustomer(db(), { notifyBySms: true });
    const userIds = await Promise.all(people.map(({ hasDevice }) => (hasDevice ? pushes.makeAccount(owner.id) : null)));
    const fridges = await fridgesOf(alarms.length, {
      contacts: people.map(({ hasDevice: _, ...one }, index) => ({
        ...{ ...one, email: `p${index}@example.com`, phone: `1390000000${index}`, userId: userIds[index] ?? null },
      })),
      plan: rows.map((row, index) => ({ ...row, afterMinutes: index * 35 })),
    });
    const addresses = await db().select().from(contact).where(eq(contact.customerId, owner.id)).orderBy(contact.id);
    const { group } = fridges[0] as Fridge;
    await makeHalfDays(db(), group, addresses, halves);
    const { excursions, plans } = await transaction(db(), async (tx) => {
      const [clockNow] = await tx.$client<[{ now: number }]>`
        select floor(extract(epoch from now()) * 1000)::float8 as now`;
      const ids: number[] = [];
      for (const [index, { severity, agoMinutes, isLate }] of alarms.entries()) {
        const row = await makeException(tx, fridges[index] as Fridge, {
          conditionId: (fridges[0] as Fridge).condition.id,
          severity,
          startedAt: new Date(clockNow.now - agoMinutes * MINUTE),
          ...(isLate && { isDetectedLate: true, endedAt: new Date(clockNow.now) }),
        });
        ids.push(row.id);
      }
      await planNotices(tx, ids);
      return findPlans(tx, ids);
    });
    const known = excursions.map((excursion, index) => {
      const { endsAfter, acknowledgedAfter } = alarms[index] as (typeof alarms)[number];
      // Between the minutes at which anything is due.
      const at = (minutes: number | null) => (minutes === null ? null : excursion.foundAt + minutes * MINUTE + 30_000);
      return { ...excursion, endedAt: excursion.endedAt ?? at(endsAfter), acknowledgedAt: at(acknowledgedAfter) };
    });
    const own = [...plans.triggers.values()][0] as Plan;
    const reachable = (await findDutyPeople(db(), group.id)) as People;
    return { known, plan: { ...own, ...reachable, down: ["sms" as const, "voice" as const] }, addresses };
  }

  const firstOf = (rows: readonly { dueAt: Date }[]) => Math.min(...rows.map(({ dueAt }) => dueAt.getTime()));

  /** What has happened by then. */
  async function settleAll(known: readonly PlanExcursion[], at: number) {
    const by = (instant: number | null) => (instant !== null && instant <= at ? new Date(instant) : null);
    for (const { id, endedAt, acknowledgedAt } of known)
      await settle(id, { endedAt: by(endedAt), acknowledgedAt: by(acknowledgedAt) });
  }

  it("everybody is told what the plan says, when it says, once", { timeout: 180_000 }, async () => {
    // Mails arrive, and texts fail for good without a gateway: no other try follows, the log tells who was due when.
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { known, plan, addresses } = await build(drawn);
        const actual: string[] = [];
        for (let rows = await pending(), steps = 0; rows.length > 0; rows = await pending(), steps += 1) {
          expect(steps, "it comes to an end").toBeLessThan(500);
          const at = firstOf(rows);
          const due = rows.filter(({ dueAt }) => dueAt.getTime() === at);
          const draw = drawn.draws.next().value as number;
          const { id } = due[draw % due.length] as (typeof due)[number];
          await settleAll(known, at);
          if (draw % 5 === 0) await transaction(db(), (tx) => claimBatch(tx, id, new Date(at)));
          const before = (await log()).length;
          await deliver(id, new Date(at));
          if (draw % 5 === 1) await deliver(id, new Date(at));
          const made = (await log()).slice(before);
          for (const { exceptionId, type, channel, contactName } of made)
            actual.push([at, exceptionId, type, channel, contactName].join(" "));
        }
        const expected = planOf(plan, known).map(({ at, exceptionId, type, channel, contactId }) => {
          const name = addresses.find(({ id }) => id === contactId)?.name ?? "";
          return [at, exceptionId, type, channel, name].join(" ");
        });
        const isMixed = new Set(plan.rows.map(({ isOnDuty }) => isOnDuty)).size > 1;
        const listed = (all: string[]) => (isMixed ? [...new Set(all)] : all).sort();
        expect(listed(actual)).toEqual(listed(expected));
      }),
      { numRuns: longRuns(6, 30) },
    );
  });

  it("nobody is left out or told twice while servers and workers come and go", { timeout: 180_000 }, async () => {
    const ports = [mailbox.port, 1];
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const { known, plan, addresses } = await build(drawn);
        let now = 0;
        for (let rows = await pending(), steps = 0; rows.length > 0; rows = await pending(), steps += 1) {
          expect(steps, "it comes to an end").toBeLessThan(2000);
          const draw = drawn.draws.next().value as number;
          // Up to half a day late, and in any order among what waits.
          if (firstOf(rows) > now) now = firstOf(rows) + (draw % 3 === 0 ? draw : 0) * 40_000;
          const due = rows.filter(({ dueAt }) => dueAt.getTime() <= now);
          const { id } = due[draw % due.length] as (typeof due)[number];
          await settleAll(known, now);
          process.env.SMTP_URL = `smtp://127.0.0.1:${ports[draw % 7 === 0 ? 1 : 0]}`;
          resetEnvironment();
          if (draw % 5 === 0) await transaction(db(), (tx) => claimBatch(tx, id, new Date(now)));
          await deliver(id, new Date(now)).catch(() => {});
        }
        const sent = (await log()).filter(({ status, channel }) => status === "sent" && channel === "email");
        const asked = await db().select().from(outbox).where(eq(outbox.customerId, owner.id));
        for (const { id, acknowledgedAt } of known)
          for (const person of addresses) {
            const told = sent.filter(({ exceptionId, recipient }) => exceptionId === id && recipient === person.email);
            const planned = asked.filter(
              ({ payload }) =>
                payload.exceptionId === id && payload.contactId === person.id && payload.channel === "email",
            );
            expect(told.length).toBeLessThanOrEqual(planned.length);
            expect(new Set(told.map(({ outboxId }) => outboxId)).size).toBe(told.length);
            const isFirst = plan.rows.some(
              (row) =>
                row.afterMinutes === 0 && !row.isOnDuty && row.level === person.level && row.channels.includes("email"),
            );
            // An acknowledgement stops what has not left by then.
            const isDue = isFirst && acknowledgedAt === null;
            if (isDue && person.channels.includes("email")) expect(told.length).toBeGreaterThan(0);
          }
        // What was for who is on duty has become a message to somebody, or a failure in the log.
        const failed = (await log()).flatMap(({ outboxId, status }) => (status === "failed" ? [outboxId] : []));
        const keys = asked.flatMap(({ payload, idempotencyKey }) => (payload.duty ? [] : [idempotencyKey]));
        for (const { id, payload, status, idempotencyKey } of asked) {
          if (!payload.duty || status === "skipped" || failed.includes(id)) continue;
          const ofItsRow = idempotencyKey.replace(/[a-z]+:0:\d+$|group \d+$/, "");
          expect(keys.some((key) => key.startsWith(ofItsRow))).toBe(true);
        }
      }),
      { numRuns: longRuns(5, 25) },
    );
  });
});
