import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, exception, notice, outbox } from "@/db/schema";
import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { createContact, updateContact } from "@/features/notice/contact/contact.operations";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { runQueue } from "../support/run-queue";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
const JOBS = [deliverNotice as unknown as Job];

beforeAll(async () => {
  owner = await makeCustomer(db(), { notifyBySms: true });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** Warms a fridge up; its exception. */
async function warmUp(options: FridgeOptions): Promise<number> {
  const { sensor, probes } = await makeFridge(db(), owner, options);
  const at = Date.now();
  await ingest(deviceContext(owner.id, new Date(at)), [
    { device: sensor.serialNumber, at, values: { temperature: 12 } },
  ]);
  const [row] = await db()
    .select()
    .from(exception)
    .where(eq(exception.probeId, probes.temperature as number));
  return row?.id as number;
}

/** What waits in the outbox: channel and the name of who is to be told. */
async function planned(exceptionId: number): Promise<string[]> {
  const rows = await db()
    .select({ channel: sql<string>`payload->>'channel'`, name: sql<string>`coalesce(${contact.name}, 'nobody')` })
    .from(outbox)
    .leftJoin(contact, sql`${contact.id} = (payload->>'contactId')::bigint`)
    .where(sql`payload->>'exceptionId' = ${String(exceptionId)}`);
  return rows.map(({ channel, name }) => `${channel} ${name}`).sort();
}

const noticesOf = (exceptionId: number) => db().select().from(notice).where(eq(notice.exceptionId, exceptionId));

describe("a notification plan", () => {
  it("tells each contact by the channels that he allows, and leaves the pop-up alone", async () => {
    const id = await warmUp({
      contacts: [
        { name: "Ada", email: "ada@example.com", channels: ["email"] },
        { name: "Bo", phone: "13900000001", channels: ["sms"] },
        { name: "Cy", phone: "13900000002", email: "cy@example.com", channels: ["email", "sms", "voice"] },
      ],
      plan: [{ channels: ["email", "sms", "popup"], repeatTimes: 1 }],
    });
    const twice = ["email Ada", "email Cy", "sms Bo", "sms Cy"].flatMap((one) => [one, one]);
    expect(await planned(id)).toEqual([...twice, "popup nobody"].sort());
  });

  it("that reaches nobody by any channel fails in the log, once a channel, with the reason", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com", channels: ["email"] }],
      plan: [{ channels: ["sms", "voice"], repeatTimes: 2 }],
    });
    expect(await planned(id)).toEqual(["sms nobody", "voice nobody"]);
    await runQueue(JOBS, { ahead: 30 });
    const rows = await noticesOf(id);
    expect(rows.map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual(["sms failed", "voice failed"]);
    for (const { reason } of rows) expect(reason).toContain("nobody in the group at this level");
  });

  it("that reaches nobody later on says so only when its time has come, and not once somebody acknowledged", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com", level: 1 }],
      plan: [{ channels: ["email"], level: 2, afterMinutes: 40 }],
    });
    await runQueue(JOBS, { ahead: 30 });
    expect(await noticesOf(id)).toEqual([]);
    await db().update(exception).set({ acknowledgedAt: new Date() }).where(eq(exception.id, id));
    await runQueue(JOBS, { ahead: true });
    expect(await noticesOf(id)).toEqual([]);
  });

  it("tells nobody who was removed meanwhile, and says so", async () => {
    const id = await warmUp({
      contacts: [{ name: "Ada", email: "ada@example.com" }],
      plan: [{ channels: ["email"] }],
    });
    await db().delete(contact).where(eq(contact.customerId, owner.id));
    await runQueue(JOBS, { ahead: 30 });
    expect(await noticesOf(id)).toMatchObject([{ status: "failed", contactName: "", recipient: "" }]);
  });
});

describe("a plan row with the contacts' own timing", () => {
  /** What waits in the outbox, each with the minutes from the alarm until it is due. */
  async function timed(exceptionId: number): Promise<string[]> {
    const rows = await db().$client<{ told: string; minutes: number }[]>`
      select concat_ws(' ', o.payload->>'channel', c.name) as told,
             floor(extract(epoch from o.due_at - e.raised_at) / 60)::int as minutes
        from outbox o join exception e on e.id = (o.payload->>'exceptionId')::bigint
        left join contact c on c.id = (o.payload->>'contactId')::bigint
       where e.id = ${exceptionId} order by told, minutes`;
    return rows.map(({ told, minutes }) => `${told} +${minutes}`);
  }

  it("tells each as late, as often and as far apart as they have it, and later alarms as they have it by then", async () => {
    const admin = await accountContext(db(), await makeUser(db(), owner.id));
    const { id: contactGroupId } = await contactGroups.create.call(admin, { name: "Own timing" });
    const ada = { groupId: contactGroupId, name: "Ada", email: "ada@example.com" };
    const slow = { ...ada, delayMinutes: 15, repeatTimes: 2, repeatIntervalMinutes: 5 };
    const { id } = await createContact.call(admin, slow);
    await createContact.call(admin, { groupId: contactGroupId, name: "Bo", email: "bo@example.com" });
    const row = { contactGroupId, channels: ["email" as const, "popup" as const], repeatTimes: 1 };
    const step = { ...row, afterMinutes: 30, repeatIntervalMinutes: 10 };
    const trigger = await alarmTriggers.create.call(admin, {
      name: "Own timing",
      conditions: [{ kind: "range", measure: "temperature", minimum: 2, maximum: 8, delaySeconds: 0 }],
      plan: [{ ...step, usesContactTiming: true }],
    });
    expect(trigger.plan).toMatchObject([{ ...step, usesContactTiming: true }]);
    const carrier = { alarmTriggerId: trigger.id };
    const bo = ["email Bo +30", "email Bo +40"];
    const first = await warmUp({ carrier });
    const asMade = ["email Ada +45", "email Ada +50", "email Ada +55", ...bo, "popup +30"];
    expect(await timed(first)).toEqual(asMade);

    await updateContact.call(admin, { ...ada, id, repeatTimes: 1, repeatIntervalMinutes: 60 });
    expect(await timed(await warmUp({ carrier }))).toEqual(["email Ada +30", "email Ada +90", ...bo, "popup +30"]);
    await updateContact.call(admin, { ...ada, id, delayMinutes: 3, repeatTimes: 0 });
    expect(await timed(await warmUp({ carrier }))).toEqual(["email Ada +33", ...bo, "popup +30"]);
    await updateContact.call(admin, { ...ada, id });
    expect(await timed(await warmUp({ carrier }))).toEqual(["email Ada +30", "email Ada +40", ...bo, "popup +30"]);
    expect(await timed(first)).toEqual(asMade);

    const names = async () => (await noticesOf(first)).map(({ contactName }) => contactName).sort();
    await runQueue(JOBS, { ahead: 54 * 60 });
    expect(await names()).toEqual(["", "Ada", "Ada", "Bo", "Bo"]);
    await runQueue(JOBS, { ahead: true });
    expect(await names()).toEqual(["", "Ada", "Ada", "Ada", "Bo", "Bo"]);
  });

  it("leaves a contact's timing alone where it does not ask for it", async () => {
    const own = { email: "ada@example.com", delayMinutes: 15, repeatTimes: 2, repeatIntervalMinutes: 5 };
    const plan = [{ channels: ["email" as const], repeatTimes: 1, repeatIntervalMinutes: 10 }];
    const id = await warmUp({ contacts: [{ ...own, name: "Ada" }], plan });
    expect(await timed(id)).toEqual(["email Ada +0", "email Ada +10"]);
  });
});
