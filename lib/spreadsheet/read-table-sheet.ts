import "server-only";
import type { DelimitedRow } from "./delimited";
import { type CellIssue, mergedIssues, REFUSED, wholeFile } from "./read-records";
import { readWorkbook, type WorkbookLimits } from "./read-workbook";
import { SpreadsheetError } from "./spreadsheet-error";

/** A refused cell: its row, its column from 0, and the rule. */
export type CellFault = { line: number; index: number; rule: string; message: string; value: string };

type TableSheet = { rows: DelimitedRow[]; faults: CellFault[]; issues: CellIssue[] };

/**
 * The rows of the first sheet with content, in the form of delimited text. Refused cells are empty and reported; a
 * fault of the whole file is an issue.
 */
export async function readTableSheet(
  bytes: Uint8Array,
  limits: WorkbookLimits & { rows: number },
): Promise<TableSheet> {
  const failed = (issue: CellIssue): TableSheet => ({ rows: [], faults: [], issues: [issue] });
  try {
    for (const sheet of await readWorkbook(bytes, limits)) {
      const found: TableSheet = { rows: [], faults: [], issues: [] };
      for await (const batch of sheet.rows()) {
        for (const { number: line, cells } of batch) {
          if (found.rows.length > limits.rows)
            return failed(wholeFile("tooMany", `more than ${limits.rows} rows`, limits.rows));
          const texts: string[] = [];
          for (const { column, kind, text } of cells) {
            const refused = REFUSED[kind];
            if (refused)
              found.faults.push({ line, index: column - 1, rule: refused[0], message: refused[1], value: text });
            else texts[column - 1] = text;
          }
          found.rows.push({ line, cells: Array.from(texts, (text) => text ?? "") });
        }
      }
      if (found.rows.length === 0) continue;
      const bottom = found.rows.find(({ cells }) => cells.filter(Boolean).length > 1)?.line ?? 0;
      return { ...found, issues: mergedIssues(sheet.merged, bottom) };
    }
    return failed(wholeFile("emptyFile", "the file holds nothing"));
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    const { rule, message, limit, cell } = error;
    return failed({ ...wholeFile(rule, message, limit), cell });
  }
}
