import "server-only";
import type { NoticeChannel } from "@/db/enums";
import { env } from "@/lib/env/env";
import { isMailConfigured } from "@/lib/mail/mail";
import { type Gateway, postMessage } from "@/lib/message/gateway";
import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import { PLAIN_TEMPLATE } from "@/lib/message/template";
import { ChannelError, refusalOf, silenceOf, type TextChannel } from "./rules";

/**
 * Sends a text message, or has it read out by telephone. Resolves with the gateway's yes (2xx) alone. Throws
 * ChannelError: `message` is the reason for the notice log, `isFinal` says that another try is of no use. `key` is the
 * outbox row's: a gateway that knows it already tells nobody twice.
 */
export async function sendText(channel: TextChannel, to: string, text: string, key: string): Promise<void> {
  const gateway = gatewayOf(channel);
  if (to.trim() === "") throw new ChannelError("the contact has no telephone number", true);
  const status = await postMessage(gateway, { to: to.trim(), text, key }, GATEWAY_TIMEOUT_MS).catch(
    (error: unknown) => {
      throw silenceOf(channel, error);
    },
  );
  const refusal = refusalOf(channel, status);
  if (refusal) throw refusal;
}

/** Whether anything leaves this installation by a channel. */
export function isChannelConfigured(channel: NoticeChannel): boolean {
  if (channel === "email") return isMailConfigured();
  return channel === "popup" || settingsOf(channel)[0] !== undefined;
}

function settingsOf(channel: TextChannel): [url: string | undefined, template: string | undefined] {
  const { SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY, VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY } = env();
  return channel === "sms" ? [SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY] : [VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY];
}

function gatewayOf(channel: TextChannel): Gateway {
  const [url, template] = settingsOf(channel);
  if (url) return { url, template: template ?? PLAIN_TEMPLATE };
  const variable = channel === "sms" ? "SMS_WEBHOOK_URL" : "VOICE_WEBHOOK_URL";
  throw new ChannelError(`the channel ${channel} is not configured (${variable})`, true);
}
