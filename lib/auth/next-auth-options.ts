import "server-only";
import type { NextAuthOptions, Session } from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { db } from "@/db/client";
import { env } from "@/lib/env/env";
import { singleSignOnOf } from "@/lib/env/single-sign-on";
import { log } from "@/lib/log/log";
import { type Claims, openIdProvider } from "./openid-provider";
import { findPrincipal } from "./principal";
import { isSecure, readSessionToken, sessionClaims, sessionCookieSettings } from "./session-token";

/** A session created by an operation: its token and user. */
export type Opened = { token: string; user: { id: number } };

/** The operations that next-auth calls for one request. They reject with errors whose message the login page knows. */
export type SignIn = {
  byPassword: (fields: Record<string, string>) => Promise<Opened>;
  byProvider: (login: { subject: string; claims: Claims }) => Promise<Opened>;
  signOut: () => Promise<void>;
};

/** The fields of the login call, with the names used there. */
const FIELDS = { username: {}, password: { type: "password" }, key: {}, code: {}, proof: {}, totp: {} };
type Field = keyof typeof FIELDS;

/** Target of next-auth's redirects: its sign-in page knows the requested URL and passes both to our login page. */
const refusedFor = (error: unknown) => `/api/auth/signin?error=${encodeURIComponent((error as Error).message)}`;

async function claimsOf({ token, user }: Opened): Promise<JWT> {
  const claims = await readSessionToken(token);
  if (!claims) throw new Error("the session was opened with a token that is not ours");
  return sessionClaims(user.id, claims.sessionId, claims.standing ?? {});
}

/** The session's user while its row is live: a token alone is not sufficient. */
async function sessionOf(session: Session, { sid }: JWT): Promise<Session> {
  const principal = typeof sid === "string" ? await findPrincipal(db(), sid) : null;
  const { user: _, ...nobody } = session;
  if (!principal || principal === "replaced") return nobody;
  return { ...nobody, user: { name: principal.user.name } };
}

/**
 * next-auth's options for one request. The operations create and end sessions, which are rows; next-auth checks who may
 * call them, and stores the row's id in its token and cookie. `seconds` is the lifetime of cookies that it sets.
 */
export function nextAuthOptions(signIn: SignIn, seconds: number): NextAuthOptions {
  const signOn = singleSignOnOf(env());
  let opened: Opened | undefined;
  return {
    secret: env().AUTH_SECRET,
    session: { strategy: "jwt", maxAge: seconds },
    jwt: { maxAge: seconds },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: sessionCookieSettings() },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    providers: [
      Credentials({
        credentials: FIELDS,
        async authorize(given) {
          const fields = Object.entries(given ?? {}).filter(([name, value]) => name in FIELDS && value !== "");
          opened = await signIn.byPassword(Object.fromEntries(fields) as Partial<Record<Field, string>>);
          return { id: String(opened.user.id) };
        },
      }),
      ...(signOn ? [openIdProvider(signOn)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.provider !== "oidc") return opened !== undefined;
        try {
          opened = await signIn.byProvider({ subject: account.providerAccountId, claims: profile as Claims });
          return true;
        } catch (error) {
          return refusedFor(error);
        }
      },
      jwt: async ({ token, account }) => (account && opened ? claimsOf(opened) : token),
      session: ({ session, token }) => sessionOf(session, token),
    },
    events: { signOut: () => signIn.signOut() },
    logger: {
      // Errors here are caused by the provider or the browser.
      error: (code, metadata) =>
        log.warn({ err: metadata instanceof Error ? metadata : metadata.error, code }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => {},
    },
  };
}
