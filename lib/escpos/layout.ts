/** East Asian wide and full-width characters take two columns (Unicode, UAX 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** The columns that a text takes on a ticket. */
export const columnsOf = (text: string): number => [...text].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);

/** Pads or cuts a text to exactly so many columns. */
export function fit(text: string, columns: number, align: "left" | "right" = "left"): string {
  let kept = text;
  if (columnsOf(kept) > columns) {
    const signs = [...text];
    while (signs.length > 0 && columnsOf(signs.join("")) > columns) signs.pop();
    kept = signs.join("");
  }
  const blanks = " ".repeat(columns - columnsOf(kept));
  return align === "right" ? blanks + kept : kept + blanks;
}

/** Breaks a text into lines of at most so many columns, at blanks where there are some. */
export function breakLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    // A wide character may stand at the beginning of a line, so each is a word of its own.
    for (const word of paragraph.split(/(?<=\s)|(?<=[\u3000-\u9fff])|(?=[\u3000-\u9fff])/)) {
      if (columnsOf(line + word.trimEnd()) <= columns) {
        line += word;
        continue;
      }
      if (line.trim() !== "") lines.push(line.trimEnd());
      line = "";
      for (const sign of word) {
        if (columnsOf(line + sign) > columns) {
          lines.push(line);
          line = "";
        }
        line += sign;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** A term and its text on one line, the text at the right, or else the text indented below the term. */
export function factLines(term: string, text: string, columns: number): string[] {
  const gap = columns - columnsOf(term) - columnsOf(text);
  if (gap >= 1) return [term + " ".repeat(gap) + text];
  return [...breakLines(term, columns), ...breakLines(text, columns - 2).map((line) => `  ${line}`)];
}

/** A table in fixed columns whose widths follow their longest cells; the widest columns are narrowed first. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[], columns: number): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, index) => Math.max(1, ...all.map((row) => columnsOf(row[index] ?? ""))));
  const room = columns - (head.length - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > room && Math.max(...widths) > 1)
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1;
  return all.map((row) =>
    widths
      .map((width, index) => fit(row[index] ?? "", width, index === 0 ? "left" : "right"))
      .join(" ")
      .trimEnd(),
  );
}
