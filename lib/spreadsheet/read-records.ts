import "server-only";
import { cellAddress, columnLetters, parseRange } from "./cell-address";
import type { CellKind, SheetRow } from "./read-sheet";
import { readWorkbook, type Sheet, type WorkbookLimits } from "./read-workbook";
import { type HeadColumn, type HeadFault, isHeadToo, readHead } from "./sheet-head";
import { SpreadsheetError } from "./spreadsheet-error";

/** An invalid cell as `C7` (empty: the whole file), the column's key, and the rule as a key of the `error` messages. */
export type CellIssue = {
  cell: string;
  field: string;
  rule: string;
  message: string;
  limit?: number;
  value?: string;
};

/** A row with content: texts by the keys of their columns; invalid cells are omitted and reported as issues. */
export type SheetRecord = { row: number; values: Readonly<Record<string, string>> };

export type Records = {
  records: SheetRecord[];
  issues: CellIssue[];
  /** The letters of each key's column. */
  letters: Readonly<Record<string, string>>;
};

type Options = {
  columns: readonly HeadColumn[];
  limits: WorkbookLimits & { rows: number };
  /** Reads no further than so many rows: enough to see whether the file has the template and anything in it. */
  atMost?: number;
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => Promise<void>;
};

/** Kinds of cells that are refused, with their rules. */
export const REFUSED: Partial<Record<CellKind, readonly [rule: string, message: string]>> = {
  formula: ["formula", "a formula: its result is not taken"],
  error: ["cellError", "an error of the spreadsheet"],
  rounded: ["lostDigits", "a number of more than 15 digits has lost some"],
};

export const wholeFile = (rule: string, message: string, limit?: number): CellIssue => ({
  cell: "",
  field: "",
  rule,
  message,
  ...(limit !== undefined && { limit }),
});

const failed = (...issues: CellIssue[]): Records => ({ records: [], issues, letters: {} });

/**
 * Reads the rows of the first sheet with a known head. An invalid cell becomes an issue without affecting others; a
 * file that is no workbook, is empty, uses another template or is too large has one issue about the whole file.
 */
export async function readRecords(bytes: Uint8Array, options: Options): Promise<Records> {
  try {
    const sheets = await readWorkbook(bytes, options.limits);
    let fault: CellIssue = wholeFile("emptyFile", "the file holds nothing");
    for (const sheet of sheets) {
      const found = await readIfKnown(sheet, options);
      if ("records" in found) return found;
      // The first sheet with content is the one to report on.
      if (fault.rule === "emptyFile") fault = found;
    }
    return failed(fault);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    const { rule, message, limit, cell } = error;
    return failed({ ...wholeFile(rule, message, limit), cell });
  }
}

async function readIfKnown(
  sheet: Sheet,
  { columns, limits, atMost, onProgress }: Options,
): Promise<Records | CellIssue> {
  let places: ReadonlyMap<number, string> | null = null;
  let lastHeadRow = 0;
  const records: SheetRecord[] = [];
  const issues: CellIssue[] = [];
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (!places) {
        const head = readHead(row, columns);
        if ("fault" in head) return headIssue(head.fault, row);
        places = head.places;
        lastHeadRow = row.number;
      } else if (records.length === 0 && issues.length === 0 && isHeadToo(row, columns, places)) {
        lastHeadRow = row.number;
      } else {
        if (records.length >= limits.rows)
          return failed(wholeFile("tooMany", `more than ${limits.rows} rows`, limits.rows));
        records.push(toRecord(row, places, issues));
      }
    }
    await onProgress?.(records.length);
    if (atMost !== undefined && records.length >= atMost) break;
  }
  if (!places) return wholeFile("emptyFile", "the sheet holds nothing");
  if (records.length === 0) return failed(wholeFile("emptyFile", "no row is filled in"));
  issues.push(...mergedIssues(sheet.merged, lastHeadRow));
  const letters = Object.fromEntries([...places].map(([column, key]) => [key, columnLetters(column)]));
  return { records, issues, letters };
}

function headIssue({ rule, column, key, value }: HeadFault, row: SheetRow): CellIssue {
  const message = rule === "template" ? "not a title of the template" : `the column ${key} is missing`;
  return { cell: cellAddress(column, row.number), field: key, rule, message, value };
}

function toRecord(row: SheetRow, places: ReadonlyMap<number, string>, issues: CellIssue[]): SheetRecord {
  const values: Record<string, string> = {};
  for (const { column, kind, text } of row.cells) {
    const [cell, key] = [cellAddress(column, row.number), places.get(column)];
    const refused = REFUSED[kind];
    if (key === undefined)
      issues.push({ cell, field: "", rule: "unknownColumn", message: "a column without a title", value: text });
    else if (refused) issues.push({ cell, field: key, rule: refused[0], message: refused[1], value: text });
    else values[key] = text;
  }
  return { row: row.number, values };
}

/** Issues of merged cells in data rows, where the row of a value is ambiguous. Above the data they are harmless. */
export function mergedIssues(merged: readonly string[], lastHeadRow: number): CellIssue[] {
  return merged.flatMap((range) => {
    const place = parseRange(range);
    if (place && place.bottom <= lastHeadRow) return [];
    const cell = place ? cellAddress(place.left, place.top) : "";
    return [{ cell, field: "", rule: "merged", message: `merged cells ${range}`, value: range }];
  });
}
