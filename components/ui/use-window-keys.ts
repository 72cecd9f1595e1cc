"use client";

import { useEffect, useEffectEvent } from "react";

/** What has keys of its own, or takes text. */
const OWN_KEYS = "input, select, textarea, [contenteditable], dialog, [role=dialog], [role=menu], [data-map]";

/**
 * Keys of a whole window, wherever the focus is: without Ctrl, ⌘ and Alt, and but for those that something has taken
 * already or is typed into. `onKey` returns whether it has taken the key.
 */
export function useWindowKeys(onKey: (key: string, target: Element) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest(OWN_KEYS)) return;
    if (key === " " && target.closest("button, a, summary")) return;
    if (onKey(key, target)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
