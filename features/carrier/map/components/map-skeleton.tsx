import { PageBody } from "@/components/shell/page-body";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Placeholder of the map screen: criteria, counts, map and list at their final sizes. */
export function MapSkeleton() {
  return (
    <PageBody fill>
      <Skeleton className="h-control w-full max-w-3xl" />
      <Skeleton className="h-control-sm w-full max-w-xl" />
      <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-card max-md:h-[75dvh] max-md:min-h-120 max-md:flex-none max-md:flex-col">
        <div className="min-h-0 flex-1 bg-map-sea" />
        <div className="flex flex-col gap-3 p-3 max-md:basis-2/5 md:w-84">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      </div>
    </PageBody>
  );
}
