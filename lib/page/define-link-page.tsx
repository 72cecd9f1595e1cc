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

/**
 * A page shown without a login to anyone with the `key` in its URL. An invalid key, for whatever reason, is answered
 * with 404 and the `not-found.tsx` beside the page; after too many attempts `busy` is rendered.
 */
export function defineLinkPage(options: {
  path: ScreenPath;
  render: (ctx: OperationContext, key: string) => Promise<ReactNode>;
  busy: () => ReactNode;
}) {
  async function Page({ params, searchParams }: RouteProps) {
    const [{ locale }, { key }, head] = await Promise.all([params, searchParams, headers()]);
    setRequestLocale(locale);
    try {
      return await options.render(anonymousContext(head, locale), typeof key === "string" ? key : "");
    } catch (error) {
      if (error instanceof ZodError || (error instanceof AppError && error.code === "NOT_FOUND")) notFound();
      if (error instanceof AppError && error.code === "RATE_LIMITED") return options.busy();
      throw error;
    }
  }

  async function metadata({ params }: RouteProps): Promise<Metadata> {
    const { locale } = await params;
    const t = await getTranslations({ locale, namespace: "shell" });
    return { title: t(`menu.${screenOf(options.path).title}`), referrer: "no-referrer" };
  }

  return { Page, metadata };
}
