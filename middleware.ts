import { type NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { routing, toLocale } from "@/lib/i18n/routing";
import { SCREENS } from "@/lib/page/screens";

const localized = createMiddleware(routing);
const OPEN = new Set<string>(SCREENS.filter((screen) => screen.permission === "public").map((screen) => screen.path));
const COOKIES = ["next-auth.session-token", "__Secure-next-auth.session-token"];

/**
 * Locale and a cheap redirect of those who have no session cookie. Never the authority: pages and operations check.
 */
export default function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl;
  const [, first = "", ...rest] = pathname.split("/");
  const locale = toLocale(first);
  // The older API's spelling (`/zh_CN/…`) names the same pages.
  if (locale && locale !== first)
    return NextResponse.redirect(new URL(`/${[locale, ...rest].join("/")}${search}`, request.url));
  const path = `/${rest.join("/")}`;
  const isScreen = SCREENS.some((screen) => screen.path === path);
  if (locale && isScreen && !OPEN.has(path) && !COOKIES.some((name) => request.cookies.has(name))) {
    const login = new URL(`/${locale}/login`, request.url);
    login.searchParams.set("next", `${pathname}${search}`);
    return NextResponse.redirect(login);
  }
  return localized(request);
}

export const config = { runtime: "nodejs", matcher: ["/((?!service|api|_next|_vercel|.*\\..*).*)"] };
