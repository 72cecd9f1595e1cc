/**
 * Every way in which an operation can refuse, with the HTTP status and the business code of
 * `state.code` (specification, section 8; the codes above 500105 are ours).
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, code: 400 },
  UNAUTHENTICATED: { status: 401, code: 500100 },
  ACCOUNT_UNKNOWN: { status: 401, code: 500087 },
  PASSWORD_WRONG: { status: 401, code: 500088 },
  CAPTCHA_WRONG: { status: 401, code: 500106 },
  ACCOUNT_LOCKED: { status: 423, code: 500107 },
  LOGIN_FAILED: { status: 401, code: 500103 },
  LOGIN_REPLACED: { status: 401, code: 500104 },
  ALREADY_SIGNED_IN: { status: 409, code: 500105 },
  FORBIDDEN: { status: 403, code: 500102 },
  FOREIGN_ORIGIN: { status: 403, code: 403 },
  NOT_FOUND: { status: 404, code: 404 },
  CONFLICT: { status: 409, code: 409 },
  TOO_LARGE: { status: 413, code: 413 },
  INVALID: { status: 422, code: 422 },
  RATE_LIMITED: { status: 429, code: 429 },
  UNAVAILABLE: { status: 503, code: 503 },
  INTERNAL: { status: 500, code: 500000 },
} as const satisfies Record<string, { status: number; code: number }>;

export type ErrorCode = keyof typeof ERRORS;

/** A field and the rule it breaks; `rule` is a key of the `error` messages' `rule` group. */
export type Issue = { path: string; rule: string; message: string };

/** The one error that rules, data and operations throw on purpose; caught in `handle`, `definePage` and the job runner. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: { issues?: Issue[]; retryAfterSeconds?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "AppError";
  }
}

/** Outside the scope a row does not exist: the same error for both. */
export const notFound = (entity: string, id: string | number) => new AppError("NOT_FOUND", `${entity} ${id} not found`);
