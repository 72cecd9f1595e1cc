import "server-only";
import { decode, encode, type JWT } from "next-auth/jwt";
import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { env } from "@/lib/env/env";

/** Default lifetime of a session, unless the parameter `session.hours` is set. */
export const SESSION_SECONDS = 12 * 3600;

/** The cookie has the `__Secure-` prefix if the console is served over HTTPS. */
export const isSecure = () => env().PUBLIC_URL?.startsWith("https:") ?? false;

/** next-auth's own name, so that its handlers read the same cookie. */
export const sessionCookieName = () => (isSecure() ? "__Secure-next-auth.session-token" : "next-auth.session-token");

/** Settings of the session cookie, as set by next-auth and by the specification's login. */
export const sessionCookieSettings = () => ({
  name: sessionCookieName(),
  options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure: isSecure() },
});

/** The Set-Cookie header of a session; an empty token deletes it. */
export function sessionCookie(token: string, seconds: number): string {
  const { name, options } = sessionCookieSettings();
  return `${name}=${token}; Path=${options.path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${options.secure ? "; Secure" : ""}`;
}

/** The account's type at login. It only avoids rendering a page that would be refused; it grants nothing. */
export type AccountType = { scopeType: ScopeType; isRoot: boolean };

/** The claims sealed in a session token. */
export const sessionClaims = (userId: number, sessionId: string, standing: Partial<AccountType>): JWT => ({
  sub: String(userId),
  sid: sessionId,
  scope: standing.scopeType,
  root: standing.isRoot,
});

/** The encrypted token of a session: in the cookie, or as `Authorization: Bearer`. */
export const sealSession = (
  userId: number,
  sessionId: string,
  { seconds = SESSION_SECONDS, ...standing }: { seconds?: number } & Partial<AccountType> = {},
): Promise<string> =>
  encode({
    token: sessionClaims(userId, sessionId, standing),
    secret: env().AUTH_SECRET,
    maxAge: seconds,
  });

/** A token's content; `standing` is null if the token does not contain it, `secondsLeft` is relative to now. */
export type SessionClaims = { sessionId: string; standing: AccountType | null; secondsLeft: number };

type Opened = Omit<SessionClaims, "secondsLeft"> & { expiresAt: number };

/** Cache of decrypted tokens: their content never changes, and each request decrypts its token twice. */
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

/** Decrypts a token; null if it is forged, expired or foreign. Whether the session is live, the database decides. */
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
    // Evicts the oldest; it is decrypted again when needed.
    if (opened.size >= MOST_OPENED) opened.delete(opened.keys().next().value as string);
    opened.set(token, found);
  }
  return { ...claims, secondsLeft: Math.max(0, secondsLeft) };
}

/** The session id in a token; null if it is forged, expired or foreign. */
export const openSession = async (token: string): Promise<string | null> =>
  (await readSessionToken(token))?.sessionId ?? null;
