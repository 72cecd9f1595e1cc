import { GATEWAY_TIMEOUT_MS } from "@/lib/message/limits";
import { OutboundError, type OutboundFailure } from "@/lib/outbound/outbound-error";

/** The channels that go by an HTTP gateway. */
export type TextChannel = "sms" | "voice";

/** Why a channel did not take a message, in words for the notice log; `isFinal`: the same again would fail again. */
export class ChannelError extends Error {
  constructor(
    reason: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = "ChannelError";
  }
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
  return new ChannelError(`${GATEWAYS[channel]} answered HTTP ${status}`, isRedirect || REFUSED.has(status));
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
  return new ChannelError(reason, failure === "address", { cause: error });
}
