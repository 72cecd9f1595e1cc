/**
 * What `work` gives for each item, in their order; `width` of them are at work at a time. Rejects with the first that
 * fails, and begins no further ones then.
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += width)
    results.push(...(await Promise.all(items.slice(from, from + width).map(work))));
  return results;
}
