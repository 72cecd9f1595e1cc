"use client";

import { useSyncExternalStore } from "react";

/** Whether a media query holds; null on the server and until the browser has said. */
export function useMediaQuery(query: string): boolean | null {
  return useSyncExternalStore<boolean | null>(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => null,
  );
}
