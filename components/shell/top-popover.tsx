"use client";

import { type ReactNode, useId } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";

type TopPopoverProps = {
  label: string;
  trigger: ReactNode;
  /** `icon` makes a square button. */
  size?: "icon" | "md";
  children: ReactNode;
  className?: string;
};

export const topItemClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-left text-base transition-colors hover:bg-accent aria-[current]:bg-primary-soft aria-[current]:text-primary-soft-foreground touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

/** A small panel under a button of the top bar; the browser's popover brings Escape and light dismissal. */
export function TopPopover({ label, trigger, size = "icon", children, className }: TopPopoverProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={size === "icon" ? label : undefined}
        title={size === "icon" ? label : undefined}
        className={buttonVariants({ variant: "ghost", size })}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className={cn(
          "open:fade-in-0 open:slide-in-from-top-1 fixed inset-auto top-[calc(var(--topbar-height)+4px)] right-3 m-0 min-w-48 rounded-md bg-popover p-1 text-popover-foreground shadow-overlay duration-120 open:animate-in supports-[position-area:bottom_span-left]:inset-auto supports-[position-area:bottom_span-left]:mt-1 supports-[position-area:bottom_span-left]:[position-area:bottom_span-left]",
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}
