import { createHash } from "node:crypto";
import type { PushEndReason } from "@/db/enums";
import { reachOf } from "@/lib/outbound/address";
import type { Translate } from "../notice.rules";
import type { PushPayload, PushWords } from "./push.schema";

/** How long a push service keeps a notification for a device that is not on, in seconds: later it is history. */
export const TTL_SECONDS = 4 * 3600;
/** Devices of one account. */
export const MAXIMUM_DEVICES = 20;

const isLiteral = (host: string) => /^[\d.]+$/.test(host) || host.startsWith("[");

/**
 * What is wrong with the address of a push service; null if nothing. Browsers name servers on the internet, by https;
 * `mayReachPrivate` is for tests.
 */
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

/** What a later message replaces at the push service (RFC 8030, at most 32 characters): that of the same alarms. */
export const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

/** Whether a browser may renew a subscription that ended so: it gave up the old address when it got the new one. */
export const mayRenew = (ended: PushEndReason | null): boolean => ended === null || ended === "gone";

/** What the service worker says of an acknowledgement, from the `notice` messages. */
export const pushWords = (t: Translate): PushWords => ({
  acknowledge: t("push.acknowledge"),
  sending: t("push.sending"),
  done: t("push.done"),
  already: t("push.already"),
  over: t("push.over"),
  invalid: t("push.invalid"),
  failed: t("push.failed"),
});

/** The open alarms in the console. */
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
