import type { Db } from "@/db/client";
import { channelOutage, type notice } from "@/db/schema";
import { formatInstant, formatStamp } from "@/lib/datetime/format";
import { type Written, wordsFor } from "./messages";

/** The period in which the mail server did not respond, in epoch ms. */
export type Outage = { from: number; to: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The error logged when a mail server accepts no connection. */
export const MAIL_TIMEOUT = "421 4.4.2 Connection timed out";
const DAYS_AGO = 8;
/** Shorter than the queue's retry period, so every mail arrives in the end. */
const LASTED_MS = 26 * MINUTE;
/** The channel watch runs every 15 seconds and raises an outage after a minute of failures. */
const RAISED_AFTER_MS = 75 * SECOND;

/** An outage about eight days ago that began with one of these mails (epoch ms). */
export function outageAt(mails: readonly number[], now: number): Outage {
  const wanted = now - DAYS_AGO * DAY;
  const nearest = mails.reduce((best, at) => (Math.abs(at - wanted) < Math.abs(best - wanted) ? at : best), 0);
  const from = nearest === 0 ? wanted : nearest;
  return { from, to: from + LASTED_MS };
}

/** The administrator who was notified of the outage and sent the test that ended it. */
const KEEPER = { name: "陈国栋", phone: "13900002206", email: "admin@frostline.example.com", locale: "zh-CN" };

/** Writes the outage; returns its notices: the report by SMS, and the test that ended it. */
export async function insertOutage(
  tx: Db,
  written: readonly Written[],
  { from, to }: Outage,
): Promise<(typeof notice.$inferInsert)[]> {
  const owner = written.find(({ device }) => device.customer.plan.notifyBySms)?.device.customer;
  if (!owner) return [];
  const [raisedAt, endedAt] = [from + RAISED_AFTER_MS, to + MINUTE];
  await tx.insert(channelOutage).values({
    channel: "email",
    startedAt: new Date(from),
    raisedAt: new Date(raisedAt),
    endedAt: new Date(endedAt),
    reason: MAIL_TIMEOUT,
    isNotified: true,
  });
  const { t, locale } = await wordsFor(KEEPER.locale);
  const { timeZone } = owner.plan;
  const channel = t("channelName.email");
  const since = formatInstant(new Date(from), new Date(raisedAt), { locale, timeZone });
  const time = formatStamp(new Date(endedAt), { timeZone });
  const common = { customerId: owner.id, status: "sent" as const, contactName: KEEPER.name };
  return [
    {
      ...common,
      channel: "sms",
      type: "channel",
      recipient: KEEPER.phone,
      content: t("outage.short", { channel, time: since }),
      at: new Date(raisedAt + 2 * SECOND),
    },
    {
      ...common,
      channel: "email",
      type: "test",
      recipient: KEEPER.email,
      content: `${KEEPER.name}\n\n${t("test.text", { channel, by: KEEPER.name, time })}`,
      at: new Date(endedAt),
    },
  ];
}
