import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ZodError } from "zod";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { anonymousContext } from "@/lib/operation/request-context";
import type { SearchParams } from "./define-page";
import { type ScreenPath, screenOf } from "./screens";

type RouteProps = { params: Promise<{ locale: string }>; searchParams: Promise<SearchParams> };

/** The request of a link page besides its key. `isRefresh`: the open page asks for its content again. */
export type LinkRequest = { search: SearchParams; isRefresh: boolean };

/**
 * A page shown without a login to anyone with the `key` in its URL. An invalid key, for whatever reason, is answered
 * with 404 and the `not-found.tsx` beside the page, or with 200 and `closed` where a reader may still open it; after too
 * many attempts `busy` is rendered.
 */
export function defineLinkPage(options: {
  path: ScreenPath;
  render: (ctx: OperationContext, key: string, request: LinkRequest) => Promise<ReactNode>;
  busy: (key: string) => ReactNode;
  closed?: (key: string, request: LinkRequest) => ReactNode;
}) {
  async function Page({ params, searchParams }: RouteProps) {
    const [{ locale }, search, head] = await Promise.all([params, searchParams, headers()]);
    setRequestLocale(locale);
    const ctx = anonymousContext(head, locale);
    const key = typeof search.key === "string" ? search.key : "";
    const request = { search, isRefresh: head.get("rsc") === "1" };
    try {
      return await options.render(ctx, key, request);
    } catch (error) {
      if (error instanceof ZodError || (error instanceof AppError && error.code === "NOT_FOUND"))
        return options.closed ? options.closed(key, request) : notFound();
      if (error instanceof AppError && error.code === "RATE_LIMITED") return options.busy(key);
      throw error;
    }
  }

  async function metadata({ params }: RouteProps): Promise<Metadata> {
    const { locale } = await params;
    const t = await getTranslations({ locale, namespace: "shell" });
    // The headers of the page say `no-referrer` already; a form in `closed` needs another policy.
    return { title: t(`menu.${screenOf(options.path).title}`), ...(!options.closed && { referrer: "no-referrer" }) };
  }

  return { Page, metadata };
}
