"use client";

import { ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePathname } from "@/lib/i18n/navigation";
import { type PageTitles, pageKey } from "./page-key";
import { usePageName } from "./page-name";

/** The section and title of the current page, or its kind and the record's name: the heading of the document. */
export function PageTitle({ titles }: { titles: PageTitles }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const name = usePageName(pageKey(titles, pathname, useSearchParams()));
  const page = titles[pathname];
  const section = name === undefined ? page?.section : page?.title;
  const title = name ?? page?.title;
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {section && (
        <>
          <span className="truncate text-muted-foreground max-sm:hidden">{section}</span>
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint-foreground max-sm:hidden" />
        </>
      )}
      {/* On a phone a long title wraps to two short lines beside the controls. */}
      <h1
        title={title}
        className="font-semibold text-base max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight sm:truncate"
      >
        {title ?? t("product")}
      </h1>
    </div>
  );
}
