import "server-only";
import { z } from "zod";
import { assertNotRestricted } from "@/lib/auth/account-restrictions";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import {
  CRON,
  defineOperation,
  INGEST_TOKEN,
  type Operation,
  PUBLIC,
  SIGNED_IN,
} from "@/lib/operation/define-operation";
import { Deadline, legacyAnswer } from "./legacy-answer";
import { DEFAULT_RULE, readBytes } from "./read-body";

/** The legacy API's time to respond, and its maximum silence within a file (specification, section 9). */
export const LEGACY_TIMEOUT_MS = 10_000;

/** The largest picture of the specification, plus the overhead of a form. */
const UPLOAD_BYTES = 21 * 1024 * 1024;

/** The operation of every path without one: of the legacy API's own calls only the caller is known. */
export const callLegacy = defineOperation({
  name: "legacy.call",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  body: { maximumBytes: UPLOAD_BYTES },
  run: () => Promise.reject(noSuchCall()),
});

const noSuchCall = () => new AppError("NOT_FOUND", "there is no such call");

/** Calls of the session itself, and public ones, are always served here, whatever is listed. */
const staysHere = ({ name, permission }: Operation): boolean =>
  [PUBLIC, INGEST_TOKEN, CRON].includes(permission) || name.startsWith("session.");

/**
 * The legacy API's response to a call under a prefix of LEGACY_PATHS; null if the operation itself must answer. The
 * caller has passed the operation's checks. Throws NOT_FOUND for a path that has no operation and is not listed.
 */
export async function forwardIfListed(
  ctx: OperationContext,
  operation: Operation,
  request: Request,
  timeoutMs = LEGACY_TIMEOUT_MS,
): Promise<Response | null> {
  const target = staysHere(operation) ? null : legacyTarget(request.url);
  if (!target) {
    if (operation === callLegacy) throw noSuchCall();
    return null;
  }
  requireWhole(ctx);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const limit = (operation.body ?? DEFAULT_RULE).maximumBytes;
  const body = hasBody ? new Uint8Array(await readBytes(request, limit)) : undefined;
  return send(ctx, request, target, body, timeoutMs);
}

/** Dot segments (also before a semicolon), slashes and double encodings: another server may resolve another path. */
const AMBIGUOUS = /^\.+(?:;|$)|[/\\\p{Cc}]|%(?:2e|2f|5c)/iu;

/** The segments of a path, decoded. */
function segmentsOf(pathname: string): string[] {
  return pathname.split("/").map((raw) => {
    const segment = decoded(raw);
    if (segment !== undefined && !AMBIGUOUS.test(segment)) return segment;
    throw new AppError("BAD_REQUEST", "path: has a segment that cannot be passed on");
  });
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The URL at the legacy API, or null if no prefix of LEGACY_PATHS matches the path. Prefixes end at a segment. */
function legacyTarget(url: string): URL | null {
  const { LEGACY_API_URL, LEGACY_PATHS } = env();
  if (!LEGACY_API_URL || LEGACY_PATHS.length === 0) return null;
  const { pathname, search } = new URL(url);
  const path = `${segmentsOf(pathname).join("/")}/`;
  if (!LEGACY_PATHS.some((prefix) => path.startsWith(`${prefix}/`))) return null;
  return new URL(`${LEGACY_API_URL.replace(/\/+$/, "")}${pathname}${search}`);
}

/** An account that is restricted here is restricted there too. */
function requireWhole({ actor, scope }: OperationContext): void {
  if (actor.type !== "user") return;
  assertNotRestricted(actor.principal);
  if (actor.principal.scopeType === -1 && scope.customerIds.length === 0)
    throw new AppError("FORBIDDEN", "choose a customer first");
}

/** Identifies the caller in place of the session, which is never sent out. */
function callerOf({ actor }: OperationContext): Record<string, string> {
  switch (actor.type) {
    case "user":
      return { "x-user": String(actor.principal.user.id), "x-customer": String(actor.principal.customer.id) };
    case "key":
      return { "x-key": String(actor.keyId), "x-customer": String(actor.customerId) };
    default:
      return {};
  }
}

/** Built from scratch, so that only the headers listed here are passed on. */
function headersOf(ctx: OperationContext, request: Request, hasBody: boolean): Headers {
  const headers = new Headers({
    accept: request.headers.get("accept") ?? "*/*",
    "accept-language": ctx.locale,
    // The legacy API's spelling and name of the locale cookie.
    cookie: `locale=${ctx.locale.replace("-", "_")}`,
    "x-request-id": ctx.requestId,
    ...callerOf(ctx),
  });
  for (const name of hasBody ? ["content-type", "content-encoding"] : []) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}

async function send(
  ctx: OperationContext,
  request: Request,
  target: URL,
  body: Uint8Array<ArrayBuffer> | undefined,
  timeoutMs: number,
): Promise<Response> {
  const deadline = new Deadline(timeoutMs);
  try {
    const response = await fetch(target, {
      method: request.method === "HEAD" ? "GET" : request.method,
      headers: headersOf(ctx, request, body !== undefined),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([request.signal, deadline.signal]),
      ...(body && { body }),
    });
    return await legacyAnswer(response, { requestId: ctx.requestId, isFileExpected: expectsFile(request), deadline });
  } catch (error) {
    deadline.stop();
    if (error instanceof AppError) throw error;
    if (deadline.signal.aborted)
      throw new AppError("LEGACY_TIMEOUT", "the older API did not answer in time", {}, { cause: error });
    throw new AppError("LEGACY_UNAVAILABLE", "the older API cannot be reached", {}, { cause: error });
  }
}

const NO_FILE = /^(?:\*|application|text)\/\*|^application\/json|^text\/(?:html|plain)/;

/** Whether the caller expects a file: its path contains `download`, or it accepts neither JSON nor a page. */
function expectsFile(request: Request): boolean {
  if (/\/download\/?$/i.test(new URL(request.url).pathname)) return true;
  const accepted = (request.headers.get("accept") ?? "*/*").split(",");
  return accepted.every((type) => !NO_FILE.test(type.trim().toLowerCase()));
}
