import { DEFAULT_LOCALE, LOCALE_COOKIE, type Locale, routing, toLocale } from "./routing";

/**
 * The locale of a caller: the stored choice, then the client's `Accept-Language`, then its `own` (the account's, or its
 * customer's), then Chinese.
 */
export function requestLocale(headers: Headers, own?: string): Locale {
  const stored = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`).exec(headers.get("cookie") ?? "")?.[1];
  const chosen = toLocale(stored);
  if (chosen) return chosen;
  for (const entry of (headers.get("accept-language") ?? "").split(",")) {
    const tag = entry.split(";")[0]?.trim() ?? "";
    const locale = toLocale(tag) ?? byLanguage(tag);
    if (locale) return locale;
  }
  return toLocale(own) ?? DEFAULT_LOCALE;
}

const byLanguage = (tag: string): Locale | undefined => {
  const language = tag.split("-")[0]?.toLowerCase();
  return routing.locales.find((locale) => locale.split("-")[0] === language);
};
