import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { carrier, contact, dutyRota, exception, notice, outbox } from "@/db/schema";
import { getTestAlarmPlan, getTestAlarmStates, sendTestAlarmOf } from "@/features/alarm/test-alarm/operations";
import { deliverDirect } from "@/features/notice/health/jobs";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { toLocalInput } from "@/lib/datetime/zone";
import { resetEnvironment } from "@/lib/env/env";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { everyDay } from "../factories/duty";
import { makeException } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { countStatements } from "../support/count-statements";
import { clearQueue } from "../support/queue";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice, deliverDirect] as unknown as Job[];
let mailbox: Mailbox;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

/** An SMS gateway that answers with `status`. */
async function startGateway() {
  const state = { texts: [] as { to: string; text: string }[], status: 200 };
  const server = createServer(async (request, response) => {
    const text = (await json(request)) as (typeof state.texts)[number];
    if (state.status === 200) state.texts.push(text);
    response.writeHead(state.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { state, url, close: () => new Promise((done) => server.close(done)) };
}

beforeAll(async () => {
  mailbox = await startMailbox();
  gateway = await startGateway();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  gateway.state.texts.length = 0;
  gateway.state.status = 200;
  await clearQueue(db());
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  owner = await makeCustomer(db(), { notifyBySms: true });
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.SMS_WEBHOOK_URL = gateway.url;
  resetEnvironment();
});
afterEach(() => {
  delete process.env.SMTP_URL;
  delete process.env.SMS_WEBHOOK_URL;
  resetEnvironment();
});
afterAll(async () => {
  await mailbox.close();
  await gateway.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const contextOf = async (options: UserOptions = {}, customerId = owner.id) =>
  accountContext(db(), await makeUser(db(), customerId, { name: `Li Na ${Math.random()}`, ...options }));
const PEOPLE = [
  { name: "Zhang Wei", email: "zhang@example.com", phone: "13900000001", locale: "en-US" },
  { name: "Wang Fang", email: "wang@example.com", phone: "13900000002", channels: ["sms" as const], locale: "en-US" },
  { name: "Chen Xiao", email: "chen@example.com", phone: "13900000003", level: 2, locale: "en-US" },
];
const TOLD: FridgeOptions = {
  contacts: PEOPLE,
  plan: [
    { channels: ["email", "sms", "popup"], repeatTimes: 0 },
    { channels: ["email"], level: 2, afterMinutes: 40, repeatTimes: 0 },
  ],
};
const peopleOf = async (groupId: number) =>
  db().select().from(contact).where(eq(contact.groupId, groupId)).orderBy(contact.id);
const addressesOf = (mails: Mailbox["mails"]) => mails.flatMap(({ to }) => [to].flat().map((one) => one?.text ?? ""));
const received = () => ({
  mails: addressesOf(mailbox.mails).sort(),
  texts: gateway.state.texts.map(({ to }) => to).sort(),
});
const forget = () => {
  mailbox.mails.length = 0;
  gateway.state.texts.length = 0;
};
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

/** Whom a real alarm of the carrier reaches at once. */
async function raise(place: Fridge) {
  await transaction(db(), async (tx) => {
    const row = await makeException(tx, place, {
      ...{ conditionId: place.condition.id, startedAt: new Date(), severity: "critical" },
    });
    await planNotices(tx, [row.id]);
  });
  await runQueue(JOBS, { ahead: 60 });
  // Those on duty are found first, then notified.
  await runQueue(JOBS, { ahead: 60 });
  const reached = received();
  forget();
  return reached;
}

async function test(place: Fridge) {
  const ctx = await contextOf();
  const { sent } = await sendTestAlarmOf.call(ctx, { id: place.carrier.id });
  await runQueue(JOBS);
  return { ctx, sent, reached: received() };
}

describe("a test alarm", () => {
  it("reaches whom an alarm reaches at once, says that it is a test, and follows each delivery", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    const ctx = await contextOf();
    const { id } = place.carrier;
    const shown = await getTestAlarmPlan.call(ctx, { id });
    expect(shown).toMatchObject({ carrierName: place.carrier.name, obstacles: [] });
    expect(shown.limits).toEqual([{ measure: "temperature", minimum: 2, maximum: 8 }]);
    expect(shown.steps.map(({ afterMinutes, recipients }) => [afterMinutes, recipients.length])).toEqual([
      [0, 4],
      [40, 1],
    ]);
    expect(shown.steps[0]?.leftOut).toMatchObject([{ name: "Wang Fang", channel: "email", reason: "notAllowed" }]);

    const { sent } = await sendTestAlarmOf.call(ctx, { id });
    const ids = sent.map((one) => one.id);
    const waiting = await getTestAlarmStates.call(ctx, { id, ids });
    expect(waiting.items.map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    await runQueue(JOBS);
    const { items } = await getTestAlarmStates.call(ctx, { id, ids });
    expect(items.map(({ state, reason }) => [state, reason])).toEqual(items.map(() => ["delivered", ""]));
    for (const { tookMs } of items) expect(tookMs).toBeGreaterThanOrEqual(0);

    const [mail] = mailbox.mails;
    expect(mail?.subject).toBe(`TEST ALARM, no action needed: ${place.carrier.name}`);
    for (const text of ["No action is needed.", "Temperature 2 – 8 °C", place.trigger.name, "Li Na"])
      expect(mail?.text).toContain(text);
    for (const { text } of gateway.state.texts) {
      expect(text).toMatch(/^TEST ALARM, no action needed\. /);
      expect(text.length).toBeLessThanOrEqual(160);
    }
    const reached = received();
    expect(reached).toEqual({ mails: ["zhang@example.com"], texts: ["13900000001", "13900000002"] });
    forget();
    expect(await raise(place)).toEqual(reached);
  });

  it("is logged as a test and audited, and raises no exception", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    await test(place);
    const rows = await db().select().from(notice).where(eq(notice.customerId, owner.id));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatchObject({ type: "test", status: "sent", exceptionId: null, attempt: 1 });
    expect(await db().select().from(exception).where(eq(exception.customerId, owner.id))).toEqual([]);
    const trail = await trailOf(db(), owner.id, "carrier", place.carrier.id);
    expect(trail.filter(({ operation }) => operation === "carrier.testAlarm")).toMatchObject([
      { newValues: { levels: "first", severity: "critical", recipients: ["Zhang Wei", "Wang Fang"] } },
    ]);
  });

  it("goes to all steps if asked, to each person once by each channel", async () => {
    const place = await makeFridge(db(), owner, { ...TOLD, plan: [...(TOLD.plan ?? []), { afterMinutes: 80 }] });
    await sendTestAlarmOf.call(await contextOf(), { id: place.carrier.id, levels: "all" });
    await runQueue(JOBS);
    expect(received()).toEqual({
      mails: ["chen@example.com", "zhang@example.com"],
      texts: ["13900000001", "13900000002"],
    });
  });

  it("of many messages is inserted at once, in the order of the plan", async () => {
    const contacts = Array.from({ length: 250 }, (_, index) => ({ name: `P${index}`, email: `p${index}@example.com` }));
    const place = await makeFridge(db(), owner, { contacts, plan: [{ channels: ["email"] }] });
    const ctx = await contextOf();
    let sent: Awaited<ReturnType<typeof sendTestAlarmOf.call>>["sent"] = [];
    const inserts = await countStatements(db(), "outbox", "insert", async () => {
      ({ sent } = await sendTestAlarmOf.call(ctx, { id: place.carrier.id }));
    });
    expect([sent.length, inserts]).toEqual([250, 1]);
    const rows = await db().select().from(outbox).where(eq(outbox.customerId, owner.id));
    const contactOf = new Map(rows.map(({ id, payload }) => [id, (payload as { contactId: number }).contactId]));
    expect(sent.map(({ id }) => contactOf.get(id))).toEqual(sent.map(({ contactId }) => contactId));
  });

  it("shows the pop-up live to whoever gets that of an alarm", async () => {
    const heard: LiveEvent[] = [];
    const stop = await liveBus().subscribe((events) =>
      heard.push(...events.filter(({ type }) => type === "testAlarm")),
    );
    const place = await makeFridge(db(), owner, { plan: [{ channels: ["popup"], contactGroupId: null }] });
    await test(place);
    const data = { carrierName: place.carrier.name, by: expect.stringMatching(/^Li Na/) };
    await expect.poll(() => heard).toMatchObject([{ customerId: owner.id, carrierId: place.carrier.id, data }]);
    await stop();
  });
});

describe("whom a test alarm leaves out", () => {
  const shiftOf = async (place: Fridge, index: number) => {
    const person = (await peopleOf(place.group.id))[index];
    const values = { customerId: owner.id, groupId: place.group.id, version: "1", holidays: [], absences: [] };
    await db()
      .insert(dutyRota)
      .values({ ...values, shifts: [everyDay(person?.id as number)] });
  };

  it("is whoever is not on duty, as at an alarm", async () => {
    const plan = [{ isOnDuty: true, channels: ["email" as const, "sms" as const], repeatTimes: 0 }];
    const place = await makeFridge(db(), owner, { contacts: PEOPLE, plan });
    await shiftOf(place, 2);
    const [step] = (await getTestAlarmPlan.call(await contextOf(), { id: place.carrier.id })).steps;
    expect(step?.recipients.map(({ name, remark }) => [name, remark])).toEqual([
      ["Chen Xiao", "onDuty"],
      ["Chen Xiao", "onDuty"],
    ]);
    expect(step?.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ["Zhang Wei", "notOnDuty"],
      ["Wang Fang", "notOnDuty"],
    ]);
    const { reached } = await test(place);
    expect(reached).toEqual({ mails: ["chen@example.com"], texts: ["13900000003"] });
    forget();
    expect(await raise(place)).toEqual(reached);
  });

  it("is nobody of the group if nobody is on duty, as at an alarm", async () => {
    const plan = [{ isOnDuty: true, channels: ["sms" as const], repeatTimes: 0 }];
    const place = await makeFridge(db(), owner, { contacts: PEOPLE, plan });
    const values = { customerId: owner.id, groupId: place.group.id, version: "1", holidays: [], absences: [] };
    await db()
      .insert(dutyRota)
      .values({ ...values, shifts: [] });
    const [step] = (await getTestAlarmPlan.call(await contextOf(), { id: place.carrier.id })).steps;
    expect(step?.recipients.map(({ remark }) => remark)).toEqual(["nobodyOnDuty", "nobodyOnDuty", "nobodyOnDuty"]);
    const { reached } = await test(place);
    expect(reached.texts).toEqual(["13900000001", "13900000002", "13900000003"]);
    forget();
    expect(await raise(place)).toEqual(reached);
  });

  it("is whoever has quiet hours, unless it is critical", async () => {
    const hour = (hours: number) =>
      toLocalInput(new Date(Date.now() + hours * 3_600_000), "Asia/Shanghai").slice(11, 16);
    const quietHours = { from: hour(-1), to: hour(2), upTo: "major" as const };
    const plan = [{ channels: ["email" as const] }];
    const place = await makeFridge(db(), owner, { contacts: [{ ...PEOPLE[0], quietHours }], plan });
    const ctx = await contextOf();
    const { id } = place.carrier;
    const [minor] = (await getTestAlarmPlan.call(ctx, { id, severity: "minor" })).steps;
    expect(minor?.recipients).toEqual([]);
    expect(minor?.leftOut).toMatchObject([{ name: "Zhang Wei", reason: "quietHours" }]);
    expect(minor?.leftOut[0]?.until).toBeGreaterThan(ctx.now.getTime());
    expect(await refusal(sendTestAlarmOf.call(ctx, { id, severity: "minor" }))).toMatchObject({
      issues: [{ path: "id", rule: "noRecipient" }],
    });
    const [critical] = (await getTestAlarmPlan.call(ctx, { id })).steps;
    expect(critical?.recipients).toMatchObject([{ name: "Zhang Wei", quiet: { upTo: "major" } }]);
    expect((await test(place)).reached.mails).toEqual(["zhang@example.com"]);
  });

  it("is whoever has no address or no device, and every channel that is not configured", async () => {
    const channels = ["email" as const, "push" as const, "voice" as const];
    const contacts = [{ name: "Ada", phone: "13900000009", channels }];
    const place = await makeFridge(db(), owner, { contacts, plan: [{ channels }] });
    const [step] = (await getTestAlarmPlan.call(await contextOf(), { id: place.carrier.id })).steps;
    expect(step?.leftOut.map(({ channel, reason }) => [channel, reason])).toEqual([
      ["email", "noAddress"],
      ["push", "noDevice"],
      ["voice", "unconfigured"],
    ]);
  });

  it("is everybody without a trigger; a pause is named, but does not prevent the test", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    const ctx = await contextOf();
    const until = new Date(ctx.now.getTime() + 3_600_000);
    await db()
      .update(carrier)
      .set({ alarmSwitch: "paused", alarmPausedUntil: until })
      .where(eq(carrier.id, place.carrier.id));
    const { obstacles, sent } = await sendTestAlarmOf.call(ctx, { id: place.carrier.id });
    expect(obstacles).toEqual([{ reason: "paused", until: until.getTime() }]);
    expect(sent).toHaveLength(4);
    await db().update(carrier).set({ alarmTriggerId: null }).where(eq(carrier.id, place.carrier.id));
    const bare = await getTestAlarmPlan.call(ctx, { id: place.carrier.id });
    expect(bare).toMatchObject({ trigger: null, steps: [], limits: [], obstacles: [{ reason: "noTrigger" }] });
    expect(await refusal(sendTestAlarmOf.call(ctx, { id: place.carrier.id }))).toMatchObject({
      issues: [{ rule: "noRecipient" }],
    });
  });
});

describe("a message of a test alarm", () => {
  it("is tried once and says why it failed, in the caller's language", async () => {
    gateway.state.status = 503;
    const place = await makeFridge(db(), owner, { contacts: [PEOPLE[1] ?? {}], plan: [{ channels: ["sms"] }] });
    const { ctx, sent } = await test(place);
    await runQueue(JOBS, { ahead: true });
    const asked = { id: place.carrier.id, ids: sent.map(({ id }) => id) };
    expect(await getTestAlarmStates.call(ctx, asked)).toMatchObject({
      items: [{ state: "failed", name: "Wang Fang", tookMs: null, reason: "The gateway answered HTTP 503." }],
    });
    const { items } = await getTestAlarmStates.call({ ...ctx, locale: "zh-CN" }, asked);
    expect(items[0]?.reason).toBe("网关返回 HTTP 503。");
    expect(await db().select().from(notice).where(eq(notice.customerId, owner.id))).toHaveLength(1);
  });

  it("shows no address to whoever may not view contacts", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    const permissions = ALL_PERMISSIONS.filter((code) => !code.endsWith("Contacts"));
    const ctx = await contextOf({ permissions });
    const { id } = place.carrier;
    const { steps, sent } = await sendTestAlarmOf.call(ctx, { id });
    await runQueue(JOBS);
    const { items } = await getTestAlarmStates.call(ctx, { id, ids: sent.map((one) => one.id) });
    const addresses = [...steps.flatMap(({ recipients }) => recipients.map(({ address }) => address))];
    expect([...addresses, ...items.map(({ recipient }) => recipient)].filter(Boolean)).toEqual([]);
    expect(items.map(({ name }) => name)).toContain("Zhang Wei");
  });

  it("belongs to the carrier of its test", async () => {
    const [place, other] = [await makeFridge(db(), owner, TOLD), await makeFridge(db(), owner, TOLD)];
    const { ctx, sent } = await test(place);
    const ids = sent.map(({ id }) => id);
    expect((await getTestAlarmStates.call(ctx, { id: other.carrier.id, ids })).items).toEqual([]);
    expect((await getTestAlarmStates.call(ctx, { id: place.carrier.id, ids })).items).toHaveLength(4);
  });
});

describe("a test alarm is refused", () => {
  const calls = (ctx: Parameters<typeof sendTestAlarmOf.call>[0], id: number) => [
    () => getTestAlarmPlan.call(ctx, { id }),
    () => sendTestAlarmOf.call(ctx, { id }),
    () => getTestAlarmStates.call(ctx, { id, ids: [1] }),
  ];
  const messages = () =>
    db()
      .select()
      .from(outbox)
      .where(and(eq(outbox.customerId, owner.id), eq(outbox.kind, "notice.deliverDirect")));

  it("to other customers, to those who see some nodes only, and without the permission, and nothing is sent", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    const stranger = await contextOf({}, (await makeCustomer(db())).id);
    const elsewhere = await contextOf({ scopeType: 0 });
    const mayView = await contextOf({ permissions: ALL_PERMISSIONS.filter((code) => code !== "testNoticeChannel") });
    for (const [ctx, code] of [
      [stranger, "NOT_FOUND"],
      [elsewhere, "FORBIDDEN"],
      [mayView, "FORBIDDEN"],
    ] as const)
      for (const call of calls(ctx, place.carrier.id)) await expect(call()).rejects.toMatchObject({ code });
    expect(await messages()).toEqual([]);
  });

  it("after three of a carrier in ten minutes", async () => {
    const place = await makeFridge(db(), owner, TOLD);
    for (let count = 0; count < 3; count += 1) await sendTestAlarmOf.call(await contextOf(), { id: place.carrier.id });
    const before = await messages();
    await expect(sendTestAlarmOf.call(await contextOf(), { id: place.carrier.id })).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    expect(await messages()).toHaveLength(before.length);
  });

  it("after six by one account in ten minutes", async () => {
    const ctx = await contextOf();
    for (let count = 0; count < 6; count += 1)
      await sendTestAlarmOf.call(ctx, { id: (await makeFridge(db(), owner, TOLD)).carrier.id });
    const { carrier: last } = await makeFridge(db(), owner, TOLD);
    await expect(sendTestAlarmOf.call(ctx, { id: last.id })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});
