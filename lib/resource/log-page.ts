/** Limit of counted and of exported rows of a log. */
export const COUNT_LIMIT = 10_000;

/** A page of a log; `isCapped` if there are more rows than were counted. */
export type LogPage<T> = { items: T[]; total: number; isCapped: boolean };

type Source = {
  /** The ids of rows, newest first. */
  findIds: (span: { start: number; length: number }) => Promise<number[]>;
  /** Counts up to a limit. */
  count: (limit: number) => Promise<number>;
  /** Whether there is a text search: it has no index, so it runs once for both the page and the count. */
  isSought: boolean;
};

/** The ids of one page and the number of rows, which is not counted beyond ten thousand. */
export async function pageOfIds(
  { findIds, count, isSought }: Source,
  { iDisplayStart: start, iDisplayLength: length }: { iDisplayStart: number; iDisplayLength: number },
): Promise<LogPage<number>> {
  const found = isSought ? await findIds({ start: 0, length: COUNT_LIMIT + 1 }) : undefined;
  const items = found?.slice(start, start + length) ?? (await findIds({ start, length }));
  const total = found?.length ?? (await count(COUNT_LIMIT + 1));
  return { items, total: Math.min(total, COUNT_LIMIT), isCapped: total > COUNT_LIMIT };
}
