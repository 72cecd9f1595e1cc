import { NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { levelOf } from "@/lib/auth/permission-catalogue";
import { readSessionToken, type SessionClaims, sessionCookieName } from "@/lib/auth/session-token";
import { FILE_POLICY, makeNonce, pagePolicy } from "@/lib/http/security-headers";
import { routing, toLocale } from "@/lib/i18n/routing";
import { levelOfScreen, SCREENS, type Screen } from "@/lib/page/screens";

const POLICY = "content-security-policy";
const localized = createMiddleware(routing);
const SCREEN_AT: ReadonlyMap<string, Screen> = new Map(SCREENS.map((screen: Screen) => [screen.path, screen]));

/**
 * Determines the locale, and redirects by the claims of the session token: without a session to the login, from a
 * screen above the account's access level to the no-access page. It is never authoritative: pages and operations check
 * the database.
 */
export default async function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl;
  if (!isDecodable(pathname)) return new NextResponse("Not found", { status: 404 });
  const [, first = "", ...rest] = pathname.split("/");
  const locale = toLocale(first);
  if (!locale && pathname.includes(".")) return file();
  // The older API's spelling (`/zh_CN/…`) names the same pages.
  if (locale && locale !== first)
    return NextResponse.redirect(new URL(`/${[locale, ...rest].join("/")}${search}`, request.url));
  // Redirects only to a page of the console, never to an external address.
  if (locale && rest[0] === "redirect") {
    const target = `/${rest.slice(1).join("/")}`;
    const place = SCREEN_AT.get(target)?.kind === "console" ? `${target}${search}` : "/404";
    return NextResponse.redirect(new URL(`/${locale}${place}`, request.url));
  }
  const screen = locale && SCREEN_AT.get(`/${rest.join("/")}`);
  const refusal = screen && screen.permission !== "public" ? refusalOf(screen, await claimsOf(request)) : null;
  if (!refusal) return withPolicy(request);
  const place = new URL(`/${locale}${refusal}`, request.url);
  place.searchParams.set("next", `${pathname}${search}`);
  return NextResponse.redirect(place);
}

/** The page with its policy. Next.js adds the nonce from the request headers to every script that it renders. */
function withPolicy(request: NextRequest): NextResponse {
  const policy = pagePolicy(makeNonce());
  const headers = new Headers(request.headers);
  headers.set(POLICY, policy);
  const response = localized(new NextRequest(request, { headers }));
  response.headers.set(POLICY, policy);
  return response;
}

/** A file, or the not-found page: it is prerendered at build time, so its scripts have no nonce and need none. */
function file(): NextResponse {
  const response = NextResponse.next();
  response.headers.set(POLICY, FILE_POLICY);
  return response;
}

/** Whether the path can be decoded: `%ff` cannot, and no page has such a path. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

async function claimsOf(request: NextRequest): Promise<SessionClaims | null> {
  const token = request.cookies.get(sessionCookieName())?.value;
  return token ? readSessionToken(token) : null;
}

/** Where the owner of this token is redirected; null if access may be tried. Without a standing it decides nothing. */
function refusalOf(screen: Screen, claims: SessionClaims | null): "/login" | "/no-access" | null {
  if (!claims) return "/login";
  if (!claims.standing) return null;
  const { scopeType, isRoot } = claims.standing;
  return levelOfScreen(screen) > levelOf(scopeType, isRoot) ? "/no-access" : null;
}

export const config = {
  runtime: "nodejs",
  // Excludes the calls, whose policy is in next.config.ts, and everything with a policy of its own: the service worker,
  // the map's files, the offline page and the manifest.
  matcher: [
    "/((?!service(?:/|$)|api(?:/|$)|write$|query$|ping$|_next/|_vercel/|sw\\.js$|maplibre/|basemap/|[^/]+/offline\\.html$|[^/]+/manifest\\.webmanifest$).*)",
  ],
};
