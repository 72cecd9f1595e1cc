import type { SheetRow } from "./read-sheet";
import { REQUIRED_SIGN } from "./required-sign";

/** A column of a template; recognised by any of its titles, in any locale and order. */
export type HeadColumn = { key: string; titles: readonly string[]; isRequired: boolean };

/** A fault of a head: an unknown title, or a missing column (then `cell` is the row's first). */
export type HeadFault = { rule: "template" | "columnMissing"; column: number; key: string; value: string };

const plain = (title: string) => {
  const text = title.trim().toLowerCase();
  return text.endsWith(REQUIRED_SIGN.trim()) ? text.slice(0, -REQUIRED_SIGN.trim().length).trim() : text;
};

/** The columns by their plain titles. */
export function titlesOf(columns: readonly HeadColumn[]): ReadonlyMap<string, string> {
  return new Map(columns.flatMap(({ key, titles }) => titles.map((title) => [plain(title), key] as const)));
}

/** The keys by column according to this row, or why it is not a head. */
export function readHead(
  row: SheetRow,
  columns: readonly HeadColumn[],
): { places: ReadonlyMap<number, string> } | { fault: HeadFault } {
  const known = titlesOf(columns);
  const places = new Map<number, string>();
  for (const { column, text } of row.cells) {
    const key = known.get(plain(text));
    if (key === undefined || [...places.values()].includes(key))
      return { fault: { rule: "template", column, key: "", value: text } };
    places.set(column, key);
  }
  const missing = columns.find(({ key, isRequired }) => isRequired && ![...places.values()].includes(key));
  return missing ? { fault: { rule: "columnMissing", column: 1, key: missing.key, value: "" } } : { places };
}

/** Whether a row below the head is another head with other texts, such as titles below keys. */
export function isHeadToo(row: SheetRow, columns: readonly HeadColumn[], places: ReadonlyMap<number, string>): boolean {
  const known = titlesOf(columns);
  const titled = row.cells.filter(({ column, text }) => known.get(plain(text)) === places.get(column));
  return titled.length * 2 >= row.cells.length;
}
