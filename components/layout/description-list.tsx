import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The names and values of one record, in two columns where there is room. */
export function DescriptionList({
  items,
  className,
}: {
  items: { term: ReactNode; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={cn("grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-6 gap-y-2.5 text-sm", className)}>
      {items.map(({ term, value }, index) => (
        // The index is a stable key, because the items of a record do not move.
        <div key={typeof term === "string" ? term : index} className="contents">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="min-w-0 break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
