"use client";

import { useSyncExternalStore } from "react";

/** One MediaQueryList per query: creating one takes the browser longer than a chart takes to draw a line. */
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Whether a media query matches; null on the server and until the browser has evaluated it. */
export function useMediaQuery(query: string): boolean | null {
  return useSyncExternalStore<boolean | null>(
    (listener) => {
      const list = listOf(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => listOf(query).matches,
    () => null,
  );
}
