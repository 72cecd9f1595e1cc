import type { Measure } from "@/db/enums";
import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import type { Unit } from "@/lib/units/convert";
import { isStamp } from "./clock.rules";
import type { TablePreview } from "./layout.schema";
import { isBlank, isClock, measureOfCell } from "./table.rules";
import { columnOf, NO_READING, partsOf } from "./title.rules";
import { isRelativeHumidity, isUnitOf, measureOfUnit, unitOfText } from "./unit.rules";

type Layout = TablePreview["layout"];
type Column = Layout["columns"][number];

const isEpoch = (text: string): boolean => /^(?:\d{10}|\d{13})$/.test(text);
const isTime = (text: string): boolean => !/^\d{1,9}(?:[.,]\d+)?$/.test(text) && isStamp(text);
const NUMBER = /^[+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)\s*([^\d\s.,].{0,6})?$/;
const isNumber = (text: string): boolean => /^[+\-−]?\d+(?:[.,]\d+)?$/.test(text);

/** Number of rows searched for the table, and of its rows sampled for the content of its columns. */
const LOOKED_AT = 200;
const SAMPLE_ROWS = 20;

/** Words in titles that suggest a measure; the regular title parser requires the whole name. */
const WORDS: readonly (readonly [Measure, RegExp])[] = [
  ["temperature", /temp|celsius|fahrenheit|温|溫/iu],
  ["humidity", /hum|feucht|hygro|(?<!\p{L})r\.?h(?!\p{L})|湿|濕/iu],
  ["co2", /co2|kohlendioxid|carbon|二氧化碳|二酸化炭素/iu],
  ["door", /door|tür|puerta|porte(?!\p{L})|门|門|ドア|扉/iu],
  ["voltage", /volt|spannung|tensi[oó]n|电压|電圧/iu],
  ["battery", /batter|bater|akku|电量|电池|電池/iu],
];

/** Start of the longest run of true marks; lines above a table may contain times as well. */
function longestRun(marks: readonly boolean[]): number {
  let [best, longest, begun] = [0, 0, 0];
  marks.forEach((isMarked, place) => {
    if (!isMarked) begun = place + 1;
    else if (place + 1 - begun > longest) [best, longest] = [begun, place + 1 - begun];
  });
  return best;
}

/** The column with times in most rows, the first of these rows, and the column of the time of day beside a date. */
function placeOfTime(rows: readonly DelimitedRow[]): { first: number; time: number[] } | null {
  const looked = rows.slice(0, LOOKED_AT).map(({ cells }) => (cells.length > 1 ? cells : []));
  const counts = new Map<number, number>();
  for (const cells of looked)
    cells.forEach((cell, index) => {
      // A serial number of ten digits is also a valid epoch second: a written date counts more.
      if (isTime(cell)) counts.set(index, (counts.get(index) ?? 0) + (isEpoch(cell) ? 0.5 : 1));
    });
  const [most] = [...counts].sort(([a, many], [b, more]) => more - many || a - b);
  if (!most) return null;
  const [day] = most;
  const isWritten = looked.some((cells) => isTime(cells[day] ?? "") && !isEpoch(cells[day] ?? ""));
  const isRow = (cells: readonly string[]) => {
    const cell = cells[day] ?? "";
    return isTime(cell) && !(isWritten && isEpoch(cell));
  };
  const first = longestRun(looked.map(isRow));
  const sample = looked.slice(first, first + SAMPLE_ROWS).filter(isRow);
  const isDay = sample.every((cells) => !/\d[:时時h]\d{2}/.test(cells[day] ?? ""));
  const isTimeOfDay = (text = "") => isClock(text) && !/^\d+\.\d+$/.test(text);
  const clock = [day + 1, day - 1].find((index) => isDay && sample.every((cells) => isTimeOfDay(cells[index])));
  return { first, time: clock === undefined ? [day] : [day, clock] };
}

/** The column that a title and the cells below it suggest, without its channel; null if neither does. */
function columnBy(title: string, cells: readonly string[], index: number): Column | null {
  const filled = cells.filter((cell) => !isBlank(cell));
  const units = new Set(filled.map((cell) => NUMBER.exec(cell.normalize("NFKC"))?.[1]?.trim() ?? ""));
  // A single letter may number columns as well as be a unit.
  const known = title.length > 1 ? columnOf(title, index) : null;
  if (known?.measure === "door" || known?.measure === "power")
    return { index, measure: known.measure, channel: 1, unit: null };
  if (filled.length === 0 || !filled.every((cell) => NUMBER.test(cell.normalize("NFKC"))) || NO_READING.test(title))
    return null;
  const [text = ""] = units;
  const ofCells = units.size === 1 ? unitOfText(text) : null;
  if (known) return { index, measure: known.measure, channel: 1, unit: known.unit };
  const ofTitle = title.length > 1 ? partsOf(title).unit : null;
  const unit: Unit | null = ofTitle ?? ofCells;
  const measure =
    WORDS.find(([, word]) => word.test(title.normalize("NFKC")))?.[0] ?? measureOf(unit, `${title} ${text}`);
  if (!measure || (unit !== null && !isUnitOf(measure, unit))) return null;
  return { index, measure, channel: 1, unit };
}

/** A percentage may be of anything, and a single letter ambiguous: both need a text that names the measure. */
const measureOf = (unit: Unit | null, text: string): Measure | null =>
  unit === null || (unit === "%" && !isRelativeHumidity(text)) || unit === "K" || unit === "dBm"
    ? null
    : measureOfUnit(unit);

/**
 * Guesses the layout of a table that its titles alone do not define: its first row, its time columns, and measures from
 * words and units in the titles and units in the cells.
 */
export function guessLayout(rows: readonly DelimitedRow[], delimiter: string): Layout {
  const none: Layout = { delimiter, headLine: 0, time: [], unit: null, value: null, columns: [] };
  const found = placeOfTime(rows);
  if (!found) return none;
  const { first, time } = found;
  const above = rows[first - 1];
  const hasTitles =
    above !== undefined && above.cells.length > 1 && !above.cells.some((cell) => isNumber(cell) || isTime(cell));
  const titles = hasTitles ? above.cells : [];
  const sample = rows.slice(first, first + SAMPLE_ROWS).filter(({ cells }) => isTime(cells[time[0] as number] ?? ""));
  const width = Math.max(titles.length, ...sample.map(({ cells }) => cells.length));
  const counts = new Map<Measure, number>();
  const columns = Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    if (time.includes(index)) return [];
    const cells = sample.map((row) => row.cells[index] ?? "");
    const column = columnBy(titles[index] ?? "", cells, index);
    if (!column) return [];
    const channel = (counts.get(column.measure) ?? 0) + 1;
    counts.set(column.measure, channel);
    return [{ ...column, channel }];
  });
  const cellsOf = (index: number) => sample.map(({ cells }) => cells[index] ?? "");
  const others = Array.from({ length: width }, (_, index) => index).filter((index) => !time.includes(index));
  const unit = others.find((index) => cellsOf(index).every((cell) => measureOfCell(cell) !== null));
  const [value, ...more] = others.filter((index) => cellsOf(index).every(isNumber));
  const isByUnit = unit !== undefined && columns.length === 0 && more.length === 0;
  return {
    ...none,
    headLine: hasTitles ? above.line : 0,
    time,
    unit: unit ?? null,
    value: isByUnit ? (value ?? null) : null,
    columns,
  };
}
