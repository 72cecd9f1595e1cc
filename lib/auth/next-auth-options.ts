import "server-only";
import type { NextAuthOptions } from "next-auth";
import { env } from "@/lib/env/env";
import { SESSION_SECONDS } from "./session-token";

/** next-auth reads and clears the session cookie; `POST /service/user/login` alone opens sessions, so no provider is listed. */
export const nextAuthOptions = (): NextAuthOptions => ({
  secret: env().AUTH_SECRET,
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  pages: { signIn: "/login" },
  providers: [],
});
