"use client";

import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "./cn";

type PopoverProps = Omit<ComponentProps<"button">, "children" | "type" | "popoverTarget"> & {
  trigger: ReactNode;
  /** Which edges of trigger and panel stand in line. */
  align?: "start" | "end";
  panelClassName?: string;
  /** Rendered only while open; `close` shuts the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

const GAP_PX = 4;
const MARGIN_PX = 8;

// Anchor positioning is younger than the popover itself, so the place is computed where the panel opens.
function place(panel: HTMLElement, trigger: HTMLElement, align: "start" | "end") {
  const box = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const view = document.documentElement;
  const below = box.bottom + GAP_PX;
  const above = box.top - GAP_PX - height;
  const fits = below + height + MARGIN_PX <= view.clientHeight || above < MARGIN_PX;
  const left = align === "start" ? box.left : box.right - width;
  panel.style.top = `${Math.max(MARGIN_PX, fits ? below : above)}px`;
  panel.style.left = `${Math.max(MARGIN_PX, Math.min(left, view.clientWidth - width - MARGIN_PX))}px`;
}

/**
 * A panel under the button that opens it. It is the browser's own popover: Escape, a click beside it and the order of
 * the focus come with it, and a page with a panel loads no script for it beyond this file.
 */
export function Popover({ trigger, align = "start", panelClassName, children, ...button }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    // The button may move under the panel.
    const follow = () => panel.current && opener.current && place(panel.current, opener.current, align);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [open, align]);

  const onBeforeToggle = (event: SyntheticEvent<HTMLDivElement, ToggleEvent>) => {
    // At once, so the panel has its size before it is placed.
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
