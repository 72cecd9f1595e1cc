import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

/** The menu on its way. */
export function MenuSkeleton() {
  const t = useTranslations("common.table");
  return (
    <PageBody fill>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="flex items-end gap-3 rounded-lg border bg-card p-3">
        <div className="flex flex-col gap-1 max-sm:flex-1 sm:w-44">
          <Skeleton className="w-20" />
          <Skeleton className="h-control w-full" />
        </div>
        <Skeleton className="h-control w-20" />
      </div>
      <DataTableSkeleton columns={7} />
    </PageBody>
  );
}
