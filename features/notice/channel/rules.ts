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

/** Answers of a gateway that says nothing of the message itself: it timed out (408), is not ready (425), is asked too often (429). */
const PASSING = new Set([408, 425, 429]);

/** What the status of a gateway's answer means: null for its yes, else why not. Redirects are not followed. */
export function refusalOf(channel: TextChannel, status: number): ChannelError | null {
  if (status >= 200 && status < 300) return null;
  const isFinal = status < 500 && !PASSING.has(status);
  return new ChannelError(`${GATEWAYS[channel]} answered HTTP ${status}`, isFinal);
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
