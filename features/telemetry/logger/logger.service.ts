import "server-only";
import type { Measure } from "@/db/enums";
import { columnLetters } from "@/lib/spreadsheet/cell-address";
import { type DelimitedRow, textsOf } from "@/lib/spreadsheet/delimited";
import type { CellIssue } from "@/lib/spreadsheet/read-records";
import { readTableSheet } from "@/lib/spreadsheet/read-table-sheet";
import { canonicalUnitOf } from "@/lib/units/format";
import { contentOf, Issues, MAXIMUM_ROWS, type ReadingOptions, refusedContent } from "./content.rules";
import { layoutFromFile, tableBy } from "./layout.rules";
import { otherFile, readText, tablePreview, UNKNOWN_COLUMNS, unknownPreview } from "./logger.rules";
import type { LoggerContent } from "./logger.schema";
import { findTable } from "./table.rules";
import { readTable } from "./values.rules";

/** Limits for reading a workbook. */
const LIMITS = {
  rows: MAXIMUM_ROWS,
  columns: 60,
  cellLength: 200,
  unpackedBytes: 128 * 1024 * 1024,
  textCharacters: 16 * 1024 * 1024,
};
const TIME_KEY = "logger.time";
const keyOf = (measure: Measure, channel: number) => `logger.${measure}.${channel}`;

/** Title of a template column: the measure, the number of the sensor, and the unit. */
export function columnTitle(name: string, measure: Measure, channel: number): string {
  const unit = canonicalUnitOf(measure);
  return `${name}${channel > 1 ? ` ${channel}` : ""}${unit ? ` (${unit})` : ""}`;
}

/** The column keys in the template's hidden row. */
export const TEMPLATE_KEYS = { time: TIME_KEY, value: keyOf };

/** Reads a logger file of any kind: a workbook, a logger's own text, or a text table. */
export async function readLoggerFile(bytes: Uint8Array, options: ReadingOptions): Promise<LoggerContent> {
  const isArchive = [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
  return otherFile(bytes) ?? (isArchive ? readWorkbook(bytes, options) : readText(textsOf(bytes), options));
}

/** The template's row of column keys is hidden and holds no titles. */
const isKeys = ({ cells }: DelimitedRow) => cells.some((cell) => cell === TIME_KEY);

async function readWorkbook(bytes: Uint8Array, options: ReadingOptions): Promise<LoggerContent> {
  const { rows: all, faults, issues } = await readTableSheet(bytes, LIMITS);
  const gathered = new Issues();
  for (const issue of issues) gathered.add(lineOf(issue));
  if (issues.length > 0) return contentOf("xlsx", [], gathered, options);
  const rows = all.filter((row) => !isKeys(row));
  const table = options.layout ? tableBy(options.layout, rows) : findTable(rows);
  if (!table) {
    const preview = unknownPreview(rows, layoutFromFile(rows, ","));
    return refusedContent("xlsx", "columns", UNKNOWN_COLUMNS, undefined, preview);
  }
  const { head } = table;
  const values = [...head.columns.map(({ index }) => index), head.valueIndex];
  const used = new Set([...head.time.indexes, ...values, head.unitIndex]);
  for (const { line, index, ...fault } of faults)
    if (line > head.line && used.has(index)) gathered.add({ ...fault, line, column: columnLetters(index + 1) });
  // Columns are named by their letters, as in the workbook.
  const lettered = {
    ...head,
    labels: head.labels.map((_, index) => columnLetters(index + 1)),
    time: { ...head.time, title: head.time.indexes.map((index) => columnLetters(index + 1)).join(" ") },
    columns: head.columns.map((column) => ({ ...column, title: columnLetters(column.index + 1) })),
  };
  const preview = tablePreview(rows, table, ",", options);
  return readTable("xlsx", { ...table, head: lettered }, options, preview, gathered);
}

function lineOf({ cell, field: _, ...issue }: CellIssue) {
  const [, letters = "", row = "0"] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  return { ...issue, line: Number(row), column: letters };
}
