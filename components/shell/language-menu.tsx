"use client";

import { Check, Languages } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { Link, usePathname } from "@/lib/i18n/navigation";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { TopPopover, topItemClass } from "./top-popover";

/** The same page, with the same query, in another language. */
export function LanguageMenu() {
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
