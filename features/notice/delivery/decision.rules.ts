import type { NoticeChannel, Severity } from "@/db/enums";
import { type QuietHours, quietEnd, releaseAt } from "./quiet.rules";

/** What decides when a planned message's time has come; `isHeld`: it has waited for the end of quiet hours. */
export type Due = {
  type: "alarm" | "digest" | "acknowledged";
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
export type DeliveryDecision = { fate: "send" | "skip" | "digest" } | { fate: "hold"; until: number };

/**
 * What becomes of a planned message at `at` (epoch ms). The first message always goes, unless late readings withdrew
 * the exception: that it is over is part of the news. Repeats and escalations stop once it is over, and all alarms once
 * it is acknowledged. Quiet hours defer what is not severe enough; what is settled by their end goes into the digest of
 * contacts with e-mail, and to the others by another channel than a call.
 */
export function decideDelivery(due: Due, at: number): DeliveryDecision {
  const isSettled = due.isAcknowledged || due.isEnded;
  if (due.isWithdrawn || (due.isFollowUp && isSettled)) return { fate: "skip" };
  const until = releaseOf(due, at);
  if (until > at) return { fate: "hold", until };
  if (due.type !== "alarm" || !isSettled) return { fate: "send" };
  if (due.isHeld && due.isMailable) return { fate: "digest" };
  return { fate: due.isAcknowledged && (!due.isHeld || due.channel === "voice") ? "skip" : "send" };
}

/** Whatever a digest tells of, it can wait. */
function releaseOf({ type, channel, severity, quietHours, timeZone }: Due, at: number): number {
  if (channel === "popup" || quietHours === null) return at;
  return type === "digest" ? quietEnd(quietHours, at, timeZone) : releaseAt(quietHours, severity, at, timeZone);
}
