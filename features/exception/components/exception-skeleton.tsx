import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const CRITERIA = ["q", "started", "state", "acknowledged", "status", "severity", "kind", "carrierType", "withdrawn"];
const TABS = ["w-16", "w-20", "w-28", "w-24"];
const COLUMNS = ["w-16", "w-56", "w-40", "w-28", "w-20", "w-24", "w-24", "w-20"];
const ROWS = Array.from({ length: 15 }, (_, row) => `row-${row}`);

/** The loading state, with the layout and sizes of the list: criteria, tabs, rows; cards on a phone. */
export function ExceptionSkeleton() {
  return (
    <PageSkeleton fill>
      <div
        aria-hidden="true"
        className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3 max-sm:gap-y-3"
      >
        {CRITERIA.map((name) => (
          <div
            key={name}
            className={`flex flex-col gap-1 max-sm:flex-1 ${name === "started" ? "sm:w-72" : "sm:w-44"} ${name === "q" ? "" : "max-sm:hidden"}`}
          >
            <Skeleton className="w-16" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-control" />
        <Skeleton className="size-control sm:hidden" />
      </div>
      <div aria-hidden="true" className="flex min-h-0 flex-1 flex-col gap-2">
        <div className="flex h-9 items-center gap-6 overflow-hidden px-3">
          {TABS.map((width) => (
            <Skeleton key={width} className={`shrink-0 ${width}`} />
          ))}
        </div>
        <div className="min-h-0 overflow-hidden sm:rounded-md sm:border sm:bg-card">
          <div className="h-header bg-table-header max-sm:hidden" />
          {ROWS.map((row) => (
            <div
              key={row}
              className="flex h-row items-center gap-8 border-b px-4 max-sm:mb-2 max-sm:h-72 max-sm:rounded-md max-sm:border max-sm:bg-card"
            >
              {COLUMNS.map((width, column) => (
                <Skeleton key={`${width}-${column}`} className={`${width} ${column === 1 ? "" : "max-sm:hidden"}`} />
              ))}
            </div>
          ))}
        </div>
        <div className="flex h-control items-center justify-between">
          <Skeleton className="w-48" />
          <Skeleton className="w-40" />
        </div>
      </div>
    </PageSkeleton>
  );
}
