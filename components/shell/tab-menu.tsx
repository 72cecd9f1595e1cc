"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { topItemClass } from "./top-popover";

export type TabMenuTarget = { key: string | null; x: number; y: number; opener: HTMLElement };

type TabMenuProps = {
  target: TabMenuTarget | null;
  onClose: () => void;
  items: { label: string; disabled?: boolean; run: () => void }[];
};

/** A context menu at the pointer; arrow keys move, Escape returns to the tab. */
export function TabMenu({ target, onClose, items }: TabMenuProps) {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!target) return;
    panel.current?.showPopover();
    panel.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [target]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    buttons.at((index + step) % buttons.length)?.focus();
  };
  return (
    <div
      ref={panel}
      role="menu"
      tabIndex={-1}
      popover="auto"
      style={{ top: target?.y, left: target?.x }}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState !== "closed" || !target) return;
        target.opener.focus({ preventScroll: true });
        onClose();
      }}
      className="open:fade-in-0 fixed inset-auto m-0 min-w-36 rounded-md bg-popover p-1 text-popover-foreground shadow-overlay duration-120 open:animate-in"
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          disabled={item.disabled}
          className={`${topItemClass} focus-visible:-outline-offset-2 disabled:pointer-events-none disabled:opacity-50`}
          onClick={() => {
            item.run();
            panel.current?.hidePopover();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
