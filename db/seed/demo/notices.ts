import { createTranslator } from "use-intl/core";
import type { Db } from "@/db/client";
import { notice } from "@/db/schema";
import { composeMail, NO_ADDRESSES, type Words } from "@/features/notice/message/rules";
import { type Plan, planOf, type Told } from "@/features/notice/plan/rules";
import type { Translate } from "@/features/notice/rules";
import { hashText, uniformAt } from "@/features/simulation/random/rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import type { Written } from "./exceptions";
import type { DemoContact, DemoTrigger } from "./insert";

type Row = typeof notice.$inferInsert;

const MINUTE = 60_000;
const REPEAT_MINUTES = 10;
const MAILBOX_FULL = "452 4.2.2 Mailbox full";
const UNREACHABLE = "421 4.4.2 Connection timed out";

/** The notice log of the exceptions: what their notification plans asked for and was still due, with a few failures. */
export async function insertNotices(tx: Db, written: readonly Written[], now: number): Promise<number> {
  const rows: Row[] = [];
  for (const one of written) {
    if (one.trigger) rows.push(...(await noticesOf(one, one.trigger, now)));
  }
  for (let from = 0; from < rows.length; from += 500) await tx.insert(notice).values(rows.slice(from, from + 500));
  return rows.length;
}

/** Each row of the demo's plan has its people at hand: they stand for its group. */
const asPlan = ({ plan: { notify }, told }: DemoTrigger, timeZone: string): Plan => ({
  rows: notify.map(({ afterMinutes, channels, repeatTimes = 0 }, id) => ({
    id,
    afterMinutes,
    contactGroupId: id,
    level: 1,
    channels,
    repeatTimes,
    repeatIntervalMinutes: REPEAT_MINUTES,
  })),
  contacts: told.flatMap((people, groupId) =>
    people.map(({ id }) => ({ id, groupId, level: 1, channels: ["email"] as const, quietHours: null })),
  ),
  customer: { notifyByEmail: true, notifyBySms: false, timeZone },
});

async function noticesOf(one: Written, trigger: DemoTrigger, now: number): Promise<Row[]> {
  const { row, device } = one;
  const { kind, severity, isDetectedLate = false } = row;
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
  const people = new Map(trigger.told.flat().map((person) => [person.id, person]));
  const rows: Row[] = [];
  for (const told of planOf(asPlan(trigger, device.customer.plan.timeZone), [excursion])) {
    if (told.at > now) continue;
    const person = told.contactId === null ? undefined : people.get(told.contactId);
    if (person) rows.push(...(await mails(one, told, person)));
    else if (told.channel === "popup") rows.push(await attempt(one, told, null, told.at, "", 1));
  }
  return rows;
}

/** A mail and, where the first try failed, the second. */
async function mails(one: Written, told: Told, person: DemoContact): Promise<Row[]> {
  const draw = uniformAt(hashText(`${one.id}/${person.email}`), Math.floor(told.at / MINUTE));
  if (draw < 0.03) return [await attempt(one, told, person, told.at, MAILBOX_FULL, 1)];
  if (draw > 0.08) return [await attempt(one, told, person, told.at, "", 1)];
  return [
    await attempt(one, told, person, told.at, UNREACHABLE, 1),
    await attempt(one, told, person, told.at + 3000, "", 2),
  ];
}

async function attempt(
  one: Written,
  { channel, type }: Told,
  person: DemoContact | null,
  at: number,
  reason: string,
  number: number,
): Promise<Row> {
  return {
    customerId: one.row.customerId,
    exceptionId: one.id,
    channel,
    type,
    status: reason ? "failed" : "sent",
    contactName: person?.name ?? "",
    recipient: person?.email ?? "",
    content: await contentOf(one, type, person, at),
    reason,
    attempt: number,
    at: new Date(at + 1500),
  };
}

const words = new Map<Locale, Promise<Words>>();

async function loadWords(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const of = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  return { t: of("notice"), tException: of("exception"), locale };
}

/** The text as the product writes it, in the reader's language. */
async function contentOf({ id, device, row }: Written, type: Told["type"], person: DemoContact | null, at: number) {
  const locale = toLocale(person?.locale ?? DEFAULT_LOCALE) ?? DEFAULT_LOCALE;
  const known = words.get(locale) ?? loadWords(locale);
  words.set(locale, known);
  const { customer, carrier } = device;
  const isPeakKnown = row.peakAt && row.peakAt.getTime() <= at;
  const limit = (row.side === "below" ? row.minimum : row.maximum) ?? null;
  const facts = {
    id,
    carrierName: carrier?.plan.name ?? device.plan.name,
    deviceName: device.plan.name,
    device: { kind: device.plan.kind },
    customerName: customer.plan.name,
    timeZone: customer.plan.timeZone,
    kind: row.kind,
    measure: row.measure ?? null,
    side: row.side ?? null,
    severity: row.severity,
    minimum: row.minimum ?? null,
    maximum: row.maximum ?? null,
    peak: isPeakKnown ? (row.peak ?? null) : limit,
    exposure: null,
    forecast: null,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt && row.endedAt.getTime() <= at ? row.endedAt.getTime() : null,
  };
  const news = { facts: [facts], type, isHeld: false, contactName: person?.name ?? "", now: at };
  return composeMail(news, NO_ADDRESSES, await known).text;
}
