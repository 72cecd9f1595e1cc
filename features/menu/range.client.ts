import { useSyncExternalStore } from "react";
import { storageKey } from "@/lib/preference/preference";
import { type RangeChoice, readChoice } from "./range.rules";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another window may have changed it.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The account's selection in this browser, stored per account because several users may share the browser. */
export function useRangeChoice(username: string): [RangeChoice, (change: Partial<RangeChoice>) => void] {
  const key = storageKey(`range.${username}`);
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const choice = readChoice(stored);
  const change = (next: Partial<RangeChoice>) => {
    localStorage.setItem(key, JSON.stringify({ ...choice, ...next }));
    for (const listener of listeners) listener();
  };
  return [choice, change];
}
