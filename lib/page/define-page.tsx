import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { cache, type ReactNode, Suspense } from "react";
import { z } from "zod";
import { currentPrincipal } from "@/lib/auth/current";
import { unitsFor } from "@/lib/auth/customer-units";
import type { Principal } from "@/lib/auth/principal";
import { AppError } from "@/lib/errors";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { pageContext } from "@/lib/operation/request-context";
import { UnitsProvider } from "@/lib/units/units-context";
import { mayOpen, opensNothing, type ScreenPath, screenOf } from "./screens";

export type SearchParams = Record<string, string | string[] | undefined>;

/** Context of a page: that of operations, the logged-in account, the URL's query. */
export type PageContext = OperationContext & { principal: Principal; search: SearchParams };

type RouteProps = { params: Promise<{ locale: string }>; searchParams: Promise<SearchParams> };

/**
 * The context of a page, null without a session. The title and the content of a response share it, so that a loader
 * wrapped in React's `cache` reads the record once for both. `query` is the URL's query as JSON, because `cache`
 * compares arguments by identity.
 */
const contextOf = cache(async (locale: string, query: string): Promise<PageContext | null> => {
  const [principal, head] = await Promise.all([currentPrincipal(), headers()]);
  return principal && { ...pageContext(principal, head, locale), principal, search: JSON.parse(query) };
});

/** Nothing is accessible before these are done. */
const mustSetUp = ({ mustChangePassword, mustSetUpSecondFactor }: Principal) =>
  mustChangePassword || mustSetUpSecondFactor;

/**
 * Defines the page of a registered screen that requires a session: checks the permission in the registry, builds the
 * context, turns refusals into redirects, and sends only the named message namespaces to the client. With `skeleton`
 * the content is streamed; without one the response waits for it. `check` runs first, so that what it throws can still
 * become a 404, which is impossible once streaming has begun. `name` returns the name of the record that the page shows,
 * with which the document's title begins, so that the browser's tabs can be told apart.
 */
export function definePage(options: {
  path: ScreenPath;
  messages: readonly string[];
  skeleton?: ReactNode;
  check?: (ctx: PageContext) => Promise<void>;
  name?: (ctx: PageContext) => Promise<string | null | undefined>;
  render: (ctx: PageContext) => Promise<ReactNode>;
}) {
  const screen = screenOf(options.path);

  async function Page({ params, searchParams }: RouteProps) {
    const [{ locale }, search] = await Promise.all([params, searchParams]);
    setRequestLocale(locale);
    const next = encodeURIComponent(addressOf(locale, options.path, search));
    const ctx = await contextOf(locale, JSON.stringify(search));
    if (!ctx) redirect(`/${locale}/login?next=${next}`);
    const { principal } = ctx;
    if (mustSetUp(principal)) redirect(`/${locale}/password?next=${next}`);
    if (principal.scopeType === -1 && principal.scope.customerIds.length === 0)
      redirect(`/${locale}/proxyCustomer?next=${next}`);
    const refuse = () => redirect(`/${locale}/no-access?next=${next}`);
    // Without a screen of their own, pages for all accounts are closed as well; the refusal then ends the session.
    if (opensNothing(principal.permissions) || !mayOpen(screen, principal.permissions)) refuse();
    const [messages, units] = await Promise.all([pickMessages(options.messages), unitsFor(ctx.db, principal)]);
    if (options.check) await withPageErrors(options.check, ctx, refuse);
    const content = () => withPageErrors(options.render, ctx, refuse);
    return (
      <MessagesProvider {...messages}>
        <UnitsProvider {...units}>
          {options.skeleton === undefined ? (
            await content()
          ) : (
            <Suspense fallback={options.skeleton}>{content()}</Suspense>
          )}
        </UnitsProvider>
      </MessagesProvider>
    );
  }

  /** The name of the record; undefined if the page will refuse to show it. */
  async function nameOf({ params, searchParams }: RouteProps): Promise<string | null | undefined> {
    if (!options.name) return undefined;
    const [{ locale }, search] = await Promise.all([params, searchParams]);
    const ctx = await contextOf(locale, JSON.stringify(search));
    if (!ctx || mustSetUp(ctx.principal) || !mayOpen(screen, ctx.principal.permissions)) return undefined;
    return options.name(ctx).catch(() => undefined);
  }

  async function metadata(props: RouteProps): Promise<Metadata> {
    const { locale } = await props.params;
    const [t, name] = await Promise.all([getTranslations({ locale, namespace: "shell" }), nameOf(props)]);
    const title = t(`menu.${screen.title}`);
    return { title: name ? `${name} · ${title}` : title };
  }

  return { Page: Object.assign(Page, { screen, isNamed: options.name !== undefined }), metadata };
}

/** Runs a page's work and converts its refusals to redirects and 404. */
async function withPageErrors<T>(
  work: (ctx: PageContext) => Promise<T>,
  ctx: PageContext,
  refuse: () => never,
): Promise<Awaited<T>> {
  try {
    return await work(ctx);
  } catch (error) {
    // A URL without the parameters that the page needs is not found.
    if (error instanceof z.ZodError || (error instanceof AppError && error.code === "NOT_FOUND")) notFound();
    if (error instanceof AppError && error.code === "FORBIDDEN") refuse();
    // Next's own errors have a digest already; for others, set the one that the error page shows.
    if (error instanceof Error && !("digest" in error)) {
      log.error({ err: error, requestId: ctx.requestId }, "page failed");
      Object.assign(error, { digest: ctx.requestId });
    }
    throw error;
  }
}

function addressOf(locale: string, path: string, search: SearchParams): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (typeof value === "string") query.set(key, value);
  return `/${locale}${path}${query.size > 0 ? `?${query}` : ""}`;
}
