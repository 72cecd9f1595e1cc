// What keys reach on a page is read from the page: buttons that the account lacks are not there.

const visible = (element: HTMLElement): boolean => element.checkVisibility?.() ?? element.offsetParent !== null;

const firstOf = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(visible) ?? null;

/** The button that creates what the page lists. */
export const creator = (): HTMLElement | null => firstOf('main button[aria-keyshortcuts="c"]:not(:disabled)');

/** The text field of the list's criteria. */
export const searchField = () => firstOf("main [data-search-field] input") as HTMLInputElement | null;

/** The link, or else the first control, of each row of the list. */
export const rowTargets = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("main table[data-table] tbody tr")].flatMap((row) => {
    const target =
      row.querySelector<HTMLElement>("[data-row-link]") ??
      row.querySelector<HTMLElement>("td:not(.data-cell-select) :is(a[href], button:not(:disabled))");
    return target ? [target] : [];
  });

/** The target of the row that has the focus. */
export function focusedRow(targets: readonly HTMLElement[]): HTMLElement | null {
  const row = document.activeElement?.closest("tr");
  return (row && targets.find((target) => row.contains(target))) || null;
}

/** The checkbox of a row. */
export const selector = (target: HTMLElement | null): HTMLElement | null =>
  target?.closest("tr")?.querySelector<HTMLElement>(".data-cell-select input") ?? null;

export type PageKeys = { create: string | null; search: boolean; rows: boolean; select: boolean };

/** Which keys do something on the page; `create`: the text of the button. */
export function readPageKeys(): PageKeys {
  const targets = rowTargets();
  return {
    create: creator()?.textContent ?? null,
    search: searchField() !== null,
    rows: targets.length > 0,
    select: targets.some((target) => selector(target) !== null),
  };
}
