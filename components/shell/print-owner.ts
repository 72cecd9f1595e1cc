"use client";

import { useEffect, useSyncExternalStore } from "react";

// The head is in the shell, the record below it in the page, so neither can hand it to the other.
let owner: string | null = null;
const listeners = new Set<() => void>();

function setOwner(next: string | null) {
  owner = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** While mounted, the head of the printed page names this customer instead of the reader's; empty: the reader's. */
export function useSetPrintOwner(name: string) {
  useEffect(() => {
    setOwner(name || null);
    return () => setOwner(null);
  }, [name]);
}

/** The customer of the record that is open; null if the page shows none. */
export const usePrintOwner = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => owner,
    () => null,
  );
