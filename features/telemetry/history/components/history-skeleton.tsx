import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

/** Skeleton of the history: names and range, chart, and figures beside it where there is room. */
export function HistorySkeleton() {
  return (
    <PageSkeleton>
      <div aria-hidden="true" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid w-full gap-2">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="w-40" />
        </div>
        <Skeleton className="h-control w-full max-w-6xl" />
      </div>
      <div aria-hidden="true" className="grid grow content-start gap-3 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <Skeleton className="h-160 rounded-lg" />
        <Skeleton className="h-160 rounded-lg max-xl:hidden" />
      </div>
    </PageSkeleton>
  );
}
