import { type DelimitedRow, readDelimited } from "@/lib/spreadsheet/delimited";
import { contentOf, Issues, MAXIMUM_ROWS, type ReadingOptions, refusedContent } from "./content.rules";
import { readFridgeTag } from "./fridge-tag.rules";
import { isFridgeTag } from "./fridge-tag-text.rules";
import { layoutFromFile, previewOf, tableBy } from "./layout.rules";
import { DELIMITERS, type TablePreview } from "./layout.schema";
import type { LoggerContent } from "./logger.schema";
import { findTable, type LoggerTable } from "./table.rules";
import { readTable } from "./values.rules";

/** More than a hundred lines of any logger. */
const HEAD_CHARACTERS = 64 * 1024;
/** One row above the limit is enough to detect, and the header may follow a hundred other lines. */
const MOST_LINES = MAXIMUM_ROWS + 200;
/** File types uploaded by mistake, by how they begin, with rule and message. */
const OTHER_FILES: readonly (readonly [start: RegExp, rule: string, message: string])[] = [
  [/^\s*%PDF-/, "pdf", "is a PDF, which holds pages and no values"],
  [
    /^[^<]{0,3}(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<gpx\b/i,
    "gpx",
    "is a GPX file: a track and no values of a logger",
  ],
  [/^[^<]{0,3}<(?:\?xml|!doctype|html)/i, "markup", "is XML or HTML and no table"],
  [/^\s*[[{]\s*["{[]/, "json", "is JSON and no table"],
];
/** First bytes of other file types. */
const OTHER_BYTES: readonly (readonly [start: readonly number[], rule: string, message: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], "pdf", "is a PDF, which holds pages and no values"],
  [[0xd0, 0xcf, 0x11, 0xe0], "xls", "is an old Excel workbook"],
  [[0x89, 0x50, 0x4e, 0x47], "picture", "is a picture"],
  [[0xff, 0xd8, 0xff], "picture", "is a picture"],
];

/** The rejection of a file that is no table, by its first bytes; null if it may be one. */
export function otherFile(bytes: Uint8Array): LoggerContent | null {
  const found = OTHER_BYTES.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  return found ? refusedContent("csv", found[1], found[2]) : null;
}

/** Reads a text in its possible decodings, the likeliest first. */
export function readText(texts: readonly string[], options: ReadingOptions): LoggerContent {
  const [likeliest] = texts;
  if (likeliest === undefined) return refusedContent("csv", "text", "is neither text nor xlsx");
  const other = OTHER_FILES.find(([start]) => start.test(likeliest.slice(0, 1000)));
  if (other) return refusedContent("csv", other[1], other[2]);
  let unclosed: number | null = null;
  let best: LoggerContent | null = null;
  const { layout } = options;
  for (const text of texts) {
    if (isFridgeTag(text)) return readFridgeTag(text, options);
    for (const delimiter of layout ? [layout.delimiter] : DELIMITERS) {
      // Most delimiters do not match: the beginning shows that without reading the whole text.
      const beginning = readDelimited(text.slice(0, HEAD_CHARACTERS), delimiter).rows;
      if (!layout && !findTable(beginning)) continue;
      const { rows, unclosedAt } = readDelimited(text, delimiter, MOST_LINES);
      const table = layout ? tableBy(layout, rows) : findTable(rows);
      if (!table) continue;
      unclosed ??= unclosedAt;
      if (unclosedAt !== null) continue;
      const content = readTable("csv", table, options, tablePreview(rows, table, delimiter, options));
      // A plain header reads the same in many encodings; a degree sign in the cells distinguishes them.
      if (!best || content.issueCount < best.issueCount) best = content;
      break;
    }
    if (best?.issueCount === 0) break;
  }
  if (best) return best;
  if (unclosed === null) return unknownTable(likeliest);
  const issues = new Issues();
  issues.add({ line: unclosed, column: "", rule: "quote", message: "a quote is never closed" });
  return contentOf("csv", [], issues, options);
}

/** The layout of a table, and its first rows. */
export function tablePreview(
  rows: readonly DelimitedRow[],
  table: LoggerTable,
  delimiter: string,
  { layout }: Pick<ReadingOptions, "layout">,
): Omit<TablePreview, "footer" | "footerCount"> {
  const own = layoutFromFile(rows, delimiter);
  if (!layout) return previewOf(rows, "titles", own);
  const { isKept, titles: _, ...given } = layout;
  return previewOf(rows, isKept ? "kept" : "given", own, { ...given, headLine: table.head.line });
}

export const UNKNOWN_COLUMNS = "has no row with a time and a measure: say what each column is (layout)";

/** The rejection of a table with unknown columns, with its first rows and a guessed layout. */
function unknownTable(text: string): LoggerContent {
  const beginning = text.slice(0, HEAD_CHARACTERS);
  const [widest] = DELIMITERS.map((delimiter) => {
    const { rows } = readDelimited(beginning, delimiter);
    const widths = rows.map(({ cells }) => cells.length).sort((a, b) => a - b);
    const own = layoutFromFile(rows, delimiter);
    const { time } = own.layout;
    return { rows, own, rank: (time.length > 0 ? 1000 : 0) + (widths[Math.floor(widths.length / 2)] ?? 0) };
  }).sort((a, b) => b.rank - a.rank);
  if (!widest || widest.rank < 2) return refusedContent("csv", "head", "has no row with a time and a measure");
  const table = unknownPreview(widest.rows, widest.own);
  return refusedContent("csv", "columns", UNKNOWN_COLUMNS, undefined, table);
}

/** The first rows of a table with an unknown layout, with a guess. */
export const unknownPreview = (
  rows: readonly DelimitedRow[],
  own: ReturnType<typeof layoutFromFile>,
): TablePreview => ({
  ...previewOf(rows, "none", own),
  footer: [],
  footerCount: 0,
});
