import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const LINES = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Loading state of chapters and topics. */
export function AdministrationSkeleton() {
  return (
    <PageSkeleton fill className="md:flex-row">
      <div aria-hidden="true" className="shrink-0 rounded-lg border bg-card md:w-80">
        <div className="flex min-h-12 items-center justify-between border-b px-4">
          <Skeleton className="w-20" />
          <Skeleton className="h-control-sm w-24" />
        </div>
        <div className="flex flex-col gap-5 p-4">
          {LINES.map((line) => (
            <Skeleton key={line} className="w-3/4" />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-control w-28" />
        <div className="overflow-hidden rounded-md border bg-card">
          <div className="h-header bg-table-header" />
          {LINES.slice(0, 4).map((line) => (
            <div key={line} className="flex h-row items-center gap-6 border-b px-3 last:border-b-0">
              <Skeleton className="w-1/3" />
              <Skeleton className="w-1/6" />
              <Skeleton className="w-1/6" />
            </div>
          ))}
        </div>
      </div>
    </PageSkeleton>
  );
}
