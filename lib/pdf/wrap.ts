/** A word, a run of spaces, or one CJK character with the closing marks that must not begin a line. */
const PIECES =
  /\s+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60][、。，．：；？！）」』】〉》〕ー]*|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]+/gu;

/** Cuts a word that is wider than a line. */
function* cut(word: string, width: number, measure: (text: string) => number): Generator<string> {
  let part = "";
  for (const sign of word) {
    if (part !== "" && measure(part + sign) > width) {
      yield part;
      part = "";
    }
    part += sign;
  }
  yield part;
}

/**
 * Breaks a text into lines of at most this width: at spaces, between CJK characters, and inside words that are too long.
 * Never returns no line.
 */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    if (measure(paragraph) <= width) return [paragraph.trimEnd()];
    const lines: string[] = [];
    let line = "";
    for (const piece of paragraph.match(PIECES) ?? []) {
      if (measure((line + piece).trimEnd()) <= width) {
        line += piece;
        continue;
      }
      if (line.trim() !== "") lines.push(line.trimEnd());
      const parts = [...cut(piece.trimStart(), width, measure)];
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) as string;
    }
    if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
    return lines;
  });
}
