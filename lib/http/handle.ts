import "server-only";
import type { z } from "zod";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { INGEST_TOKEN, type Operation } from "@/lib/operation/define-operation";
import { contextOf, requestIdOf } from "@/lib/operation/request-context";
import { checkOrigin } from "./check-origin";
import { errorResponse } from "./error-response";
import { forwardIfListed } from "./legacy-proxy";
import { readBody } from "./read-body";
import { RawReply, Reply } from "./reply";
import { acquireIngestSlot, longReadTurn } from "./turns";

type RouteArguments = { params: Promise<Record<string, string | string[] | undefined>> };

/** What servers note where the client has closed the connection; nobody receives it. */
const GONE = 499;
const NO_BODY = new Set(["GET", "HEAD"]);

/**
 * The HTTP door of an operation: context, origin check, bounded body, the older API where it still answers, path
 * parameters over body and query, the operation, the envelope. The contract tests read `operation` back from the handler.
 */
export function handle<S extends z.ZodType, O>(operation: Operation<S, O>) {
  async function handler(request: Request, { params }: RouteArguments): Promise<Response> {
    const started = performance.now();
    const requestId = requestIdOf(request);
    // Next.js has none for a path without parameters.
    const token = ((await params) as Awaited<typeof params> | undefined)?.token;
    const pathToken = typeof token === "string" ? token : undefined;
    const route = `${request.method} ${loggedPath(request, pathToken)}`;
    try {
      // A device's token is not sent by a browser on its own, unlike a cookie.
      const isWrite = !NO_BODY.has(request.method) || operation.kind === "mutation";
      if (isWrite && operation.permission !== INGEST_TOKEN) checkOrigin(request);
      const ctx = await contextOf(request, operation.permission, requestId, pathToken);
      // Before the body: a stranger's is not read at all.
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
      // The work was given up because nobody hears the answer any more.
      if (request.signal.aborted && error === request.signal.reason) return new Response(null, { status: GONE });
      return errorResponse(error, requestId, route);
    }
  }
  async function answer(ctx: OperationContext, request: Request, params: RouteArguments["params"]): Promise<O> {
    let leave = () => {};
    const received = async () => {
      // Not before the bytes are there: a slow line keeps nobody out.
      if (operation.kind === "intake") leave = await acquireIngestSlot(ctx, request.signal);
    };
    try {
      const hasBody = !NO_BODY.has(request.method);
      const body = hasBody ? await readBody(request, operation.body, received) : await received();
      if (operation.isLong) leave = await longReadTurn(ctx, request.signal);
      const raw = { ...queryOf(request), ...body, ...(await params) };
      return await operation.call(ctx, raw as z.input<S>);
    } finally {
      leave();
    }
  }
  return Object.assign(handler, { operation: operation as Operation });
}

/** What stands behind these may be an ingest token, also in a path that no route takes. */
const BEFORE_TOKEN = /(\/(?:thingsboard|api\/+v1)\/+)[^/]+/gi;

/** The path as it is logged, without the ingest token that it may hold. */
function loggedPath(request: Request, pathToken: string | undefined): string {
  const pathname = new URL(request.url).pathname.replace(BEFORE_TOKEN, "$1[token]");
  if (pathToken === undefined) return pathname;
  return pathname.replace(pathToken, "[token]").replace(encodeURIComponent(pathToken), "[token]");
}

function queryOf(request: Request): Record<string, string> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  // A browser that takes up an event stream again can say where only by this header.
  const lastEventId = request.headers.get("last-event-id");
  return lastEventId ? { ...query, lastEventId } : query;
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
