import "server-only";
import { decode, encode } from "next-auth/jwt";
import { SCOPE_TYPES, type ScopeType } from "@/db/enums";
import { env } from "@/lib/env/env";

/** How long a session lives after login where the parameter `session.hours` does not say. */
export const SESSION_SECONDS = 12 * 3600;

/** The cookie is `__Secure-` prefixed when the console is served over HTTPS. */
export const isSecure = () => env().PUBLIC_URL?.startsWith("https:") ?? false;

/** next-auth's own name, so that its handlers read the same cookie. */
export const sessionCookieName = () => (isSecure() ? "__Secure-next-auth.session-token" : "next-auth.session-token");

/** The header that gives the browser its session, or with an empty token takes it away. */
export const sessionCookie = (token: string, seconds: number): string =>
  `${sessionCookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure() ? "; Secure" : ""}`;

/** What the account was at the login. It saves a visitor a refused page, and decides nothing. */
type Standing = { scopeType: ScopeType; isRoot: boolean };

/** The encrypted token of a session: in the cookie, or as `Authorization: Bearer`. */
export const sealSession = (
  userId: number,
  sessionId: string,
  { seconds = SESSION_SECONDS, ...standing }: { seconds?: number } & Partial<Standing> = {},
): Promise<string> =>
  encode({
    token: { sub: String(userId), sid: sessionId, scope: standing.scopeType, root: standing.isRoot },
    secret: env().AUTH_SECRET,
    maxAge: seconds,
  });

/** A token's content; `standing` is null where the token does not tell it, `secondsLeft` counts from now. */
export type SessionClaims = { sessionId: string; standing: Standing | null; secondsLeft: number };

/** What a token says; null if it is forged, expired or not ours. Whether the session still lives, the database knows. */
export async function readSessionToken(token: string): Promise<SessionClaims | null> {
  try {
    const claims = await decode({ token, secret: env().AUTH_SECRET });
    if (typeof claims?.sid !== "string") return null;
    const scopeType = SCOPE_TYPES.find((known) => known === claims.scope);
    const standing = scopeType === undefined ? null : { scopeType, isRoot: claims.root === true };
    const secondsLeft = Math.max(0, Number(claims.exp) - Math.floor(Date.now() / 1000));
    return { sessionId: claims.sid, standing, secondsLeft };
  } catch {
    return null;
  }
}

/** The session id inside a token; null if it is forged, expired or not ours. */
export const openSession = async (token: string): Promise<string | null> =>
  (await readSessionToken(token))?.sessionId ?? null;
