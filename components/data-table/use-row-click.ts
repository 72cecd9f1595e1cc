import { type RefObject, useEffect, useRef } from "react";

/**
 * A ref for the element around a table: a click anywhere in a row opens it. Keyboard and screen readers use the link in
 * the row, which has its id in `data-row-link`.
 */
export function useRowClick(open: (id: string) => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("a,button,input,label,select")) return;
      // A user who selects text to copy it does not want to navigate.
      if (window.getSelection()?.toString()) return;
      const link = target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
      if (link?.dataset.rowLink) latest.current(link.dataset.rowLink);
    };
    element.addEventListener("click", onClick);
    return () => element.removeEventListener("click", onClick);
  }, []);
  return box;
}
