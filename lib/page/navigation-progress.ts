/** The event by which the router announces a navigation. */
export const NAVIGATING = "leaving";

/** Whether a URL leads to another page than the current one; a fragment of the current page does not. */
export function isOtherPage(address: string, current: string): boolean {
  const [to, from] = [new URL(address, current), new URL(current)];
  return to.origin + to.pathname + to.search !== from.origin + from.pathname + from.search;
}
