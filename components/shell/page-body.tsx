import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageBodyProps = {
  /** The page fills the height of the window and its table scrolls; otherwise the page grows and scrolls. */
  fill?: boolean;
  className?: string;
  children: ReactNode;
};

/** The padding and height of a page inside the shell. */
export function PageBody({ fill = false, className, children }: PageBodyProps) {
  return (
    <div
      className={cn(
        "flex shrink-0 grow flex-col gap-3 p-3 sm:p-4",
        fill && "md:min-h-120 md:shrink md:basis-0",
        className,
      )}
    >
      {children}
    </div>
  );
}
