import type { MeasuredFigure } from "@/lib/units/typed";

type ErrorEntry = {
  status: number;
  code: number;
  /** The invalid field of the input. */
  path?: string;
  /** The unique index whose violation causes this error. */
  key?: string;
};

/**
 * All errors of operations, with the HTTP status and the business code of `state.code` (specification, section 8; the
 * codes above 500105 are ours).
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
  METHOD_NOT_ALLOWED: { status: 405, code: 405 },
  CONFLICT: { status: 409, code: 409 },
  RECORD_CHANGED: { status: 409, code: 500115 },
  TOO_LARGE: { status: 413, code: 413 },
  INVALID: { status: 422, code: 422 },
  RATE_LIMITED: { status: 429, code: 429 },
  UNAVAILABLE: { status: 503, code: 503 },
  INTERNAL: { status: 500, code: 500000 },

  SECOND_FACTOR_REQUIRED: { status: 401, code: 500108 },
  SECOND_FACTOR_WRONG: { status: 401, code: 500109 },
  PASSWORD_CHANGE_REQUIRED: { status: 403, code: 500110 },
  PROOF_REQUIRED: { status: 401, code: 500114, path: "proof" },
  QRCODE_INVALID: { status: 410, code: 500111 },
  RESET_INVALID: { status: 410, code: 500116, path: "key" },
  OLD_PASSWORD_WRONG: { status: 422, code: 500112 },
  LEGACY_TIMEOUT: { status: 504, code: 504 },
  LEGACY_UNAVAILABLE: { status: 502, code: 502 },
  FILE_CORRUPTED: { status: 502, code: 500113 },

  // The code tables of section 8: a number has different meanings for different records, so only the name is unique.
  CUSTOMER_CODE_FORMAT: { status: 422, code: 406, path: "code" },
  CUSTOMER_TYPE_EMPTY: { status: 422, code: 410, path: "type" },
  CUSTOMER_NAME_TAKEN: { status: 409, code: 418, path: "name", key: "customer_name_key" },
  CUSTOMER_CODE_TAKEN: { status: 409, code: 420, path: "code", key: "customer_code_key" },
  CUSTOMER_EMAIL_TAKEN: { status: 409, code: 421, path: "email", key: "customer_email_key" },
  CUSTOMER_MOBILE_TAKEN: { status: 409, code: 422, path: "phone", key: "customer_phone_key" },
  USER_EMAIL_FORMAT: { status: 422, code: 412, path: "email" },
  USER_STATUS_EMPTY: { status: 422, code: 414, path: "status" },
  USER_ACCOUNT_TAKEN: { status: 409, code: 416, path: "username", key: "user_account_username_key" },
  USER_NAME_TAKEN: { status: 409, code: 417, path: "name", key: "user_account_name_key" },
  USER_MOBILE_TAKEN: { status: 409, code: 418, path: "mobile", key: "user_account_mobile_key" },
  USER_EMAIL_TAKEN: { status: 409, code: 419, path: "email", key: "user_account_email_key" },
  ROLE_CUSTOMER_MISMATCH: { status: 422, code: 408, path: "customerId" },
  ROLE_NAME_TAKEN: { status: 409, code: 409, path: "name", key: "role_name_key" },
  ROLE_RESOURCES_EMPTY: { status: 422, code: 413, path: "codes" },
  ROLE_AGENT_EMPTY: { status: 422, code: 415, path: "customerIds" },
  MENU_PARENT_MISSING: { status: 404, code: 404, path: "parentId" },
  MENU_NAME_TAKEN: { status: 409, code: 407, path: "name", key: "menu_resource_name_key" },
  MENU_CODE_TAKEN: { status: 409, code: 408, path: "code", key: "menu_resource_code_key" },
  PARAMETER_NAME_TAKEN: { status: 409, code: 407, path: "name", key: "parameter_name_key" },
  PARAMETER_CODE_TAKEN: { status: 409, code: 408, path: "code", key: "parameter_code_key" },
  PARAMETER_DELETE_FAILED: { status: 409, code: 0, path: "id" },
  CONTACT_PHONE_TAKEN: { status: 409, code: 409, path: "phone", key: "contact_phone_key" },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A field and the rule it violates; `rule` is a key in the `rule` group of the `error` messages, `limit` and `names`
 * are arguments of that message. `unit` is what the limit counts, if it bounds a length and not the value itself;
 * `figure` is what the limit is in canonical units, if people read it in theirs.
 */
export type Issue = {
  path: string;
  rule: string;
  message: string;
  limit?: number;
  unit?: IssueUnit;
  figure?: MeasuredFigure;
  names?: string;
};
export type IssueUnit = "characters" | "items";

/**
 * A field that differs between the version that a save was made from and the present one: its present value, for a
 * reference the name of what it refers to, and who changed it when (ISO 8601). `by` null: the system. `label` names the
 * field in the caller's language.
 */
export type FieldChange = {
  field: string;
  value: unknown;
  text?: string;
  label?: string;
  by: string | null;
  at: string;
};

/** An error attributed to one field, for display in forms. */
export function fieldError(code: ErrorCode, message: string, path?: string): AppError {
  const entry: ErrorEntry = ERRORS[code];
  return new AppError(code, message, { issues: [{ path: path ?? entry.path ?? "", rule: code, message }] });
}

/** A CONFLICT attributed to one field: a record's state forbids the action. `limit` is an argument of the message. */
export const conflict = (path: string, rule: string, message: string, limit?: number): AppError =>
  new AppError("CONFLICT", `${path}: ${message}`, {
    issues: [{ path, rule, message, ...(limit !== undefined && { limit }) }],
  });

/** The error for a violation of this unique index; undefined if none is defined. */
export function errorOfKey(key: string): ErrorCode | undefined {
  const entries = Object.entries(ERRORS) as [ErrorCode, ErrorEntry][];
  return entries.find(([, entry]) => entry.key === key)?.[0];
}

/** The only error that rules, data and operations throw on purpose; caught in `handle`, `definePage` and job runner. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: {
      issues?: Issue[];
      retryAfterSeconds?: number;
      /** Of RECORD_CHANGED: the present version, and the fields that differ from that of the caller. */
      version?: number;
      changes?: FieldChange[];
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "AppError";
  }
}

/** The error for a row that does not exist or is out of scope; the two are not distinguished. */
export const notFound = (entity: string, id: string | number) => new AppError("NOT_FOUND", `${entity} ${id} not found`);

/** Throws one error with the issues of all of these, under the code of the first: an answer names every row at fault. */
export function throwMerged(errors: readonly AppError[]): void {
  const [first] = errors;
  if (!first) return;
  const issues = errors.flatMap(({ details }) => details.issues ?? []);
  throw new AppError(first.code, errors.map(({ message }) => message).join("; "), { issues });
}
