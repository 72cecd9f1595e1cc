import type { NoticeChannel } from "@/db/enums";

/** Failed attempts in a row that are blamed on the channel itself … */
export const FAILURES = 3;
/** … or different recipients who were refused in a row: then it is not the recipients. */
export const RECIPIENTS = 3;
/** Shorter failures are no outage: a mail server that restarts is back by then, and retries succeed. */
export const OUTAGE_AFTER_MS = 60_000;
/** With few messages nothing but failures for so long is one, from the second on. */
export const ONLY_FAILURES_MS = 600_000;
/** An outage that begins so soon after one that was reported is the same to its readers: no further messages. */
export const REPORT_AGAIN_MS = 3_600_000;

/** The failed attempts of a channel since its last success; `since` in epoch ms is the first of them. */
export type FailureRun = { since: number; channelFailures: number; recipients: number };

/**
 * Whether a channel fails at `now` (epoch ms). Nothing has been delivered since the run began, and it has lasted for
 * a minute with three attempts that failed by the channel or three refused recipients, or for ten minutes with two.
 * Three rules out a single timeout, a minute the restart of a server, and a full mailbox is one recipient's matter.
 */
export function isFailing(run: FailureRun | undefined, now: number): boolean {
  if (!run) return false;
  const lasted = now - run.since;
  if (lasted >= ONLY_FAILURES_MS && run.channelFailures >= 2) return true;
  return lasted >= OUTAGE_AFTER_MS && (run.channelFailures >= FAILURES || run.recipients >= RECIPIENTS);
}

/** Whom an outage is reported to, and by which channels of their own they can be reached. */
export type Keeper = {
  userId: number;
  email: string | null;
  mobile: string | null;
  isMailOn: boolean;
  isSmsOn: boolean;
  /** Whether a browser of the account takes push notifications. */
  hasDevice: boolean;
};

/** The channels by which keepers are written to; the first that works and has an address counts. */
const WRITTEN = ["email", "sms"] as const;

/**
 * The channels by which somebody is notified of an outage, of those that work: a pop-up, a push notification if there is
 * a device for it, and one written message. A mail server that fails alone in its installation has the first two.
 */
export function reportBy(
  { email, mobile, isMailOn, isSmsOn, hasDevice }: Keeper,
  works: (channel: NoticeChannel) => boolean,
): NoticeChannel[] {
  const reachable = { email: isMailOn && Boolean(email), sms: isSmsOn && Boolean(mobile) };
  const written = WRITTEN.find((channel) => reachable[channel] && works(channel));
  const others = hasDevice ? (["popup", "push"] as const) : (["popup"] as const);
  return [...others.filter(works), ...(written ? [written] : [])];
}
