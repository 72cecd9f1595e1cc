import "server-only";
import ExcelJS from "exceljs";
import { columnLetters } from "./cell-address";
import { REQUIRED_SIGN } from "./required-sign";
import { addTable, bytesOf, sheetName, styleHeader, type Table } from "./write-table";

export type TemplateColumn = {
  /** What the column is recognised by, in whatever language its title is. */
  key: string;
  title: string;
  width: number;
  isRequired: boolean;
  /** What may stand in it; shown beside the title. */
  hint: string;
  /** The values of the drop-down, where only these are taken. */
  choices?: readonly string[];
};

export type Template = {
  name: string;
  columns: readonly TemplateColumn[];
  /** Rows that are prepared with drop-downs. */
  rows: number;
  /** A second sheet that explains the columns, with examples: in the first one they would be imported. */
  guide: Table;
};

/** Rows above the data: the keys, which are hidden, and the titles. */
export const TEMPLATE_HEAD_ROWS = 2;
const LISTS = "lists";

type Validations = { dataValidations: { add: (range: string, rule: ExcelJS.DataValidation) => void } };

/**
 * A sheet to fill in: every cell is text, so that numbers keep their leading zeros; drop-downs where the values are given;
 * a hidden row of keys above the titles.
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
    // exceljs takes the rule of a whole range, but does not say so in its types: a rule for each cell would make
    // a file of megabytes.
    (sheet as unknown as Validations).dataValidations.add(`${column}${TEMPLATE_HEAD_ROWS + 1}:${column}${last}`, {
      type: "list",
      formulae: [`${LISTS}!$${column}$1:$${column}$${Math.max(choices.length, 1)}`],
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: "stop",
      // Excel's bounds of a message.
      errorTitle: title.slice(0, 32),
      error: hint.slice(0, 255),
    });
  });
  return bytesOf(book);
}
