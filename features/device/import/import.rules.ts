import type { ImportStatus } from "@/db/enums";
import { isSecretColumn } from "../template.rules";
import { type ImportIssueDto, type KeptRow, MAXIMUM_KEPT_CHARACTERS } from "./import.schema";

/**
 * Allowed status transitions. An import whose worker died is checked again from the beginning. An ended import does not
 * change.
 */
export const NEXT_STATUSES: Record<ImportStatus, readonly ImportStatus[]> = {
  waiting: ["checking", "refused", "failed"],
  checking: ["checking", "writing", "refused", "failed"],
  writing: ["checking", "done", "refused", "failed"],
  done: [],
  refused: [],
  failed: [],
};

/** Whether an import may change from one status to another. */
export const mayFollow = (from: ImportStatus, to: ImportStatus): boolean => NEXT_STATUSES[from].includes(to);

/** Whether the status is final. */
export const isEnded = (status: ImportStatus): boolean => NEXT_STATUSES[status].length === 0;

/** An issue of the file as a whole. */
export const wholeFile = (rule: string, message: string, limit?: number): ImportIssueDto => ({
  cell: "",
  field: "",
  rule,
  message,
  ...(limit !== undefined && { limit }),
});

/** Key in `error.rule` of an issue's text; limits in characters or entries have their own texts. */
export const wordingOf = ({ rule, unit }: Pick<ImportIssueDto, "rule" | "unit">): string =>
  unit && (rule === "too_big" || rule === "too_small") ? `${rule}_${unit}` : rule;

const CELL = /^([A-Z]+)(\d+)$/;

/** Sorts issues by sheet position: those of the whole file first, then by row and column. */
export function inSheetOrder(issues: readonly ImportIssueDto[]): ImportIssueDto[] {
  const place = ({ cell }: ImportIssueDto): [row: number, letters: string] => {
    const [, letters = "", row = "0"] = CELL.exec(cell) ?? [];
    return [Number(row), letters.padStart(3, " ")];
  };
  const keyed = issues.map((issue) => ({ issue, at: place(issue) }));
  keyed.sort((a, b) => a.at[0] - b.at[0] || (a.at[1] < b.at[1] ? -1 : a.at[1] > b.at[1] ? 1 : 0));
  return keyed.map(({ issue }) => issue);
}

/** Row number of an issue; 0 for the file as a whole. */
export const rowOf = ({ cell }: Pick<ImportIssueDto, "cell">): number => Number(/\d+$/.exec(cell)?.[0] ?? 0);

const HIDDEN = "•••";

/** The rows with bad cells that are stored for the report of a refused file. */
export function rowsToStore(records: readonly KeptRow[], issues: readonly ImportIssueDto[]): KeptRow[] {
  const bad = new Set(issues.map(rowOf));
  const kept: KeptRow[] = [];
  let characters = 0;
  for (const { row, values } of records) {
    if (!bad.has(row)) continue;
    const shown = Object.entries(values).map(([key, text]) => [
      key,
      text !== "" && isSecretColumn(key) ? HIDDEN : text,
    ]);
    characters += shown.reduce((sum, [, text = ""]) => sum + text.length, 0);
    if (characters > MAXIMUM_KEPT_CHARACTERS) break;
    kept.push({ row, values: Object.fromEntries(shown) });
  }
  return kept;
}
