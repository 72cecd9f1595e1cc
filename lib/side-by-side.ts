/**
 * Maps items by `work`, preserving order, with a concurrency of `width`. Rejects with the first error and starts no
 * further ones.
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
