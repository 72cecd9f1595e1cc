import "server-only";
import { createTranslator } from "use-intl/core";
import { AppError, type Issue } from "@/lib/errors";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, LOCALES, type Locale, toLocale } from "@/lib/i18n/routing";
import { fileReply } from "@/lib/stored-file/stored-file";
import { type Records, readRecords, type SheetRecord } from "./read-records";
import { writeTemplate } from "./write-template";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const IMPORT_BYTES = 4 * 1024 * 1024;
/** Wrong cells that are named; one file may hold thousands. */
const MOST_ISSUES = 200;
const LIMITS = { columns: 40, cellLength: 1000, unpackedBytes: 64 * 1024 * 1024, textCharacters: 4e6 };

/** Looks up the words of a sheet: `sheet`, `column.*` and `example.*`. */
export type SheetWords = (key: string) => string;

/** A column; `formerTitles` are those of earlier templates in all languages, whose files are still read. */
type SheetColumn = { key: string; isRequired: boolean; width: number; formerTitles?: readonly string[] };

/** A sheet of records; widths in characters. */
export type ImportSheet = {
  /** Identifies the sheet: a hidden row has the keys of its columns as `name.key`. */
  name: string;
  words: (locale: Locale) => Promise<SheetWords>;
  columns: readonly SheetColumn[];
  /** Most rows of a file. */
  rows: number;
};

/** Reads the rows of a file; columns are recognised by their key, or by a present or former title in any language. */
export async function readImport(sheet: ImportSheet, bytes: Uint8Array): Promise<Records> {
  const words = await Promise.all(LOCALES.map(sheet.words));
  const columns = sheet.columns.map(({ key, isRequired, formerTitles = [] }) => ({
    ...{ key, isRequired },
    titles: [`${sheet.name}.${key}`, ...words.map((t) => t(`column.${key}`)), ...formerTitles],
  }));
  return readRecords(bytes, { columns, limits: { ...LIMITS, rows: sheet.rows } });
}

/** The empty sheet to fill in, in a language. */
export async function importTemplate(sheet: ImportSheet, wanted: string): Promise<RawReply> {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const t = await sheet.words(locale);
  const messages = await loadMessages(locale);
  const tCommon = createTranslator({ locale, messages, namespace: "common.import" }) as unknown as SheetWords;
  const columns = sheet.columns.map(({ key, isRequired, width }) => ({
    ...{
      key: `${sheet.name}.${key}`,
      title: t(`column.${key}`),
      width,
      isRequired,
      hint: t(`example.${key}`),
    },
  }));
  const content = await writeTemplate({
    ...{ name: t("sheet"), columns, rows: sheet.rows },
    guide: {
      name: tCommon("guide"),
      columns: [
        { title: tCommon("guideColumn"), width: 24 },
        { title: tCommon("guideExample"), width: 40 },
      ],
      rows: sheet.columns.map(({ key }) => [t(`column.${key}`), t(`example.${key}`)]),
    },
  });
  return fileReply({ contentType: XLSX, content: Buffer.from(content) }, `${t("sheet")}.xlsx`);
}

/** A fault of a row's cell, by the key of its column. */
export type FieldIssue<Field extends string = string> = Omit<Issue, "path"> & { field: Field };
/** What a row says: its value, unless something is wrong with it. */
export type CheckedRow<Value, Field extends string = string> = { value: Value | null; issues: FieldIssue<Field>[] };

type CellIssue = Omit<Issue, "path"> & { cell: string };

const inSheetOrder = (issues: readonly CellIssue[]): CellIssue[] => {
  const rowOf = ({ cell }: CellIssue) => Number(/\d+$/.exec(cell)?.[0] ?? 0);
  return issues.toSorted((a, b) => rowOf(a) - rowOf(b) || a.cell.localeCompare(b.cell));
};

type Rules<Value> = {
  check: (record: SheetRecord) => CheckedRow<Value>;
  /** What no two rows may share, by the column that is blamed; null: nothing to compare. */
  unique: Readonly<Record<string, (values: SheetRecord["values"]) => string | null>>;
};

/** The values of all rows. Throws INVALID with the first fault of every wrong cell, such as `C7`, in sheet order. */
export function checkRecords<Value>({ records, issues: unread, letters }: Records, { check, unique }: Rules<Value>) {
  const issues: CellIssue[] = unread.map(({ value: _, field: __, ...issue }) => issue);
  const bad = new Set(unread.map(({ cell }) => cell));
  const note = (row: number, { field, ...issue }: FieldIssue) => {
    const cell = `${letters[field] ?? "A"}${row}`;
    // A cell that could not be read gets only the issue that says why.
    if (!bad.has(cell)) issues.push({ cell, ...issue });
    bad.add(cell);
  };
  const found: Value[] = [];
  for (const record of records) {
    const { value, issues: faults } = check(record);
    if (value !== null) found.push(value);
    for (const issue of faults) note(record.row, issue);
  }
  for (const [field, keyOf] of Object.entries(unique)) {
    const known = new Set<string>();
    for (const { row, values } of records) {
      const key = keyOf(values);
      if (key === null) continue;
      if (known.has(key)) note(row, { field, rule: "repeated", message: "an earlier row has it" });
      known.add(key);
    }
  }
  if (issues.length === 0) return found;
  const named = inSheetOrder(issues)
    .slice(0, MOST_ISSUES)
    .map(({ cell, ...issue }) => ({ path: cell || "file", ...issue }));
  throw new AppError("INVALID", `${issues.length} cells are wrong`, { issues: named });
}
