/** Causes of a failed delivery, as message keys. */
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

/** A failed delivery; `detail` is the error of the other side or the system, short and without secrets. */
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

/** Converts any error of a socket or its protocol. */
export function outboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  // Attempts at several addresses are aggregated; the first error suffices.
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
