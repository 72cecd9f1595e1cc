import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { PageBody } from "./page-body";

/** A list page on its way: search bar, toolbar, rows. */
export function PageSkeleton() {
  const t = useTranslations("common.table");
  return (
    <PageBody fill>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="flex flex-wrap items-end gap-3 rounded-lg border bg-card p-3">
        {["w-44", "w-44", "w-72"].map((width, index) => (
          <div key={`${width}-${index}`} className="flex flex-col gap-1 max-sm:hidden">
            <Skeleton className="h-4 w-16" />
            <Skeleton className={`h-control ${width}`} />
          </div>
        ))}
        <Skeleton className="h-control w-24 max-sm:w-full" />
      </div>
      <DataTableSkeleton />
    </PageBody>
  );
}
