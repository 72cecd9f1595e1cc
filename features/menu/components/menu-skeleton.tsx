import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function MenuSkeleton() {
  return (
    <PageSkeleton fill>
      <div aria-hidden="true" className="flex items-end gap-3 rounded-lg border bg-card p-3">
        <div className="flex flex-col gap-1 max-sm:flex-1 sm:w-44">
          <Skeleton className="w-20" />
          <Skeleton className="h-control w-full" />
        </div>
        <Skeleton className="h-control w-20" />
      </div>
      <DataTableSkeleton columns={7} />
    </PageSkeleton>
  );
}
