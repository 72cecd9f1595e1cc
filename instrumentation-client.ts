import { isOtherPage, NAVIGATING } from "@/lib/page/navigation-progress";

/**
 * Next.js calls it when a navigation inside the console starts. The event is dispatched outside the current transition:
 * otherwise the output of a listener would be part of it and wait for the next page. A navigation that has finished by
 * then needs no event; on back navigation the address has already changed.
 */
export function onRouterTransitionStart(address: string): void {
  setTimeout(() => {
    if (isOtherPage(address, window.location.href)) window.dispatchEvent(new Event(NAVIGATING));
  });
}
