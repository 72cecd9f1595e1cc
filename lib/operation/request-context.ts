import "server-only";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { db } from "@/db/client";
import { findApiKeyActor, isApiKey } from "@/lib/auth/api-key";
import { findIngestActor, ingestTokenOf } from "@/lib/auth/ingest-token";
import { deviceCookieName, deviceTokenOf } from "@/lib/auth/known-device";
import { findPrincipal, type Principal } from "@/lib/auth/principal";
import { customerScope, noScope } from "@/lib/auth/scope";
import { openSession, sessionCookieName } from "@/lib/auth/session-token";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { addressOf } from "@/lib/http/client-address";
import { requestLocale } from "@/lib/i18n/request-locale";
import type { Actor, OperationContext } from "./context";
import { CRON, INGEST_TOKEN, PUBLIC, type Requirement } from "./define-operation";

/** The request's own id if it is safe to log, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

const bearer = (request: Request) => /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

function cookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return decoded(value.join("="));
  }
  return undefined;
}

/** A cookie with invalid percent-encoding is ignored. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Compares in constant time, whatever the lengths. */
function isCronSecret(given = ""): boolean {
  const secret = env().CRON_SECRET;
  if (secret === undefined) return false;
  const [one, other] = [given, secret].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

async function actorOf(request: Request, requirement: Requirement, pathToken?: string): Promise<Actor> {
  if (requirement === INGEST_TOKEN) {
    const own = ingestTokenOf(request, pathToken);
    return (own ? await findIngestActor(db(), own) : null) ?? { type: "anonymous" };
  }
  const token = bearer(request);
  if (requirement === CRON) return isCronSecret(token) ? { type: "system", job: "cron" } : { type: "anonymous" };
  if (token && isApiKey(token)) return (await findApiKeyActor(db(), token)) ?? { type: "anonymous" };
  const sealed = token ?? cookie(request, sessionCookieName());
  const sessionId = sealed ? await openSession(sealed) : null;
  const principal = sessionId ? await findPrincipal(db(), sessionId) : null;
  if (principal === "replaced") {
    if (requirement === PUBLIC) return { type: "anonymous" };
    throw new AppError("LOGIN_REPLACED", "this account signed in elsewhere");
  }
  return principal ? { type: "user", principal } : { type: "anonymous" };
}

/** The language of an account, or of its customer; a device's answers are read by nobody. */
function ownLocale(actor: Actor): string | undefined {
  if (actor.type === "user") return actor.principal.user.locale ?? actor.principal.customer.locale;
  return actor.type === "key" ? actor.locale : undefined;
}

/**
 * The context of a request's operation: actor, address and scope; `pathToken` is an ingest token in the path. Throws
 * LOGIN_REPLACED for an ended session.
 */
export async function contextOf(
  request: Request,
  requirement: Requirement,
  requestId: string,
  pathToken?: string,
): Promise<OperationContext> {
  const actor = await actorOf(request, requirement, pathToken);
  const scope =
    actor.type === "user"
      ? actor.principal.scope
      : actor.type === "device" || actor.type === "key"
        ? customerScope(actor.customerId)
        : noScope();
  return {
    actor,
    scope,
    db: db(),
    requestId,
    address: addressOf(request.headers, env().TRUSTED_PROXIES),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 250),
    deviceToken: deviceTokenOf(cookie(request, deviceCookieName())),
    locale: requestLocale(request.headers, ownLocale(actor)),
    now: new Date(),
    signal: request.signal,
  };
}

/** The context of a page without a login: anonymous, with the client's address for rate limits. */
export const anonymousContext = (head: Headers, locale: string): OperationContext => ({
  actor: { type: "anonymous" },
  scope: noScope(),
  db: db(),
  requestId: head.get("x-request-id") ?? randomUUID(),
  address: addressOf(head, env().TRUSTED_PROXIES),
  userAgent: (head.get("user-agent") ?? "").slice(0, 250),
  locale,
  now: new Date(),
});

/** The context of a page: the logged-in account, as in the browser's own calls. */
export const pageContext = (principal: Principal, head: Headers, locale: string): OperationContext => ({
  actor: { type: "user", principal },
  scope: principal.scope,
  db: db(),
  requestId: head.get("x-request-id") ?? randomUUID(),
  address: "",
  userAgent: (head.get("user-agent") ?? "").slice(0, 250),
  locale,
  now: new Date(),
});
