import "server-only";
import { createTranslator } from "use-intl/core";
import { SEVERITIES } from "@/db/enums";
import { readFigures } from "@/features/exception/figures/figures.service";
import { issueLinks } from "@/features/exception/link/operations";
import { linkPath, withoutTokens } from "@/features/exception/link/rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { publicAddress } from "@/lib/mail/public-address";
import type { OperationContext } from "@/lib/operation/context";
import type { AlarmFacts, Translate } from "../notice.rules";
import type { Delivery } from "../notice.schema";
import { openAlarmsPath, pushWords, topicOf } from "../push/push.rules";
import type { PushPayload } from "../push/push.schema";
import { composeAcknowledgedMail, composeAcknowledgedText } from "./acknowledged.rules";
import { issueCode } from "./code.service";
import {
  composeMail,
  composePush,
  composeText,
  type Message,
  type News,
  NO_ADDRESSES,
  type Words,
} from "./message.rules";

type Sending = Pick<OperationContext, "db" | "now">;

/** `code` names the alarms in a reply. `kept` removes the keys of links from a text for the log. */
export type Composed = Message & { code?: string; push?: PushPayload; kept: (text: string) => string };

/** Composes the message. Each exception appears once, even if several plan rows requested it. */
export async function messageOf(ctx: Sending, leader: Delivery, due: readonly Delivery[]): Promise<Composed> {
  const { channel, contactName, contactLocale } = leader;
  const told = [...new Map(due.map(({ exception }) => [exception.id, exception])).values()];
  const facts = await withDegreeMinutes(ctx, told);
  const [only] = facts;
  const news: News = {
    facts,
    type: due.some(({ type }) => type === "digest") ? "digest" : "alarm",
    isHeld: due.every(({ isHeld }) => isHeld),
    contactName,
    now: ctx.now.getTime(),
  };
  const words = await wordsOf(toLocale(contactLocale) ?? DEFAULT_LOCALE);
  const { links, keys } = await linksOf(ctx, leader, facts, words.locale);
  const kept = (text: string) => withoutTokens(text, keys);
  if (leader.type === "acknowledged") {
    const { acknowledgedBy, acknowledgedAt } = leader.exception;
    const at = Math.max(...due.map(({ exception }) => exception.acknowledgedAt ?? 0), acknowledgedAt ?? 0);
    const taken = { facts, by: acknowledgedBy ?? "", at, contactName };
    if (channel === "push") {
      const { subject: title, text: lines } = composeAcknowledgedMail(
        { ...taken, contactName: "" },
        NO_ADDRESSES,
        words,
      );
      return pushOf(ctx, leader, facts, { title, body: lines }, words);
    }
    return channel === "email"
      ? { ...composeAcknowledgedMail(taken, { console: null, links }, words), kept }
      : { subject: "", html: "", text: composeAcknowledgedText(taken, words), kept };
  }
  if (channel === "push") return pushOf(ctx, leader, facts, composePush(news, words), words);
  if (channel === "sms" || channel === "voice") {
    const code = await codeOf(ctx, leader, facts);
    return { subject: "", html: "", text: composeText(channel, news, words, links, code), code: code ?? "", kept };
  }
  const query = facts.length === 1 ? `?id=${only?.id}` : "";
  const inside = publicAddress(`/${words.locale}/abnormal/dataex${query}`);
  return { ...composeMail(news, { console: inside, links }, words), kept };
}

/** Adds degree-minutes to the exceptions that are over. */
async function withDegreeMinutes(ctx: Sending, facts: readonly AlarmFacts[]): Promise<AlarmFacts[]> {
  const figures = await readFigures(
    ctx,
    facts.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])),
  );
  return facts.map((one) => ({ ...one, degreeMinutes: figures.get(one.id)?.degreeMinutes ?? null }));
}

const NO_LINKS = { links: new Map<number, string>(), keys: [] as string[] };

/** The reader's own links to the exceptions of a message, and their keys. None if the message cannot contain links. */
async function linksOf(
  ctx: Sending,
  { type, channel, customerId, contactId }: Delivery,
  facts: readonly AlarmFacts[],
  locale: string,
) {
  const isRead = channel === "email" || (channel === "sms" && type === "alarm");
  if (!isRead || contactId === null || publicAddress("") === null) return NO_LINKS;
  const ids = facts.map(({ id }) => id);
  const issued = await issueLinks(ctx.db, { customerId, contactId }, ids, ctx.now);
  const links = new Map([...issued].map(([id, key]) => [id, publicAddress(linkPath(locale, key)) ?? ""]));
  return { links, keys: [...issued.values()] };
}

/** Above this number, alarms are acknowledged in the console: their keys would not fit into a notification. */
const MOST_KEYS = 20;

/** A push notification with the reader's own keys, with which the browser acknowledges without a login. */
async function pushOf(
  ctx: Sending,
  { type, customerId, contactId }: Delivery,
  facts: readonly AlarmFacts[],
  { title, body }: { title: string; body: string },
  { t, locale }: Words,
): Promise<Composed> {
  const ids = facts.map(({ id }) => id).toSorted((a, b) => a - b);
  const few = contactId !== null && ids.length <= MOST_KEYS;
  const keys = few ? [...(await issueLinks(ctx.db, { customerId, contactId }, ids, ctx.now)).values()] : [];
  const [key] = keys;
  const push: PushPayload = {
    title,
    body,
    tag: topicOf(ids.join(".")),
    url: keys.length === 1 && key ? linkPath(locale, key) : openAlarmsPath(locale),
    console: openAlarmsPath(locale),
    severity: SEVERITIES.find((severity) => facts.some((one) => one.severity === severity)) ?? "warning",
    at: ctx.now.getTime(),
    keys: type === "alarm" ? keys : [],
    words: pushWords(t),
  };
  return { subject: title, html: "", text: `${title}\n${body}`, push, kept: (text) => text };
}

/** The code with which the reader names these alarms in a reply; null if no reply can arrive. */
async function codeOf(ctx: Sending, leader: Delivery, facts: readonly AlarmFacts[]): Promise<string | null> {
  const { type, hasPin, contactId, contactPhone, customerId } = leader;
  if (type !== "alarm" || !hasPin || contactId === null || !contactPhone) return null;
  const ids = facts.map(({ id }) => id);
  return issueCode(ctx.db, { customerId, contactId, phone: contactPhone }, ids, ctx.now);
}

async function wordsOf(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const words = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  return { t: words("notice"), tException: words("exception"), locale };
}
