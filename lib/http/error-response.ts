import { z } from "zod";
import { AppError, ERRORS, type ErrorCode, errorOfKey, type FieldChange, fieldError, type Issue } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { issuesOf } from "@/lib/validation/issues";
import { errorMessage, labelled } from "./error-message";

type Failure = {
  code: ErrorCode;
  message: string;
  issues?: Issue[];
  retryAfterSeconds?: number;
  version?: number;
  changes?: FieldChange[];
};

type DatabaseError = { code?: string; table_name?: string; constraint_name?: string; detail?: string };

/** Drizzle wraps the error of postgres.js. */
const databaseError = (error: unknown): DatabaseError =>
  ((error as { cause?: unknown })?.cause as DatabaseError) ?? (error as DatabaseError) ?? {};

const camelCase = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const refusedField = (code: ErrorCode, path: string, rule: string, message: string): Failure => ({
  code,
  message: `${path}: ${message}`,
  issues: [{ path, rule, message }],
});

/** The caller's error for a violated constraint or unstorable text, by SQLSTATE; undefined for anything else. */
function violationOf({ code, table_name: table = "", constraint_name = "", detail = "" }: DatabaseError) {
  switch (code) {
    // unique_violation; by convention a unique index is named <table>_<column>_key.
    case "23505": {
      const named = errorOfKey(constraint_name);
      if (named) return failureOfError(fieldError(named, "already exists"));
      const column = constraint_name.replace(/_key$/, "").replace(`${table}_`, "");
      return column ? refusedField("CONFLICT", camelCase(column), "unique", "already exists") : undefined;
    }
    // exclusion_violation: two mountings of one probe at the same time.
    case "23P01":
      return refusedField("CONFLICT", "at", "overlap", "overlaps with another one");
    // foreign_key_violation, of the referenced row or of the referencing one.
    case "23503": {
      const column = /^Key \((\w+)\)=.* is not present/.exec(detail)?.[1];
      if (column)
        return refusedField("INVALID", camelCase(column), "reference", "refers to a record that does not exist");
      return refusedField("CONFLICT", "id", "inUse", "is in use: other records refer to it");
    }
    // character_not_in_repertoire and untranslatable_character: a NUL or lone surrogate.
    case "22021":
    case "22P05":
      return { code: "INVALID", message: "a text holds a character that cannot be stored" } satisfies Failure;
    // serialization_failure and deadlock_detected: nothing was changed, and a retry will succeed.
    case "40001":
    case "40P01":
      return { code: "UNAVAILABLE", message: "too much happened at once, try again" } satisfies Failure;
    default:
      return undefined;
  }
}

const failureOfError = ({ code, message, details }: AppError): Failure => ({ code, message, ...details });

/** Connection exceptions, insufficient resources, shutdown; then error codes of the driver and the network. */
const AWAY = /^(08|53|57P|CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

/** The client's view of an error. Only errors thrown on purpose are described. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return failureOfError(error);
  if (error instanceof z.ZodError) {
    const issues = issuesOf(error);
    // A rule that has a code in section 8 is reported by it.
    const named = issues.map(({ rule }) => rule).find((rule): rule is ErrorCode => rule in ERRORS);
    const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
    return { code: named ?? "INVALID", message, issues };
  }
  const cause = databaseError(error);
  const violation = violationOf(cause);
  if (violation) return violation;
  if (cause.code && AWAY.test(cause.code)) return { code: "UNAVAILABLE", message: "the database is not available" };
  return { code: "INTERNAL", message: "internal error" };
}

/**
 * The failure envelope, logged once with its level by status: `msg` for people, in the language of the caller; `detail`
 * for those who write the calls, in English. `isSender`: a device or a provider calls, not somebody in a browser.
 */
export async function errorResponse(
  error: unknown,
  { requestId, route, locale, isSender }: { requestId: string; route: string; locale: Locale; isSender?: boolean },
): Promise<Response> {
  const { code, message, issues, retryAfterSeconds, version, changes } = failureOf(error);
  const { status, code: businessCode } = ERRORS[code];
  const level = status >= 500 ? "error" : status >= 400 && status !== 401 && status !== 404 ? "warn" : "info";
  log[level]({ requestId, route, status, code, ...(status >= 500 ? { err: error } : { message }) }, "refused");
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "private, no-store" };
  if (retryAfterSeconds) headers["retry-after"] = String(retryAfterSeconds);
  const msg = await errorMessage(code, issues ?? [], locale, isSender);
  return Response.json(
    {
      state: {
        ...{ code: businessCode, error: code, msg, detail: message, requestId },
        ...(issues ? { issues } : {}),
        ...(changes ? { version, changes: await labelled(changes, locale) } : {}),
      },
      result: null,
    },
    { status, headers },
  );
}
