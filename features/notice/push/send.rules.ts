import type { NoticeFault } from "@/db/enums";
import type { Transmission } from "../delivery/channel.rules";

export type PushOutcome = "sent" | "gone" | "key" | "retry" | "refused";

/** The result of one browser's notification. `fault` as in the notice log, null if nothing reached a push service. */
export type PushAttempt = { outcome: PushOutcome; reason: string; fault: NoticeFault | null };

export const NO_DEVICE = "no device of the contact's account takes push notifications";
export const OTHER_KEY = "the subscription was made with another key of the installation";

/** Statuses that concern this message or subscription. All others concern the service or the installation. */
const OF_RECIPIENT = new Set([400, 404, 410, 413, 414, 422]);

/**
 * Interprets the status of a push service (RFC 8030, RFC 8292). 401 and 403 refuse the signature. If the subscription
 * was made with the present key (`isOwnKey`), the cause is local and can be fixed, e.g. a wrong clock.
 */
export function attemptOf(status: number, isOwnKey: boolean): PushAttempt {
  const reason = `the push service answered HTTP ${status}`;
  const fault = OF_RECIPIENT.has(status) ? "recipient" : "channel";
  if (status >= 200 && status < 300) return { outcome: "sent", reason: "", fault: null };
  if (status === 404 || status === 410) return { outcome: "gone", reason, fault };
  if (status === 401 || status === 403)
    return isOwnKey ? { outcome: "retry", reason, fault } : { outcome: "key", reason: OTHER_KEY, fault };
  return { outcome: status === 429 || status >= 500 ? "retry" : "refused", reason, fault };
}

/**
 * The result of the message as a whole: sent once one push service accepted it, retried if that can help one of the
 * browsers. Without any device nothing was handed over, so there is no fault.
 */
export function transmissionOf(attempts: readonly PushAttempt[]): Transmission {
  if (attempts.some(({ outcome }) => outcome === "sent")) return { result: "sent" };
  const open = attempts.find(({ outcome }) => outcome === "retry");
  const first = open ?? attempts.find(({ fault }) => fault === "channel") ?? attempts[0];
  if (!first) return { result: "final", reason: NO_DEVICE, fault: null };
  return { result: open ? "retry" : "final", reason: first.reason, fault: first.fault };
}
