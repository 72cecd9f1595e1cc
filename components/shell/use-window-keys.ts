"use client";

import { useEffect, useEffectEvent } from "react";

/** Elements that handle keys themselves or accept text. */
const OWN_KEYS = "input, select, textarea, [contenteditable], dialog, [role=dialog], [role=menu], [data-map]";

/**
 * Key handler of a whole window, independent of the focus. Ignores keys with Ctrl, ⌘ or Alt, keys already handled, and
 * typing in a field. `onKey` returns whether it handled the key.
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
