import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

type CountSkeletonProps = {
  count: number;
  className: string;
  /** The words stand below their numbers however wide each is. */
  isStacked?: boolean;
};

/** A strip of so many counts on its way; `className` says how many stand in a row, as that of the real one. */
export function CountSkeleton({ count, className, isStacked = false }: CountSkeletonProps) {
  return (
    <div aria-hidden="true" className="shrink-0 overflow-hidden rounded-lg border bg-border">
      <div className={cn("grid gap-px", className)}>
        {Array.from({ length: count }, (_, index) => (
          <div key={`count-${index}`} className="@container bg-card">
            <div className={cn("flex h-14 items-center px-4", !isStacked && "sm:@min-[10rem]:h-10")}>
              <Skeleton className="w-14" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
