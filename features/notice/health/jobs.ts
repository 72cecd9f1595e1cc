import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { transaction } from "@/db/client";
import { NOTICE_CHANNELS, type NoticeChannel } from "@/db/enums";
import { withoutTokens } from "@/features/exception/link/rules";
import { linkToken } from "@/lib/auth/link-token";
import { formatInstant, formatStamp } from "@/lib/datetime/format";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { publicAddress } from "@/lib/mail/public-address";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import type { Transmission } from "../delivery/channel.rules";
import { isChannelConfigured, transmit } from "../delivery/channel.service";
import { escapeHtml, type Message } from "../delivery/message.rules";
import { composeTestMail, composeTestPush, composeTestText } from "../delivery/test-alarm.rules";
import type { Translate } from "../notice.rules";
import type { TestPopupDto } from "../notice.schema";
import { openAlarmsPath, pushWords, testNotification } from "../push/push.rules";
import type { PushPayload } from "../push/push.schema";
import { sendPush } from "../push/send.service";
import {
  type Direct,
  endOutages,
  findDirect,
  findHearers,
  findOutageRecipients,
  findOutages,
  findRuns,
  insertDirect,
  lockWatch,
  openOutages,
  saveDirect,
} from "./data";
import { isFailing, REPORT_AGAIN_MS, reportBy } from "./rules";
import {
  type ChannelEvent,
  DELIVER_DIRECT,
  DirectPayload,
  type MonitorTaskNews,
  type SecondmentNews,
  type VerificationNews,
  type WorkOrderNews,
} from "./schema";

/**
 * Evaluates every channel by its attempts (`isFailing`). An outage is reported once, by the channels that still work,
 * to those responsible for the channels, and ends with the first successful delivery. An outage that starts within an
 * hour of a previous one is shown but not reported again.
 */
export const watchChannels = defineJob({
  name: "notice.watchChannels",
  payload: z.strictObject({}),
  everySeconds: 15,
  async run(_payload, ctx) {
    const { changed, hearers } = await transaction(ctx.db, async (tx) => {
      if (!(await lockWatch(tx))) return { changed: [], hearers: [] };
      const configured = NOTICE_CHANNELS.filter((channel) => isChannelConfigured(channel));
      const ended = await endOutages(tx, configured);
      const runs = (await findRuns(tx, configured)).filter((run) => isFailing(run, ctx.now.getTime()));
      const opened = await openOutages(tx, runs, ctx.now, REPORT_AGAIN_MS);
      const open = new Set((await findOutages(tx, true)).map(({ channel }) => channel));
      const works = (channel: NoticeChannel) => configured.includes(channel) && !open.has(channel);
      for (const outage of opened) {
        log.warn({ channel: outage.channel, reason: outage.reason }, "a channel of notices fails");
        if (outage.isNotified) await report(tx, outage, works);
      }
      const changed = [...ended, ...opened.map(({ channel }) => channel)];
      return { changed, hearers: changed.length > 0 ? await findHearers(tx, changed) : [] };
    });
    const data: ChannelEvent = { change: "state" };
    if (changed.length > 0)
      await liveBus().publish(hearers.map((customerId) => ({ type: "channel", customerId, carrierId: null, data })));
  },
});

type Tx = Parameters<typeof findOutageRecipients>[0];

async function report(
  tx: Tx,
  outage: { id: number; channel: NoticeChannel; since: number; reason: string },
  works: (channel: NoticeChannel) => boolean,
): Promise<void> {
  for (const keeper of await findOutageRecipients(tx, outage.channel)) {
    const { customerId, userId } = keeper;
    for (const channel of reportBy(keeper, works))
      await insertDirect(tx, {
        ...{ customerId, channel, userId, contactId: null },
        key: `channel-outage:${outage.id}:${userId}:${channel}`,
        content: { type: "channel", failing: outage.channel, since: outage.since, reason: outage.reason },
      });
  }
}

/** Delivers one message that reports no exception, with one notice log row per attempt. A test is attempted once. */
export const deliverDirect = defineJob({
  ...DELIVER_DIRECT,
  payload: DirectPayload,
  async run({ outboxId }, ctx) {
    const message = await findDirect(ctx.db, outboxId);
    if (!message) return;
    const composed = await compose(message, ctx);
    const outcome = await send(message, composed, ctx);
    const logged = (text: string) => withoutTokens(text, composed.secrets ?? []);
    const { reason, fault } =
      outcome.result === "sent" ? { reason: "", fault: null } : { ...outcome, reason: logged(outcome.reason) };
    const isLast = message.content.type === "test" || ctx.attempt >= ctx.maximumAttempts;
    const isOver = outcome.result !== "retry" || isLast;
    const record = { content: logged(composed.text), reason, fault, isOver, now: ctx.now };
    await transaction(ctx.db, (tx) => saveDirect(tx, { ...message, to: outcome.recipient ?? message.to }, record));
    if (!isOver) throw new Error(reason);
  },
});

/** `secrets` open something and are left out of the log. */
type Composed = Message & { push?: PushPayload; secrets?: readonly string[] };

/** `recipient`: the address for the notice log, if it is not that of the message. */
async function send(
  { channel, to, key, customerId, content, userId: account }: Direct,
  message: Composed,
  { db, now }: JobContext,
): Promise<Transmission & { recipient?: string }> {
  const userId = account ?? 0;
  if (channel === "push" && message.push) {
    const contactId = content.type === "test" ? content.contactId : null;
    return sendPush(db, contactId ? { contactId } : { userId }, message.push, now);
  }
  if (channel !== "popup" && channel !== "push") return transmit(channel, to, message, key);
  if (content.type === "handover" || content.type === "captcha") return { result: "sent" };
  if (content.type === "workOrder" || content.type === "verification") {
    const { carrierId, type, ...data } = content;
    await liveBus().publish([{ type, customerId, carrierId, data: { ...data, userId } }]);
    return { result: "sent" };
  }
  if (content.type === "monitorTask") {
    const { taskId, name, count, sceneId } = content;
    const data = { taskId, name, count, sceneId, userId };
    await liveBus().publish([{ type: "monitorTask", customerId, carrierId: null, data }]);
    return { result: "sent" };
  }
  if (content.type === "secondment") {
    await liveBus().publish([{ type: "secondment", customerId, carrierId: null, data: { ...content, userId } }]);
    return { result: "sent" };
  }
  if (content.type === "test" && content.alarm) {
    const { carrier: carrierName, carrierId } = content.alarm;
    const data: TestPopupDto = { carrierName, by: content.by };
    await liveBus().publish([{ type: "testAlarm", customerId, carrierId, data }]);
    return { result: "sent" };
  }
  const data: ChannelEvent =
    content.type === "test" ? { change: "test", userId } : { change: "outage", userId, channel: content.failing };
  await liveBus().publish([{ type: "channel", customerId, carrierId: null, data }]);
  return { result: "sent" };
}

/** Composes the message in the reader's language, with times in the customer's zone. */
async function compose(
  { key, channel, name, locale: wanted, timeZone, userId, content }: Direct,
  ctx: JobContext,
): Promise<Composed> {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const wordsOf = (namespace: string) => createTranslator({ locale, messages, namespace }) as unknown as Translate;
  const t = wordsOf("notice");
  const isShort = channel !== "email";
  const place = { locale, timeZone };
  const stamp = (at: number) =>
    isShort ? formatInstant(new Date(at), ctx.now, place) : formatStamp(new Date(at), place);
  if (content.type === "test" && content.alarm) {
    const { alarm, by } = content;
    const words = { t, tException: wordsOf("exception"), locale };
    if (channel === "sms" || channel === "voice")
      return { subject: "", html: "", text: composeTestText(channel, alarm, words) };
    if (channel === "email") {
      const news = { alarm, by, channel: t("channelName.email"), time: stamp(ctx.now.getTime()), contactName: name };
      return composeTestMail(news, words);
    }
    const text = composeTestPush({ alarm, by }, words);
    const links = { url: `/${locale}`, console: openAlarmsPath(locale) };
    const how = { severity: "warning" as const, at: ctx.now.getTime(), keys: [], words: pushWords(t) };
    return {
      subject: text.title,
      html: "",
      text: `${text.title}\n${text.body}`,
      push: { ...text, tag: key, ...links, ...how },
    };
  }
  if (content.type === "test") {
    const values = { channel: t(`channelName.${channel}`), by: content.by, time: stamp(ctx.now.getTime()) };
    const push = testNotification(t, { locale, by: content.by, at: ctx.now.getTime() });
    if (isShort) return { subject: "", html: "", text: t("test.short", values), push };
    return mailOf(t("test.subject"), [name, t("test.text", values)], null, t);
  }
  if (content.type === "captcha") return passwordMail(content, name, locale, t);
  if (content.type === "handover") {
    const { answer, transportId, at, ...news } = content;
    const values = { ...news, time: stamp(at) };
    const lines = [
      ...[name, t(`handover.text.${answer}`, values), t(`handover.remark.${answer}`, values)],
      ...[t("handover.route", values), t("handover.byWord")],
    ];
    // Only who has an account can open it.
    const address = userId === null ? null : publicAddress(`/${locale}/transportDetail?id=${transportId}`);
    return mailOf(t(`handover.subject.${answer}`, values), lines, address, t);
  }
  if (content.type === "workOrder")
    return orderMessage(content, { t, stamp, name, locale, isShort, key, userId, at: ctx.now });
  if (content.type === "monitorTask")
    return taskMessage(content, { t, stamp, name, locale, isShort, key, userId, at: ctx.now });
  if (content.type === "verification")
    return verificationMessage(content, { t, stamp, name, locale, isShort, key, userId, at: ctx.now });
  if (content.type === "secondment")
    return secondmentMessage(content, { t, stamp, name, locale, isShort, key, userId, at: ctx.now });
  const values = { channel: t(`channelName.${content.failing}`), time: stamp(content.since), reason: content.reason };
  const short = t("outage.short", values);
  if (channel === "push") {
    const title = t("outage.subject", values);
    const links = { url: `/${locale}/noti/channel`, console: openAlarmsPath(locale) };
    const how = { severity: "critical" as const, at: ctx.now.getTime(), keys: [], words: pushWords(t) };
    return { subject: title, html: "", text: short, push: { title, body: short, tag: key, ...links, ...how } };
  }
  if (isShort) return { subject: "", html: "", text: short };
  const lines = [name, t("outage.text", values), t("outage.reason", values), t("outage.consequence", values)];
  return mailOf(t("outage.subject", values), lines, publicAddress(`/${locale}/noti/channel`), t);
}

/** The key for a new password: as a link, or without an address of the console to enter on its page. */
function passwordMail(
  { resetId, minutes }: { resetId: string; minutes: number },
  name: string,
  locale: Locale,
  t: Translate,
): Composed {
  const key = linkToken("password reset", resetId);
  const address = publicAddress(`/${locale}/resetPassword?key=${key}`);
  const lines = [
    ...[name, t("passwordReset.text", { minutes }), address ? "" : t("passwordReset.code", { key })],
    t("passwordReset.ignore"),
  ];
  return { ...mailOf(t("passwordReset.subject"), lines, address, t), secrets: [key] };
}

type Wording = {
  t: Translate;
  stamp: (at: number) => string;
  name: string;
  locale: string;
  isShort: boolean;
  key: string;
  userId: number | null;
  at: Date;
};

/** News of a work order as a mail, and in one line for the other channels. */
function orderMessage(content: WorkOrderNews, { t, stamp, name, locale, isShort, key, userId, at }: Wording): Composed {
  const { news, orderId, number, title, place, by, text, dueAt } = content;
  const due = dueAt === null ? "" : t("workOrder.due", { time: stamp(dueAt) });
  const values = { number, title, place, by: by || t("workOrder.product") };
  const subject = t(`workOrder.subject.${news}`, values);
  const where = place === "" ? "" : t("workOrder.place", values);
  const path = `/${locale}/workOrderDetail?id=${orderId}`;
  const lines = [name, t(`workOrder.text.${news}`, values), where, due, text];
  // Only who has an account can open it.
  if (!isShort) return mailOf(subject, lines, userId === null ? null : publicAddress(path), t);
  const body = [title, where, due, text].filter(Boolean).join(" · ");
  const how = { severity: "minor" as const, at: at.getTime(), keys: [], words: pushWords(t) };
  const push = { title: subject, body, tag: key, url: path, console: path, ...how };
  return { subject: "", html: "", text: `${subject}: ${body}`, push };
}

/** What a monitor task found, as a mail, and in one line for the other channels. */
function taskMessage(content: MonitorTaskNews, { t, stamp, name, locale, isShort, key, userId }: Wording): Composed {
  const { taskId, kind, count, behind, subjects, at } = content;
  const values = { name: content.name, kind: t(`monitorTask.kind.${kind}`), count, time: stamp(at) };
  const subject = t("monitorTask.subject", values);
  const rest = count > subjects.length ? t("monitorTask.more", { count: count - subjects.length }) : "";
  const gateway = behind > 0 ? t("monitorTask.behind", { count: behind }) : "";
  const path = `/${locale}/arch/task?id=${taskId}`;
  const lines = [name, t("monitorTask.text", values), [...subjects, rest].filter(Boolean).join("\n"), gateway];
  // Only who has an account can open it.
  if (!isShort) return mailOf(subject, lines, userId === null ? null : publicAddress(path), t);
  const body = [[...subjects, rest].filter(Boolean).join(", "), gateway].filter(Boolean).join(" · ");
  const how = { severity: "minor" as const, at, keys: [], words: pushWords(t) };
  const push = { title: subject, body, tag: key, url: path, console: path, ...how };
  return { subject: "", html: "", text: `${subject}: ${body}`, push };
}

/** News of a verification, likewise. */
function verificationMessage(content: VerificationNews, wording: Wording): Composed {
  const { t, stamp, name, locale, isShort, key, userId, at } = wording;
  const { news, taskId, number, title, place, verdict, names, dueAt } = content;
  const subject = t(`verification.subject.${news}`, { number });
  const lines = [
    t(`verification.text.${news}`, { title }),
    place === "" ? "" : t("workOrder.place", { place }),
    verdict && news === "completed" ? t(`verification.verdict.${verdict}`) : "",
    names === "" ? "" : t("verification.points", { names }),
    dueAt === null ? "" : t("workOrder.due", { time: stamp(dueAt) }),
  ];
  const path = `/${locale}/verificationDetail?id=${taskId}`;
  if (!isShort) return mailOf(subject, [name, ...lines], userId === null ? null : publicAddress(path), t);
  const body = lines.filter(Boolean).join(" · ");
  const how = { severity: "minor" as const, at: at.getTime(), keys: [], words: pushWords(t) };
  const push = { title: subject, body, tag: key, url: path, console: path, ...how };
  return { subject: "", html: "", text: `${subject}: ${body}`, push };
}

/** News of a secondment, likewise. */
function secondmentMessage(content: SecondmentNews, { t, stamp, name, locale, isShort, key, at }: Wording): Composed {
  const { news, serialNumber, other, startsAt, endsAt, text } = content;
  const subject = t(`secondment.subject.${news}`, { serialNumber, other });
  const span = [
    startsAt === null ? "" : t("secondment.from", { time: stamp(startsAt) }),
    endsAt === null ? "" : t("secondment.until", { time: stamp(endsAt) }),
  ];
  const path = `/${locale}/sys/deviceTransfer`;
  const lines = [name, t(`secondment.text.${news}`, { serialNumber, other }), ...span, text];
  if (!isShort) return mailOf(subject, lines, publicAddress(path), t);
  const body = [...span, text].filter(Boolean).join(" · ");
  const how = { severity: "minor" as const, at: at.getTime(), keys: [], words: pushWords(t) };
  const push = { title: subject, body, tag: key, url: path, console: path, ...how };
  return { subject: "", html: "", text: [subject, body].filter(Boolean).join(": "), push };
}

function mailOf(subject: string, paragraphs: readonly string[], address: string | null, t: Translate): Message {
  const said = paragraphs.filter((text) => text !== "");
  const html = said.map((text) => `<p>${escapeHtml(text)}</p>`);
  if (address) html.push(`<p><a href="${escapeHtml(address)}">${escapeHtml(t("open"))}</a></p>`);
  return { subject, text: [...said, ...(address ? [address] : [])].join("\n\n"), html: html.join("") };
}
