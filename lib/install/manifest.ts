import { getTranslations } from "next-intl/server";
import { type Locale, toLocale } from "@/lib/i18n/routing";
import { type ScreenPath, screenOf } from "@/lib/page/screens";

/** Shortcuts shown by a long press on the installed app's icon. */
const SHORTCUTS = ["/abnormal/dataex", "/databoard/monitoringPoint", "/databoard/monitorMap"] as const;

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${file}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The web app manifest in a locale. Its id is the same in all: another locale must not be another app. */
export async function manifestOf(locale: Locale) {
  const t = await getTranslations({ locale, namespace: "install" });
  const tShell = await getTranslations({ locale, namespace: "shell" });
  const addressOf = (path: ScreenPath) => `/${locale}${path}`;
  return {
    id: "/",
    scope: "/",
    start_url: addressOf("/home"),
    lang: locale,
    dir: "ltr",
    name: t("name"),
    short_name: "Frostline",
    description: t("description"),
    display: "standalone",
    // Colours of the light theme until the page sets its own.
    theme_color: "#ffffff",
    background_color: "#f4f6f8",
    icons: [
      { src: "/logo.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      ...[192, 512].flatMap((size) => [icon("icon", size, "any"), icon("maskable", size, "maskable")]),
    ],
    shortcuts: SHORTCUTS.map((path) => ({ name: tShell(`menu.${screenOf(path).title}`), url: addressOf(path) })),
  };
}

/** The manifest for a path's locale; 404 for an unknown one. */
export async function manifestResponse(name: string): Promise<Response> {
  const locale = toLocale(name);
  if (!locale) return new Response(null, { status: 404 });
  const headers = {
    "content-type": "application/manifest+json; charset=utf-8",
    "cache-control": "public, max-age=3600",
  };
  return new Response(JSON.stringify(await manifestOf(locale)), { headers });
}
