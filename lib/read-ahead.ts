/** Passes items on, and reads the next one while the present one is used. Ends the source if nobody reads on. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  const read = () => {
    // Not every driver's cursor answers with a promise.
    const next = Promise.resolve(source.next());
    // Whoever asks for it hears of its failure.
    next.catch(() => {});
    return next;
  };
  let next = read();
  try {
    for (let found = await next; !found.done; found = await next) {
      next = read();
      yield found.value;
    }
  } finally {
    // A cursor takes its end only between two chunks.
    await next.catch(() => {});
    await source.return?.();
  }
}
