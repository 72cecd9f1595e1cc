/** The end of a text to keep when its middle is cut: its last part, words or letters, by which names differ. */
const TAIL = { letters: 6, most: 14 };
const PARTS = " · ";

/** A text in two: the head, which may be cut at its end, and the tail, which must not. */
export function splitTail(text: string): readonly [head: string, tail: string] {
  const letters = [...text];
  if (letters.length <= TAIL.letters) return ["", text];
  const part = text.lastIndexOf(PARTS);
  const last = [...text.slice(part)].length;
  const length = part > 0 && last <= TAIL.most ? last : wordsLength(letters);
  return [letters.slice(0, -length).join(""), letters.slice(-length).join("")];
}

/** A text with an ellipsis for as much of its middle as it takes to fit a width; its end stays. */
export function cutMiddle(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const [head, tail] = splitTail(text);
  if (head === "") return text;
  const letters = [...head];
  while (letters.length > 1 && widthOf(`${letters.join("")}…${tail}`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…${tail.trimStart()}`;
}

/** The number of letters from the last space that leaves enough of them; words without spaces are cut anywhere. */
function wordsLength(letters: readonly string[]): number {
  for (let length = TAIL.letters; length <= Math.min(TAIL.most, letters.length - 1); length += 1)
    if (letters.at(-length) === " ") return length;
  return TAIL.letters;
}
