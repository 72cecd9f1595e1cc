import type { ListState, SortDirection } from "./column";

type ListPatch = Record<string, string | number | null | undefined>;

/** The query parameters of paging and sorting; all others are filters. */
export const PAGING = { start: "iDisplayStart", length: "iDisplayLength", sort: "sort", dir: "dir" } as const;

/**
 * The address of the list with some parameters changed; null and empty values are removed. Any change except of the
 * start returns to the first page.
 */
export function listHref({ path, query }: Pick<ListState, "path" | "query">, patch: ListPatch): string {
  const next = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (key in patch || key === PAGING.start) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (item) next.append(key, item);
  }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === "") continue;
    if (key === PAGING.start && Number(value) <= 0) continue;
    next.set(key, String(value));
  }
  return next.size > 0 ? `${path}?${next}` : path;
}

/** The address that sorts by a column: ascending first, then alternating. */
export function sortHref(list: ListState, columnId: string, dir?: SortDirection): string {
  const next = dir ?? (list.sort === columnId && list.dir !== "desc" ? "desc" : "asc");
  return listHref(list, { [PAGING.sort]: columnId, [PAGING.dir]: next });
}

/** Page numbers around the current one, at most `count`, always with the first and the last; null is a gap. */
export function pagerPages(page: number, pages: number, count = 5): (number | null)[] {
  if (pages <= count) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = count - 2;
  const from = Math.min(Math.max(2, page - Math.floor(inner / 2)), pages - inner);
  const middle = Array.from({ length: inner }, (_, index) => from + index);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(from + inner < pages ? [null] : []), pages];
}
