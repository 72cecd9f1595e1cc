/** Title and menu section by path; `isRecord`: each record (`id`) has a page of its own, named by it. */
export type PageTitles = Readonly<Record<string, { title: string; section?: string; isRecord?: boolean }>>;

/** Identifies the page of a record. */
export const recordKey = (path: string, id: number | string): string => `${path}?id=${id}`;

/** Identifies a page among the visited ones: its path, with the id where each record has a page of its own. */
export function pageKey(titles: PageTitles, path: string, query: { get: (name: string) => string | null }): string {
  const id = titles[path]?.isRecord ? query.get("id") : null;
  return id === null ? path : recordKey(path, id);
}
