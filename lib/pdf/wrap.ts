/** A word, a run of spaces, or one CJK character with the closing marks that must not begin a line. */
const PIECES =
  /\s+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60][、。，．：；？！）」』】〉》〕ー]*|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]+/gu;

/** The width of the widest part of a text that is not broken while the line has room for it; 0 without one. */
export const widestWord = (text: string, measure: (text: string) => number): number =>
  Math.max(0, ...(text.match(PIECES) ?? []).map((piece) => measure(piece.trim())));

/**
 * Shares a width out among columns by their weights, so that none gets less than its least width. The least widths must
 * fit together; if they do not, the weights alone decide.
 */
export function columnWidths(weights: readonly number[], least: readonly number[], total: number): number[] {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const isTight = sum(least) > total;
  let fixed: ReadonlySet<number> = new Set();
  for (;;) {
    const room = total - sum(least.filter((_, index) => fixed.has(index)));
    const all = sum(weights.filter((_, index) => !fixed.has(index)));
    const widths = weights.map((weight, index) => (fixed.has(index) ? (least[index] ?? 0) : (weight / all) * room));
    const short = widths.flatMap((width, index) => (!fixed.has(index) && width < (least[index] ?? 0) ? [index] : []));
    if (isTight || short.length === 0) return widths;
    fixed = new Set([...fixed, ...short]);
  }
}

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
