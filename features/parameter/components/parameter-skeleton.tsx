import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const CRITERIA = ["q", "type", "customerId"];

/** Placeholder of the parameter screen. */
export function ParameterSkeleton() {
  return (
    <PageSkeleton fill>
      <div aria-hidden="true" className="flex flex-wrap items-end gap-3 rounded-lg border bg-card p-3">
        {CRITERIA.map((name) => (
          <div
            key={name}
            className={`flex flex-col gap-1 max-sm:flex-1 sm:w-44 ${name === "q" ? "" : "max-sm:hidden"}`}
          >
            <Skeleton className="w-20" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-control" />
        <Skeleton className="size-control sm:hidden" />
      </div>
      <DataTableSkeleton columns={5} />
    </PageSkeleton>
  );
}
