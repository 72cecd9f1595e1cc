"use client";

import { Check, Languages } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/i18n/routing";
import { choiceTrigger, type TopPlace, TopPopover, topItemClass } from "./top-popover";

/** Links to the same page and query in another language; `saveUrl` is the call that stores the choice. */
export function LanguageMenu({ saveUrl, place = "bar" }: { saveUrl?: string | undefined; place?: TopPlace }) {
  const t = useTranslations("shell");
  const current = useLocale() as Locale;
  const pathname = usePathname();
  const query = useSearchParams().toString();
  return (
    <TopPopover
      label={t("language")}
      {...choiceTrigger(place, t("language"), <Languages aria-hidden="true" />, LOCALE_NAMES[current])}
    >
      <ul>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <Link
              href={query ? `${pathname}?${query}` : pathname}
              locale={locale}
              lang={locale}
              hrefLang={locale}
              prefetch={false}
              onClick={() => saveUrl && saveLocale(saveUrl, locale)}
              scroll={false}
              aria-current={locale === current ? "true" : undefined}
              className={topItemClass}
            >
              <span className="flex-1">{LOCALE_NAMES[locale]}</span>
              {locale === current && <Check aria-hidden="true" />}
            </Link>
          </li>
        ))}
      </ul>
    </TopPopover>
  );
}

/** Uses keepalive, because the page changes meanwhile. If it fails, the browser still remembers the language. */
function saveLocale(url: string, locale: string): void {
  const headers = { "content-type": "application/json" };
  fetch(url, { method: "PUT", keepalive: true, headers, body: JSON.stringify({ locale }) }).catch(() => {});
}
