import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

type CountSkeletonProps = {
  count: number;
  className: string;
  /** The labels are always below their numbers. */
  isStacked?: boolean;
};

/** The placeholder of a strip of counts; `className` sets the number per row, as for the real strip. */
export function CountSkeleton({ count, className, isStacked = false }: CountSkeletonProps) {
  return (
    <div aria-hidden="true" className="shrink-0 overflow-hidden rounded-lg border bg-border">
      <div className={cn("grid gap-px", className)}>
        {Array.from({ length: count }, (_, index) => (
          <div key={`count-${index}`} className="@container bg-card">
            <div className={cn("flex h-14 items-center px-4", !isStacked && "sm:@min-[12rem]:h-10")}>
              <Skeleton className="w-14" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
