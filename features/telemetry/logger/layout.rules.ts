import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import { guessLayout } from "./guess.rules";
import type { TableLayout, TablePreview } from "./layout.schema";
import { findTable, type LoggerTable, type TableHead, zoneOfTime } from "./table.rules";

/** A given layout; one stored for another file finds its line of titles by the titles themselves. */
export type GivenLayout = TableLayout & { isKept?: boolean; titles?: readonly string[] | null };

const plainTitles = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim().toLowerCase());
/** Whether a row has these titles; an empty one matches anything, such as the name of a logger. */
const holds = (cells: readonly string[], titles: readonly string[]): boolean =>
  cells.length === titles.length && titles.every((title, index) => title === "" || title === cells[index]);

/** Index of the layout's line of titles; -1 without titles, null if the file has no such line. */
function placeOfTitles(layout: GivenLayout, rows: readonly DelimitedRow[]): number | null {
  if (layout.headLine === 0) return -1;
  const { titles } = layout;
  // Layouts stored by an older version have no titles; those that define the file's shape apply.
  const line = layout.isKept ? (findTable(rows)?.head.line ?? guessLayout(rows, "").headLine) : layout.headLine;
  const isHead = ({ line: own, cells }: DelimitedRow) =>
    layout.isKept && titles ? holds(plainTitles(cells), titles) : own === line;
  const place = rows.findIndex(isHead);
  return place < 0 ? null : place;
}

/** The table that a layout describes; null if the file has no such line of titles. */
export function tableBy(layout: GivenLayout, rows: readonly DelimitedRow[]): LoggerTable | null {
  const place = placeOfTitles(layout, rows);
  if (place === null) return null;
  const below = rows.slice(place + 1);
  const titles = place < 0 ? [] : (rows[place] as DelimitedRow).cells;
  const width = Math.max(titles.length, below[0]?.cells.length ?? 0);
  const named = (index: number) => titles[index] || `#${index + 1}`;
  const used = new Set([...layout.time, ...layout.columns.map(({ index }) => index), layout.unit, layout.value]);
  const head: TableHead = {
    line: place < 0 ? 0 : (rows[place] as DelimitedRow).line,
    titles,
    labels: Array.from({ length: width }, (_, index) => named(index)),
    time: { indexes: layout.time, title: layout.time.map(named).join(" ") },
    ...zoneOfTime(layout.time.map(named)),
    columns: layout.columns.map((column) => ({ ...column, title: named(column.index), isNumbered: true })),
    width,
    spare: [],
    unitIndex: layout.unit,
    valueIndex: layout.value,
    counterIndex: null,
    ignored: titles.filter((title, index) => title !== "" && !used.has(index)),
  };
  return { head, rows: below, above: rows.slice(0, Math.max(0, place)) };
}

/** The columns of a detected table as a layout. */
export const layoutOf = (
  { line, time, columns, unitIndex, valueIndex }: TableHead,
  delimiter: string,
): TablePreview["layout"] => ({
  delimiter,
  headLine: line,
  time: [...time.indexes],
  unit: unitIndex,
  value: valueIndex,
  columns: columns.map(({ index, measure, channel, unit }) => ({ index, measure, channel, unit })),
});

const SHOWN_ROWS = 12;
const SHOWN_COLUMNS = 30;
const SHOWN_CHARACTERS = 40;
const cut = (text: string) => text.slice(0, SHOWN_CHARACTERS);

const titlesAt = (rows: readonly DelimitedRow[], line: number): string[] | null => {
  const row = rows.find((one) => one.line === line);
  return row ? plainTitles(row.cells) : null;
};

type FromFile = { layout: TablePreview["layout"]; counterIndex: number | null };

/** The layout that can be inferred from a file alone. */
export function layoutFromFile(rows: readonly DelimitedRow[], delimiter: string): FromFile {
  const head = findTable(rows)?.head;
  return head
    ? { layout: layoutOf(head, delimiter), counterIndex: head.counterIndex }
    : { layout: guessLayout(rows, delimiter), counterIndex: null };
}

/** The first rows of a table from its titles on, with its layout. `own` is the layout inferred from the file alone. */
export function previewOf(
  rows: readonly DelimitedRow[],
  source: TablePreview["source"],
  own: FromFile,
  layout: TablePreview["layout"] = own.layout,
): Omit<TablePreview, "footer" | "footerCount"> {
  const head = rows.findIndex(({ line }) => line === layout.headLine);
  // A logger's name above the row numbers differs from file to file, so it is left empty.
  const titlesIn = (line: number) =>
    titlesAt(rows, line)?.map((title, index) => (index === own.counterIndex ? "" : title));
  const widths = rows.slice(0, 20).map(({ cells }) => cells.length);
  const shown = rows.slice(Math.max(0, head - 2)).slice(0, SHOWN_ROWS);
  return {
    rows: shown.map(({ line, cells }) => ({ line, cells: cells.slice(0, SHOWN_COLUMNS).map(cut) })),
    width: Math.min(SHOWN_COLUMNS, Math.max(0, ...shown.map(({ cells }) => cells.length))),
    layout,
    source,
    shape: JSON.stringify([own.layout.delimiter, titlesIn(own.layout.headLine) ?? Math.max(0, ...widths)]),
    titles: titlesIn(layout.headLine) ?? null,
  };
}
