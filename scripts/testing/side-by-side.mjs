/**
 * Runs works in parallel. The output of the first is printed at once; the output of the others follows in their order
 * when all are done.
 * @template T
 * @param {(line: string) => void} say
 * @param {((say: (line: string) => void) => Promise<T>)[]} works
 * @returns {Promise<T[]>} their results, in their order
 */
export async function sideBySide(say, works) {
  const held = works.slice(1).map(() => /** @type {string[]} */ ([]));
  const done = await Promise.all(
    works.map((work, index) => work(index === 0 ? say : (line) => held[index - 1].push(line))),
  );
  for (const lines of held) say(lines.join("\n"));
  return done;
}
