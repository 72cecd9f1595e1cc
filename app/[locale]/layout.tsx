import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { inter } from "@/components/ui/font";
import { readPreference } from "@/components/ui/read-preferences";
import { LOCALES } from "@/lib/i18n/routing";
import "../globals.css";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

export const metadata: Metadata = {
  title: { default: "Frostline", template: "%s · Frostline" },
  icons: { icon: "/favicon.svg" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#111a20" },
  ],
};

export default async function Layout({ children, params }: LayoutProps) {
  const { locale } = await params;
  if (!hasLocale(LOCALES, locale)) notFound();
  setRequestLocale(locale);
  const [theme, density] = await Promise.all([readPreference("theme"), readPreference("density")]);
  return (
    // The menus change both attributes before React hears of it.
    <html lang={locale} data-theme={theme} data-density={density} className={inter.variable} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
