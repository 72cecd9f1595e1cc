import { DataTableSkeleton } from "@/components/data-table/data-table-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const WIDTH: Readonly<Record<string, string>> = { q: "sm:w-60", at: "sm:w-72" };
const CRITERIA = ["q", "at", "operator", "entity", "operation", "entityId", "address"];

/** Loading state with the layout of the log. */
export function SysLogSkeleton() {
  return (
    <PageSkeleton fill>
      <div aria-hidden="true" className="flex h-9 touch:h-11 items-center gap-6 border-b px-3">
        <Skeleton className="w-20" />
        <Skeleton className="w-16" />
      </div>
      <div aria-hidden="true" className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border bg-card p-3">
        {CRITERIA.map((name) => (
          <div
            key={name}
            className={`flex flex-col gap-1 max-sm:flex-1 ${WIDTH[name] ?? "sm:w-44"} ${name === "q" ? "" : "max-sm:hidden"}`}
          >
            <Skeleton className="w-16" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
        <Skeleton className="h-control w-20 max-sm:w-control" />
        <Skeleton className="size-control sm:hidden" />
      </div>
      <DataTableSkeleton columns={8} rows={15} />
    </PageSkeleton>
  );
}
