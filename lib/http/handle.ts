import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { requestLocale } from "@/lib/i18n/request-locale";
import { toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { INGEST_TOKEN, type Operation } from "@/lib/operation/define-operation";
import { contextOf, requestIdOf } from "@/lib/operation/request-context";
import { checkOrigin } from "./check-origin";
import { errorResponse } from "./error-response";
import { forwardIfListed } from "./legacy-proxy";
import type { Route } from "./openapi";
import { readBody } from "./read-body";
import { RawReply, Reply } from "./reply";
import { acquireIngestSlot, longReadTurn } from "./turns";

type RouteArguments = { params: Promise<Record<string, string | string[] | undefined>> };

/** The status that servers log when the client closed the connection; it is not delivered. */
const GONE = 499;
const NO_BODY = new Set(["GET", "HEAD"]);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type Handler = (request: Request, args: RouteArguments) => Promise<Response>;

/**
 * The exports of a route file: a handler per method, that of its operation, or one that refuses in the envelope, where
 * Next.js would answer with an empty body. The API description reads `operation` back.
 */
export function handle(operations: Partial<Record<Method, Operation>>) {
  const refuse = methodRefusal(Object.keys(operations));
  const handlers = METHODS.map((method) => {
    const operation = operations[method];
    return [method, operation ? handlerOf(operation) : refuse] as const;
  });
  return Object.fromEntries(handlers) as Record<Method, Handler & { operation?: Operation }>;
}

/** The calls of a route file, from the exports of `handle`; `path` in Next's spelling. */
export const callsOf = (path: string, handlers: Partial<Record<Method, { operation?: Operation }>>): Route[] =>
  METHODS.flatMap((method) => {
    const operation = handlers[method]?.operation;
    return operation ? [[method, path, operation] as const] : [];
  });

function methodRefusal(allowed: readonly string[]): Handler {
  return async (request) => {
    const refused = new AppError("METHOD_NOT_ALLOWED", "this call does not have that method");
    const route = `${request.method} ${loggedPath(request, undefined)}`;
    const response = await errorResponse(refused, {
      ...{ requestId: requestIdOf(request), route, locale: requestLocale(request.headers) },
    });
    response.headers.set("allow", allowed.join(", "));
    return response;
  };
}

/**
 * Runs an operation over HTTP: context, origin check, bounded body, the legacy API where it still serves the path, path
 * parameters over body and query, the operation, the envelope.
 */
export function handlerOf<S extends z.ZodType, O>(operation: Operation<S, O>) {
  async function handler(request: Request, { params }: RouteArguments): Promise<Response> {
    const started = performance.now();
    const requestId = requestIdOf(request);
    // Next.js passes no parameters for a path without any.
    const token = ((await params) as Awaited<typeof params> | undefined)?.token;
    const pathToken = typeof token === "string" ? token : undefined;
    const route = `${request.method} ${loggedPath(request, pathToken)}`;
    let locale = requestLocale(request.headers);
    try {
      // Unlike a cookie, a device's token is not sent by a browser automatically.
      const isWrite = !NO_BODY.has(request.method) || operation.kind === "mutation";
      if (isWrite && operation.permission !== INGEST_TOKEN) checkOrigin(request);
      const ctx = await contextOf(request, operation.permission, requestId, pathToken);
      locale = toLocale(ctx.locale) ?? locale;
      // Before the body, which is not read without permission.
      operation.permit(ctx);
      const forwarded = await forwardIfListed(ctx, operation as Operation, request);
      const response = forwarded ?? respond(await answer(ctx, request, params), requestId);
      log.debug(
        {
          requestId,
          route,
          operation: operation.name,
          ...(forwarded && { forwarded: true }),
          status: response.status,
          ms: Math.round(performance.now() - started),
        },
        "served",
      );
      return response;
    } catch (error) {
      // The work was abandoned because the client disconnected.
      if (request.signal.aborted && error === request.signal.reason) return new Response(null, { status: GONE });
      const isSender = operation.kind === "intake" || operation.permission === INGEST_TOKEN;
      return errorResponse(error, { requestId, route, locale, isSender });
    }
  }
  async function answer(ctx: OperationContext, request: Request, params: RouteArguments["params"]): Promise<O> {
    let leave = () => {};
    const received = async () => {
      // Not before the body has arrived: a slow connection does not occupy a slot.
      if (operation.kind === "intake") leave = await acquireIngestSlot(ctx, request.signal);
    };
    try {
      const hasBody = !NO_BODY.has(request.method);
      const body = hasBody ? await readBody(request, operation.body, received) : await received();
      if (operation.isLong) leave = await longReadTurn(ctx, request.signal);
      const query = hasBody ? queryOf(request) : knownOf(operation.input, queryOf(request));
      const raw = { ...query, ...body, ...(await params) };
      return await operation.call(ctx, raw as z.input<S>);
    } finally {
      leave();
    }
  }
  return Object.assign(handler, { operation: operation as Operation });
}

/** The next segment may be an ingest token, even in a path without a route. */
const BEFORE_TOKEN = /(\/(?:thingsboard|api\/+v1)\/+)[^/]+/gi;

/** The path as logged, without an ingest token in it. */
function loggedPath(request: Request, pathToken: string | undefined): string {
  const pathname = new URL(request.url).pathname.replace(BEFORE_TOKEN, "$1[token]");
  if (pathToken === undefined) return pathname;
  return pathname.replace(pathToken, "[token]").replace(encodeURIComponent(pathToken), "[token]");
}

/** Names of parameters that have several values: `ids=5,71`, or each on its own, `ids=5&ids=71`. */
const LISTS = /(?:^i|I)ds$|^keys$/;

function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  for (const name of Object.keys(query)) if (LISTS.test(name)) query[name] = searchParams.getAll(name).join(",");
  // A browser that resumes an event stream, or reads part of a file, says where in these headers alone.
  const lastEventId = request.headers.get("last-event-id");
  const byteRange = request.headers.get("range");
  return { ...query, ...(lastEventId && { lastEventId }), ...(byteRange && { byteRange }) };
}

/**
 * The parameters that the input has: callers of a GET add their own, such as `_` against caches or the `sEcho` of a
 * table, and these are ignored (contract, "Calls"). All of them where the input takes any.
 */
function knownOf(input: z.ZodType, query: Record<string, string>): Record<string, string> {
  const object = input instanceof z.ZodPipe ? input.in : input;
  if (!(object instanceof z.ZodObject)) return query;
  const { catchall } = object.def;
  if (catchall && !(catchall instanceof z.ZodNever)) return query;
  return Object.fromEntries(Object.entries(query).filter(([key]) => key in object.shape));
}

function respond(output: unknown, requestId: string): Response {
  const headers = { "x-request-id": requestId, "cache-control": "private, no-store" };
  if (output instanceof RawReply) {
    return new Response(output.body, { status: output.status, headers: { ...headers, ...output.headers } });
  }
  const reply = output instanceof Reply ? output : new Reply(output ?? null);
  const { envelope = "result", status = 200, headers: own, cookies = [] } = reply.options;
  const response = Response.json(
    { state: { code: 200000, msg: "ok" }, [envelope]: reply.result },
    { status, headers: { ...headers, ...own } },
  );
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
