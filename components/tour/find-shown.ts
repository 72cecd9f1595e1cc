/** The first element of a selector that is to be seen: it takes room and is not left out of the page. */
export function findShown(selector: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)];
  return found.find((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0) ?? null;
}
