import { defineRouting } from "next-intl/routing";

export const LOCALES = ["zh-CN", "en-US", "es", "ja"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "zh-CN";

/** Each language named in itself, for switchers. */
export const LOCALE_NAMES: Record<Locale, string> = {
  "zh-CN": "简体中文",
  "en-US": "English",
  es: "Español",
  ja: "日本語",
};

/** The name that other systems give a locale (`zh_CN`, `en_US`) as ours; undefined when it is none of ours. */
export function toLocale(name: string | null | undefined): Locale | undefined {
  const wanted = name?.replace("_", "-").toLowerCase();
  return LOCALES.find((locale) => locale.toLowerCase() === wanted);
}

/** Instants are formatted by lib/datetime in the customer's zone; this keeps server and browser alike in all else. */
export const TIME_ZONE = "UTC";

/** Where the chosen language is kept. */
export const LOCALE_COOKIE = "LOCALE";

export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: "always",
  localeCookie: { name: LOCALE_COOKIE, maxAge: 60 * 60 * 24 * 365 },
});
