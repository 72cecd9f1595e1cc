import type { Measure } from "@/db/enums";
import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import {
  CLOCK,
  columnOf,
  DAY,
  LONGEST_TITLE,
  MEASURE_BY_NAME,
  partsOf,
  UNIT_TITLES,
  VALUE_TITLES,
  type ValueColumn,
  WHOLE,
} from "./title.rules";
import { canonicalOf, isUnitOf, measureOfUnit, unitOfText } from "./unit.rules";
import { zoneOfTitle } from "./zone.rules";

/** The header of a table: the time (one column, or date and time in two) and the value columns. */
export type TableHead = {
  line: number;
  /** Its cells; empty if the table has no titles. */
  titles: readonly string[];
  /** Names of the columns in issues. */
  labels: readonly string[];
  time: { indexes: readonly number[]; title: string };
  /** The zone named in the time's title, and whether it names an offset that no zone has. */
  timeZone: string | null;
  isZoneUnknown: boolean;
  columns: ValueColumn[];
  /** Number of cells of the header. */
  width: number;
  /** Columns without a title after a value column, where the decimals of `4,5` would be. */
  spare: readonly number[];
  /** The column with the unit of each row's value; null if titles or cells give it. */
  unitIndex: number | null;
  /** The value column whose measure follows from the unit of each row; null if titles give it. */
  valueIndex: number | null;
  /** The column of row numbers, below the name of the logger. */
  counterIndex: number | null;
  /** Titles of columns that hold neither time nor values. */
  ignored: string[];
};

const nameOf = (title: string): string => (title.length > LONGEST_TITLE ? "" : partsOf(title).name);
const isWhole = (name: string): boolean => WHOLE.has(name) || /^timestamp\b/.test(name);

/** The zone that the titles of the time name. */
export function zoneOfTime(titles: readonly string[]): Pick<TableHead, "timeZone" | "isZoneUnknown"> {
  const named = titles.flatMap((title) => zoneOfTitle(title) ?? []);
  return {
    timeZone: named.find(({ zone }) => zone !== null)?.zone ?? null,
    isZoneUnknown: named.some(({ zone }) => !zone),
  };
}

/** Number of rows whose first cells count up from 0 or 1; 0 if they do not. */
function countedRows(rows: readonly DelimitedRow[]): number {
  const numbers = rows.map(({ cells }) => cells[0] ?? "").filter((text) => /^\d{1,7}$/.test(text));
  const first = Number(numbers[0] ?? 9);
  return first <= 1 && numbers.every((text, place) => Number(text) === first + place) ? numbers.length : 0;
}

/** Beyond this number, rows that count up are not readings by chance. */
const SURELY_COUNTED = 10;

/**
 * Whether the first column numbers the rows: Lascar writes the logger's name above it, which may be that of a measure.
 */
function numbersRows({ cells }: DelimitedRow, below: readonly DelimitedRow[]): boolean {
  const count = countedRows(below);
  if (count === 0) return false;
  const names = cells.map(nameOf);
  const second = names[1] ?? "";
  if ((CLOCK.has(second) || isWhole(second)) && names.findLast(Boolean) === "serial number") return true;
  const own = columnOf(cells[0] ?? "", 0);
  if (!own || own.unit !== null) return false;
  const others = cells.slice(1).flatMap((title) => columnOf(title, 1) ?? []);
  return others.some(({ measure }) => measure === own.measure) || (others.length > 0 && count >= SURELY_COUNTED);
}

/** Parses a row as a header: a time and at least one measure, no measure and channel twice; null if it is none. */
export function headOf(row: DelimitedRow, below: readonly DelimitedRow[] = []): TableHead | null {
  const counterIndex = numbersRows(row, below) ? 0 : null;
  const titles = row.cells.map((title, index) => (index === counterIndex ? "" : title));
  const names = titles.map(nameOf);
  const at = (known: ReadonlySet<string>) => names.findIndex((name) => known.has(name));
  const [whole, day, clock] = [names.findIndex(isWhole), at(DAY), at(CLOCK)];
  const indexes = whole >= 0 ? [whole] : day >= 0 && clock >= 0 ? [day, clock] : [Math.max(day, clock)];
  if (indexes[0] === -1) return null;
  const { columns, ignored } = columnsOf(titles, indexes);
  const [unitIndex, valueIndex] = [at(UNIT_TITLES), at(VALUE_TITLES)];
  const isByUnit = columns.length === 0 && valueIndex >= 0 && unitIndex >= 0 && namesMeasure(below, unitIndex);
  if (columns.length === 0 && !isByUnit) return null;
  // A column with such a title may hold locations; it has to hold units if a value column has none.
  const isUnits = unitIndex >= 0 && below.some(({ cells }) => unitOfText(cells[unitIndex] ?? "") !== null);
  const isOpen = columns.some(({ unit, measure }) => unit === null && hasUnits(measure));
  // With several value columns, it is unclear which of them a unit column belongs to.
  if (isUnits && isOpen && columns.length > 1) return null;
  const isBesideUnit = isByUnit || (unitIndex >= 0 && columns.length === 1 && (isUnits || isOpen));
  const used = isBesideUnit ? [titles[unitIndex], isByUnit ? titles[valueIndex] : ""] : [];
  const isValue = (index: number) =>
    columns.some((column) => column.index === index) || (isByUnit && index === valueIndex);
  return {
    line: row.line,
    titles: row.cells,
    labels: row.cells,
    time: { indexes, title: indexes.map((index) => titles[index] ?? "").join(" ") },
    ...zoneOfTime(indexes.map((index) => titles[index] ?? "")),
    columns,
    width: titles.length,
    spare: row.cells.flatMap((text, index) => (text === "" && isValue(index - 1) ? [index] : [])),
    unitIndex: isBesideUnit ? unitIndex : null,
    valueIndex: isByUnit ? valueIndex : null,
    counterIndex,
    ignored: [...(counterIndex === null ? [] : [row.cells[0] ?? ""]), ...ignored].filter(
      (title) => !used.includes(title),
    ),
  };
}

const hasUnits = (measure: Measure): boolean => measure !== "door" && measure !== "power";

/** The value columns that titles name, and the titles that are ignored. */
function columnsOf(titles: readonly string[], time: readonly number[]): Pick<TableHead, "columns" | "ignored"> {
  const columns: ValueColumn[] = [];
  const ignored: string[] = [];
  titles.forEach((title, index) => {
    if (time.includes(index) || title === "") return;
    const column = columnOf(title, index);
    const isFirst = !columns.some((one) => one.measure === column?.measure && one.channel === column.channel);
    if (column && isFirst) columns.push(column);
    // Sensors named by their location have no numbers.
    else if (column && !column.isNumbered && !MEASURE_BY_NAME.has(partsOf(title).name))
      columns.push({ ...column, channel: 1 + columns.filter((one) => one.measure === column.measure).length });
    else ignored.push(title);
  });
  return { columns, ignored };
}

/** The measure that the cell of a unit column implies. */
export function measureOfCell(text: string): Measure | null {
  const unit = unitOfText(text);
  return unit && measureOfUnit(unit);
}

const namesMeasure = (rows: readonly DelimitedRow[], index: number): boolean =>
  rows.some(({ cells }) => measureOfCell(cells[index] ?? "") !== null);

/** A table: its header, the rows below and those above. */
export type LoggerTable = { head: TableHead; rows: readonly DelimitedRow[]; above: readonly DelimitedRow[] };

/** Number of rows searched for a header, since loggers write about themselves above it. */
const HEAD_WITHIN = 100;

/** The first row that is a header, and the rows around it; null if there is none. */
export function findTable(rows: readonly DelimitedRow[]): LoggerTable | null {
  for (let index = 0; index < Math.min(rows.length, HEAD_WITHIN); index += 1) {
    const head = headOf(rows[index] as DelimitedRow, rows.slice(index + 1, index + 30));
    if (head) return { head, rows: rows.slice(index + 1), above: rows.slice(0, index) };
  }
  return null;
}

const CLOCK_ALONE = /^\d{1,2}[:.h]\d{2}([:.]\d{2})?(\s*[ap]\.?m\.?)?$/i;
/** Whether a cell contains only a time of day. */
export const isClock = (text: string): boolean => CLOCK_ALONE.test(text);

/** The text of a row's time, the date before the time of day. */
export function timeTextOf({ cells }: DelimitedRow, { time }: Pick<TableHead, "time">): string {
  const texts = time.indexes.map((index) => cells[index] ?? "");
  return (isClock(texts[0] ?? "") ? texts.reverse() : texts).join(" ").trim();
}

const NOTHING = new Set(["", "-", "--", "---", "–", "n/a", "na", "nan", "null"]);
/** Whether a cell means that there is no value. */
export const isBlank = (text: string): boolean => NOTHING.has(text.toLowerCase());

export type DecimalSign = "." | ",";
const THOUSANDS = /^[+\-−]?[1-9]\d{0,2}[.,]\d{3}(?!\d)/;

/**
 * Infers the decimal separator of a file's numbers: a comma if one is followed by other than three digits, otherwise a
 * point. `1,234` alone is ambiguous, and is rejected as it is with the point.
 */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  for (const cell of cells) if (/^[+\-−]?\d*,\d+\D*$/.test(cell) && !THOUSANDS.test(cell)) return ",";
  return ".";
}

const NUMBER = /^([+\-−]?)(\d+(?:[.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?\s*([^\d\s.,].{0,5})?$/i;
const LONGEST_NUMBER = 40;
const ON = new Set([
  "1",
  "true",
  "on",
  "open",
  "yes",
  "sí",
  "abierta",
  "开",
  "开启",
  "打开",
  "開",
  "開く",
  "通电",
  "有",
]);
const OFF = new Set(["0", "false", "off", "closed", "no", "cerrada", "关", "关闭", "閉", "閉じる", "断电", "无"]);
const SWITCHES: readonly Measure[] = ["door", "power"];

/** Parses a cell into the canonical unit of its column; null if it is no number, or in another unit. */
export function valueIn(
  text: string,
  { measure, unit }: Pick<ValueColumn, "measure" | "unit">,
  sign: DecimalSign,
): number | null {
  if (SWITCHES.includes(measure)) {
    const word = text.toLowerCase();
    return ON.has(word) ? 1 : OFF.has(word) ? 0 : null;
  }
  const [, minus = "", digits = "", exponent = "", behind = ""] =
    NUMBER.exec(text.length > LONGEST_NUMBER ? "" : text.normalize("NFKC")) ?? [];
  if (digits === "") return null;
  const other = sign === "." ? "," : ".";
  // 1,234 may be a thousand: what the other numbers do not decide is not guessed.
  if (digits.includes(other) && (sign === "." || THOUSANDS.test(digits))) return null;
  const named = behind === "" ? unit : unitOfText(behind);
  if (behind !== "" && (named === null || !isUnitOf(measure, named))) return null;
  const number = Number(`${minus === "" || minus === "+" ? "" : "-"}${digits.replace(",", ".")}${exponent}`);
  // −0 equals 0 but reads back differently.
  return canonicalOf(measure, number, named) + 0;
}
