"use client";

import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Popover } from "@/components/ui/popover";

/** As square icons in the top bar, or with labels at the foot of the phone menu. */
export type TopPlace = "bar" | "menu";

type TopPopoverProps = {
  label: string;
  trigger: ReactNode;
  /** `icon` makes a square button whose label is for screen readers. */
  size?: "icon" | "md";
  triggerClassName?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
};

export const topItemClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-left text-base transition-colors hover:bg-accent aria-[current]:bg-primary-soft aria-[current]:text-primary-soft-foreground touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

/** The trigger of a choice in its location; `word` is the current value. */
export const choiceTrigger = (place: TopPlace, label: string, icon: ReactNode, word: string) =>
  place === "bar"
    ? ({ trigger: icon } as const)
    : ({
        size: "md",
        trigger: (
          <>
            {icon}
            <span className="sr-only">{label}</span>
            <span className="truncate">{word}</span>
          </>
        ),
        triggerClassName:
          "min-w-0 grow justify-start px-2.5 text-sidebar-foreground hover:bg-sidebar-accent hover:text-sidebar-active touch:min-h-11",
      } as const);

/** A small panel below a button of the top bar. */
export function TopPopover({ label, trigger, size = "icon", triggerClassName, children, className }: TopPopoverProps) {
  const named = size === "icon" ? { "aria-label": label, title: label } : {};
  return (
    <Popover
      align="end"
      trigger={trigger}
      className={cn(buttonVariants({ variant: "ghost", size }), triggerClassName)}
      panelClassName={cn("min-w-40", className)}
      {...named}
    >
      {children}
    </Popover>
  );
}
