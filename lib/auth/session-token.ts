import "server-only";
import { decode, encode, type JWT } from "next-auth/jwt";
import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { env } from "@/lib/env/env";

/** How long a session lives after login where the parameter `session.hours` does not say. */
export const SESSION_SECONDS = 12 * 3600;

/** The cookie is `__Secure-` prefixed when the console is served over HTTPS. */
export const isSecure = () => env().PUBLIC_URL?.startsWith("https:") ?? false;

/** next-auth's own name, so that its handlers read the same cookie. */
export const sessionCookieName = () => (isSecure() ? "__Secure-next-auth.session-token" : "next-auth.session-token");

/** The session cookie, as next-auth sets it and as the login of the specification does. */
export const sessionCookieSettings = () => ({
  name: sessionCookieName(),
  options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure: isSecure() },
});

/** The header that gives the browser its session, or with an empty token takes it away. */
export function sessionCookie(token: string, seconds: number): string {
  const { name, options } = sessionCookieSettings();
  return `${name}=${token}; Path=${options.path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${options.secure ? "; Secure" : ""}`;
}

/** What the account was at the login. It saves a visitor a refused page, and decides nothing. */
export type Standing = { scopeType: ScopeType; isRoot: boolean };

/** What is sealed in the token of a session. */
export const sessionClaims = (userId: number, sessionId: string, standing: Partial<Standing>): JWT => ({
  sub: String(userId),
  sid: sessionId,
  scope: standing.scopeType,
  root: standing.isRoot,
});

/** The encrypted token of a session: in the cookie, or as `Authorization: Bearer`. */
export const sealSession = (
  userId: number,
  sessionId: string,
  { seconds = SESSION_SECONDS, ...standing }: { seconds?: number } & Partial<Standing> = {},
): Promise<string> =>
  encode({
    token: sessionClaims(userId, sessionId, standing),
    secret: env().AUTH_SECRET,
    maxAge: seconds,
  });

/** A token's content; `standing` is null where the token does not tell it, `secondsLeft` counts from now. */
export type SessionClaims = { sessionId: string; standing: Standing | null; secondsLeft: number };

type Opened = Omit<SessionClaims, "secondsLeft"> & { expiresAt: number };

/** Tokens that were opened lately: what is in one never changes, and each request opens its own twice. */
const opened = new Map<string, Opened>();
const MOST_OPENED = 1000;

async function open(token: string): Promise<Opened | null> {
  try {
    const claims = await decode({ token, secret: env().AUTH_SECRET });
    if (typeof claims?.sid !== "string") return null;
    const scopeType = SCOPE_TYPES.find((known) => known === claims.scope);
    const standing = scopeType === undefined ? null : { scopeType, isRoot: claims.root === true };
    return { sessionId: claims.sid, standing, expiresAt: Number(claims.exp) };
  } catch {
    return null;
  }
}

/** What a token says; null if it is forged, expired or not ours. Whether the session still lives, the database knows. */
export async function readSessionToken(token: string): Promise<SessionClaims | null> {
  const known = opened.get(token);
  const found = known ?? (await open(token));
  if (!found) return null;
  const { expiresAt, ...claims } = found;
  const secondsLeft = expiresAt - Math.floor(Date.now() / 1000);
  if (known && secondsLeft <= 0) {
    opened.delete(token);
    return null;
  }
  if (!known) {
    // The oldest goes; whoever is still there is opened again.
    if (opened.size >= MOST_OPENED) opened.delete(opened.keys().next().value as string);
    opened.set(token, found);
  }
  return { ...claims, secondsLeft: Math.max(0, secondsLeft) };
}

/** The session id inside a token; null if it is forged, expired or not ours. */
export const openSession = async (token: string): Promise<string | null> =>
  (await readSessionToken(token))?.sessionId ?? null;
