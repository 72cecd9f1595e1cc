import "server-only";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/env/env";

/** How long a session lives after login. */
export const SESSION_SECONDS = 12 * 3600;

/** The cookie is `__Secure-` prefixed when the console is served over HTTPS. */
export const isSecure = () => env().PUBLIC_URL?.startsWith("https:") ?? false;

/** next-auth's own name, so that its handlers read the same cookie. */
export const sessionCookieName = () => (isSecure() ? "__Secure-next-auth.session-token" : "next-auth.session-token");

/** The encrypted token of a session: in the cookie, or as `Authorization: Bearer`. */
export const sealSession = (userId: number, sessionId: string): Promise<string> =>
  encode({ token: { sub: String(userId), sid: sessionId }, secret: env().AUTH_SECRET, maxAge: SESSION_SECONDS });

/** The session id inside a token; null if it is forged, expired or not ours. */
export async function openSession(token: string): Promise<string | null> {
  try {
    const claims = await decode({ token, secret: env().AUTH_SECRET });
    return typeof claims?.sid === "string" ? claims.sid : null;
  } catch {
    return null;
  }
}
