import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

/** Placeholder of the board: criterion, counts, rows and map at their final sizes. */
export function BoardSkeleton() {
  return (
    <PageBody fill>
      <Skeleton className="h-control w-full max-w-xl" />
      <Skeleton className="h-control-sm w-full max-w-md" />
      <div className="flex min-h-0 flex-1 gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-4 rounded-lg border bg-card p-4 lg:w-3/5 lg:flex-none">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
        <div className="min-w-0 flex-1 rounded-lg border bg-map-sea max-lg:hidden" />
      </div>
    </PageBody>
  );
}
