import { createTranslator } from "use-intl/core";
import type { Db } from "@/db/client";
import { notice } from "@/db/schema";
import { composeAlarm, isStillDue, type Translate } from "@/features/notice/rules";
import { hashText, uniformAt } from "@/features/simulation/random/rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
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

async function noticesOf(one: Written, trigger: DemoTrigger, now: number): Promise<Row[]> {
  const { row } = one;
  const rows: Row[] = [];
  for (const [index, planned] of trigger.plan.notify.entries()) {
    for (let round = 0; round <= (planned.repeatTimes ?? 0); round += 1) {
      const dueAt = row.raisedAt.getTime() + (planned.afterMinutes + round * REPEAT_MINUTES) * MINUTE;
      const isFollowUp = planned.afterMinutes > 0 || round > 0;
      const isAcknowledged = row.acknowledgedAt ? row.acknowledgedAt.getTime() <= dueAt : false;
      const isEnded = row.endedAt ? row.endedAt.getTime() <= dueAt : false;
      for (const channel of planned.channels) {
        const isPlanned = channel !== "popup" || round === 0;
        const isDue = isStillDue({ channel, isFollowUp, isAcknowledged, isEnded, isWithdrawn: false });
        if (!isPlanned || !isDue || dueAt > now) continue;
        if (channel === "popup") rows.push(await attempt(one, channel, null, dueAt, "", 1));
        else for (const person of trigger.told[index] ?? []) rows.push(...(await mails(one, person, dueAt)));
      }
    }
  }
  return rows;
}

/** A mail and, where the first try failed, the second. */
async function mails(one: Written, person: DemoContact, dueAt: number): Promise<Row[]> {
  const draw = uniformAt(hashText(`${one.id}/${person.email}`), Math.floor(dueAt / MINUTE));
  if (draw < 0.03) return [await attempt(one, "email", person, dueAt, MAILBOX_FULL, 1)];
  if (draw > 0.08) return [await attempt(one, "email", person, dueAt, "", 1)];
  return [
    await attempt(one, "email", person, dueAt, UNREACHABLE, 1),
    await attempt(one, "email", person, dueAt + 3000, "", 2),
  ];
}

async function attempt(
  one: Written,
  channel: "email" | "popup",
  person: DemoContact | null,
  dueAt: number,
  reason: string,
  number: number,
): Promise<Row> {
  return {
    customerId: one.row.customerId,
    exceptionId: one.id,
    channel,
    status: reason ? "failed" : "sent",
    contactName: person?.name ?? "",
    recipient: person?.email ?? "",
    content: await contentOf(one, person),
    reason,
    attempt: number,
    at: new Date(dueAt + 1500),
  };
}

/** The text as the product writes it, in the reader's language. */
async function contentOf({ device, row }: Written, person: DemoContact | null): Promise<string> {
  const locale = toLocale(person?.locale ?? DEFAULT_LOCALE) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "notice" }) as unknown as Translate;
  const { customer, carrier } = device;
  const facts = {
    carrierName: carrier?.plan.name ?? device.plan.name,
    deviceName: device.plan.name,
    customerName: customer.plan.name,
    timeZone: customer.plan.timeZone,
    kind: row.kind,
    measure: row.measure ?? null,
    side: row.side ?? null,
    severity: row.severity,
    minimum: row.minimum ?? null,
    maximum: row.maximum ?? null,
    // What the peak would be nobody knew when it was told.
    peak: null,
    startedAt: row.startedAt.getTime(),
    endedAt: null,
  };
  const { lines } = composeAlarm(facts, t, locale);
  return [...(person ? [person.name, ""] : []), ...lines].join("\n");
}
