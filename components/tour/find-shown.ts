/** The first visible element of a selector: it has a size and is rendered. */
export function findShown(selector: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)];
  return found.find((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0) ?? null;
}
