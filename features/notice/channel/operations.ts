import "server-only";
import { env } from "@/lib/env/env";
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

function gatewayOf(channel: TextChannel): Gateway {
  const { SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY, VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY } = env();
  const [url, template] =
    channel === "sms" ? [SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY] : [VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY];
  if (url) return { url, template: template ?? PLAIN_TEMPLATE };
  const variable = channel === "sms" ? "SMS_WEBHOOK_URL" : "VOICE_WEBHOOK_URL";
  throw new ChannelError(`the channel ${channel} is not configured (${variable})`, true);
}
