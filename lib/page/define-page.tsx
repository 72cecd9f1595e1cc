import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { z } from "zod";
import { currentPrincipal } from "@/lib/auth/current";
import type { Principal } from "@/lib/auth/principal";
import { AppError } from "@/lib/errors";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { pageContext } from "@/lib/operation/request-context";
import { mayOpen, type ScreenPath, screenOf } from "./screens";

export type SearchParams = Record<string, string | string[] | undefined>;

/** What a page renders with: the context for operations, who is signed in, the query of the address. */
export type PageContext = OperationContext & { principal: Principal; search: SearchParams };

type RouteProps = { params: Promise<{ locale: string }>; searchParams: Promise<SearchParams> };

/**
 * A page of a registered screen that needs a session: checks the permission of the registry, builds the context,
 * turns refusals into redirects, and gives the client the named message namespaces and no others. `skeleton` is
 * sent at once and the content follows in its place; without one the answer waits. What `check` throws is known before:
 * the answer is then a 404, which a page that is on its way cannot become.
 */
export function definePage(options: {
  path: ScreenPath;
  messages: readonly string[];
  skeleton?: ReactNode;
  check?: (ctx: PageContext) => Promise<void>;
  render: (ctx: PageContext) => Promise<ReactNode>;
}) {
  const screen = screenOf(options.path);

  async function Page({ params, searchParams }: RouteProps) {
    const [{ locale }, search, principal, head] = await Promise.all([
      params,
      searchParams,
      currentPrincipal(),
      headers(),
    ]);
    setRequestLocale(locale);
    const next = encodeURIComponent(addressOf(locale, options.path, search));
    if (!principal) redirect(`/${locale}/login?next=${next}`);
    // Nothing else is open before these are done.
    if (principal.mustChangePassword || principal.mustSetUpSecondFactor) redirect(`/${locale}/password?next=${next}`);
    if (principal.scopeType === -1 && principal.scope.customerIds.length === 0)
      redirect(`/${locale}/proxyCustomer?next=${next}`);
    const refuse = () => redirect(`/${locale}/no-access?next=${next}`);
    // Without any function even the open pages are closed; the refusal then ends the session.
    if (principal.permissions.size === 0 || !mayOpen(screen, principal.permissions)) refuse();
    const ctx: PageContext = { ...pageContext(principal, head, locale), principal, search };
    const messages = await pickMessages(options.messages);
    if (options.check) await withPageErrors(options.check, ctx, refuse);
    const content = () => withPageErrors(options.render, ctx, refuse);
    return (
      <MessagesProvider {...messages}>
        {options.skeleton === undefined ? (
          await content()
        ) : (
          <Suspense fallback={options.skeleton}>{content()}</Suspense>
        )}
      </MessagesProvider>
    );
  }

  async function metadata({ params }: RouteProps): Promise<Metadata> {
    const { locale } = await params;
    const t = await getTranslations({ locale, namespace: "shell" });
    return { title: t(`menu.${screen.title}`) };
  }

  return { Page: Object.assign(Page, { screen }), metadata };
}

/** Does a page's work; its refusals become where they lead. */
async function withPageErrors<T>(
  work: (ctx: PageContext) => Promise<T>,
  ctx: PageContext,
  refuse: () => never,
): Promise<Awaited<T>> {
  try {
    return await work(ctx);
  } catch (error) {
    // An address without what the page needs names nothing.
    if (error instanceof z.ZodError || (error instanceof AppError && error.code === "NOT_FOUND")) notFound();
    if (error instanceof AppError && error.code === "FORBIDDEN") refuse();
    // Next's own refusals carry a digest; for the rest it is what the error page shows.
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
