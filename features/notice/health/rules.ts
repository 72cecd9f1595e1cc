import type { NoticeChannel } from "@/db/enums";

/** Consecutive failures of the channel itself that count as an outage. */
export const FAILURES = 3;
/** Distinct recipients refused in a row that count as an outage: the cause is then not the recipients. */
export const RECIPIENTS = 3;
/** Shorter failures are no outage: a restarted mail server is back by then, and retries succeed. */
export const OUTAGE_AFTER_MS = 60_000;
/** With few messages, a channel that only fails for this long has an outage from the second failure on. */
export const ONLY_FAILURES_MS = 600_000;
/** An outage that starts this soon after a reported one is not reported again. */
export const REPORT_AGAIN_MS = 3_600_000;

/** The failed attempts of a channel since its last success; `since` (epoch ms) is the first of them. */
export type FailureRun = { since: number; channelFailures: number; recipients: number };

/**
 * Whether a channel fails at `now` (epoch ms): nothing was delivered since the run began, and the run has lasted a
 * minute with three failures of the channel or three refused recipients, or ten minutes with two. Three attempts rule
 * out a single timeout, one minute the restart of a server. A full mailbox concerns one recipient only.
 */
export function isFailing(run: FailureRun | undefined, now: number): boolean {
  if (!run) return false;
  const lasted = now - run.since;
  if (lasted >= ONLY_FAILURES_MS && run.channelFailures >= 2) return true;
  return lasted >= OUTAGE_AFTER_MS && (run.channelFailures >= FAILURES || run.recipients >= RECIPIENTS);
}

/** A recipient of outage reports, with the channels by which they can be reached. */
export type Keeper = {
  userId: number;
  email: string | null;
  mobile: string | null;
  isMailOn: boolean;
  isSmsOn: boolean;
  /** Whether a browser of the account receives push notifications. */
  hasDevice: boolean;
};

/** The channels for the written report; the first that works and has an address is used. */
const WRITTEN = ["email", "sms"] as const;

/**
 * The channels by which a recipient is notified of an outage, of those that work: a pop-up, push if there is a device,
 * and one written message. If the mail server is the only written channel and fails, the first two remain.
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
