import "server-only";
import { createHmac } from "node:crypto";
import { openSecret } from "@/lib/auth/secret-box";
import { env } from "@/lib/env/env";
import type { LinkSettings, Outgoing } from "@/lib/outbound/link-settings";
import { OutboundError } from "@/lib/outbound/outbound-error";
import { appKeyOwner, passwordOwner } from "../forward.data";
import { USUAL_TIMEOUT_SECONDS } from "../forward.rules";
import type { Part } from "./delivery.rules";
import type { SendingTarget } from "./delivery.schema";

function opened(sealed: string | null, owner: string, what: string): string | null {
  if (sealed === null) return null;
  const secret = openSecret(sealed, owner);
  // Encrypted under another AUTH_SECRET: it must be entered again.
  if (secret === null) throw new OutboundError("settings", what);
  return secret;
}

/** Connection settings of a target. Throws OutboundError if its password cannot be decrypted. */
export function linkSettingsOf(target: SendingTarget, clientId = target.clientId): LinkSettings {
  const { id, type, host, port, isTls, path, username, qos, heartbeatSeconds, publishTopic, subscribeTopic } = target;
  const password = opened(target.sealedPassword, passwordOwner(id), "password");
  return {
    type,
    host,
    port,
    isTls,
    path,
    username,
    // MQTT and TCP have no password without a user name.
    password: type === "http" || username ? password : null,
    clientId: clientId || `frostline-${id}`,
    qos,
    heartbeatSeconds,
    publishTopic,
    subscribeTopic,
    timeoutMs: (target.timeoutSeconds || USUAL_TIMEOUT_SECONDS) * 1000,
    mayReachPrivate: target.mayReachPrivate || env().FORWARD_PRIVATE,
  };
}

/**
 * The message to send. With an app key its last member is `sign`: HMAC-SHA256 in hex, with the app key, of the text
 * without that member. The key itself is never sent.
 */
export function signed(target: SendingTarget, { id, text }: Part): Outgoing {
  const appKey = opened(target.sealedAppKey, appKeyOwner(target.id), "app key");
  if (appKey === null) return { id, body: text };
  const sign = createHmac("sha256", appKey).update(text).digest("hex");
  return { id, body: `${text.slice(0, -1)},"sign":"${sign}"}` };
}
