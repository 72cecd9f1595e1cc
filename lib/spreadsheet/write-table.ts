import "server-only";
import ExcelJS from "exceljs";
import { HEADER_FILL, sheetName } from "./sheet-style";

export type TableColumn = { title: string; width: number };
/** A marked cell: row and column, both from 0, and the note. */
export type Mark = { row: number; column: number; note: string };
export type Table = {
  name: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  marks?: readonly Mark[];
};

/** Colours of marked cells, ARGB: dark red on light red. */
const MARK_FILL = "FFFDE2E1";
const MARK_FONT = "FF9B1C1C";

/** Limit of a note's length, so that Excel shows it without much scrolling. */
const LONGEST_NOTE = 500;

export function styleHeader(row: ExcelJS.Row): void {
  row.height = 24;
  row.eachCell((cell) => {
    cell.font = { bold: true, color: { argb: "FFFFFFFF" } };
    cell.fill = { type: "pattern", pattern: "solid", fgColor: { argb: HEADER_FILL } };
    cell.alignment = { vertical: "middle" };
  });
}

/** Adds a table to a workbook: frozen header with filters; texts stay texts, so that no cell becomes a formula. */
export function addTable(book: ExcelJS.Workbook, { name, columns, rows, marks = [] }: Table): ExcelJS.Worksheet {
  const sheet = book.addWorksheet(sheetName(name), { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ title, width }) => ({ header: title, width, style: { numFmt: "@" } }));
  styleHeader(sheet.getRow(1));
  for (const row of rows) sheet.addRow([...row]);
  for (const { row, column, note } of marks) {
    const cell = sheet.getCell(row + 2, column + 1);
    cell.fill = { type: "pattern", pattern: "solid", fgColor: { argb: MARK_FILL } };
    cell.font = { color: { argb: MARK_FONT } };
    cell.note = note.slice(0, LONGEST_NOTE);
  }
  if (columns.length > 0) sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  return sheet;
}

/** A workbook's bytes (xlsx). */
export async function bytesOf(book: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** A workbook of one or more tables. */
export function writeTables(tables: readonly Table[]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  for (const table of tables) addTable(book, table);
  return bytesOf(book);
}
