import "server-only";
import type { NoticeChannel } from "@/db/enums";
import { env } from "@/lib/env/env";
import { type Attachment, isMailConfigured, sendMail } from "@/lib/mail/mail";
import { type Gateway, postMessage } from "@/lib/message/gateway";
import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import { PLAIN_TEMPLATE } from "@/lib/message/template";
import { ChannelError, faultOfMail, refusalOf, silenceOf, type TextChannel, type Transmission } from "./channel.rules";
import type { Message } from "./message.rules";

/** The channels that use a server or gateway of the installation. Pop-up and push go to browsers. */
export type PersonalChannel = Exclude<NoticeChannel, "popup" | "push">;

const isOfInstallation = (channel: NoticeChannel): channel is PersonalChannel =>
  channel !== "popup" && channel !== "push";

/** A message with the `code` that names its alarms in a reply; only mails have attachments. */
type Coded = Message & { code?: string; attachments?: readonly Attachment[] };

/** How each channel delivers a message, and the variables that configure it. A new channel needs one more entry. */
const CHANNELS: Record<
  PersonalChannel,
  {
    variables: readonly string[];
    isConfigured: () => boolean;
    send: (to: string, message: Coded, key: string) => Promise<Transmission>;
  }
> = {
  email: { variables: ["SMTP_URL", "SMTP_FROM"], isConfigured: isMailConfigured, send: mail },
  sms: {
    variables: ["SMS_WEBHOOK_URL", "SMS_WEBHOOK_BODY"],
    isConfigured: () => settingsOf("sms")[0] !== undefined,
    send: (to, message, key) => textual("sms", to, message, key),
  },
  voice: {
    variables: ["VOICE_WEBHOOK_URL", "VOICE_WEBHOOK_BODY"],
    isConfigured: () => settingsOf("voice")[0] !== undefined,
    send: (to, message, key) => textual("voice", to, message, key),
  },
};

/** Hands a message to a channel with an idempotency key. Never throws. */
export const transmit = (channel: PersonalChannel, to: string, message: Coded, key: string): Promise<Transmission> =>
  CHANNELS[channel].send(to, message, key);

/** The environment variables that configure a channel, the required one first. None for the pop-up. */
export const variablesOf = (channel: NoticeChannel): readonly string[] =>
  isOfInstallation(channel) ? CHANNELS[channel].variables : [];

async function mail(to: string, { code: _, ...message }: Coded, key: string): Promise<Transmission> {
  if (to === "") return { result: "final", reason: "the contact has no e-mail address", fault: null };
  if (!isMailConfigured())
    return { result: "final", reason: "the channel email is not configured (SMTP_URL)", fault: null };
  try {
    await sendMail({ ...message, to, id: key.replaceAll(":", ".") });
    return { result: "sent" };
  } catch (error) {
    return { result: "retry", reason: reasonOf(error), fault: faultOfMail(error) };
  }
}

async function textual(channel: TextChannel, to: string, message: Coded, key: string): Promise<Transmission> {
  try {
    await sendText(channel, to, message.text, key, message.code);
    return { result: "sent" };
  } catch (error) {
    const isKnown = error instanceof ChannelError;
    return {
      result: isKnown && error.isFinal ? "final" : "retry",
      reason: reasonOf(error),
      fault: isKnown ? error.fault : "channel",
    };
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Sends an SMS, or has the text read out by telephone. Resolves only if the gateway answers 2xx. Throws ChannelError:
 * `message` is the reason for the notice log, `isFinal` says that a retry is useless. `key` is that of the outbox row;
 * a gateway that knows it does not send again. `code` names the alarms in a reply.
 */
export async function sendText(channel: TextChannel, to: string, text: string, key: string, code = ""): Promise<void> {
  const gateway = gatewayOf(channel);
  if (to.trim() === "") throw new ChannelError("the contact has no telephone number", true, null);
  const status = await postMessage(gateway, { to: to.trim(), text, key, code }, GATEWAY_TIMEOUT_MS).catch(
    (error: unknown) => {
      throw silenceOf(channel, error);
    },
  );
  const refusal = refusalOf(channel, status);
  if (refusal) throw refusal;
}

/** Whether the installation has configured a channel. */
export function isChannelConfigured(channel: NoticeChannel): boolean {
  return isOfInstallation(channel) ? CHANNELS[channel].isConfigured() : true;
}

function settingsOf(channel: TextChannel): [url: string | undefined, template: string | undefined] {
  const { SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY, VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY } = env();
  return channel === "sms" ? [SMS_WEBHOOK_URL, SMS_WEBHOOK_BODY] : [VOICE_WEBHOOK_URL, VOICE_WEBHOOK_BODY];
}

function gatewayOf(channel: TextChannel): Gateway {
  const [url, template] = settingsOf(channel);
  if (url) return { url, template: template ?? PLAIN_TEMPLATE };
  const variable = channel === "sms" ? "SMS_WEBHOOK_URL" : "VOICE_WEBHOOK_URL";
  throw new ChannelError(`the channel ${channel} is not configured (${variable})`, true, null);
}
