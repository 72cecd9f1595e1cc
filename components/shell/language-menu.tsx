"use client";

import { Check, Languages } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { TopPopover, topItemClass } from "./top-popover";

/** The same page, with the same query, in another language; `saveUrl` is the call that keeps the choice. */
export function LanguageMenu({ saveUrl }: { saveUrl?: string | undefined }) {
  const t = useTranslations("shell");
  const current = useLocale();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  return (
    <TopPopover label={t("language")} trigger={<Languages aria-hidden="true" />}>
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

/** Goes on while the page changes. If it fails, the browser remembers the language all the same. */
function saveLocale(url: string, locale: string): void {
  const headers = { "content-type": "application/json" };
  fetch(url, { method: "PUT", keepalive: true, headers, body: JSON.stringify({ locale }) }).catch(() => {});
}
