/** The event by which the router says that it goes to another page. */
export const NAVIGATING = "leaving";

/** Whether an address shows another page than the one at hand; a place within that page is none. */
export function isOtherPage(address: string, current: string): boolean {
  const [to, from] = [new URL(address, current), new URL(current)];
  return to.origin + to.pathname + to.search !== from.origin + from.pathname + from.search;
}
