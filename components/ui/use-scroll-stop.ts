import { type RefObject, useEffect, useState } from "react";

const CONTROLS =
  "a[href],button:not(:disabled),input:not(:disabled,[type=hidden]),select:not(:disabled),textarea:not(:disabled),summary,[tabindex='0']";

/** Whether an element scrolls and has no control inside: the keyboard can then scroll it only if it is a tab stop. */
export function useScrollStop(ref: RefObject<HTMLElement | null>): boolean {
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setIsStop(!element.querySelector(CONTROLS) && element.scrollHeight > element.clientHeight);
    const size = new ResizeObserver(measure);
    const content = new MutationObserver(measure);
    size.observe(element);
    content.observe(element, { childList: true, subtree: true });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, [ref]);
  return isStop;
}
