import { type ReactNode, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

type LazyCriterionProps = {
  /** The query parameter of the criterion, and its value in the address. */
  name: string;
  value: string | number | undefined;
  children: ReactNode;
};

/** A control that is loaded when it is first shown; meanwhile the form has its value and the bar its height. */
export function LazyCriterion({ name, value, children }: LazyCriterionProps) {
  return (
    <Suspense
      fallback={
        <>
          <Skeleton className="h-control w-full rounded-md" />
          <input type="hidden" name={name} value={value ?? ""} />
        </>
      }
    >
      {children}
    </Suspense>
  );
}
