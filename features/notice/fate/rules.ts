import type { NoticeChannel, Severity } from "@/db/enums";
import { type QuietHours, quietEnd, releaseAt } from "../quiet/rules";

/** What decides when a planned message's time has come; `isHeld`: it has waited for the end of quiet hours. */
export type Due = {
  type: "alarm" | "digest";
  channel: NoticeChannel;
  /** A repeat or an escalation. */
  isFollowUp: boolean;
  severity: Severity;
  isHeld: boolean;
  isAcknowledged: boolean;
  isEnded: boolean;
  isWithdrawn: boolean;
  /** Null also where there is nobody whose night it could be. */
  quietHours: QuietHours | null;
  /** Whether this person may be told by e-mail, as digests go. */
  isMailable: boolean;
  timeZone: string;
};

/** `until` in epoch ms. */
export type Fate = { fate: "send" | "skip" | "digest" } | { fate: "hold"; until: number };

/**
 * What becomes of a planned message at `at` (epoch ms). The first message always goes, unless late readings withdrew
 * the exception: that it is over is part of the news. Repeats and escalations stop once somebody acknowledged or it is
 * over. Quiet hours hold what is not severe enough; what is settled by their end goes into the digest of who has mail.
 */
export function fateOf(due: Due, at: number): Fate {
  const isSettled = due.isAcknowledged || due.isEnded;
  if (due.isWithdrawn || (due.isFollowUp && isSettled)) return { fate: "skip" };
  const until = releaseOf(due, at);
  if (until > at) return { fate: "hold", until };
  const isOldNews = due.isHeld && isSettled && due.type === "alarm";
  return { fate: isOldNews && due.isMailable ? "digest" : "send" };
}

/** Whatever a digest tells of, it can wait. */
function releaseOf({ type, channel, severity, quietHours, timeZone }: Due, at: number): number {
  if (channel === "popup" || quietHours === null) return at;
  return type === "digest" ? quietEnd(quietHours, at, timeZone) : releaseAt(quietHours, severity, at, timeZone);
}
