import type { ComponentProps } from "react";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { cn } from "./cn";

/** A short word in a box: a count, a kind, a version. Use StateBadge for states with an icon. */
export function Badge({ className, tone, ...props }: ComponentProps<"span"> & { tone?: Tone | "primary" }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 font-medium text-xs tabular-nums",
        tone === "primary" && "border-transparent bg-primary-soft text-primary-soft-foreground",
        tone === undefined && "border-border bg-muted text-muted-foreground",
        tone !== undefined && tone !== "primary" && TONE_SOFT[tone],
        className,
      )}
      {...props}
    />
  );
}
