"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { NAVIGATING } from "@/lib/page/navigation-progress";

/** A way that leads back to where it began is not told of: the bar ends by itself. */
const LONGEST_MS = 20_000;

type NavigationProgressProps = { label: string };

/** The thin bar over the window while the next page is on its way: on a slow line nothing else says that a press has counted. */
export function NavigationProgress({ label }: NavigationProgressProps) {
  // It is another one on each page, so whoever arrives has none.
  return <Bar key={`${usePathname()}?${useSearchParams()}`} label={label} />;
}

function Bar({ label }: NavigationProgressProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      setIsLeaving(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsLeaving(false), LONGEST_MS);
    };
    window.addEventListener(NAVIGATING, begin);
    return () => {
      window.removeEventListener(NAVIGATING, begin);
      clearTimeout(timer);
    };
  }, []);
  if (!isLeaving) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      // What comes within a blink needs no bar.
      className="slide-in-from-left-full fill-mode-both pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-in bg-primary delay-150 duration-[8s] ease-[cubic-bezier(0.1,0.6,0.2,1)]"
    />
  );
}
