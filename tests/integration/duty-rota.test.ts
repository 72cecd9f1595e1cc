import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import {
  channelOutage,
  contact,
  contactGroup,
  dutyRota,
  exception,
  notice,
  notificationPlanRow,
  outbox,
} from "@/db/schema";
import { getConnectionWatch, saveConnectionWatch } from "@/features/alarm/connection/operations";
import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { getException } from "@/features/exception/exception.operations";
import { moveContacts, removeContact, updateContact } from "@/features/notice/contact/contact.operations";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { getRota, loadDutyScreen, removeRota, saveRota } from "@/features/notice/duty/duty.operations";
import { listNoticeLog } from "@/features/notice/log/operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { everyDay } from "../factories/duty";
import { makeException } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { startPushService } from "../support/push-service";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice as unknown as Job];
let mailbox: Mailbox;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  mailbox = await startMailbox();
});
beforeEach(async () => {
  mailbox.mails.length = 0;
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

const contextOf = async (options: UserOptions = {}, customerId = owner.id) =>
  accountContext(db(), await makeUser(db(), customerId, options));
const people = (...names: string[]) =>
  names.map((name, index) => ({ name, email: `${name.toLowerCase()}@example.com`, level: index + 1, locale: "en-US" }));

/** A fridge whose plan tells a group of these people, and their ids by name. */
async function makeTold(names: string[], plan: FridgeOptions["plan"] = []) {
  const place = await makeFridge(db(), owner, { contacts: people(...names), plan });
  const rows = await db().select().from(contact).where(eq(contact.groupId, place.group.id));
  const ids = Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  return { ...place, ids, idOf: (name: string) => ids[name] as number };
}
const rowOf = async (groupId: number) => (await db().select().from(dutyRota).where(eq(dutyRota.groupId, groupId)))[0];
const issueOf = async (work: Promise<unknown>) => {
  const error = (await work.catch((thrown: unknown) => thrown)) as {
    code?: string;
    details?: { issues?: { path: string; rule: string }[] };
    issues?: { path: (string | number)[]; params?: { rule?: string } }[];
  };
  const [own] = error.details?.issues ?? [];
  const [parsed] = error.issues ?? [];
  if (own) return `${error.code} ${own.path} ${own.rule}`;
  return parsed ? `${parsed.path.join(".")} ${parsed.params?.rule ?? ""}` : String(error.code);
};

describe("an on-call rota", () => {
  it("is saved as a whole with its line in the trail, and read with who is on duty", async () => {
    const { group, idOf } = await makeTold(["Ada", "Bo"]);
    const admin = await contextOf();
    const saved = await saveRota.call(admin, { id: group.id, shifts: [everyDay(idOf("Ada"))] });
    expect(saved.calendar).toMatchObject([{ contactIds: [idOf("Ada")], holiday: null }]);
    const holidays = [{ from: "2026-12-25", to: "2026-12-25", name: "Christmas", contactIds: [idOf("Bo")] }];
    const again = { id: group.id, version: saved.rota?.version ?? null, shifts: [everyDay(idOf("Ada"))], holidays };
    await saveRota.call(admin, again);
    const read = await getRota.call(admin, { id: group.id });
    expect(read).toMatchObject({ people: [{ name: "Ada" }, { name: "Bo" }], rota: { holidays } });
    const trail = await trailOf(db(), owner.id, "dutyRota", group.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["dutyRota.save", "dutyRota.save"]);
    expect(JSON.stringify(trail[1])).toContain("Christmas");
  });

  it("is refused without the permission, to strangers, and over another's change, and stays as it was", async () => {
    const { group, idOf } = await makeTold(["Ada"]);
    const admin = await contextOf();
    const input = { id: group.id, shifts: [everyDay(idOf("Ada"))] };
    const viewer = await contextOf({ permissions: ["viewContacts"] });
    await expect(saveRota.call(viewer, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await saveRota.call(admin, input);
    const before = await rowOf(group.id);
    const stranger = await contextOf({}, (await makeCustomer(db())).id);
    await expect(getRota.call(stranger, { id: group.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(saveRota.call(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(removeRota.call(stranger, { id: group.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await issueOf(saveRota.call(admin, input))).toBe("CONFLICT version changed");
    expect(await rowOf(group.id)).toEqual(before);
  });

  it("is refused beside the field: inverted shifts, overlaps, strangers, and gaps that nobody has accepted", async () => {
    const { group, idOf } = await makeTold(["Ada", "Bo"]);
    const other = await makeTold(["Cy"]);
    const admin = await contextOf();
    const save = (fields: object) => saveRota.call(admin, { id: group.id, acceptsGaps: true, ...fields });
    const ada = everyDay(idOf("Ada"));
    const refusals = {
      inverted: await issueOf(save({ shifts: [{ ...ada, from: "08:00", to: "07:00" }] })),
      empty: await issueOf(save({ shifts: [{ ...ada, from: "08:00", to: "08:00" }] })),
      overlap: await issueOf(save({ shifts: [ada, { ...everyDay(idOf("Bo")), from: "12:00" }] })),
      otherGroup: await issueOf(save({ shifts: [everyDay(other.idOf("Cy"))] })),
      unknown: await issueOf(save({ shifts: [{ ...ada, substituteId: 999_999_999 }] })),
      gap: await issueOf(save({ acceptsGaps: false, shifts: [{ ...ada, to: "12:00" }] })),
    };
    expect(refusals).toEqual({
      inverted: "shifts.0.to shiftEnd",
      empty: "shifts.0.to shiftEnd",
      overlap: "shifts.1.from shiftOverlap",
      otherGroup: "NOT_FOUND shifts.0.contactId reference",
      unknown: "NOT_FOUND shifts.0.substituteId reference",
      gap: "CONFLICT acceptsGaps dutyGaps",
    });
    expect(await rowOf(group.id)).toBeUndefined();
    const saved = await save({ shifts: [{ ...ada, to: "12:00" }] });
    expect(saved.calendar.some(({ contactIds }) => contactIds.length === 0)).toBe(true);
  });

  it("keeps its contacts, and stays while a plan notifies who is on duty", async () => {
    const { group, idOf, trigger } = await makeTold(["Ada", "Bo"]);
    const [elsewhere] = await db().insert(contactGroup).values({ customerId: owner.id, name: "Elsewhere" }).returning();
    const admin = await contextOf();
    await saveRota.call(admin, { id: group.id, shifts: [everyDay(idOf("Ada"))] });
    const id = idOf("Ada");
    const groupId = elsewhere?.id as number;
    expect(await issueOf(removeContact.call(admin, { id }))).toBe("CONFLICT id inRota");
    expect(await issueOf(moveContacts.call(admin, { ids: [id], groupId }))).toBe("CONFLICT ids.0 inRota");
    const moved = { id, groupId, name: "Ada", email: "ada@example.com" };
    expect(await issueOf(updateContact.call(admin, moved))).toBe("CONFLICT groupId inRota");
    await updateContact.call(admin, { ...moved, groupId: group.id, delayMinutes: 5, repeatTimes: 2 });
    await db()
      .insert(notificationPlanRow)
      .values({ triggerId: trigger.id, contactGroupId: group.id, channels: ["email"], isOnDuty: true });
    expect(await issueOf(removeRota.call(admin, { id: group.id }))).toBe("CONFLICT id inUse");
    await db().delete(notificationPlanRow).where(eq(notificationPlanRow.triggerId, trigger.id));
    await removeRota.call(admin, { id: group.id });
    expect(await rowOf(group.id)).toBeUndefined();
    await removeContact.call(admin, { id });
  });

  it("is what a plan needs to notify who is on duty", async () => {
    const { group, idOf } = await makeTold(["Ada"]);
    const admin = await contextOf();
    const plan = [{ afterMinutes: 0, contactGroupId: group.id, isOnDuty: true, channels: ["email" as const] }];
    const input = {
      name: "On duty",
      conditions: [{ kind: "no-data" as const, measure: "temperature" as const }],
      plan,
    };
    expect(await issueOf(alarmTriggers.create.call(admin, input))).toBe("CONFLICT plan.0.contactGroupId noRota");
    await saveRota.call(admin, { id: group.id, shifts: [everyDay(idOf("Ada"))] });
    const made = await alarmTriggers.create.call(admin, input);
    expect(made.plan).toMatchObject([{ isOnDuty: true, usesContactTiming: false }]);
    expect((await getRota.call(admin, { id: group.id })).triggers).toEqual(["On duty"]);
  });

  it("is what the plan of the connection watch needs as well, and stays while that uses it", async () => {
    const { group, idOf } = await makeTold(["Ada"]);
    const admin = await contextOf();
    const row = { afterMinutes: 0, contactGroupId: group.id, isOnDuty: true, channels: ["email" as const] };
    const { customerId: _, ...settings } = await getConnectionWatch.call(admin, {});
    const save = () => saveConnectionWatch.call(admin, { ...settings, plan: [row] as never });
    expect(await issueOf(save())).toBe("CONFLICT plan.0.contactGroupId noRota");
    expect((await getConnectionWatch.call(admin, {})).plan).toEqual([]);
    await saveRota.call(admin, { id: group.id, shifts: [everyDay(idOf("Ada"))] });
    await save();
    expect((await getRota.call(admin, { id: group.id })).triggers).toEqual([""]);
    expect(await issueOf(removeRota.call(admin, { id: group.id }))).toBe("CONFLICT id inUse");
    expect(await rowOf(group.id)).toBeDefined();
  });

  it("is deleted with its group, and the trail keeps what it was", async () => {
    const { group, idOf } = await makeTold(["Ada"]);
    const admin = await contextOf();
    await saveRota.call(admin, { id: group.id, shifts: [everyDay(idOf("Ada"))] });
    await contactGroups.remove.call(admin, { id: group.id });
    expect(await rowOf(group.id)).toBeUndefined();
    const shifts = [everyDay(idOf("Ada"))];
    expect((await trailOf(db(), owner.id, "dutyRota", group.id)).at(-1)).toMatchObject({
      operation: "contactGroup.remove",
      oldValues: { shifts },
      newValues: null,
    });
    const [line] = await trailOf(db(), owner.id, "contactGroup", group.id);
    expect(line).toMatchObject({ operation: "contactGroup.remove", oldValues: { contacts: [{ name: "Ada" }] } });
    const bare = await makeTold(["Bo"]);
    await contactGroups.remove.call(admin, { id: bare.group.id });
    expect(await trailOf(db(), owner.id, "dutyRota", bare.group.id)).toEqual([]);
  });

  it("is shown for the week of a day of the calendar, and for this week otherwise", async () => {
    const ctx = await contextOf();
    const weekOf = async (week: string | string[]) =>
      (await loadDutyScreen({ ...ctx, principal: ctx.actor.principal, search: { week } })).week;
    expect(await weekOf("2026-03-29")).toBe("2026-03-29");
    for (const week of ["2026-13-45", "2026-02-30", "9999-12-31", "1969-12-31", "29.3.2026", ""])
      expect(await weekOf(week)).toBeNull();
    expect(await weekOf(["2026-03-29", "2026-03-30"])).toBeNull();
  });
});

describe("a message for who is on duty", () => {
  const duty = { isOnDuty: true, channels: ["email" as const] };
  const rotaOf = (groupId: number, shifts: ReturnType<typeof everyDay>[]) => {
    const values = { customerId: owner.id, groupId, version: "1", holidays: [], absences: [] };
    return db()
      .insert(dutyRota)
      .values({ ...values, shifts })
      .onConflictDoUpdate({ target: dutyRota.groupId, set: { shifts } });
  };
  type Place = Awaited<ReturnType<typeof makeTold>>;
  async function raise(place: Place, values: Partial<typeof exception.$inferInsert> = {}, at: FridgeOf = place) {
    const raised = { conditionId: place.condition.id, startedAt: new Date(), ...values };
    const made = await makeException(db(), at, raised);
    await transaction(db(), (tx) => planNotices(tx, [made.id]));
    return made.id;
  }
  type FridgeOf = Parameters<typeof makeException>[1];
  /** At another fridge with the same trigger. */
  const raiseBeside = async (place: Place, values = {}) =>
    raise(place, values, await makeFridge(db(), owner, { carrier: { alarmTriggerId: place.trigger.id } }));
  /** Everything that is planned within half a minute, and then what that has planned in turn. */
  const send = async (ahead: number | boolean = 30) => {
    await runQueue(JOBS, { ahead });
    await runQueue(JOBS, { ahead: 1 });
  };
  const logOf = (exceptionId: number) =>
    db().select().from(notice).where(eq(notice.exceptionId, exceptionId)).orderBy(notice.id);
  const told = async (exceptionId: number) =>
    (await logOf(exceptionId)).map(({ contactName, remark, status }) => `${contactName} ${remark} ${status}`);

  it("goes to who is on duty when it is sent, and its repeat to who is on duty then", async () => {
    const place = await makeTold(["Ada", "Bo"], [{ ...duty, repeatTimes: 1, repeatIntervalMinutes: 10 }]);
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const id = await raise(place);
    // Changed after it was planned.
    await rotaOf(place.group.id, [everyDay(place.idOf("Bo"))]);
    await send();
    expect(await told(id)).toEqual(["Bo onDuty sent"]);
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    await send(true);
    expect(await told(id)).toEqual(["Bo onDuty sent", "Ada onDuty sent"]);
    expect(mailbox.mails).toHaveLength(2);
    const log = await listNoticeLog.call(await contextOf(), { exceptionId: id });
    expect(log.items.map(({ remark }) => remark)).toEqual(["onDuty", "onDuty"]);
  });

  it("goes to the whole group in a gap, and the log says so", async () => {
    const place = await makeTold(["Ada", "Bo"], [duty]);
    await rotaOf(place.group.id, []);
    const id = await raise(place);
    await send();
    expect((await told(id)).sort()).toEqual(["Ada nobodyOnDuty sent", "Bo nobodyOnDuty sent"]);
  });

  it("is one message a person for alarms of one cause", async () => {
    const place = await makeTold(["Ada", "Bo"], [duty]);
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const first = await raise(place);
    const id = await raiseBeside(place);
    await send();
    expect(mailbox.mails).toHaveLength(1);
    expect([await told(first), await told(id)]).toEqual([["Ada onDuty sent"], ["Ada onDuty sent"]]);
  });

  it("is not sent once somebody has acknowledged, and never twice", async () => {
    const place = await makeTold(["Ada"], [{ ...duty, repeatTimes: 1, repeatIntervalMinutes: 10 }]);
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const id = await raise(place);
    await send();
    await send();
    await db().update(exception).set({ acknowledgedAt: new Date() }).where(eq(exception.id, id));
    await send(true);
    expect(await told(id)).toEqual(["Ada onDuty sent"]);
    const waiting = and(eq(outbox.customerId, owner.id), eq(outbox.status, "pending"));
    expect(await db().select().from(outbox).where(waiting)).toEqual([]);
  });

  it("leaves a failure in the log, with its reason, where nobody in the group allows a channel of the row", async () => {
    const place = await makeTold(["Ada", "Bo"], [{ ...duty, channels: ["voice"] }]);
    await db()
      .update(contact)
      .set({ channels: ["email"] })
      .where(eq(contact.groupId, place.group.id));
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const id = await raise(place);
    await send();
    const reason = "nobody in the group allows a channel of the plan";
    const failed = {
      channel: "voice",
      status: "failed",
      contactName: "",
      reason,
      remark: "dutyUnreachable",
      fault: null,
    };
    expect(await logOf(id)).toMatchObject([failed]);
    const { notices } = await getException.call(await contextOf(), { id: String(id) });
    expect(notices).toMatchObject([{ status: "failed", reason, remark: "dutyUnreachable" }]);
    await send();
    expect(await logOf(id)).toHaveLength(1);
    const waiting = and(eq(outbox.customerId, owner.id), eq(outbox.status, "pending"));
    expect(await db().select().from(outbox).where(waiting)).toEqual([]);
  });

  it("leaves a failure in the log for each alarm whose escalation waits while the group is deleted", async () => {
    const place = await makeTold(["Ada"], [{ ...duty, afterMinutes: 40 }]);
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const first = await raise(place);
    const second = await raiseBeside(place);
    await db().delete(notificationPlanRow).where(eq(notificationPlanRow.triggerId, place.trigger.id));
    await contactGroups.remove.call(await contextOf(), { id: place.group.id });
    await send(true);
    const failed = { channel: "email", status: "failed", contactName: "", reason: "the contact group was deleted" };
    for (const id of [first, second]) expect(await logOf(id)).toMatchObject([failed]);
    expect(mailbox.mails).toEqual([]);
  });

  it("says once that the customer has switched the channel off since", async () => {
    const place = await makeTold(["Ada", "Bo"], [duty]);
    await rotaOf(place.group.id, []);
    const id = await raise(place);
    await db().$client`update customer set notify_by_email = false where id = ${owner.id}`;
    await send();
    expect(await logOf(id)).toMatchObject([
      { status: "failed", contactName: "", reason: "the customer has its notices by e-mail switched off" },
    ]);
  });

  describe("whom no channel of the row reaches goes to the whole group:", () => {
    /** Ada on duty with a telephone and no browser, Bo off duty with both. */
    async function prepare(channels: ("email" | "sms" | "push")[]) {
      const place = await makeTold(["Ada", "Bo"], [{ isOnDuty: true, channels }]);
      await db().$client`update customer set notify_by_sms = true where id = ${owner.id}`;
      const account = await makeUser(db(), owner.id);
      const allowed = { phone: "13900000001", channels: ["email", "sms", "push"] as const };
      const ada = eq(contact.id, place.idOf("Ada"));
      await db()
        .update(contact)
        .set({ ...allowed, channels: ["sms", "push"], userId: (await makeUser(db(), owner.id)).id })
        .where(ada);
      await db()
        .update(contact)
        .set({ ...allowed, channels: [...allowed.channels], userId: account.id })
        .where(eq(contact.id, place.idOf("Bo")));
      await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
      return { place, account };
    }
    const sent = async (id: number) => (await told(id)).filter((one) => one.endsWith("sent"));

    it("by SMS that nobody has configured", async () => {
      const { place } = await prepare(["sms", "email"]);
      const id = await raise(place);
      await send();
      expect(await sent(id)).toEqual(["Bo dutyUnreachable sent"]);
    });

    it("by a channel that fails", async () => {
      const place = await makeTold(["Ada", "Bo"], [duty]);
      await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
      const since = new Date(Date.now() - 300_000);
      const open = { channel: "email" as const, startedAt: since, raisedAt: since, reason: "down", isNotified: true };
      await db().insert(channelOutage).values(open);
      const id = await raise(place);
      await send();
      await db().delete(channelOutage);
      expect((await told(id)).sort()).toEqual(["Ada onDuty sent", "Bo dutyUnreachable sent"]);
    });

    it("by push without a subscribed browser, and to who is on duty once there is one", async () => {
      const service = await startPushService();
      const { place, account } = await prepare(["push"]);
      await service.subscribe(account.id);
      const id = await raise(place);
      await send();
      expect(await sent(id)).toEqual(["Bo dutyUnreachable sent"]);
      await rotaOf(place.group.id, [everyDay(place.idOf("Bo"))]);
      const second = await raiseBeside(place);
      await send();
      await service.close();
      expect(await told(second)).toEqual(["Bo onDuty sent"]);
    });
  });

  it("is not deferred by the quiet hours of who is on duty", async () => {
    const place = await makeTold(["Ada", "Bo"], [duty]);
    const clock = (ahead: number) =>
      new Date(Date.now() + ahead).toLocaleTimeString("en-GB", { timeZone: "Asia/Shanghai" }).slice(0, 5);
    const quietHours = { from: clock(-3_600_000), to: clock(3_600_000), upTo: "major" as const };
    await db().update(contact).set({ quietHours }).where(eq(contact.groupId, place.group.id));
    await rotaOf(place.group.id, [everyDay(place.idOf("Ada"))]);
    const id = await raise(place, { severity: "minor" });
    await send();
    expect(await told(id)).toEqual(["Ada onDuty sent"]);
    // They hold while nobody is on duty.
    await rotaOf(place.group.id, []);
    const later = await raiseBeside(place, { severity: "minor" });
    await send();
    expect(await told(later)).toEqual([]);
  });

  it("reaches a person who is listed at two levels once in a gap", async () => {
    const place = await makeTold(["Ada", "Bo"], [duty]);
    const [ada] = await db()
      .select()
      .from(contact)
      .where(eq(contact.id, place.idOf("Ada")));
    const { id: _, createdAt: __, ...again } = ada as typeof contact.$inferSelect;
    await db()
      .insert(contact)
      .values({ ...again, level: 3, email: "ADA@example.com" });
    await rotaOf(place.group.id, []);
    const id = await raise(place);
    await send();
    expect((await told(id)).sort()).toEqual(["Ada nobodyOnDuty sent", "Bo nobodyOnDuty sent"]);
    expect(mailbox.mails).toHaveLength(2);
  });
});
