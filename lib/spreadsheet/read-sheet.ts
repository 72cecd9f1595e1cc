import "server-only";
import { cellAddress, parseAddress } from "./cell-address";
import { type NumberStyle, numberText } from "./number-format";
import { notAWorkbook, SpreadsheetError } from "./spreadsheet-error";
import { xmlReader } from "./xml-reader";

/** `rounded`: a whole number that has lost digits. `formula`: has no text, because its result is not used. */
export type CellKind = "text" | "number" | "rounded" | "date" | "boolean" | "error" | "formula";
/** `text` is the cell's displayed text, trimmed and truncated after the length limit. */
export type SheetCell = { column: number; kind: CellKind; text: string };
export type SheetRow = { number: number; cells: SheetCell[] };

export type ReadLimits = {
  /** The last permitted column. */
  columns: number;
  /** Characters read per cell; a longer text has one more, so that it can be detected. */
  cellLength: number;
};

type Context = {
  strings: readonly string[];
  styles: readonly NumberStyle[];
  isFrom1904: boolean;
  limits: ReadLimits;
  /** Filled while reading. */
  merged: string[];
};

/** The last possible row of a sheet. */
const LAST_ROW = 1_048_576;
/** Number of merged ranges that are recorded; more are not needed to refuse them. */
const MOST_MERGED = 1000;
const NO_STYLE: NumberStyle = { isDate: false, width: 0 };

/** Decodes control characters, written as `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Streams the rows of a sheet's XML with content, in batches. Throws SpreadsheetError. */
export async function* readSheet(pieces: AsyncIterable<string>, context: Context): AsyncGenerator<SheetRow[]> {
  const rows = collector(context);
  for await (const piece of pieces) {
    rows.write(piece);
    const batch = rows.take();
    if (batch.length > 0) yield batch;
  }
  rows.end();
}

type Open = { column: number; type: string; style: number; value: string; isFormula: boolean };

function collector({ strings, styles, isFrom1904, limits, merged }: Context) {
  let batch: SheetRow[] = [];
  let row: SheetRow | null = null;
  let cell: Open | null = null;
  let [lastRow, lastColumn] = [0, 0];
  let [isValue, isSpoken] = [false, false];

  function openRow(given: string | undefined) {
    lastRow = given === undefined ? lastRow + 1 : Number(given);
    if (!Number.isInteger(lastRow) || lastRow < 1 || lastRow > LAST_ROW) throw notAWorkbook("a row without a place");
    lastColumn = 0;
    row = { number: lastRow, cells: [] };
  }

  function openCell(attribute: (name: string) => string | undefined) {
    const reference = attribute("r");
    const column = reference === undefined ? lastColumn + 1 : parseAddress(reference)?.column;
    if (column === undefined) throw notAWorkbook("a cell without a place");
    lastColumn = column;
    const [type, style] = [attribute("t") ?? "n", Number(attribute("s") ?? 0)];
    cell = { column, type, style, value: "", isFormula: false };
  }

  function contentOf({ type, value, style, isFormula }: Open): Omit<SheetCell, "column"> {
    if (isFormula) return { kind: "formula", text: "" };
    switch (type) {
      case "s":
        return { kind: "text", text: unescaped(strings[Number(value)] ?? "") };
      case "str":
      case "inlineStr":
        return { kind: "text", text: unescaped(value) };
      case "b":
        return { kind: "boolean", text: value === "1" ? "TRUE" : value === "" ? "" : "FALSE" };
      case "e":
        return { kind: "error", text: value };
      case "d":
        return { kind: "date", text: value.replace("T", " ").replace(/ 00:00:00.*$/, "") };
      default: {
        const format = styles[style] ?? NO_STYLE;
        const { text, isRounded } = numberText(value, format, isFrom1904);
        return { kind: isRounded ? "rounded" : format.isDate ? "date" : "number", text };
      }
    }
  }

  function closeCell(open: Open) {
    const { kind, text: whole } = contentOf(open);
    const text = whole.trim().slice(0, limits.cellLength + 1);
    if (!row || (text === "" && kind !== "formula")) return;
    if (open.column > limits.columns) {
      const place = cellAddress(open.column, row.number);
      throw new SpreadsheetError("tooManyColumns", `${place} lies behind the last column`, limits.columns, place);
    }
    row.cells.push({ column: open.column, kind, text });
  }

  const reader = xmlReader({
    open(name, attribute) {
      if (name === "row") openRow(attribute("r"));
      else if (name === "c" && row) openCell(attribute);
      else if (name === "f" && cell) cell.isFormula = true;
      else if (name === "rPh") isSpoken = true;
      else if (name === "mergeCell" && merged.length < MOST_MERGED) merged.push(attribute("ref") ?? "");
      isValue = (name === "v" || name === "t") && !isSpoken;
    },
    text(text) {
      if (cell && isValue && cell.value.length <= limits.cellLength) cell.value += text;
    },
    close(name) {
      isValue = false;
      if (name === "rPh") isSpoken = false;
      if (name === "c" && cell) {
        closeCell(cell);
        cell = null;
      }
      if (name !== "row" || !row) return;
      if (row.cells.length > 0) batch.push(row);
      row = null;
    },
  });
  return {
    write: reader.write,
    end: reader.end,
    take(): SheetRow[] {
      const taken = batch;
      batch = [];
      return taken;
    },
  };
}
