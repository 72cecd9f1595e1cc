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

/** How long the older API may take to answer, and be silent within a file (specification, section 9). */
export const LEGACY_TIMEOUT_MS = 10_000;

/** The largest picture of the specification, with what a form adds to it. */
const UPLOAD_BYTES = 21 * 1024 * 1024;

/** The call behind every path that has no operation: of an older API's own calls we know no more than who calls. */
export const callLegacy = defineOperation({
  name: "legacy.call",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  body: { maximumBytes: UPLOAD_BYTES },
  run: () => Promise.reject(noSuchCall()),
});

const noSuchCall = () => new AppError("NOT_FOUND", "there is no such call");

/** What carries the session itself, and what needs none, is answered here whatever is listed. */
const staysHere = ({ name, permission }: Operation): boolean =>
  [PUBLIC, INGEST_TOKEN, CRON].includes(permission) || name.startsWith("session.");

/**
 * The older API's answer to a call under a prefix of LEGACY_PATHS; null where the operation itself has to answer. The
 * caller has passed the checks of the operation. Throws NOT_FOUND for a path that has no operation and is not listed.
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

/** Dots, also before a semicolon, slashes and what decodes to them once more: another server may read another path. */
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

/** The address at the older API, or null if no prefix of LEGACY_PATHS holds the path. Prefixes end with a segment. */
function legacyTarget(url: string): URL | null {
  const { LEGACY_API_URL, LEGACY_PATHS } = env();
  if (!LEGACY_API_URL || LEGACY_PATHS.length === 0) return null;
  const { pathname, search } = new URL(url);
  const path = `${segmentsOf(pathname).join("/")}/`;
  if (!LEGACY_PATHS.some((prefix) => path.startsWith(`${prefix}/`))) return null;
  return new URL(`${LEGACY_API_URL.replace(/\/+$/, "")}${pathname}${search}`);
}

/** An account that may do nothing yet, here, may do nothing there. */
function requireWhole({ actor, scope }: OperationContext): void {
  if (actor.type !== "user") return;
  assertNotRestricted(actor.principal);
  if (actor.principal.scopeType === -1 && scope.customerIds.length === 0)
    throw new AppError("FORBIDDEN", "choose a customer first");
}

/** Who calls, in place of the session, which never leaves the house. */
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

/** Built anew, so that nothing of the caller's passes but what is named here. */
function headersOf(ctx: OperationContext, request: Request, hasBody: boolean): Headers {
  const headers = new Headers({
    accept: request.headers.get("accept") ?? "*/*",
    "accept-language": ctx.locale,
    // The older API's own spelling, where it keeps the language.
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

/** Whether the caller wants a file: its path says `download`, or it takes neither JSON nor a page. */
function expectsFile(request: Request): boolean {
  if (/\/download\/?$/i.test(new URL(request.url).pathname)) return true;
  const accepted = (request.headers.get("accept") ?? "*/*").split(",");
  return accepted.every((type) => !NO_FILE.test(type.trim().toLowerCase()));
}
