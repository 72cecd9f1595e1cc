import "server-only";
import { cookies } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import { env } from "@/lib/env/env";
import { readSessionToken, SESSION_SECONDS, sessionCookieName } from "./session-token";

/**
 * next-auth reads and clears the session cookie; `POST /service/user/login` alone opens sessions, so no provider is
 * listed. What it writes anew lives no longer than the session it read.
 */
export async function nextAuthOptions(): Promise<NextAuthOptions> {
  const token = (await cookies()).get(sessionCookieName())?.value;
  const claims = token ? await readSessionToken(token) : null;
  return {
    secret: env().AUTH_SECRET,
    session: { strategy: "jwt", maxAge: claims?.secondsLeft ?? SESSION_SECONDS },
    pages: { signIn: "/login" },
    providers: [],
  };
}
