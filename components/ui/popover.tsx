"use client";

import * as Primitive from "radix-ui/popover";
import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "./cn";

type PopoverProps = Omit<ComponentProps<"button">, "children" | "type"> & {
  trigger: ReactNode;
  /** Which edges of trigger and panel align. */
  align?: "start" | "end";
  panelClassName?: string;
  /** Rendered only while open; `close` closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A panel below the button that opens it, which names it. */
export function Popover({ trigger, align = "start", panelClassName, children, id, ...button }: PopoverProps) {
  const ownId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // Within a dialog, which keeps the focus and the mouse wheel to itself.
  const [container, setContainer] = useState<HTMLElement | null>(null);

  const onOpenChange = (isOpen: boolean) => {
    setContainer(opener.current?.closest<HTMLElement>("[data-dialog]") ?? null);
    setOpen(isOpen);
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger ref={opener} id={id ?? ownId} {...button}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={id ?? ownId}
          className={cn(
            "z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-popover p-1 text-popover-foreground shadow-overlay outline-none duration-120 data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 data-[side=bottom]:slide-in-from-top-1 data-[side=top]:slide-in-from-bottom-1",
            panelClassName,
          )}
        >
          {typeof children === "function" ? children(() => setOpen(false)) : children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
