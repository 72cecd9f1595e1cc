import type { NoticeFault } from "@/db/enums";
import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import { OutboundError, type OutboundFailure } from "@/lib/outbound/outbound-error";

/** The channels that use an HTTP gateway. */
export type TextChannel = "sms" | "voice";

/**
 * Why a channel did not accept a message, in the words of the notice log. `isFinal`: a retry would fail again. `fault`
 * says what is to blame, and is null if nothing was handed to the channel.
 */
export class ChannelError extends Error {
  constructor(
    reason: string,
    readonly isFinal: boolean,
    readonly fault: NoticeFault | null = null,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = "ChannelError";
  }
}

/** The result of handing a message to a channel. */
export type Transmission =
  | { result: "sent" }
  | { result: "retry" | "final"; reason: string; fault: NoticeFault | null };

/** Error codes of nodemailer for a refused recipient or message, as opposed to a failed connection. */
const MESSAGE_CODES: unknown[] = ["EENVELOPE", "EMESSAGE"];

/**
 * Classifies the failure of a mail. It is the recipient's if the server answered and refused this recipient or message,
 * else the channel's. A refused sender is a failure of the channel because all mails have the same sender.
 */
export function faultOfMail(error: unknown): NoticeFault {
  const { code, command } = (error ?? {}) as { code?: unknown; command?: unknown };
  return MESSAGE_CODES.includes(code) && command !== "MAIL FROM" ? "recipient" : "channel";
}

const GATEWAYS: Record<TextChannel, string> = { sms: "the SMS gateway", voice: "the voice gateway" };

/** Statuses that concern the message itself. All others can be resolved by fixing the key, the limit or the gateway. */
const REFUSED = new Set([400, 413, 414, 422]);

/** The error for the status of a gateway's answer, or null for success. Redirects are not followed, nor retried. */
export function refusalOf(channel: TextChannel, status: number): ChannelError | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  const isOfMessage = REFUSED.has(status);
  const reason = `${GATEWAYS[channel]} answered HTTP ${status}`;
  return new ChannelError(reason, isRedirect || isOfMessage, isOfMessage ? "recipient" : "channel");
}

const WORDS: Partial<Record<OutboundFailure, string>> = {
  address: "has an address that may not be reached",
  name: "has a name that is not known",
  closed: "closed the connection before it answered",
  timeout: `did not answer within ${GATEWAY_TIMEOUT_MS / 1000} s`,
  certificate: "has a certificate that is not trusted",
};

/** The error for a request without an answer. All but a forbidden address are retried. */
export function silenceOf(channel: TextChannel, error: unknown): ChannelError {
  const failure = error instanceof OutboundError ? error.failure : "unreachable";
  const detail = error instanceof OutboundError && error.detail ? ` (${error.detail})` : "";
  const reason = `${GATEWAYS[channel]} ${WORDS[failure] ?? "cannot be reached"}${detail}`;
  return new ChannelError(reason, failure === "address", "channel", { cause: error });
}
