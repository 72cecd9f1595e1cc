import "server-only";
import ExcelJS from "exceljs";
import { sheetName } from "@/lib/spreadsheet/sheet-style";
import { bytesOf, styleHeader } from "@/lib/spreadsheet/write-table";
import type { ExportForm, FormCell, MarkedNumber } from "./define-export";

const isMarked = (cell: FormCell): cell is MarkedNumber => typeof cell === "object" && cell !== null;
const LINE = { style: "thin", color: { argb: "FFC3CED6" } } as const;
const BORDER = { top: LINE, bottom: LINE, left: LINE, right: LINE };

/** The sheet's names, each used once: Excel refuses a second sheet of the same name, whatever its case. */
function nameIn(book: ExcelJS.Workbook, wanted: string): string {
  const isTaken = (name: string) => book.worksheets.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  const plain = sheetName(wanted);
  for (let number = 2, name = plain; ; number += 1) {
    if (!isTaken(name)) return name;
    name = `${plain.slice(0, 27)} ${number}`;
  }
}

function addForm(book: ExcelJS.Workbook, { name, heading, facts, columns, rows, notes }: ExportForm): void {
  const sheet = book.addWorksheet(nameIn(book, name), {
    pageSetup: { paperSize: 9, orientation: "portrait", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = columns.map(({ width = 12 }) => ({ width, style: { numFmt: "@" } }));
  const last = Math.max(1, columns.length);
  const line = (text: string, font: Partial<ExcelJS.Font> = {}) => {
    const row = sheet.addRow([text]);
    row.font = font;
    row.alignment = { wrapText: true, vertical: "middle" };
    sheet.mergeCells(row.number, 1, row.number, last);
    return row;
  };
  const title = line(heading, { bold: true, size: 14 });
  title.height = 28;
  title.alignment = { horizontal: "center", vertical: "middle" };
  for (const [term, text] of facts) line(`${term}: ${text}`);
  const head = sheet.addRow(columns.map((column) => column.title));
  styleHeader(head);
  for (const cells of rows) {
    const row = sheet.addRow(cells.map((cell) => (isMarked(cell) ? cell.value : cell)));
    cells.forEach((cell, index) => {
      const target = row.getCell(index + 1);
      target.border = BORDER;
      target.alignment = { vertical: "middle", wrapText: typeof cell === "string" };
      if (!isMarked(cell)) return;
      // The sign is part of the format, so that the cell stays a number.
      target.numFmt = `0${cell.decimals > 0 ? `.${"0".repeat(cell.decimals)}` : ""}${cell.mark && `" ${cell.mark}"`}`;
    });
  }
  if (notes.length > 0) sheet.addRow([]);
  for (const note of notes) line(note, { size: 9 });
  sheet.views = [{ state: "frozen", ySplit: head.number }];
  sheet.pageSetup.printTitlesRow = `${head.number}:${head.number}`;
}

/** A workbook (xlsx) with a worksheet for each form, set up for printing on A4. It is made in memory. */
export async function formWorkbook(forms: AsyncIterable<ExportForm>): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  for await (const form of forms) addForm(book, form);
  // A workbook needs a sheet.
  if (book.worksheets.length === 0) book.addWorksheet(sheetName(""));
  return bytesOf(book);
}
