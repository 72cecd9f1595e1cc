"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePathname } from "@/lib/i18n/navigation";

/** Title and menu section by path. */
export type PageTitles = Readonly<Record<string, { title: string; section?: string }>>;

/** The section and title of the current page. The title is the heading of the document. */
export function PageTitle({ titles }: { titles: PageTitles }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const page = titles[pathname];
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {page?.section && (
        <>
          <span className="truncate text-muted-foreground max-sm:hidden">{page.section}</span>
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint-foreground max-sm:hidden" />
        </>
      )}
      {/* On a phone a long title wraps to two short lines beside the controls. */}
      <h1
        title={page?.title}
        className="font-semibold text-base max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight sm:truncate"
      >
        {page?.title ?? t("product")}
      </h1>
    </div>
  );
}
