import { isOtherPage, NAVIGATING } from "@/lib/page/navigation-progress";

/**
 * Next.js calls it when a navigation inside the console begins. It is said past the transition that begins here: what a
 * listener shows would be part of it, and wait for the next page. Who has arrived by then has not left; on the way back the
 * address has changed already.
 */
export function onRouterTransitionStart(address: string): void {
  setTimeout(() => {
    if (isOtherPage(address, window.location.href)) window.dispatchEvent(new Event(NAVIGATING));
  });
}
