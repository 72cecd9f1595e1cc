import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const GROUPS = ["w-32", "w-24", "w-36"];

/** Loading state with the layout of groups and contacts. */
export function ContactSkeleton() {
  return (
    <PageSkeleton fill>
      <div aria-hidden="true" className="flex min-h-0 flex-1 gap-4 max-md:flex-col">
        <div className="flex flex-col gap-3 md:w-64 md:shrink-0 md:rounded-lg md:border md:bg-card md:p-3">
          <Skeleton className="h-control w-full md:h-control-sm" />
          {GROUPS.map((width) => (
            <Skeleton key={width} className={`h-6 max-md:hidden ${width}`} />
          ))}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-12 w-72 max-w-full" />
          <Skeleton className="h-20 w-full rounded-lg" />
          <DataTableSkeleton columns={6} rows={8} />
        </div>
      </div>
    </PageSkeleton>
  );
}
