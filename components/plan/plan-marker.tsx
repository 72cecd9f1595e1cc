import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TONE_SOFT, type Tone } from "@/components/ui/tone";

/** The place of a marker on the picture: its middle, as parts of width and height. */
export const markerStyle = ({ x, y }: { x: number; y: number }) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** Stands with its middle at its place; the name hangs below. */
export const markerClass =
  "group -translate-x-1/2 -translate-y-1/2 absolute inline-flex h-7 items-center justify-center gap-1 whitespace-nowrap rounded-full border px-2 font-semibold text-xs tabular-nums shadow-overlay touch:h-9 focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2";

export const markerTone = (tone: Tone | null) =>
  tone ? TONE_SOFT[tone] : "border-border-strong bg-card text-card-foreground";

/** Of a marker that shows its sign alone: round, as large as a finger where one is used. */
export const markerRound = "w-7 px-0 touch:w-9";

/**
 * The name under a marker, cut for its neighbours. On a phone that of the one in hand alone, as the list has them all,
 * until one has zoomed in and there is room.
 */
export function MarkerName({ className, children, ...props }: ComponentProps<"span"> & { children: ReactNode }) {
  return (
    <span
      className={cn(
        "-translate-x-1/2 absolute top-full left-1/2 mt-0.5 max-w-28 truncate rounded-sm bg-card/85 px-1 font-medium text-foreground text-xs group-focus:block max-sm:[&:where(:not([data-near]_*))]:hidden",
        className,
      )}
      {...props}
    >
      {children}
    </span>
  );
}
