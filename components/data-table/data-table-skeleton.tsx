import { Skeleton } from "@/components/ui/skeleton";

/** A list that is still on its way, with the sizes of the real one. */
export function DataTableSkeleton({ columns = 6, rows = 15 }: { columns?: number; rows?: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <div aria-hidden="true" className="flex min-h-0 grow flex-col gap-2">
      <div className="flex h-control items-center justify-end gap-1">
        <Skeleton className="size-6" />
        <Skeleton className="size-6" />
      </div>
      <div className="min-h-0 overflow-hidden rounded-md border bg-card">
        <div className="h-header bg-table-header" />
        {Array.from({ length: rows }, (_, row) => (
          <div key={`row-${row}`} className="flex h-row items-center gap-6 border-b px-3">
            {cells.map((cell) => (
              <Skeleton key={cell} className={cell === 0 ? "w-40" : "w-20"} />
            ))}
          </div>
        ))}
      </div>
      <div className="flex h-control items-center justify-between">
        <Skeleton className="w-24" />
        <Skeleton className="w-56" />
      </div>
    </div>
  );
}
