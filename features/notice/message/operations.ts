import "server-only";
import { createTranslator } from "use-intl/core";
import { issueLinks } from "@/features/exception/link/operations";
import { linkPath, withoutTokens } from "@/features/exception/link/rules";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { publicAddress } from "@/lib/mail/public-address";
import type { OperationContext } from "@/lib/operation/context";
import type { AlarmFacts, Translate } from "../rules";
import type { Delivery } from "../schema";
import { composeMail, composeText, type Message, type News, type Words } from "./rules";

type Sending = Pick<OperationContext, "db" | "now">;

/** `kept`: a text, as the log may keep it: without what opens something to its readers. */
export type Composed = Message & { kept: (text: string) => string };

/** What is said of each exception once, however many rows of the plan asked for it. */
export async function messageOf(ctx: Sending, leader: Delivery, due: readonly Delivery[]): Promise<Composed> {
  const { channel, contactName, contactLocale } = leader;
  const facts = [...new Map(due.map(({ exception }) => [exception.id, exception])).values()];
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
  if (channel === "sms" || channel === "voice") {
    return { subject: "", html: "", text: composeText(channel, news, words, links), kept };
  }
  const query = facts.length === 1 ? `?id=${only?.id}` : "";
  const inside = publicAddress(`/${words.locale}/abnormal/dataex${query}`);
  return { ...composeMail(news, { console: inside, links }, words), kept };
}

const NO_LINKS = { links: new Map<number, string>(), keys: [] as string[] };

/** The reader's own links to what a message tells of, and their keys; none where nobody could follow them. */
async function linksOf(
  ctx: Sending,
  { channel, customerId, contactId }: Delivery,
  facts: readonly AlarmFacts[],
  locale: string,
) {
  const isRead = channel === "email" || channel === "sms";
  if (!isRead || contactId === null || publicAddress("") === null) return NO_LINKS;
  const ids = facts.map(({ id }) => id);
  const issued = await issueLinks(ctx.db, { customerId, contactId }, ids, ctx.now);
  const links = new Map([...issued].map(([id, key]) => [id, publicAddress(linkPath(locale, key)) ?? ""]));
  return { links, keys: [...issued.values()] };
}

async function wordsOf(locale: Locale): Promise<Words> {
  const messages = await loadMessages(locale);
  const words = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  return { t: words("notice"), tException: words("exception"), locale };
}
