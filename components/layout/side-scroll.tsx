"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** Scrolls wide content horizontally, and is focusable while it overflows. */
export function SideScroll({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isTooWide, setTooWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setTooWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} {...(isTooWide && { tabIndex: 0 })} className="w-full overflow-x-auto">
      {children}
    </div>
  );
}
