import { FEW } from "@/components/search-bar/criterion";
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
      <div aria-hidden="true" className="flex flex-wrap items-center gap-2">
        <Skeleton className="h-control max-sm:w-full sm:w-56" />
        {Array.from({ length: criteria > FEW ? 0 : Math.max(0, criteria - 1) }, (_, index) => (
          <Skeleton key={`criterion-${index}`} className="h-control max-sm:w-full sm:w-56" />
        ))}
        {criteria > FEW && <Skeleton className="h-control w-24" />}
      </div>
      <DataTableSkeleton columns={columns} {...(rows !== undefined && { rows })} />
    </PageSkeleton>
  );
}
