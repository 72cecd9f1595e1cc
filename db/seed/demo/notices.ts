import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { NoticeFault } from "@/db/enums";
import { notice, noticeCode, replyProvider, userAccount } from "@/db/schema";
import { wordTo } from "@/features/notice/delivery/acknowledged.rules";
import { codeExpiry } from "@/features/notice/delivery/code.rules";
import { type Plan, planOf, type Told } from "@/features/notice/delivery/plan.rules";
import { maskedPhone, PIN_TRIES, phoneDigits } from "@/features/notice/reply/reply.rules";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import type { Accounts } from "./accounts";
import { codeOf, composeAlarm, composeWord, type Written, wordsFor } from "./messages";
import { insertOutage, MAIL_TIMEOUT, type Outage, outageAt } from "./outage";
import type { DemoContact, DemoTrigger } from "./world";

type Row = typeof notice.$inferInsert;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const REPEAT_MINUTES = 10;
const MAILBOX_FULL = "452 4.2.2 Mailbox full";
const SMS_TIMEOUT = "the SMS gateway did not answer within 10 s";
/** From handing a message to a server or gateway to its confirmation. */
const TAKES_MS = 1500;
/** Retry times of the queue: exp(n) seconds after the n-th failure. */
const TRIES_SECONDS = [0, 3, 10, 30, 85, 233, 636, 1733];

type Message = { one: Written; told: Told; person: DemoContact | null };

/**
 * Inserts the notice log of the exceptions: what their plans had sent by now, with a few failures, one outage of the
 * mail server, replies, and notices of acknowledgements.
 */
export async function insertNotices(
  tx: Db,
  written: readonly Written[],
  accounts: Accounts,
  now: number,
): Promise<number> {
  const messages = written.flatMap((one) => (one.trigger ? messagesOf(one, one.trigger, now) : []));
  const mails = messages.filter(({ told, person }) => told.channel === "email" && person).map(({ told }) => told.at);
  const outage = outageAt(mails, now);
  const names = new Map(
    (await tx.select({ id: userAccount.id, name: userAccount.name }).from(userAccount)).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  const rows: Row[] = [];
  for (const message of messages) rows.push(...(await attempts(message, outage)));
  for (const one of written) {
    const own = messages.filter((message) => message.one === one);
    rows.push(...(await repliesOf(one, own)), ...(await wordsOf(one, own, accounts, names)));
  }
  rows.push(...(await insertOutage(tx, written, outage)));
  const past = rows.filter(({ at }) => at && at.getTime() <= now).sort((a, b) => Number(a.at) - Number(b.at));
  for (let from = 0; from < past.length; from += 500) await tx.insert(notice).values(past.slice(from, from + 500));
  await insertCodes(tx, messages, now);
  const replies = past.filter(({ type }) => type === "reply");
  await tx
    .update(replyProvider)
    .set({ lastReplyAt: replies.at(-1)?.at ?? null })
    .where(eq(replyProvider.format, "generic"));
  return past.length;
}

const NO_TIMING = { delayMinutes: null, repeatTimes: null, repeatIntervalMinutes: null };

/** Each plan row of the demo has its contacts inline in place of a group. */
const asPlan = ({ plan: { notify }, recipients }: DemoTrigger, one: Written): Plan => ({
  rows: notify.map(({ afterMinutes, level, isOnDuty = false, channels, repeatTimes = 0 }, id) => ({
    id,
    afterMinutes,
    contactGroupId: id,
    level,
    isOnDuty,
    usesContactTiming: false,
    channels,
    repeatTimes,
    repeatIntervalMinutes: REPEAT_MINUTES,
  })),
  contacts: recipients.flatMap(({ people }, groupId) =>
    people.map(({ id, level, channels }) => ({ id, groupId, level, channels, quietHours: null, ...NO_TIMING })),
  ),
  rotas: recipients.flatMap(({ rota }, groupId) => (rota ? [{ ...rota, groupId }] : [])),
  customer: customerOf(one),
});

const customerOf = ({ device: { customer } }: Written) => ({
  notifyByEmail: true,
  notifyBySms: customer.plan.notifyBySms ?? false,
  timeZone: customer.plan.timeZone,
});

/** The messages that the plan has sent by now, with recipients. */
function messagesOf(one: Written, trigger: DemoTrigger, now: number): Message[] {
  const { kind, severity, isDetectedLate = false, ...row } = one.row;
  const raisedAt = row.raisedAt.getTime();
  const excursion = {
    id: one.id,
    kind,
    severity,
    raisedAt,
    foundAt: raisedAt,
    endedAt: row.endedAt?.getTime() ?? null,
    acknowledgedAt: row.acknowledgedAt?.getTime() ?? null,
    isDetectedLate,
    sceneId: null,
  };
  const people = new Map(trigger.recipients.flatMap((to) => to.people).map((person) => [person.id, person]));
  return planOf(asPlan(trigger, one), [excursion]).flatMap((told): Message[] => {
    const person = told.contactId === null ? null : (people.get(told.contactId) ?? null);
    const isSent = told.at <= now && (person !== null || told.channel === "popup");
    return isSent ? [{ one, told, person }] : [];
  });
}

type Failure = { at: number; reason: string; fault: NoticeFault };

/** The attempts of one message: a few fail; mails fail during the outage until it ends. */
async function attempts(message: Message, outage: Outage): Promise<Row[]> {
  const { one, told, person } = message;
  const { at, channel } = told;
  const draw = uniformAt(hashText(`${one.id}/${channel}/${person?.email ?? ""}`), Math.floor(at / MINUTE));
  const timeout = (when: number): Failure => ({ at: when, reason: MAIL_TIMEOUT, fault: "channel" });
  if (channel === "email" && at >= outage.from && at < outage.to) {
    const tries = TRIES_SECONDS.map((seconds) => at + seconds * SECOND);
    const failed = tries.filter((when) => when < outage.to);
    return attempted(message, failed.map(timeout), tries[failed.length]);
  }
  const second = at + (TRIES_SECONDS[1] as number) * SECOND;
  if (channel === "email" && draw < 0.03)
    return attempted(message, [{ at, reason: MAILBOX_FULL, fault: "recipient" }], undefined);
  if (channel === "email" && draw < 0.08) return attempted(message, [timeout(at)], second);
  if (channel === "sms" && draw < 0.05)
    return attempted(message, [{ at, reason: SMS_TIMEOUT, fault: "channel" }], second);
  return attempted(message, [], at);
}

async function attempted(
  { one, told, person }: Message,
  failures: readonly Failure[],
  sentAt?: number,
): Promise<Row[]> {
  const { channel, type, remark = null } = told;
  const recipient =
    channel === "email" ? person?.email : channel === "popup" || channel === "push" ? "" : person?.phone;
  const tries = [...failures, ...(sentAt === undefined ? [] : [{ at: sentAt, reason: "", fault: null }])];
  return Promise.all(
    tries.map(async ({ at, reason, fault }, index) => ({
      customerId: one.row.customerId,
      exceptionId: one.id,
      channel,
      type,
      status: reason ? ("failed" as const) : ("sent" as const),
      contactName: person?.name ?? "",
      recipient: recipient ?? "",
      content: await composeAlarm(one, channel, type, person, at),
      reason,
      fault,
      remark,
      attempt: index + 1,
      at: new Date(at + TAKES_MS),
    })),
  );
}

/** The reply that acknowledged an exception, in some cases after a wrong PIN. */
async function repliesOf({ id, row, device }: Written, messages: readonly Message[]): Promise<Row[]> {
  const { acknowledgedAt, acknowledgedByContactId, acknowledgedVia } = row;
  const person = messages.find((one) => one.person && one.person.id === acknowledgedByContactId)?.person;
  if (!acknowledgedAt || !person || (acknowledgedVia !== "sms" && acknowledgedVia !== "voice")) return [];
  const { t } = await wordsFor(person.locale);
  const places = device.carrier?.plan.name ?? device.plan.name;
  const reply = (at: number, status: "received" | "failed", content: string, reason: string): Row => ({
    customerId: row.customerId,
    exceptionId: id,
    channel: acknowledgedVia,
    type: "reply",
    status,
    contactName: person.name,
    recipient: maskedPhone(phoneDigits(person.phone)),
    content,
    reason,
    at: new Date(at),
  });
  const at = acknowledgedAt.getTime();
  const isMistyped = uniformAt(hashText(`reply ${row.startedAt.toISOString()}`), 1) < 0.4;
  const wrong = t("reply.answer.wrongPin", { left: PIN_TRIES - 1 });
  return [
    ...(isMistyped ? [reply(at - 25 * SECOND, "failed", wrong, "reply: wrong PIN")] : []),
    reply(at, "received", t("reply.answer.acknowledged", { places }), ""),
  ];
}

/** Notices of the acknowledgement to everyone notified before it, except the person who acknowledged. */
async function wordsOf(
  one: Written,
  messages: readonly Message[],
  accounts: Accounts,
  names: ReadonlyMap<number, string>,
): Promise<Row[]> {
  const { acknowledgedAt, acknowledgedBy, acknowledgedByContact, acknowledgedByContactId } = one.row;
  if (!acknowledgedAt) return [];
  const personal = messages.flatMap(({ told, person }) =>
    person && told.at <= acknowledgedAt.getTime() ? [{ person, channel: told.channel }] : [],
  );
  const people = [...new Map(personal.map(({ person }) => [person.id, person])).values()];
  const known = people.map((person) => ({
    ...person,
    userId: person.account ? accounts[person.account] : null,
    hasDevice: person.account !== undefined,
    by: personal.flatMap((sent) => (sent.person.id === person.id ? [sent.channel] : [])),
  }));
  const takers = known.filter(
    ({ id, userId }) => id === acknowledgedByContactId || (userId !== null && userId === acknowledgedBy),
  );
  const by = acknowledgedByContact ?? names.get(acknowledgedBy ?? 0) ?? "";
  const at = acknowledgedAt.getTime();
  return Promise.all(
    wordTo(known, takers, customerOf(one), () => true).map(async ({ contactId, channel }): Promise<Row> => {
      const person = people.find(({ id }) => id === contactId) as DemoContact;
      return {
        customerId: one.row.customerId,
        exceptionId: one.id,
        channel,
        type: "acknowledged",
        status: "sent",
        contactName: person.name,
        recipient: { email: person.email, sms: person.phone, push: "" }[channel],
        content: await composeWord(one, channel, person, { by, at }),
        at: new Date(at + 5 * SECOND + TAKES_MS),
      };
    }),
  );
}

/** Inserts the codes of messages that can still be replied to. */
async function insertCodes(tx: Db, messages: readonly Message[], now: number): Promise<void> {
  const rows = messages.flatMap(({ one, told, person }) => {
    const createdAt = new Date(told.at);
    const code = person && told.channel !== "email" ? codeOf(one, person) : null;
    if (!person || code === null || codeExpiry(createdAt).getTime() <= now) return [];
    const { customerId } = one.row;
    const at = { createdAt, expiresAt: codeExpiry(createdAt) };
    return [
      { customerId, contactId: person.id, phone: phoneDigits(person.phone), code, exceptionIds: [one.id], ...at },
    ];
  });
  if (rows.length > 0) await tx.insert(noticeCode).values(rows).onConflictDoNothing();
}
