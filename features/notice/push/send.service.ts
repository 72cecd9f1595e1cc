import "server-only";
import webPush from "web-push";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import type { Db } from "@/lib/operation/context";
import { postOnce } from "@/lib/outbound/http-post";
import { OutboundError } from "@/lib/outbound/outbound-error";
import type { Transmission } from "../delivery/channel.rules";
import { vapidKeys } from "./key.service";
import { type Device, endDevices, findTargets, type PushTarget, saveFailed, saveSent } from "./push.data";
import { endpointFault, TTL_SECONDS, topicOf } from "./push.rules";
import type { PushPayload } from "./push.schema";
import { attemptOf, OTHER_KEY, type PushAttempt, transmissionOf } from "./send.rules";

type Keys = { publicKey: string; privateKey: string };

/** The contact for push services (RFC 8292): an https address or a mail address. */
function subject(): string {
  const { PUBLIC_URL, SMTP_FROM } = env();
  if (PUBLIC_URL?.startsWith("https:")) return PUBLIC_URL;
  return `mailto:${/<([^>]+)>/.exec(SMTP_FROM)?.[1] ?? SMTP_FROM}`;
}

/** Encrypts (RFC 8291) and posts to one browser. Returns the status of the answer. Throws OutboundError. */
async function post(device: Device, payload: string, topic: string, keys: Keys) {
  const { PUSH_PRIVATE: mayReachPrivate } = env();
  // Checked again because the endpoint may have been stored under other rules.
  if (endpointFault(device.endpoint, mayReachPrivate)) throw new OutboundError("address");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    payload,
    {
      TTL: TTL_SECONDS,
      urgency: "high",
      topic,
      contentEncoding: "aes128gcm",
      vapidDetails: { subject: subject(), ...keys },
    },
  );
  const { protocol, hostname, port, pathname, search } = new URL(device.endpoint);
  const isTls = protocol === "https:";
  return postOnce(
    {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port ? Number(port) : isTls ? 443 : 80,
      isTls,
      mayReachPrivate,
      path: pathname + search,
      timeoutMs: GATEWAY_TIMEOUT_MS,
      username: "",
      password: null,
    },
    undefined,
    { key: topic, contentType: "application/octet-stream", body, headers: headersOf(headers) },
  );
}

/** The headers of the library that `post` does not set itself. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^content-(?:length|type)$/i.test(name) ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );

async function tryOne(device: Device, payload: string, topic: string, keys: Keys): Promise<PushAttempt> {
  const isOwnKey = device.publicKey === keys.publicKey;
  if (device.publicKey !== null && !isOwnKey) return { outcome: "key", reason: OTHER_KEY, fault: "channel" };
  try {
    return attemptOf(await post(device, payload, topic, keys), isOwnKey);
  } catch (error) {
    if (error instanceof OutboundError && error.failure === "address")
      return { outcome: "refused", reason: "the push service has an address that may not be reached", fault: null };
    const reason = `the push service cannot be reached (${error instanceof Error ? error.message : error})`;
    return { outcome: "retry", reason, fault: "channel" };
  }
}

/**
 * Sends a notification to every browser of an account, or to one device of it. Subscriptions that a push service has
 * expired, or that were made with another key, end with that reason. Never throws for errors of a push service.
 * `recipient` is the account's user name, for the notice log.
 */
export async function sendPush(
  db: Db,
  to: PushTarget,
  payload: PushPayload,
  now: Date,
): Promise<Transmission & { recipient: string }> {
  // Read before the keys: a new pair ends subscriptions of the earlier one, which would then not be reported as the
  // cause.
  const { username: recipient, devices } = await findTargets(db, to);
  if (devices.length === 0) return { ...transmissionOf([]), recipient };
  const keys = await vapidKeys(db);
  const text = JSON.stringify(payload);
  const attempts = await Promise.all(
    devices.map(async (device) => ({ device, ...(await tryOne(device, text, topicOf(payload.tag), keys)) })),
  );
  const idsOf = (wanted: string) => attempts.flatMap(({ device, outcome }) => (outcome === wanted ? [device.id] : []));
  await endDevices(db, idsOf("gone"), "gone", now);
  await endDevices(db, idsOf("key"), "key", now);
  await saveSent(db, idsOf("sent"), now);
  for (const { device, outcome, reason } of attempts) {
    if (outcome === "sent") continue;
    log.warn({ device: device.id, reason }, "push notification not taken");
    await saveFailed(db, device.id, reason);
  }
  return { ...transmissionOf(attempts), recipient };
}
