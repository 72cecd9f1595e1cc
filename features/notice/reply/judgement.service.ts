import "server-only";
import { createTranslator } from "use-intl/core";
import { acknowledgeForContact } from "@/features/exception/handling/operations";
import { sameSecret } from "@/lib/auth/token";
import { toLocalInput } from "@/lib/datetime/zone";
import { grouped } from "@/lib/grouped";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import type { Db, OperationContext } from "@/lib/operation/context";
import { pinHashOf } from "../contact/contact.data";
import type { Translate } from "../notice.rules";
import {
  findAcknowledger,
  findByKey,
  findCodes,
  findSenders,
  type KnownCode,
  lockPin,
  type Sender,
  savePinTries,
} from "./reply.data";
import { type Incoming, isTimely, PIN_LOCK_MS, PIN_TRIES, type ReplyOutcome } from "./reply.rules";
import { readDigits, readReply } from "./text.rules";

/** An entry in the notice log of one customer. `content` names no alarm of another customer. */
export type LogEntry = { sender: Sender; exceptionIds: readonly number[]; content: string };

/** The result of a reply. The answer is in the language of the contact `sender`. */
export type Judged = {
  outcome: ReplyOutcome;
  sender: Sender | undefined;
  answer: string;
  entries: readonly LogEntry[];
  afterCommit?: () => Promise<void>;
};

type Verdict = { outcome: ReplyOutcome; values?: Record<string, string | number>; afterCommit?: () => Promise<void> };

/** Interprets a reply and acknowledges its alarms in the caller's transaction. `phone`: see `phoneDigits`. */
export async function judgeReply(ctx: OperationContext, tx: Db, message: Incoming, phone: string): Promise<Judged> {
  const isCall = message.digits !== null;
  const senders = phone === "" ? [] : await findSenders(tx, phone);
  const codes = senders.length === 0 ? [] : await findCodes(tx, phone, ctx.now);
  const textOf = async (sender: Sender | undefined, { outcome, values }: Verdict) => {
    const t = await wordsOf(sender);
    return t(`reply.answer.${outcome === "unreadable" && isCall ? "unreadableCall" : outcome}`, values);
  };
  /** The result of a reply that names no alarm; `own` is the verdict for the log of one customer. */
  const general = async (
    verdict: Verdict,
    about: readonly KnownCode[] = codes,
    own: (sender: Sender) => Verdict = () => verdict,
  ): Promise<Judged> => {
    const concerned = concernedOf(senders, about);
    const entries = concerned.map(async (sender) => ({
      sender,
      exceptionIds: [],
      content: await textOf(sender, own(sender)),
    }));
    const [sender] = concerned;
    const answer = await textOf(sender, verdict);
    return { outcome: verdict.outcome, sender, answer, entries: await Promise.all(entries) };
  };

  if (senders.length === 0) return general({ outcome: "unknownSender" });
  if (!isTimely(message.at, ctx.now.getTime())) return general({ outcome: "tooLate" });
  const said = isCall ? { code: null, pin: readDigits(message.digits ?? "") } : readReply(message.text ?? "");
  if (!said || (isCall && said.pin === null)) return general({ outcome: "unreadable" });
  const named = await findMeant(tx, message, said.code, codes, senders);
  if (typeof named === "string") return general({ outcome: named });
  if (Array.isArray(named)) {
    const asking = (open: readonly KnownCode[]): Verdict => ({
      outcome: "codeMissing",
      values: { list: listed(open) },
    });
    return general(asking(named), named, ({ customerId }) =>
      asking(named.filter((one) => one.customerId === customerId)),
    );
  }
  const sender = senders.find(({ id }) => id === named.contactId);
  if (!sender) return general({ outcome: "unknownCode" });
  const verdict =
    (await checkPin(tx, sender, said.pin, named.code, ctx.now)) ??
    (await acknowledgeAll(ctx, tx, isCall ? "voice" : "sms", sender, named.exceptionIds));
  const answer = await textOf(sender, verdict);
  const entries = [{ sender, exceptionIds: named.exceptionIds, content: answer }];
  return { ...verdict, sender, answer, entries };
}

/**
 * One contact of each customer concerned by a reply without a known alarm: customers with a valid code at this number,
 * else all that have it as a contact. The contact with the newest code comes first.
 */
function concernedOf(senders: readonly Sender[], codes: readonly KnownCode[]): Sender[] {
  const notified = codes.flatMap(({ contactId }) => senders.find(({ id }) => id === contactId) ?? []);
  const people = notified.length > 0 ? notified : senders;
  return [...grouped(people, ({ customerId }) => customerId).values()].flatMap(([first]) => first ?? []);
}

const MOST_LISTED = 4;

const listed = (codes: readonly KnownCode[]): string =>
  codes
    .slice(0, MOST_LISTED)
    .map(({ code, places }) => `${code} ${places[0] ?? ""}`)
    .join("; ");

type Named = Pick<KnownCode, "code" | "contactId" | "exceptionIds">;

/** The alarms of a reply: by its code, by the key of the message, or the only pending ones at this number. */
async function findMeant(
  tx: Db,
  message: Incoming,
  written: string | null,
  codes: readonly KnownCode[],
  senders: readonly Sender[],
): Promise<Named | KnownCode[] | ReplyOutcome> {
  const wanted = written ?? message.code?.toUpperCase() ?? null;
  if (wanted) return codes.find(({ code }) => code === wanted) ?? "unknownCode";
  if (message.key) {
    const ids = senders.map(({ id }) => id);
    const found = await findByKey(tx, message.key, ids);
    return found ? { ...found, code: "" } : "unknownCode";
  }
  const open = codes.filter(({ openCount }) => openCount > 0);
  const [only] = open;
  if (!only) return "nothingOpen";
  return open.length === 1 ? only : open;
}

const clock = (at: number | Date, timeZone: string) => toLocalInput(new Date(at), timeZone).slice(11, 16);

/** Checks the PIN; null if it is correct. Failures are counted and lock it for a while. */
async function checkPin(
  tx: Db,
  { id, timeZone }: Sender,
  pin: string | null,
  code: string,
  now: Date,
): Promise<Verdict | null> {
  const row = await lockPin(tx, id);
  if (!row?.pinHash) return { outcome: "noPin" };
  const locked = (until: Date): Verdict => ({ outcome: "locked", values: { time: clock(until, timeZone) } });
  if (row.pinLockedUntil && row.pinLockedUntil > now) return locked(row.pinLockedUntil);
  if (pin === null) return { outcome: "pinMissing", values: { code } };
  if (sameSecret(row.pinHash, pinHashOf(id, pin))) {
    if (row.pinFailures > 0 || row.pinLockedUntil) await savePinTries(tx, id, 0, null);
    return null;
  }
  const failures = row.pinFailures + 1;
  const until = failures >= PIN_TRIES ? new Date(now.getTime() + PIN_LOCK_MS) : null;
  await savePinTries(tx, id, until ? 0 : failures, until);
  return until ? locked(until) : { outcome: "wrongPin", values: { left: PIN_TRIES - failures } };
}

async function acknowledgeAll(
  ctx: OperationContext,
  tx: Db,
  via: "sms" | "voice",
  sender: Sender,
  exceptionIds: readonly number[],
): Promise<Verdict> {
  const t = await wordsOf(sender);
  const comment = t(`reply.comment.${via}`, { name: sender.name });
  const operation = via === "sms" ? "exception.acknowledgeBySms" : "exception.acknowledgeByVoice";
  const done = await acknowledgeForContact(ctx, tx, { contact: sender, via, exceptionIds, comment, operation });
  if (done.ids.length > 0) {
    const places = done.places.slice(0, MOST_LISTED).join(t("separator"));
    return { outcome: "acknowledged", values: { places }, afterCommit: done.afterCommit };
  }
  const taker = await findAcknowledger(tx, exceptionIds);
  if (!taker) return { outcome: "withdrawn" };
  return { outcome: "already", values: { by: taker.by, time: clock(taker.at, sender.timeZone) } };
}

/** The language of a contact; the default one if it is not set. */
export const localeOf = (of: { locale: string | null } | undefined): Locale =>
  toLocale(of?.locale ?? "") ?? DEFAULT_LOCALE;

async function wordsOf(sender: Sender | undefined): Promise<Translate> {
  const locale = localeOf(sender);
  const messages = await loadMessages(locale);
  return createTranslator({ locale, messages, namespace: "notice" }) as unknown as Translate;
}
