/**
 * Does works at the same time, each with a way to say things: the first is heard at once, and what the others say
 * follows when all are done, in their order.
 * @template T
 * @param {(line: string) => void} say
 * @param {((say: (line: string) => void) => Promise<T>)[]} works
 * @returns {Promise<T[]>} what they return, in their order
 */
export async function sideBySide(say, works) {
  const held = works.slice(1).map(() => /** @type {string[]} */ ([]));
  const done = await Promise.all(
    works.map((work, index) => work(index === 0 ? say : (line) => held[index - 1].push(line))),
  );
  for (const lines of held) say(lines.join("\n"));
  return done;
}
