import type { NoticeChannel, Severity } from "@/db/enums";
import { type QuietHours, quietEnd, releaseAt } from "./quiet.rules";

/** The input of the delivery decision for a due message. `isHeld`: it was deferred to the end of quiet hours. */
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
  /** Null also if the message has no contact. */
  quietHours: QuietHours | null;
  /** Whether the contact can be notified by e-mail, which digests use. */
  isMailable: boolean;
  timeZone: string;
};

/** `until` in epoch ms. */
export type DeliveryDecision = { fate: "send" | "skip" | "digest" } | { fate: "hold"; until: number };

/**
 * Decides what happens to a planned message at `at` (epoch ms). The first message is always sent, unless late readings
 * withdrew the exception: that it is over is part of the message. Repeats and escalations stop once it is over, and all
 * alarms once it is acknowledged. Quiet hours defer messages up to their severity. What is over or acknowledged at the
 * end of the hours goes into the digest of contacts with e-mail. Others get the message, except an acknowledged one by
 * voice.
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

/** The time at which quiet hours release the message. A digest can always be deferred, whatever its severities. */
function releaseOf({ type, channel, severity, quietHours, timeZone }: Due, at: number): number {
  if (channel === "popup" || quietHours === null) return at;
  return type === "digest" ? quietEnd(quietHours, at, timeZone) : releaseAt(quietHours, severity, at, timeZone);
}
