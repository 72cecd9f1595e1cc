import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

/** Lines of a card on a phone, including the title. */
const CARD_LINES = 5;

/** The placeholder of a loading list in the size of the real one: rows, on a phone cards. */
export function DataTableSkeleton({ columns = 6, rows = 15 }: { columns?: number; rows?: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <div aria-hidden="true" className="flex min-h-0 grow flex-col gap-2">
      <div className="flex h-control items-center justify-end gap-1">
        <Skeleton className="size-6" />
        <Skeleton className="size-6" />
      </div>
      <div className="min-h-0 overflow-hidden sm:rounded-md sm:border sm:bg-card">
        <div className="h-header bg-table-header max-sm:hidden" />
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={`row-${row}`}
            className="flex h-row items-center gap-6 border-b px-3 max-sm:mb-2 max-sm:grid max-sm:h-auto max-sm:grid-cols-2 max-sm:gap-4 max-sm:rounded-md max-sm:border max-sm:bg-card max-sm:p-3"
          >
            {cells.map((cell) => (
              <Skeleton
                key={cell}
                className={cn(cell === 0 ? "w-40 max-sm:col-span-2" : "w-20", cell >= CARD_LINES && "max-sm:hidden")}
              />
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
