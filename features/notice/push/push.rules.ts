import { createHash } from "node:crypto";
import type { PushEndReason } from "@/db/enums";
import { reachOf } from "@/lib/outbound/address";
import type { Translate } from "../notice.rules";
import type { PushPayload, PushWords } from "./push.schema";

/** How long a push service stores a notification for an offline device, in seconds. Later it would be outdated. */
export const TTL_SECONDS = 4 * 3600;
/** Maximum number of devices per account. */
export const MAXIMUM_DEVICES = 20;

const isLiteral = (host: string) => /^[\d.]+$/.test(host) || host.startsWith("[");

/** Validates a push endpoint; null if valid. Browsers use public https servers; `mayReachPrivate` is for tests. */
export function endpointFault(endpoint: string, mayReachPrivate: boolean): string | null {
  if (!URL.canParse(endpoint)) return "must be an address";
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return "must have no password";
  if (mayReachPrivate) return null;
  if (protocol !== "https:") return "must be an https address";
  if (port !== "") return "must have no port of its own";
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isLiteral(hostname) && reachOf(host) !== "public") return "must be on the internet";
  return hostname.includes(".") || hostname.startsWith("[") ? null : "must be on the internet";
}

/**
 * The topic by which a later message replaces an earlier one at the push service (RFC 8030, at most 32 characters).
 * Messages of the same alarms have the same topic.
 */
export const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

/**
 * Whether a browser may renew a subscription that ended for this reason. A browser gives up the old endpoint when it
 * gets the new one, so a push service may have reported the old one as gone.
 */
export const mayRenew = (ended: PushEndReason | null): boolean => ended === null || ended === "gone";

/** The texts with which the service worker reports an acknowledgement, from the `notice` messages. */
export const pushWords = (t: Translate): PushWords => ({
  acknowledge: t("push.acknowledge"),
  sending: t("push.sending"),
  done: t("push.done"),
  already: t("push.already"),
  over: t("push.over"),
  invalid: t("push.invalid"),
  failed: t("push.failed"),
});

/** The path of the open alarms in the console. */
export const openAlarmsPath = (locale: string): string => `/${locale}/abnormal/dataex?state=open`;

/** A notification that reports no alarm; `at` in epoch ms. */
export function testNotification(t: Translate, { locale, by, at }: { locale: string; by: string; at: number }) {
  const console = openAlarmsPath(locale);
  const text = { title: t("test.subject"), body: t("test.short", { channel: t("channelName.push"), by }) };
  const payload: PushPayload = {
    ...text,
    ...{ tag: "test", url: `/${locale}`, console, severity: "warning", at, keys: [], words: pushWords(t) },
  };
  return payload;
}
