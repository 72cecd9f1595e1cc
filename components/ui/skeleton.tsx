import { cn } from "./cn";

/** Takes the size of what will stand there, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block h-4 animate-skeleton rounded-sm bg-border", className)} />;
}
