/** Why something did not arrive, as a key of a text. */
export const OUTBOUND_FAILURES = [
  "address",
  "name",
  "unreachable",
  "closed",
  "timeout",
  "certificate",
  "login",
  "refused",
  "answer",
  "settings",
  "internal",
] as const;
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number];

/** Something did not arrive; `detail` is what the other side or the system said, short and without a secret. */
export class OutboundError extends Error {
  constructor(
    readonly failure: OutboundFailure,
    readonly detail = "",
    options?: ErrorOptions,
  ) {
    super(detail ? `${failure}: ${detail}` : failure, options);
    this.name = "OutboundError";
  }
}

const NAME = /^(ENOTFOUND|EAI_)/;
const CLOSED = /^(ECONNRESET|EPIPE|ERR_STREAM|ECONNABORTED)/;
const CERTIFICATE = /CERT|ERR_TLS|ERR_SSL|UNABLE_TO|SELF_SIGNED|EPROTO/;
const MAXIMUM_DETAIL = 200;

/** Any error of a socket or its protocol as one of ours. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  // Tries at several addresses come together; the first says enough.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const { code = "", message = String(error) } = (cause ?? {}) as { code?: string | number; message?: string };
  const name = String(code);
  const detail = (name || message).slice(0, MAXIMUM_DETAIL);
  if (name === "ETIMEDOUT") return new OutboundError("timeout", "", { cause: error });
  if (NAME.test(name)) return new OutboundError("name", detail, { cause: error });
  if (CERTIFICATE.test(name)) return new OutboundError("certificate", detail, { cause: error });
  if (CLOSED.test(name)) return new OutboundError("closed", detail, { cause: error });
  return new OutboundError("unreachable", detail, { cause: error });
}
