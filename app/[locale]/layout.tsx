import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { inter } from "@/components/layout/font";
import { NavigationProgress } from "@/components/providers/navigation-progress";
import { ServiceWorker } from "@/components/providers/service-worker";
import { BAR_COLOURS } from "@/components/value/bar-colour";
import { build, env } from "@/lib/env/env";
import { LOCALES } from "@/lib/i18n/routing";
import { readPreference } from "@/lib/preference/read-preferences";
import "../globals.css";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const { locale } = await params;
  return {
    title: { default: "Frostline", template: "%s · Frostline" },
    manifest: `/${locale}/manifest.webmanifest`,
    icons: { icon: "/favicon.svg", apple: "/icons/apple-touch-icon.png" },
    appleWebApp: { capable: true, title: "Frostline" },
    robots: { index: false, follow: false },
  };
}

/** The browser's bar has the colour of the top bar in the chosen theme. */
export async function generateViewport(): Promise<Viewport> {
  const theme = await readPreference("theme");
  const { light, dark } = BAR_COLOURS;
  return {
    colorScheme: "light dark",
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: light)", color: light },
            { media: "(prefers-color-scheme: dark)", color: dark },
          ]
        : BAR_COLOURS[theme],
  };
}

export default async function Layout({ children, params }: LayoutProps) {
  const { locale } = await params;
  if (!hasLocale(LOCALES, locale)) notFound();
  setRequestLocale(locale);
  const [theme, density, t] = await Promise.all([
    readPreference("theme"),
    readPreference("density"),
    getTranslations("common.table"),
  ]);
  return (
    // The menus change both attributes without React.
    <html lang={locale} data-theme={theme} data-density={density} className={inter.variable} suppressHydrationWarning>
      <body>
        <NavigationProgress label={t("loading")} />
        {children}
        <ServiceWorker build={env().NODE_ENV === "production" ? build() : null} />
      </body>
    </html>
  );
}
