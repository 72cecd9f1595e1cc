"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * A query parameter that names what is open over a list: a record or a form. Opening and closing write the browser's
 * history without requesting the list again; closing what was opened here goes one step back. The parameters in `along`
 * belong to the open record and are removed with it.
 */
export function useAddressState(name: string, along: readonly string[] = []) {
  const search = useSearchParams();
  const value = search.get(name);
  const opened = useRef(false);
  useEffect(() => {
    if (value === null) opened.current = false;
  }, [value]);

  const hrefOf = (next: string | null) => {
    const query = new URLSearchParams(search);
    for (const one of [name, ...along]) query.delete(one);
    if (next !== null) query.set(name, next);
    return `?${query}`;
  };
  return {
    value,
    /** The value as the id of a record; null if it is none. */
    id: value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null,
    /** The address with this value open, for a link. */
    hrefOf,
    open(next: string) {
      opened.current = true;
      window.history.pushState(null, "", hrefOf(next));
    },
    /** `after` runs once the address has changed back, which is asynchronous: the page can be reloaded only then. */
    close(after?: () => void) {
      if (opened.current) {
        if (after) window.addEventListener("popstate", () => setTimeout(after), { once: true });
        window.history.back();
        return;
      }
      window.history.replaceState(null, "", hrefOf(null));
      after?.();
    },
  };
}
