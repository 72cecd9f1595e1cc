import { createTranslator } from "use-intl/core";
import type { NoticeChannel } from "@/db/enums";
import type { exception } from "@/db/schema";
import { composeAcknowledgedMail, composeAcknowledgedText } from "@/features/notice/delivery/acknowledged.rules";
import { makeCode } from "@/features/notice/delivery/code.rules";
import {
  composeMail,
  composePush,
  composeText,
  type News,
  NO_ADDRESSES,
  type Words,
} from "@/features/notice/delivery/message.rules";
import type { Told } from "@/features/notice/delivery/plan.rules";
import type { AlarmFacts, Translate } from "@/features/notice/notice.rules";
import { hashText, uniformAt } from "@/features/simulation/random.rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import type { DemoContact, DemoDevice, DemoTrigger } from "./world";

export type Row = typeof exception.$inferInsert & { severity: "critical" | "major" | "minor" | "warning" };

/** An exception as written, with the data of its notices. */
export type Written = { id: number; device: DemoDevice; trigger: DemoTrigger | null; row: Row };

const words = new Map<Locale, Promise<Words>>();

async function loadWords(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const of = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  return { t: of("notice"), tException: of("exception"), locale };
}

/** The message texts in a contact's locale. */
export function wordsFor(locale: string | undefined): Promise<Words> {
  const known = toLocale(locale ?? "") ?? DEFAULT_LOCALE;
  const loaded = words.get(known) ?? loadWords(known);
  words.set(known, loaded);
  return loaded;
}

/** The code by which a contact with a PIN identifies an exception in a reply; null without a PIN. */
export function codeOf({ device, row }: Written, { phone, hasPin }: DemoContact): string | null {
  if (!hasPin) return null;
  const seed = hashText(`${phone} ${device.plan.serialNumber} ${row.startedAt.getTime()}`);
  let draws = 0;
  return makeCode(2, (below) => {
    draws += 1;
    return Math.floor(uniformAt(seed, draws) * below);
  });
}

/** An exception's facts as of `at` (epoch ms). */
function factsAt({ id, device, row }: Written, at: number): AlarmFacts {
  const { customer, carrier } = device;
  const isPeakKnown = row.peakAt && row.peakAt.getTime() <= at;
  const limit = (row.side === "below" ? row.minimum : row.maximum) ?? null;
  return {
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
    crossing: null,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt && row.endedAt.getTime() <= at ? row.endedAt.getTime() : null,
  };
}

/** The text of an alarm as the product composes it for this channel, in the recipient's locale. */
export async function composeAlarm(
  one: Written,
  channel: NoticeChannel,
  type: Told["type"],
  person: DemoContact | null,
  at: number,
): Promise<string> {
  const own = await wordsFor(person?.locale);
  const facts = factsAt(one, at);
  const news: News = { facts: [facts], type, isHeld: false, contactName: person?.name ?? "", now: at };
  if (channel === "push") {
    const { title, body } = composePush(news, own);
    return `${title}\n${body}`;
  }
  if (channel === "sms" || channel === "voice")
    return composeText(channel, news, own, new Map(), person && codeOf(one, person));
  return composeMail(news, NO_ADDRESSES, own).text;
}

/** The notice of an acknowledgement at `at` (epoch ms), as the product composes it. */
export async function composeWord(
  one: Written,
  channel: "push" | "sms" | "email",
  { name, locale }: DemoContact,
  { by, at }: { by: string; at: number },
): Promise<string> {
  const own = await wordsFor(locale);
  const taken = { facts: [factsAt(one, at)], by, at };
  if (channel === "sms") return composeAcknowledgedText({ ...taken, contactName: name }, own);
  const { subject, text } = composeAcknowledgedMail(
    { ...taken, contactName: channel === "push" ? "" : name },
    NO_ADDRESSES,
    own,
  );
  return channel === "push" ? `${subject}\n${text}` : text;
}
