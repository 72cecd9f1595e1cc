import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { CountSkeleton } from "./count-skeleton";
import { DataTableSkeleton } from "./data-table-skeleton";

type ListSkeletonProps = {
  /** Counts above the list; `className` as for the real strip. */
  counts?: { count: number; className: string };
  criteria: number;
  columns: number;
  rows?: number;
};

/** The placeholder of a page with counts, a search bar and a list, with the layout of the real ones. */
export function ListSkeleton({ counts, criteria, columns, rows }: ListSkeletonProps) {
  return (
    <PageSkeleton fill>
      {counts && <CountSkeleton {...counts} />}
      <div
        aria-hidden="true"
        className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3 max-sm:gap-y-3"
      >
        {Array.from({ length: criteria }, (_, index) => (
          <div
            key={`criterion-${index}`}
            className={`flex flex-col gap-1 max-sm:flex-1 sm:w-44 ${index === 0 ? "" : "max-sm:hidden"}`}
          >
            <Skeleton className="w-16" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-control" />
        {criteria > 1 && <Skeleton className="size-control sm:hidden" />}
      </div>
      <DataTableSkeleton columns={columns} {...(rows !== undefined && { rows })} />
    </PageSkeleton>
  );
}
