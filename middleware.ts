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
 * Locale, and cheap redirects by what the session's token says: no session to the login, a screen above the account's
 * access level to the refusal. Never the authority: pages and operations ask the database.
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
  // Only to a page of the console: an address from outside leads nowhere else by it.
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

/** The page under its policy. Next.js reads the nonce from the request's and puts it on every script that it writes. */
function withPolicy(request: NextRequest): NextResponse {
  const policy = pagePolicy(makeNonce());
  const headers = new Headers(request.headers);
  headers.set(POLICY, policy);
  const response = localized(new NextRequest(request, { headers }));
  response.headers.set(POLICY, policy);
  return response;
}

/** A file, or the page that there is none: it is made at the build, so its scripts have no nonce, and it needs none. */
function file(): NextResponse {
  const response = NextResponse.next();
  response.headers.set(POLICY, FILE_POLICY);
  return response;
}

/** Whether the path is text at all: `%ff` is none, and no page is behind it. */
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

/** Where somebody with this token is sent instead; null if he may try. A token without a standing decides nothing. */
function refusalOf(screen: Screen, claims: SessionClaims | null): "/login" | "/no-access" | null {
  if (!claims) return "/login";
  if (!claims.standing) return null;
  const { scopeType, isRoot } = claims.standing;
  return levelOfScreen(screen) > levelOf(scopeType, isRoot) ? "/no-access" : null;
}

export const config = {
  runtime: "nodejs",
  // Without the calls, whose policy stands in next.config.ts, and without what runs or is read under one of its own:
  // the service worker, the map's files, the offline page and the manifest.
  matcher: [
    "/((?!service(?:/|$)|api(?:/|$)|write$|query$|ping$|_next/|_vercel/|sw\\.js$|maplibre/|basemap/|[^/]+/offline\\.html$|[^/]+/manifest\\.webmanifest$).*)",
  ],
};
