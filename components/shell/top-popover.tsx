"use client";

import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/popover";

type TopPopoverProps = {
  label: string;
  trigger: ReactNode;
  /** `icon` makes a square button that needs its label spoken. */
  size?: "icon" | "md";
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
};

export const topItemClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-left text-base transition-colors hover:bg-accent aria-[current]:bg-primary-soft aria-[current]:text-primary-soft-foreground touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

/** A small panel under a button of the top bar. */
export function TopPopover({ label, trigger, size = "icon", children, className }: TopPopoverProps) {
  const named = size === "icon" ? { "aria-label": label, title: label } : {};
  return (
    <Popover
      align="end"
      trigger={trigger}
      className={buttonVariants({ variant: "ghost", size })}
      panelClassName={cn("min-w-40", className)}
      {...named}
    >
      {children}
    </Popover>
  );
}
