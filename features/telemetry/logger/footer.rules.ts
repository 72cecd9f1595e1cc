import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import { isStamp } from "./clock.rules";
import { isBlank, type LoggerTable, type TableHead, timeTextOf } from "./table.rules";

/** Beginnings of summary rows below a table, which could pass for values without a time. */
const SUMMARY =
  /^\W*(?:min|max|avg|average|mean|mittel|durchschnitt|moy|media|promedio|mínim|máxim|mkt|count|anzahl|nombre|número|total|std|end|ende|fin|平均|最高|最低|最大|最小|合计|合計|总|終|结束)/iu;

/** Maximum number of footer rows with values; more are no summary. */
const MOST_ROWS = 30;

const hasTime = (row: DelimitedRow, head: TableHead): boolean => {
  const time = timeTextOf(row, head);
  return /\d/.test(time) && isStamp(time);
};

/**
 * Whether a text that does not parse was meant as a time: a clock time, a numeric date, or a date with a month in
 * letters.
 */
function isTimeLike(text: string): boolean {
  const groups = text.match(/\d+/g)?.length ?? 0;
  return /\d[:.时時h]\d{2}(?!\d)/.test(text) || groups > 2 || (groups > 1 && /^\d/.test(text));
}

const isLabel = (text: string): boolean => /\p{L}{2}/u.test(text) && !isBlank(text) && !isTimeLike(text);

const labelOf = ({ cells }: DelimitedRow): string => cells.find((cell) => cell !== "") ?? "";

function isSummary(row: DelimitedRow, head: TableHead): boolean {
  const [time, label] = [timeTextOf(row, head), labelOf(row)];
  return SUMMARY.test(label) || (isLabel(label) && (time === "" || isLabel(time)));
}

/**
 * Separates the footer of a table from its rows: lines at the end that begin with text instead of a time, in any
 * language, each with a different label, and followed by no row with a time.
 */
export function apartFooter({ head, rows }: Pick<LoggerTable, "head" | "rows">): {
  rows: readonly DelimitedRow[];
  footer: readonly DelimitedRow[];
} {
  const valueIndexes = [
    ...head.columns.map(({ index }) => index),
    ...(head.valueIndex === null ? [] : [head.valueIndex]),
  ];
  const hasValues = ({ cells }: DelimitedRow) => valueIndexes.some((index) => !isBlank(cells[index] ?? ""));
  let end = rows.length;
  let withValues = 0;
  const labels = new Set<string>();
  while (end > 0) {
    const row = rows[end - 1] as DelimitedRow;
    if (hasTime(row, head)) break;
    if (hasValues(row)) {
      // A repeated label stands for a time that the logger lost.
      if (!isSummary(row, head) || labels.has(labelOf(row)) || withValues === MOST_ROWS) break;
      labels.add(labelOf(row));
      withValues += 1;
    }
    end -= 1;
  }
  // Without a row with a time there is no table for a footer to describe.
  const isTable = rows.slice(0, end).some((row) => hasTime(row, head));
  return isTable ? { rows: rows.slice(0, end), footer: rows.slice(end) } : { rows, footer: [] };
}
