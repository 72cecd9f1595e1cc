import { useEffect, useRef } from "react";

/** The number of lines rendered initially, and with each further step. */
export const ROWS_AT_ONCE = 200;

/** The placeholder of the next lines; calls `onReached` when it comes near the viewport. */
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
