import { NO_LOGGER_FACTS } from "@/db/enums";
import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import { type DateOrder, dateOrderOf, isStamp, parseStamp, readClock, type Stamp } from "./clock.rules";
import {
  contentOf,
  Issues,
  MAXIMUM_ROWS,
  MAXIMUM_VALUES,
  type PlacedValue,
  type ReadingOptions,
  refusedContent,
} from "./content.rules";
import { apartFooter } from "./footer.rules";
import type { TablePreview } from "./layout.schema";
import type { LoggerContent } from "./logger.schema";
import {
  decimalSignOf,
  isBlank,
  type LoggerTable,
  measureOfCell,
  type TableHead,
  timeTextOf,
  valueIn,
} from "./table.rules";
import type { ValueColumn } from "./title.rules";
import { isUnitOf, UNITS_OF, unitOfText } from "./unit.rules";

/** Digits after a decimal comma. */
const DECIMALS = /^\d{1,6}$/;
/** Number of footer lines shown. */
const SHOWN_FOOTER = 10;
const TOO_MANY_VALUES = `holds more than ${MAXIMUM_VALUES} values`;

/** The columns with values, whichever way their measure is known. */
const valueIndexes = ({ columns, valueIndex }: TableHead): number[] => [
  ...columns.map(({ index }) => index),
  ...(valueIndex === null ? [] : [valueIndex]),
];

/** Reads the values of a table. */
export function readTable(
  format: "csv" | "xlsx",
  whole: LoggerTable,
  options: ReadingOptions,
  preview: Omit<TablePreview, "footer" | "footerCount">,
  issues = new Issues(),
): LoggerContent {
  const { head } = whole;
  const { rows, footer } = apartFooter(whole);
  const shownFooter = footer.slice(0, SHOWN_FOOTER).map(({ cells }) => cells.filter(Boolean).join(" ").slice(0, 80));
  const table: TablePreview = { ...preview, footer: shownFooter, footerCount: footer.length };
  const timeZone = options.isZoneChosen ? options.timeZone : (head.timeZone ?? options.timeZone);
  if (rows.length > MAXIMUM_ROWS) {
    issues.addWhole("rows", `has more than ${MAXIMUM_ROWS} rows`, MAXIMUM_ROWS);
    return contentOf(format, [], issues, { ...options, timeZone }, { table });
  }
  if (head.isZoneUnknown && !options.isZoneChosen) {
    const message = "names an offset that no zone keeps: choose a zone";
    const value = head.time.indexes.map((index) => head.titles[index] ?? "").join(" ");
    issues.add({ line: head.line, column: head.time.title, rule: "zone", message, value });
  }
  const indexes = valueIndexes(head);
  const hasValue = ({ cells }: DelimitedRow) => indexes.some((index) => !isBlank(cells[index] ?? ""));
  const filled = rows.filter((row) => hasValue(row) && !isHeadAgain(row, head));
  const order = options.dateOrder ?? dateOrderOf(filled.map((row) => timeTextOf(row, head)));
  for (const row of whole.above) refuseAbove(row, head, issues);
  const timed = filled.flatMap((row) => {
    const stamp = stampOf(row, head, order, issues);
    return stamp ? [{ row, stamp }] : [];
  });
  const { ats, twice } = readClock(
    timed.map(({ stamp }) => stamp),
    timeZone,
  );
  const sign = decimalSignOf(filled.flatMap(({ cells }) => indexes.map((index) => cells[index] ?? "")));
  const placed: PlacedValue[] = [];
  for (const [place, { row }] of timed.entries()) {
    const at = ats[place] ?? null;
    const { line, cells } = row;
    if (at === null) {
      const message = `a clock of ${timeZone} never shows this time`;
      issues.add({ line, column: head.time.title, rule: "skipped", message, value: timeTextOf(row, head) });
    } else if (head.spare.some((index) => DECIMALS.test(cells[index] ?? ""))) {
      const message = "has digits below no title: a decimal comma would be two cells";
      issues.add({ line, column: "", rule: "decimals", message, value: cells.join(",") });
    } else if (cells.slice(head.width).some((cell) => cell !== "")) {
      const message = "has more cells than the head";
      issues.add({ line, column: "", rule: "cells", message, value: cells.at(-1) ?? "" });
    } else
      for (const column of columnsIn(row, head, issues)) placed.push(...valueAt(row, column, { at, sign }, issues));
    // Reading stops at the limit, since the file is rejected anyway.
    if (placed.length > MAXIMUM_VALUES) return refusedContent(format, "values", TOO_MANY_VALUES, MAXIMUM_VALUES, table);
  }
  const facts = { ...NO_LOGGER_FACTS, twice, ignored: head.ignored.slice(0, 20) };
  return contentOf(format, placed, issues, { ...options, timeZone }, { facts, table });
}

/** Whether a row repeats the titles: some loggers write several tables with the same columns. */
const isHeadAgain = ({ cells }: DelimitedRow, { titles }: TableHead): boolean =>
  titles.length > 0 && cells.length === titles.length && cells.every((cell, index) => cell === titles[index]);

/** Adds an issue for a row with a time and a value above the titles, which would be lost. */
function refuseAbove(row: DelimitedRow, head: TableHead, issues: Issues): void {
  const text = timeTextOf(row, head);
  if (!/^\d/.test(text) || !isStamp(text)) return;
  const isNumber = (index: number) => /^[+\-−]?\d+(?:[.,]\d+)?/.test(row.cells[index] ?? "");
  if (!valueIndexes(head).some(isNumber)) return;
  const message = "is a row of values above the line of titles";
  issues.add({ line: row.line, column: head.time.title, rule: "above", message, value: text });
}

function stampOf(row: DelimitedRow, head: TableHead, order: DateOrder | null, issues: Issues): Stamp | null {
  const text = timeTextOf(row, head);
  const stamp = text === "" ? null : parseStamp(text, order);
  if (stamp !== null && stamp !== "dateOrder") return stamp;
  const where = { line: row.line, column: head.time.title, value: text };
  if (stamp === "dateOrder") issues.add({ ...where, rule: "dateOrder", message: "day and month could be either" });
  else if (text === "") issues.add({ ...where, rule: "noTime", message: "values without a time" });
  else issues.add({ ...where, rule: "time", message: "is no time" });
  return null;
}

/** The columns of a row with a value, in the row's unit; a unit that does not fit adds an issue and is skipped. */
function columnsIn({ line, cells }: DelimitedRow, head: TableHead, issues: Issues): ValueColumn[] {
  const { columns, unitIndex, valueIndex, labels } = head;
  if (unitIndex === null) return columns;
  const text = cells[unitIndex] ?? "";
  const unit = unitOfText(text);
  const where = { line, column: labels[unitIndex] ?? "", rule: "unit", value: text };
  if (valueIndex !== null) {
    const measure = measureOfCell(text);
    if (measure === null) issues.add({ ...where, message: "is no unit that tells a measure" });
    const title = labels[valueIndex] ?? "";
    return measure === null ? [] : [{ index: valueIndex, title, measure, channel: 1, isNumbered: false, unit }];
  }
  return columns.flatMap((column) => {
    if (isBlank(cells[column.index] ?? "")) return [];
    if (UNITS_OF[column.measure].length === 0) return [column];
    const isFitting = unit !== null && isUnitOf(column.measure, unit) && (column.unit ?? unit) === unit;
    if (isFitting) return [{ ...column, unit }];
    issues.add({ ...where, message: `is no unit of ${column.measure}${column.unit ? ` in ${column.unit}` : ""}` });
    return [];
  });
}

type At = { at: number; sign: "." | "," };

function valueAt({ line, cells }: DelimitedRow, column: ValueColumn, { at, sign }: At, issues: Issues): PlacedValue[] {
  const text = cells[column.index] ?? "";
  if (isBlank(text)) return [];
  const value = valueIn(text, column, sign);
  const { title, measure, channel } = column;
  if (value !== null && Number.isFinite(value))
    return [{ line, column: title, measure, channel, statistic: "reading", at, value }];
  const rule = measure === "door" || measure === "power" ? "switch" : "number";
  issues.add({
    line,
    column: title,
    rule,
    message: rule === "number" ? "is no number" : "is neither on nor off",
    value: text,
  });
  return [];
}
