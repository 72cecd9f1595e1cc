import { z } from "zod";
import { AppError, ERRORS, type ErrorCode, type Issue } from "@/lib/errors";
import { log } from "@/lib/log/log";

type Failure = { code: ErrorCode; message: string; issues?: Issue[]; retryAfterSeconds?: number };

/** PostgreSQL's SQLSTATE for a violated unique index. */
const UNIQUE_VIOLATION = "23505";

type DatabaseError = { code?: string; constraint_name?: string };

/** Drizzle wraps what postgres.js threw. */
const databaseError = (error: unknown): DatabaseError =>
  ((error as { cause?: unknown })?.cause as DatabaseError) ?? (error as DatabaseError) ?? {};

/** What the client is told of an error. Only errors thrown on purpose speak for themselves. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return { code: error.code, message: error.message, ...error.details };
  if (error instanceof z.ZodError) {
    const issues = error.issues.map(({ path, code, message }) => ({ path: path.join("."), rule: code, message }));
    return { code: "INVALID", message: issues.map((issue) => `${issue.path}: ${issue.message}`).join("; "), issues };
  }
  const { code, constraint_name: constraint } = databaseError(error);
  if (code === UNIQUE_VIOLATION && constraint) {
    // By convention a unique index is named <table>_<column>_key.
    const path = constraint.replace(/_key$/, "").split("_").slice(1).join("_");
    return {
      code: "CONFLICT",
      message: `${path}: already exists`,
      issues: [{ path, rule: "unique", message: "already exists" }],
    };
  }
  if (code && /^(08|57P|CONNECTION_|ECONN)/.test(code))
    return { code: "UNAVAILABLE", message: "the database is not available" };
  return { code: "INTERNAL", message: "internal error" };
}

/** The failure envelope, logged once with its level by status. */
export function errorResponse(error: unknown, requestId: string, route: string): Response {
  const { code, message, issues, retryAfterSeconds } = failureOf(error);
  const { status, code: businessCode } = ERRORS[code];
  const level = status >= 500 ? "error" : status >= 400 && status !== 401 && status !== 404 ? "warn" : "info";
  log[level]({ requestId, route, status, code, ...(status >= 500 ? { err: error } : { message }) }, "refused");
  const headers: Record<string, string> = { "x-request-id": requestId, "cache-control": "private, no-store" };
  if (retryAfterSeconds) headers["retry-after"] = String(retryAfterSeconds);
  return Response.json(
    { state: { code: businessCode, msg: message, requestId, ...(issues ? { issues } : {}) }, result: null },
    { status, headers },
  );
}
