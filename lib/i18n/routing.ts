import { defineRouting } from "next-intl/routing";

export const LOCALES = ["zh-CN", "en-US", "es", "ja"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "zh-CN";

/** Each language's own name, for switchers. */
export const LOCALE_NAMES: Record<Locale, string> = {
  "zh-CN": "简体中文",
  "en-US": "English",
  es: "Español",
  ja: "日本語",
};

/** Converts another system's name of a locale (`zh_CN`, `en_US`) to ours; undefined if it is not supported. */
export function toLocale(name: string | null | undefined): Locale | undefined {
  const wanted = name?.replace("_", "-").toLowerCase();
  return LOCALES.find((locale) => locale.toLowerCase() === wanted);
}

/** lib/datetime formats instants in the customer's zone; a fixed zone makes server and browser agree elsewhere. */
export const TIME_ZONE = "UTC";

/** The cookie that stores the chosen locale. */
export const LOCALE_COOKIE = "LOCALE";

export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: "always",
  localeCookie: { name: LOCALE_COOKIE, maxAge: 60 * 60 * 24 * 365 },
});
