import { cn } from "./cn";

/** A placeholder in the size of the final content, which avoids a layout shift. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block h-4 animate-skeleton rounded-sm bg-border", className)} />;
}
