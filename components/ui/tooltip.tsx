"use client";

import * as Primitive from "radix-ui/tooltip";
import type { ReactNode } from "react";

type TooltipProps = {
  /** One focusable element, whose accessible name must not depend on the tooltip. */
  children: ReactNode;
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
};

/** A short explanation on hover and on focus. */
export function Tooltip({ children, content, side = "top" }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300} skipDelayDuration={200}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 text-pretty rounded-md bg-table-header px-2 py-1 text-table-header-foreground text-xs shadow-overlay duration-120 data-[state=closed]:animate-out data-[state=delayed-open]:animate-in data-[state=closed]:fade-out-0 data-[state=delayed-open]:fade-in-0"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
