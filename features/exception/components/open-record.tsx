"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * The record selected by `id` in the URL. Opening and closing write the browser history without reloading the list;
 * closing a record that was opened here goes back one step.
 */
export function useOpenRecord() {
  const search = useSearchParams();
  const named = search.get("id");
  const openId = named !== null && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null;
  const opened = useRef(false);
  useEffect(() => {
    if (openId === null) opened.current = false;
  }, [openId]);

  const hrefOf = (id: number | null) => {
    const next = new URLSearchParams(search);
    next.delete("id");
    if (id !== null) next.set("id", String(id));
    return `?${next}`;
  };
  return {
    openId,
    hrefOf,
    open(id: number) {
      opened.current = true;
      window.history.pushState(null, "", hrefOf(id));
    },
    close() {
      if (opened.current) window.history.back();
      else window.history.replaceState(null, "", hrefOf(null));
    },
  };
}

/** Opens a row's record on a click anywhere in it; keyboards and screen readers use the link in the row. */
export function useRowClick(open: (id: number) => void) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("a,button,input,label,select")) return;
      // A user who selects text to copy does not want to navigate.
      if (window.getSelection()?.toString()) return;
      const link = target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
      if (link) latest.current(Number(link.dataset.rowLink));
    };
    element.addEventListener("click", onClick);
    return () => element.removeEventListener("click", onClick);
  }, []);
  return box;
}
