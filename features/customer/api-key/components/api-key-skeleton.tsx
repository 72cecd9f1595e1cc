import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

/** The list on its way, with the places and sizes of the real one. */
export function ApiKeySkeleton() {
  const t = useTranslations("common.table");
  return (
    <PageBody fill>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div
        aria-hidden="true"
        className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3 max-sm:gap-y-3"
      >
        {["q", "state"].map((name) => (
          <div
            key={name}
            className={`flex flex-col gap-1 sm:w-44 max-sm:w-full ${name === "q" ? "" : "max-sm:hidden"}`}
          >
            <Skeleton className="w-16" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-full" />
      </div>
      <DataTableSkeleton columns={8} />
    </PageBody>
  );
}
