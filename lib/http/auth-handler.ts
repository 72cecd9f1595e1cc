import "server-only";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { z } from "zod";
import { nextAuthOptions, type Opened, type SignIn } from "@/lib/auth/next-auth-options";
import { systemScope } from "@/lib/auth/scope";
import { readSessionToken, sessionCookieName } from "@/lib/auth/session-token";
import { AppError } from "@/lib/errors";
import { requestLocale } from "@/lib/i18n/request-locale";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { type Operation, PUBLIC } from "@/lib/operation/define-operation";
import { contextOf, requestIdOf } from "@/lib/operation/request-context";
import { checkOrigin } from "./check-origin";
import { errorResponse } from "./error-response";
import { readBytes } from "./read-body";
import type { Reply } from "./reply";

type RouteArguments = { params: Promise<{ nextauth: string[] }> };

/** The operations called by next-auth. */
type Operations<P extends z.ZodType, S extends z.ZodType, E extends z.ZodType> = {
  login: Operation<P, Reply<Opened>>;
  loginByProvider: Operation<S, Reply<Opened>>;
  logout: Operation<E>;
  /** The lifetime of a new session. */
  sessionSeconds: (db: Db) => Promise<number>;
};

const MAXIMUM_BYTES = 64 * 1024;

/** The request with its body read, which next-auth would read without a limit. Throws TOO_LARGE. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  if (request.method === "GET") return request;
  const body = new Uint8Array(await readBytes(request, MAXIMUM_BYTES));
  return new NextRequest(request.nextUrl, { method: request.method, headers: request.headers, body });
}

/** The error as it appears in the login page's URL: our rule or name; unknown errors are hidden. */
function named(error: unknown, requestId: string): Error {
  if (error instanceof AppError) {
    const [issue] = error.details.issues ?? [];
    return new Error(error.code === "LOGIN_FAILED" && issue ? issue.rule : error.code);
  }
  if (!(error instanceof z.ZodError)) log.error({ err: error, requestId }, "next-auth: the login failed");
  return new Error("Callback");
}

/**
 * The route handler of next-auth with these operations. Writes pass the same origin check as every other call, in
 * addition to next-auth's CSRF token.
 */
export function authHandler<P extends z.ZodType, S extends z.ZodType, E extends z.ZodType>(
  operations: Operations<P, S, E>,
) {
  return async function handler(request: NextRequest, context: RouteArguments): Promise<Response> {
    const requestId = requestIdOf(request);
    try {
      if (request.method !== "GET") checkOrigin(request);
      const ctx = await contextOf(request, PUBLIC, requestId);
      const cookies: string[] = [];
      const signIn = signInOf(operations, ctx, cookies);
      const [action] = (await context.params).nextauth;
      const options = nextAuthOptions(signIn, await secondsOf(action, ctx, request, operations));
      const response: Response = await NextAuth(await bounded(request), context, options);
      for (const cookie of cookies) response.headers.append("set-cookie", cookie);
      return response;
    } catch (error) {
      return errorResponse(error, {
        ...{ requestId, route: `${request.method} /api/auth`, locale: requestLocale(request.headers) },
      });
    }
  };
}

/** Reading a session does not extend it; a new one gets the installation's lifetime. */
async function secondsOf(
  action: string | undefined,
  { db }: OperationContext,
  request: NextRequest,
  { sessionSeconds }: Pick<Operations<z.ZodType, z.ZodType, z.ZodType>, "sessionSeconds">,
): Promise<number> {
  const token = action === "session" ? request.cookies.get(sessionCookieName())?.value : undefined;
  const claims = token ? await readSessionToken(token) : null;
  return claims?.secondsLeft ?? sessionSeconds(db);
}

function signInOf<P extends z.ZodType, S extends z.ZodType, E extends z.ZodType>(
  { login, loginByProvider, logout }: Operations<P, S, E>,
  ctx: OperationContext,
  cookies: string[],
): SignIn {
  const open = async (call: Promise<Reply<Opened>>): Promise<Opened> => {
    try {
      const { result, options } = await call;
      // next-auth sets the session cookie; the browser's device cookie is still to be set.
      cookies.push(...(options.cookies ?? []).filter((one) => !one.startsWith(`${sessionCookieName()}=`)));
      return result;
    } catch (error) {
      throw named(error, ctx.requestId);
    }
  };
  const system = { ...ctx, actor: { type: "system" as const, job: "single-sign-on" }, scope: systemScope() };
  return {
    byPassword: (fields) => open(login.call(ctx, fields as z.input<P>)),
    byProvider: (person) => open(loginByProvider.call(system, person as z.input<S>)),
    async signOut() {
      if (ctx.actor.type === "user") await logout.call(ctx, {} as z.input<E>);
    },
  };
}
