"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * A parameter of the address that names what is open over a list: a record, a form. Opening and closing write the
 * browser's history without asking the server for the list again; closing what was opened here is a step back.
 * What `along` names belongs to what is open, and leaves the address with it.
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
    /** The value as the id of a record; null where it is none. */
    id: value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null,
    /** The address with this open, for a link. */
    hrefOf,
    open(next: string) {
      opened.current = true;
      window.history.pushState(null, "", hrefOf(next));
    },
    /** `after` runs when the address is back, which takes a moment: the page can be read anew only then. */
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
