import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import { formatNumber } from "@/lib/units/format";
import type { ListState } from "./column";
import { listHref, PAGING, pagerPages } from "./list-href";
import { NavSelect } from "./nav-select";
import { PageJumper } from "./page-jumper";

const SIZES = [15, 20, 50, 100] as const;

type StepProps = { href: string | null; label: string; rel: "prev" | "next"; children: ReactNode };

function Step({ href, label, rel, children }: StepProps) {
  const className = buttonVariants({ variant: "ghost", size: "icon" });
  if (!href)
    return (
      <span aria-hidden="true" className={cn(className, "pointer-events-none opacity-40")}>
        {children}
      </span>
    );
  return (
    <Link href={href} rel={rel} aria-label={label} scroll={false} prefetch={false} className={className}>
      {children}
    </Link>
  );
}

/**
 * The pagination of the list `name`, if it has rows: total, page size, previous, at most five page numbers, next, page
 * jumper. All of them are links, because the address holds the state.
 */
export function Pagination({ list, name }: { list: ListState; name?: string }) {
  const t = useTranslations("common.pagination");
  const locale = useLocale();
  const { start, length, total } = list;
  if (total === 0) return null;
  const pages = Math.max(1, Math.ceil(total / length));
  const page = Math.min(pages, Math.floor(start / length) + 1);
  const hrefOf = (target: number) => listHref(list, { [PAGING.start]: (target - 1) * length });
  const sizes = SIZES.map((size) => ({ href: listHref(list, { [PAGING.length]: size }), size }));
  return (
    <nav
      aria-label={name ? `${t("label")}: ${name}` : t("label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <p className="text-muted-foreground text-sm tabular-nums">
        {t("total", { total })}
        {pages > 1 && (
          <span className="hidden print:inline">
            {" "}
            {t("printed", { from: start + 1, to: Math.min(total, start + length) })}
          </span>
        )}
      </p>
      <NavSelect
        label={t("pageSize")}
        className="w-auto max-sm:hidden print:hidden"
        value={sizes.find(({ size }) => size === length)?.href ?? ""}
        options={sizes.map(({ href, size }) => ({ href, label: t("perPage", { size }) }))}
      />
      <div data-print="hide" className="ml-auto flex items-center gap-1">
        <Step href={page > 1 ? hrefOf(page - 1) : null} label={t("previous")} rel="prev">
          <ChevronLeft aria-hidden="true" />
        </Step>
        <span className="px-2 text-sm tabular-nums sm:hidden">
          {formatNumber(page, locale)} / {formatNumber(pages, locale)}
        </span>
        <ol className="hidden items-center gap-1 sm:flex">
          {pagerPages(page, pages).map((target, index) => (
            <li key={target ?? `gap-${index}`}>
              {target === null ? (
                <span className="grid size-control place-items-center text-faint-foreground">…</span>
              ) : (
                <Link
                  href={hrefOf(target)}
                  scroll={false}
                  prefetch={false}
                  aria-label={t("page", { page: target })}
                  aria-current={target === page ? "page" : undefined}
                  className={cn(
                    buttonVariants({ variant: "ghost" }),
                    "min-w-control px-1.5 tabular-nums",
                    target === page && "bg-primary-soft text-primary-soft-foreground",
                  )}
                >
                  {formatNumber(target, locale)}
                </Link>
              )}
            </li>
          ))}
        </ol>
        <Step href={page < pages ? hrefOf(page + 1) : null} label={t("next")} rel="next">
          <ChevronRight aria-hidden="true" />
        </Step>
      </div>
      <div data-print="hide" className={cn("max-sm:hidden", pages === 1 && "hidden")}>
        <PageJumper list={{ path: list.path, query: list.query, length }} page={page} pages={pages} />
      </div>
    </nav>
  );
}
