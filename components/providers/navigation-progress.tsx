"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { NAVIGATING } from "@/lib/page/navigation-progress";

/** A navigation that redirects to its origin reports no end, so the bar ends after this time. */
const LONGEST_MS = 20_000;

type NavigationProgressProps = { label: string };

/** The progress bar of a navigation: on a slow connection it is the only feedback to a click. */
export function NavigationProgress({ label }: NavigationProgressProps) {
  // The key changes with the page, which removes the bar on arrival.
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
      // Fast navigations need no bar.
      className="slide-in-from-left-full fill-mode-both pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-in bg-primary delay-150 duration-[8s] ease-[cubic-bezier(0.1,0.6,0.2,1)]"
    />
  );
}
