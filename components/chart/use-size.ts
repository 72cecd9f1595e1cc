"use client";

import { type RefObject, useEffect, useState } from "react";

const NOTHING = { width: 0, height: 0 };

/** The size of an element in pixels, updated when it changes; both 0 until it is known. */
export function useSize(ref: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState(NOTHING);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize((known) => {
        const { clientWidth: width, clientHeight: height } = element;
        return known.width === width && known.height === height ? known : { width, height };
      }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
