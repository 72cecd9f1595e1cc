"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** Scrolls sideways what is too wide for it, and can be reached by keyboard while it does. */
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
