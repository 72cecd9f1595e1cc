import { useEffect, useRef } from "react";

/** Lines drawn at first, and with each further stretch. */
export const ROWS_AT_ONCE = 200;

/** Stands where the next lines will be, and tells when it comes near the view. */
export function MoreRows({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  reached.current = onReached;
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached.current(), {
      rootMargin: "600px",
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden="true" className="h-8" />;
}
