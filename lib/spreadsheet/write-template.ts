import "server-only";
import ExcelJS from "exceljs";
import { columnLetters } from "./cell-address";
import { REQUIRED_SIGN } from "./required-sign";
import { sheetName } from "./sheet-style";
import { addTable, bytesOf, styleHeader, type Table } from "./write-table";

export type TemplateColumn = {
  /** Identifies the column, whatever the locale of its title. */
  key: string;
  title: string;
  width: number;
  isRequired: boolean;
  /** Describes permitted values; shown beside the title. */
  hint: string;
  /** The values of the drop-down, if only these are accepted. */
  choices?: readonly string[];
};

export type Template = {
  name: string;
  columns: readonly TemplateColumn[];
  /** Number of rows prepared with drop-downs. */
  rows: number;
  /** A second sheet that explains the columns with examples, which would be imported if they were in the first. */
  guide: Table;
};

/** Rows above the data: the hidden keys, and the titles. */
export const TEMPLATE_HEAD_ROWS = 2;
const LISTS = "lists";

type Validations = { dataValidations: { add: (range: string, rule: ExcelJS.DataValidation) => void } };

/**
 * Creates a sheet to fill in: every cell is text, so that numbers keep leading zeros; drop-downs for fixed values; a
 * hidden row of keys above the titles.
 */
export function writeTemplate({ name, columns, rows, guide }: Template): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet(sheetName(name), { views: [{ state: "frozen", ySplit: TEMPLATE_HEAD_ROWS }] });
  sheet.columns = columns.map(({ key, width }) => ({ header: key, width, style: { numFmt: "@" } }));
  sheet.getRow(1).hidden = true;
  const titles = sheet.addRow(columns.map(({ title, isRequired }) => `${title}${isRequired ? REQUIRED_SIGN : ""}`));
  styleHeader(titles);
  addTable(book, guide);
  const lists = book.addWorksheet(LISTS, { state: "veryHidden" });
  const last = TEMPLATE_HEAD_ROWS + rows;
  columns.forEach(({ title, hint, choices }, index) => {
    const column = columnLetters(index + 1);
    sheet.getCell(`${column}${TEMPLATE_HEAD_ROWS}`).note = hint;
    if (!choices) return;
    choices.forEach((choice, at) => {
      lists.getCell(at + 1, index + 1).value = choice;
    });
    // exceljs accepts the rule of a whole range, though its types do not: one rule per cell would make a file of
    // megabytes.
    (sheet as unknown as Validations).dataValidations.add(`${column}${TEMPLATE_HEAD_ROWS + 1}:${column}${last}`, {
      type: "list",
      formulae: [`${LISTS}!$${column}$1:$${column}$${Math.max(choices.length, 1)}`],
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: "stop",
      // Excel's length limits of a message.
      errorTitle: title.slice(0, 32),
      error: hint.slice(0, 255),
    });
  });
  return bytesOf(book);
}
