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

/** A session that an operation has opened: its token, and whose it is. */
export type Opened = { token: string; user: { id: number } };

/** What next-auth has the operations do for one request. Each refuses by an error whose message the login page knows. */
export type SignIn = {
  byPassword: (fields: Record<string, string>) => Promise<Opened>;
  byProvider: (login: { subject: string; claims: Claims }) => Promise<Opened>;
  signOut: () => Promise<void>;
};

/** The fields of the login call, by the names that it has for them. */
const FIELDS = { username: {}, password: { type: "password" }, key: {}, code: {}, proof: {}, totp: {} };
type Field = keyof typeof FIELDS;

/** Where next-auth turns away from: its sign-in page knows where the user wanted to go, and passes both on to ours. */
const refusedFor = (error: unknown) => `/api/auth/signin?error=${encodeURIComponent((error as Error).message)}`;

async function claimsOf({ token, user }: Opened): Promise<JWT> {
  const claims = await readSessionToken(token);
  if (!claims) throw new Error("the session was opened with a token that is not ours");
  return sessionClaims(user.id, claims.sessionId, claims.standing ?? {});
}

/** Who is signed in, as long as the session's row lives: a token alone says nothing. */
async function sessionOf(session: Session, { sid }: JWT): Promise<Session> {
  const principal = typeof sid === "string" ? await findPrincipal(db(), sid) : null;
  const { user: _, ...nobody } = session;
  if (!principal || principal === "replaced") return nobody;
  return { ...nobody, user: { name: principal.user.name } };
}

/**
 * next-auth's options for one request. The operations open and end sessions, which are rows; next-auth checks who may
 * ask them, and carries the id of the row in its token and cookie. `seconds` is how long a cookie that it writes lives.
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
      // What goes wrong here goes wrong at the provider or in the browser.
      error: (code, metadata) =>
        log.warn({ err: metadata instanceof Error ? metadata : metadata.error, code }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => {},
    },
  };
}
