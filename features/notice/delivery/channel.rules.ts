import type { NoticeFault } from "@/db/enums";
import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import { OutboundError, type OutboundFailure } from "@/lib/outbound/outbound-error";

/** The channels that go by an HTTP gateway. */
export type TextChannel = "sms" | "voice";

/**
 * Why a channel did not take a message, in words for the notice log; `isFinal`: the same again would fail again. `fault`
 * says what is to blame; null where nothing was handed to the channel.
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

/** What became of handing a message to a channel. */
export type Transmission =
  | { result: "sent" }
  | { result: "retry" | "final"; reason: string; fault: NoticeFault | null };

/** Codes by which nodemailer says that the recipient or the message was refused, not the connection. */
const MESSAGE_CODES: unknown[] = ["EENVELOPE", "EMESSAGE"];

/**
 * What the failure of a mail is to be blamed on: the recipient where the server spoke to us and refused this recipient or
 * this message, else the channel, also where it refuses the sender, which is the same in every mail.
 */
export function faultOfMail(error: unknown): NoticeFault {
  const { code, command } = (error ?? {}) as { code?: unknown; command?: unknown };
  return MESSAGE_CODES.includes(code) && command !== "MAIL FROM" ? "recipient" : "channel";
}

const GATEWAYS: Record<TextChannel, string> = { sms: "the SMS gateway", voice: "the voice gateway" };

/** Answers that speak of the message itself; all others may be over once somebody has mended key, limit or gateway. */
const REFUSED = new Set([400, 413, 414, 422]);

/**
 * What the status of a gateway's answer means: null for its yes, else why not. Redirects are not followed, now or at
 * another try.
 */
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

/** What no answer at all means. All but a forbidden address may be over soon. */
export function silenceOf(channel: TextChannel, error: unknown): ChannelError {
  const failure = error instanceof OutboundError ? error.failure : "unreachable";
  const detail = error instanceof OutboundError && error.detail ? ` (${error.detail})` : "";
  const reason = `${GATEWAYS[channel]} ${WORDS[failure] ?? "cannot be reached"}${detail}`;
  return new ChannelError(reason, failure === "address", "channel", { cause: error });
}
