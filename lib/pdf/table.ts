import { printable } from "./font";
import { MARGIN, oneLine, type Sheet } from "./sheet";
import { columnWidths, widestWord, wrap } from "./wrap";

export type PdfCell = string | number | null;
/** `width` is a weight beside the other columns (default 1). */
export type PdfColumn = { title: string; width?: number; align?: "left" | "right" };

const SIZE = 8;
const PAD = { x: 4, y: 3 };
/** Beyond this, rows are tagged as a whole: an element for each cell would outweigh the text. */
const TAGGED_CELLS = 4000;
/** A word wider than this share of the sheet may be cut: it would leave the other columns too little. */
const WHOLE_WORD = 0.3;
/** A cell that needs more lines is cut with an ellipsis. */
const MAXIMUM_LINES = 30;

const shown = (cell: PdfCell) => (cell === null ? "" : printable(String(cell)));

/** The widths at which no word of the head and of these rows is cut, as far as they fit, in points. */
function widthsFor(sheet: Sheet, columns: readonly PdfColumn[], rows: readonly PdfCell[][]): number[] {
  const [bold, regular] = [sheet.measure({ size: SIZE, font: "bold" }), sheet.measure({ size: SIZE })];
  const least = columns.map(({ title }, index) => {
    let word = 0;
    for (const row of rows) {
      const width = widestWord(shown(row[index] ?? null), regular);
      if (width <= sheet.width * WHOLE_WORD) word = Math.max(word, width);
    }
    return Math.ceil(Math.max(word, widestWord(oneLine(title), bold))) + 2 * PAD.x;
  });
  return columnWidths(
    columns.map(({ width = 1 }) => width),
    least,
    sheet.width,
  );
}

/**
 * Draws a table over as many pages as it needs, its head repeated on each. Long texts wrap; numbers are aligned to the
 * right. The first batch decides on the widths of the columns. Returns the number of rows.
 */
export async function drawTable(
  sheet: Sheet,
  columns: readonly PdfColumn[],
  batches: Iterable<readonly PdfCell[][]> | AsyncIterable<readonly PdfCell[][]>,
): Promise<number> {
  let widths: number[] = [];
  let lefts: number[] = [];
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  const lineHeight = sheet.lineHeight(SIZE);
  let cells = 0;

  const linesOf = (texts: readonly string[], font: "regular" | "bold") => {
    const measure = sheet.measure({ size: SIZE, font });
    return texts.map((text, index) => {
      const lines = wrap(text, (widths[index] as number) - 2 * PAD.x, measure);
      return lines.length > MAXIMUM_LINES ? [...lines.slice(0, MAXIMUM_LINES - 1), "…"] : lines;
    });
  };
  const heightOf = (lines: readonly string[][]) =>
    Math.max(1, ...lines.map(({ length }) => length)) * lineHeight + 2 * PAD.y;
  const drawCell = (lines: readonly string[], index: number, isRight: boolean, font: "regular" | "bold") => {
    const [left, width] = [lefts[index] as number, widths[index] as number];
    const measure = sheet.measure({ size: SIZE, font });
    for (const [at, line] of lines.entries()) {
      const x = isRight ? left + width - PAD.x - measure(line) : left + PAD.x;
      sheet.line(line, x, sheet.y + PAD.y + at * lineHeight, { size: SIZE, font });
    }
  };
  const drawRow = (lines: readonly string[][], isRight: readonly boolean[], type: "TH" | "TD") => {
    const font = type === "TH" ? "bold" : "regular";
    const row = sheet.doc.struct("TR");
    table.add(row);
    const isEach = cells < TAGGED_CELLS;
    const drawAt = (index: number) => drawCell(lines[index] as string[], index, isRight[index] as boolean, font);
    const options = type === "TH" ? ({ scope: "Column" } as const) : {};
    if (isEach) for (const index of lines.keys()) sheet.tagged(row, type, () => drawAt(index), options);
    else sheet.tagged(row, type, () => [...lines.keys()].forEach(drawAt));
    row.end();
    cells += lines.length;
  };

  let head: string[][] = [];
  const isRightHead = columns.map(({ align }) => align === "right");
  const drawHead = (isRepeated: boolean) => {
    const height = heightOf(head);
    sheet.artifact(() => {
      sheet.doc.rect(MARGIN, sheet.y, sheet.width, height).fill("#eef1f4");
      sheet.rule(sheet.y + height, "line");
    });
    if (isRepeated)
      sheet.artifact(() => {
        for (const [index, lines] of head.entries()) drawCell(lines, index, isRightHead[index] as boolean, "bold");
      });
    else drawRow(head, isRightHead, "TH");
    sheet.y += height;
  };

  const begin = (rows: readonly PdfCell[][]) => {
    widths = widthsFor(sheet, columns, rows);
    lefts = widths.map((_, index) => MARGIN + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
    const titles = columns.map(({ title }) => oneLine(title));
    head = linesOf(titles, "bold");
    sheet.ensure(heightOf(head) + lineHeight + 2 * PAD.y);
    drawHead(false);
  };

  let count = 0;
  for await (const batch of batches) {
    if (head.length === 0) begin(batch);
    for (const row of batch) {
      const lines = linesOf(
        columns.map((_, index) => shown(row[index] ?? null)),
        "regular",
      );
      const height = heightOf(lines);
      if (sheet.ensure(height)) drawHead(true);
      const isRight = columns.map(({ align }, index) => (align ? align === "right" : typeof row[index] === "number"));
      drawRow(lines, isRight, "TD");
      sheet.y += height;
      sheet.artifact(() => sheet.rule(sheet.y));
      count += 1;
    }
  }
  if (head.length === 0) begin([]);
  table.end();
  sheet.y += 8;
  return count;
}
