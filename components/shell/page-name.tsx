"use client";

import { useLayoutEffect, useSyncExternalStore } from "react";
import { usePathname } from "@/lib/i18n/navigation";
import { recordKey } from "./page-key";

const names = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes the name of the record that a page shows to the shell, for its heading and its tab. */
export function PageName({ id, name }: { id: number; name: string }) {
  const key = recordKey(usePathname(), id);
  useLayoutEffect(() => {
    if (names.get(key) === name) return;
    names.set(key, name);
    for (const listener of listeners) listener();
  }, [key, name]);
  return null;
}

/** The name of the record on a page, by the page's key; undefined until the page is shown, and for other pages. */
export function usePageName(key: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => names.get(key),
    () => undefined,
  );
}
