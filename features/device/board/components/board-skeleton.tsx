import { useTranslations } from "next-intl";
import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

const COUNTS = 9;
const CRITERIA = ["q", "sceneId"];

/** The board on its way, with the places and sizes of the real one: counts, criteria, rows. */
export function BoardSkeleton() {
  const t = useTranslations("common.table");
  return (
    <PageBody fill>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="shrink-0 overflow-hidden rounded-lg border bg-border">
        <div className="grid grid-cols-3 gap-px sm:grid-cols-5 lg:grid-cols-9">
          {Array.from({ length: COUNTS }, (_, index) => (
            <div key={`count-${index}`} className="flex h-14 items-center bg-card px-4">
              <Skeleton className="w-14" />
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3">
        {CRITERIA.map((name) => (
          <div key={name} className={`flex flex-col gap-1 sm:w-44 ${name === "q" ? "max-sm:w-full" : "max-sm:hidden"}`}>
            <Skeleton className="w-16" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-full" />
      </div>
      <DataTableSkeleton columns={6} rows={12} />
    </PageBody>
  );
}
