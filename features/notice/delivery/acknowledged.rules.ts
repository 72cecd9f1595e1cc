import type { NoticeChannel } from "@/db/enums";
import { whatOf } from "@/features/exception/phrase.rules";
import { toLocalInput } from "@/lib/datetime/zone";
import type { AlarmFacts } from "../notice.rules";
import { type Addresses, byUrgency, fitted, type Message, mailOf, namesOf, type Words } from "./message.rules";
import { barOf, type PlanCustomer } from "./plan.rules";

/** The fields by which two contacts are recognised as the same person. */
export type Person = { userId: number | null; phone: string | null; email: string | null };

/** A contact whom an alarm has reached. `by` lists the channels used; `channels` are those that the contact allows. */
export type Notified = Person & {
  id: number;
  channels: readonly NoticeChannel[];
  by: readonly NoticeChannel[];
  /** Whether a browser of the contact's account shows notifications. */
  hasDevice: boolean;
};

/** Channels for notices of an acknowledgement, of those read at once the least disturbing first. Voice is excluded. */
export const WORD_CHANNELS = ["push", "sms", "email"] as const;
export type WordChannel = (typeof WORD_CHANNELS)[number];

const marksOf = ({ userId, phone, email }: Person): string[] => [
  ...(userId === null ? [] : [`user ${userId}`]),
  ...(phone ? [`phone ${phone}`] : []),
  ...(email ? [`email ${email.toLowerCase()}`] : []),
];

const isReachable: Record<WordChannel, (person: Notified) => boolean> = {
  push: ({ hasDevice }) => hasDevice,
  sms: ({ phone }) => Boolean(phone),
  email: ({ email }) => Boolean(email),
};

/**
 * Selects who is notified that an exception is acknowledged, each person once, and the channel: the one by which they
 * were notified or, after a call, another that the contact allows. Nobody is called a second time. The person who
 * acknowledged is excluded. `isConfigured` says whether the installation has a channel.
 */
export function wordTo(
  notified: readonly Notified[],
  takers: readonly Person[],
  customer: PlanCustomer,
  isConfigured: (channel: WordChannel) => boolean,
): { contactId: number; channel: WordChannel }[] {
  const known = new Set(takers.flatMap(marksOf));
  return notified.flatMap((person) => {
    const marks = marksOf(person);
    const isKnown = marks.some((mark) => known.has(mark));
    const open = WORD_CHANNELS.filter(
      (channel) =>
        person.channels.includes(channel) &&
        isReachable[channel](person) &&
        barOf(channel, customer) === null &&
        isConfigured(channel),
    );
    const channel = open.find((one) => person.by.includes(one)) ?? open[0];
    if (isKnown || channel === undefined) return [];
    for (const mark of marks) known.add(mark);
    return [{ contactId: person.id, channel }];
  });
}

/** Who acknowledged the alarms of one message, and the time of the last acknowledgement (epoch ms). */
export type Taken = { facts: readonly AlarmFacts[]; by: string; at: number; contactName: string };

const clock = (at: number, timeZone: string) => toLocalInput(new Date(at), timeZone).slice(5).replace("T", " ");

/** Composes the mail that says who acknowledged what, with the reader's links. */
export function composeAcknowledgedMail(
  { facts, by, at, contactName }: Taken,
  { links }: Addresses,
  words: Words,
): Message {
  const { t, tException } = words;
  const sorted = facts.toSorted(byUrgency);
  const names = namesOf(sorted).slice(0, 2).join(t("separator"));
  const count = sorted.length;
  const time = clock(at, sorted[0]?.timeZone ?? "UTC");
  const blocks = sorted.map((one) => {
    const severity = tException(`severity.${one.severity}`);
    const lines = [t("subject", { severity, carrier: one.carrierName, what: whatOf(one, tException) })];
    const address = links.get(one.id);
    return address === undefined ? { lines } : { lines, link: { address, text: t("acknowledged.see") } };
  });
  const head = { lines: [t("acknowledged.head", { by, time })] };
  return mailOf(t("acknowledged.subject", { by, names, count }), contactName, [head, ...blocks]);
}

/** Composes the same as an SMS. To fit its length, names of carriers are shortened first. */
export function composeAcknowledgedText({ facts, by, at }: Taken, words: Words): string {
  const { t } = words;
  const sorted = facts.toSorted(byUrgency);
  const time = clock(at, sorted[0]?.timeZone ?? "UTC");
  const shortened = by.length > 20 ? `${by.slice(0, 19)}…` : by;
  return fitted(namesOf(sorted), words, (names) =>
    t("acknowledged.sms", { by: shortened, time, names: names.join(t("separator")) }),
  );
}
