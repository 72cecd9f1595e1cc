"use client";

import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "./cn";

type PopoverProps = Omit<ComponentProps<"button">, "children" | "type" | "popoverTarget"> & {
  trigger: ReactNode;
  /** Which edges of trigger and panel align. */
  align?: "start" | "end";
  panelClassName?: string;
  /** Rendered only while open; `close` closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

const GAP_PX = 4;
const MARGIN_PX = 8;

/**
 * Where the panel begins, in pixels from the top of the view: below its trigger, or above it where that has the room,
 * else as low as it fits.
 */
export function panelTop(trigger: { top: number; bottom: number }, height: number, viewHeight: number): number {
  const below = trigger.bottom + GAP_PX;
  const above = trigger.top - GAP_PX - height;
  const lowest = viewHeight - height - MARGIN_PX;
  if (below > lowest && above >= MARGIN_PX) return above;
  return Math.max(MARGIN_PX, Math.min(below, lowest));
}

// CSS anchor positioning is newer than the popover API, so the position is computed when the panel opens.
function place(panel: HTMLElement, trigger: HTMLElement, align: "start" | "end") {
  const box = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const view = document.documentElement;
  const left = align === "start" ? box.left : box.right - width;
  panel.style.top = `${panelTop(box, height, view.clientHeight)}px`;
  panel.style.left = `${Math.max(MARGIN_PX, Math.min(left, view.clientWidth - width - MARGIN_PX))}px`;
}

/**
 * A panel below the button that opens it. It uses the native popover, which handles Escape, outside clicks and focus
 * order, so it needs no script beyond this file.
 */
export function Popover({ trigger, align = "start", panelClassName, children, ...button }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    // The button may move while the panel is open.
    const follow = () => panel.current && opener.current && place(panel.current, opener.current, align);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [open, align]);

  const onBeforeToggle = (event: SyntheticEvent<HTMLDivElement, ToggleEvent>) => {
    // Rendered synchronously, so that the panel has its size before it is positioned.
    if (event.nativeEvent.newState === "open") flushSync(() => setOpen(true));
  };
  const onToggle = (event: SyntheticEvent<HTMLDivElement, ToggleEvent>) => {
    if (event.nativeEvent.newState === "closed") setOpen(false);
    else if (panel.current && opener.current) place(panel.current, opener.current, align);
  };
  return (
    <>
      <button ref={opener} type="button" popoverTarget={id} aria-haspopup="dialog" aria-expanded={open} {...button}>
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        className={cn(
          "open:fade-in-0 open:slide-in-from-top-1 fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-popover p-1 text-popover-foreground shadow-overlay duration-120 open:animate-in",
          panelClassName,
        )}
      >
        {open && (typeof children === "function" ? children(() => panel.current?.hidePopover()) : children)}
      </div>
    </>
  );
}
