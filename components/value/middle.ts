/** The end of a text to keep when its middle is cut: its last part, or its last letters, by which names differ. */
const TAIL = { letters: 6, most: 14 };
const PARTS = " · ";

/** A text in two: the head, which may be cut at its end, and the tail, which must not. */
export function splitTail(text: string): readonly [head: string, tail: string] {
  const letters = [...text];
  if (letters.length <= TAIL.letters) return ["", text];
  const part = text.lastIndexOf(PARTS);
  const last = part > 0 ? [...text.slice(part)].length : TAIL.letters;
  const length = last <= TAIL.most ? last : TAIL.letters;
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
